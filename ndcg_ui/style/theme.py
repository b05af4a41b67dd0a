"""A Streamlit theme as CSS: the tokens it changes and the contrasts it breaks.

Values that a theme does not change cost no bytes. The shipped theme equals the tokens.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from ndcg_ui.style.colours import (
    SHADE_STEPS,
    Colour,
    compute_contrast,
    find_closest_readable_shade,
    read_colour,
)

Mode = Literal["light", "dark"]
Option = Callable[[str], Any]
"""Returns the value of an option such as "theme.light.textColor", or None."""
MODES: tuple[Mode, ...] = ("light", "dark")
COLOURS = {
    "backgroundColor": "paper",
    "secondaryBackgroundColor": "card",
    "textColor": "ink",
    "borderColor": "line",
    "primaryColor": "accent",
    "linkColor": "link",
}
"""The token of each option. The accent and the link colour have none: see `ACCENTED_SELECTOR`."""
FONTS = {"font": "sans", "headingFont": "serif", "codeFont": "code"}
BACKGROUNDS = {"backgroundColor": "paper", "secondaryBackgroundColor": "card"}
BUILT_IN = {"sans-serif": "sans", "serif": "serif", "monospace": "code"}
"""Streamlit's names of built-in fonts, with our tokens."""
FONT_LIST = re.compile(r"""[\w\s,.'"-]+""")
LINE_SHARE = 0.88
MUTE_SHARE = 0.29
EDGE_SHARE = 0.52
SOFT_SHARE = 0.84
"""The share of the background in the colours of lines, notes, edges and soft backgrounds."""
KEPT_CONTRAST_SHARE = 0.9
"""The share of a low contrast that a soft background must keep."""
ACCENTED_SELECTOR = ":is(a, button, input, select, textarea, summary, label, .stations .now)"
"""Elements in the primary colour, which are pressed or typed into. Elsewhere blue means the actual
order."""
TEXT_CONTRAST = 4.5
MARK_CONTRAST = 3.0
"""The contrast that WCAG requires for text (1.4.3) and for other visible parts (1.4.11)."""
TOKENS_CSS = Path(__file__).with_name("1-tokens.css").read_text("utf-8")
OWN_TEXT_COLOURS = {"ink": "textColor", "accent": "primaryColor", "link": "linkColor"}
NO_READABLE_TEXT = "No text is readable on both backgrounds. Make them more similar."
TOKEN_MEANINGS = {
    "actual": "the blue of the actual order",
    "ideal": "the amber of the ideal order",
    "ok": "the green of what is right",
    "bad": "the red of what is wrong",
    "carry": "the violet of what follows from a mistake",
}


@cache
def read_colour_tokens(mode: Mode) -> Mapping[str, Colour]:
    """Return the app's own colours in a mode, by the names of their tokens."""
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\);", TOKENS_CSS)
    colours = {name: read_colour(pair[MODES.index(mode)]) for name, *pair in pairs}
    return {**colours, "accent": colours["actual"], "link": colours["actual"]}


@dataclass(frozen=True)
class Theme:
    """The colours and fonts that a theme sets.

    changed  the colours that differ from ours, by mode and token
    fonts    the lists of fonts by "", "light" or "dark" and by token
    only     the only mode, or "" if the reader's system decides
    """

    changed: Mapping[Mode, Mapping[str, Colour]]
    fonts: Mapping[str, Mapping[str, str]]
    only: Mode | Literal[""] = ""

    def resolve_colours(self, mode: Mode) -> Mapping[str, Colour]:
        """Return all colours of a mode by token, including those mixed from other colours."""
        own = self.changed[mode]
        house = read_colour_tokens(mode)
        colours = {**house, **own}
        if not {"paper", "card", "ink"} & own.keys():
            return colours
        paper = colours["paper"]
        ink = colours["ink"]
        grounds = [paper, colours["card"]]
        line = ink.mix_with(paper, LINE_SHARE)
        mute = _mix_readable_shade(
            ink,
            paper,
            MUTE_SHARE,
            lambda grey: _compute_lowest_contrast(grey, *grounds) >= TEXT_CONTRAST,
        )
        edge = _mix_readable_shade(
            ink,
            paper,
            EDGE_SHARE,
            lambda grey: _compute_lowest_contrast(grey, *grounds) >= MARK_CONTRAST,
        )
        soft = {
            f"{name}-soft": _soften_colour(colours[name], paper, ink) for name in TOKEN_MEANINGS
        }
        return {**colours, "line": line, "mute": mute, "edge": edge, **soft, **own}


def _compute_lowest_contrast(colour: Colour, *others: Colour) -> float:
    return min(compute_contrast(colour, other) for other in others)


def _soften_colour(colour: Colour, paper: Colour, ink: Colour) -> Colour:
    """Return a tint of `paper` that keeps the contrast of `colour` and `ink`, or else `paper`.

    A contrast that is enough for text stays enough. A lower one keeps `KEPT_CONTRAST_SHARE` of it.
    """
    ratios = [(other, compute_contrast(other, paper)) for other in (colour, ink)]
    bounds = [
        (other, TEXT_CONTRAST if ratio >= TEXT_CONTRAST else KEPT_CONTRAST_SHARE * ratio)
        for other, ratio in ratios
    ]

    def is_readable(soft: Colour) -> bool:
        return all(compute_contrast(other, soft) >= least for other, least in bounds)

    for step in range(SHADE_STEPS):
        soft = paper.mix_with(colour, (1 - SOFT_SHARE) * (1 - step / SHADE_STEPS))
        if is_readable(soft):
            return soft
    return paper


def _mix_readable_shade(
    ink: Colour, paper: Colour, share: float, is_readable: Callable[[Colour], bool]
) -> Colour:
    """Mix at most a share of `paper` into `ink`, and less if the mix would not be readable."""
    shades = (ink.mix_with(paper, share * (1 - step / SHADE_STEPS)) for step in range(SHADE_STEPS))
    return next(filter(is_readable, shades), ink)


def read_theme(get_option: Option) -> Theme:
    """Read a theme from the options of Streamlit's section [theme].

    As in Streamlit, [theme.light] and [theme.dark] override [theme]. Without either there is one
    theme, light or dark as `base` or else the background says. Raises ValueError for a bad colour
    or list of fonts.
    """
    names = (*COLOURS, *FONTS)
    sections = {
        mode: {name: get_option(f"theme.{mode}.{name}") for name in names} for mode in MODES
    }
    shared = {name: get_option(f"theme.{name}") for name in names}
    only: Mode | Literal[""] = ""
    if not any(value for section in sections.values() for value in section.values()):
        only = _find_only_mode(get_option("theme.base"), shared)
    changed = {
        mode: _find_changed_colours(mode, {} if only and only != mode else shared, sections[mode])
        for mode in MODES
    }
    fonts = {str(mode): _parse_fonts(mode, section) for mode, section in sections.items()}
    return Theme(changed, {"": _parse_fonts("", shared), **fonts}, only)


def _find_only_mode(base: object, shared: Mapping[str, Any]) -> Mode | Literal[""]:
    """Return the only mode of a theme, or "" if the theme sets neither a base nor a colour.

    Raises ValueError for a bad background.

    base: the value of the option `base`.
    shared: the options of [theme] that are not for one mode.
    """
    for mode in MODES:
        if base == mode:
            return mode
    if not any(shared[name] for name in COLOURS):
        return ""
    background = shared["backgroundColor"]
    is_dark = (
        background and _parse_theme_colour("theme.backgroundColor", background).luminance < 0.5
    )
    return "dark" if is_dark else "light"


def _find_changed_colours(
    mode: Mode, shared: Mapping[str, Any], section: Mapping[str, Any]
) -> Mapping[str, Colour]:
    """Return the colours of a mode that differ from the app's own, by token.

    Raises ValueError for a bad colour.

    shared: the options of [theme].
    section: the options for this mode, which override `shared`.
    """
    house = read_colour_tokens(mode)
    colours: dict[str, Colour] = {}
    for name, token in COLOURS.items():  # the background comes first, since others may cover it
        where = f"theme.{mode}.{name}"
        text = section[name]
        if not text:
            where = f"theme.{name}"
            text = shared.get(name)
        if text:
            colours[token] = _parse_theme_colour(where, text, colours.get("paper", house["paper"]))
    colours.setdefault("link", colours.get("accent", house["link"]))
    return {token: colour for token, colour in colours.items() if str(colour) != str(house[token])}


def _parse_theme_colour(option: str, text: object, background: Colour | None = None) -> Colour:
    """Parse the colour of an option. Raise ValueError with advice that names the option."""
    try:
        return read_colour(str(text), background) if background else read_colour(str(text))
    except ValueError:
        raise ValueError(
            f"{option} in Streamlit's settings is {str(text)[:40]!r}. Write a colour such as "
            "#6a1b9a, rgb(106, 27, 154) or purple."
        ) from None


def _parse_fonts(mode: str, section: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the font families that a section of a theme sets, by token.

    Raises ValueError for a bad list of fonts.

    mode: the mode of the section, or "" for the fonts of both modes.
    """
    fonts = {}
    for name, token in FONTS.items():
        text = str(section[name] or "")
        family = text.partition(":")[0].strip()  # a font's address may follow after a colon
        if not family or BUILT_IN.get(family) == token:
            continue
        if not FONT_LIST.fullmatch(family):
            where = f"theme.{mode}.{name}" if mode else f"theme.{name}"
            raise ValueError(
                f"{where} in Streamlit's settings is {text[:40]!r}. Write names of fonts, "
                "separated by commas, such as Inter, sans-serif."
            )
        fonts[token] = f"var(--{BUILT_IN[family]})" if family in BUILT_IN else family
    return fonts


# --- As CSS ------------------------------------------------------------------------------------


def build_theme_css(theme: Theme) -> str:
    """Return CSS rules for a theme, to follow our style sheet, or "" for our own theme."""
    light, dark = map(theme.resolve_colours, MODES)
    house = [read_colour_tokens(mode) for mode in MODES]
    rules = [f":root{{color-scheme:{theme.only}}}"] if theme.only else []
    differs = [
        name
        for name in light
        if (str(light[name]), str(dark[name])) != (str(house[0][name]), str(house[1][name]))
    ]
    pairs = {name: f"light-dark({light[name]},{dark[name]})" for name in differs}
    link = pairs.pop("link", "")
    accent = pairs.pop("accent", "")
    if pairs:
        rules.append(_format_rule(":root", pairs))
    if accent:
        soft = (_soften_colour(c["accent"], c["paper"], c["ink"]) for c in (light, dark))
        softs = f"light-dark({','.join(map(str, soft))})"
        rules.append(_format_rule(ACCENTED_SELECTOR, {"actual": accent, "actual-soft": softs}))
    if link != accent:
        same = f"light-dark({light['link']},{dark['link']})"
        rules.append(_format_rule("a", {"actual": same}))
    for mode, fonts in theme.fonts.items():
        if fonts:  # as specific as the pages' own rules for fonts that load late
            rule = _format_rule(":root,:root body,:root .page", fonts)
            rules.append(f"@media (prefers-color-scheme:{mode}){{{rule}}}" if mode else rule)
    return "".join(rules)


def _format_rule(selector: str, properties: Mapping[str, str]) -> str:
    inside = ";".join(f"--{name}:{value}" for name, value in properties.items())
    return f"{selector}{{{inside}}}"


# --- What is hard to see -----------------------------------------------------------------------


def list_contrast_warnings(theme: Theme) -> list[str]:
    """Return warnings about the colours of a theme that have too little contrast."""
    return [
        sentence
        for mode in MODES
        if theme.changed[mode]
        for sentence in _iterate_contrast_warnings(mode, theme.resolve_colours(mode))
    ]


def _iterate_contrast_warnings(mode: Mode, colours: Mapping[str, Colour]) -> Iterator[str]:
    start = f"The theme in {mode} mode: "
    end = f"WCAG asks for {TEXT_CONTRAST}:1."
    grounds = {where: colours[token] for where, token in BACKGROUNDS.items()}
    for token, name in OWN_TEXT_COLOURS.items():
        colour = colours[token]
        where = min(grounds, key=lambda option: compute_contrast(colour, grounds[option]))
        ratio = compute_contrast(colour, grounds[where])
        if ratio < TEXT_CONTRAST and not (token == "link" and colour == colours["accent"]):
            other = find_closest_readable_shade(colour, [*grounds.values()], TEXT_CONTRAST)
            advice = f"{name} {other} would meet this." if other else NO_READABLE_TEXT
            yield (
                f"{start}{name} {colour} on {where} {grounds[where]} has a contrast of "
                f"{ratio:.2f}:1; {end} {advice}"
            )
    for where, ground in grounds.items():
        ratios = {token: compute_contrast(colours[token], ground) for token in TOKEN_MEANINGS}
        low = [token for token in TOKEN_MEANINGS if ratios[token] < TEXT_CONTRAST]
        if low:
            listed = ", ".join(f"{TOKEN_MEANINGS[token]} {ratios[token]:.2f}:1" for token in low)
            other = find_closest_readable_shade(
                ground, [colours[token] for token in TOKEN_MEANINGS], TEXT_CONTRAST
            )
            yield (
                f"{start}on {where} {ground} these have too little contrast: {listed}; {end} "
                f"{where} {other} would meet this."
            )
