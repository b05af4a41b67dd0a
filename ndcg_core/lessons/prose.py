"""The conversion of Markdown with calculated numbers, formulas and terms into HTML."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from ndcg_core.html_builder import Html, html, tag
from ndcg_core.lessons.placeholders.expressions import evaluate_placeholder
from ndcg_core.lessons.placeholders.settings import Setting, Value
from ndcg_core.metric.notation import (
    MINUS_SIGN,
    Formula,
    add_subscript,
    build_call,
    build_logarithm,
    build_number,
    build_operator,
    build_power,
    build_symbol,
    join_formulas,
)
from ndcg_core.metric.worked import adds_up_after_rounding

PLACEHOLDER_PATTERN = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
SLOT_PATTERN = re.compile("\ue000(\\d+)\ue001")
DECIMAL_PATTERN = re.compile(r"\d+\.\d+")
SUM_PATTERN = re.compile(r"(\d[\d.]*(?: [+−] \d[\d.]*)+) = (\d+(?:\.\d+)?)")
TAG_PATTERN = re.compile("<[^>]*>")
LESSON_LINK = re.compile(r"[?&]lesson=([^&#]*)")
FILE_LINK = re.compile(r"^(?!https?:)[^?#]*\.\w+(#|$)")
TERM_BUTTON = re.compile(r'<button[^>]*class="term"[^>]*>(.*?)</button><span[^>]*>.*?</span>')
"""The HTML of a term with its meaning, as `_Renderer` writes it."""
TYPED_FORMULA = re.compile(
    r"\b(?P<name>log2|log10|ln)\((?P<argument>[\w +−]+)\)"
    r"|\blog(?P<base>2|10)\b"
    r"|\b2\^(?P<exponent>[a-z]+)\b(?P<less> − 1)?"
)
"""A typed logarithm or power of 2, such as log2(i + 1), ln(3), log10 or 2^r − 1."""
LEARNER_WORDS = ("you", "answer")
"""Placeholders that depend on the learner's answers."""


@dataclass(frozen=True)
class Prose:
    """HTML with slots for values that depend on the learner's answers.

    placeholders  the sources of the placeholders in the slots, in order
    """

    html: str
    placeholders: tuple[str, ...] = ()

    def fill_in(self, values: Mapping[str, Value] | None = None) -> Html:
        """Return the HTML with the learner's values. Unknown values become dashes."""
        filled = SLOT_PATTERN.sub(
            lambda s: _find_value(self.placeholders[int(s[1])], values or {}).html, self.html
        )
        return Html(filled)

    @property
    def html_without_meanings(self) -> Html:
        """The HTML without the meanings of glossary terms. Values of the learner are dashes."""
        return Html(TERM_BUTTON.sub(r"\1", self.fill_in()))

    @property
    def depends_on_answers(self) -> bool:
        """True if the prose has a slot for a value of the learner."""
        return bool(SLOT_PATTERN.search(self.html))

    @property
    def needed_answers(self) -> tuple[str, ...]:
        """The names of the blocks whose answers the prose shows, as {{you first-guess}} does."""
        words = (placeholder.split() for placeholder in self.placeholders)
        return tuple(word[1] for word in words if word[0] == "you" and len(word) > 1)


NO_PROSE = Prose("")


def _find_value(placeholder: str, values: Mapping[str, Value]) -> Value:
    """Return the learner's value for a placeholder, or a dash."""
    words = placeholder.split()
    return values.get(words[-1] if words[0] == "you" else words[0], Value.from_text("–"))


@dataclass(frozen=True)
class MarkdownConverter:
    """A converter from a lesson's Markdown to `Prose`, with placeholders filled in.

    at        the file, for messages
    default   the ranking of placeholders that name none
    glossary  the meaning of each term
    lessons   the slugs of all lessons, for links to them
    extra     functions for further first words of placeholders, such as `systems`
    """

    at: str
    default: Setting
    glossary: Mapping[str, str]
    lessons: Collection[str]
    extra: Mapping[str, Any]

    def convert_block(self, source: str, line: int) -> Prose:
        """Convert paragraphs, lists and tables to prose. Raise ValueError for faults in them."""
        return self._convert(source, line, "block")

    def convert_inline(self, source: str, line: int) -> Prose:
        """Convert inline Markdown to prose, without a paragraph. Raise ValueError for faults."""
        return self._convert(source, line, "inline")

    def _convert(self, source: str, line: int, form: str) -> Prose:
        """Convert Markdown with placeholders to prose. Raise ValueError for faults in the text.

        The message has all faults, except that a wrong sum is reported only without other faults.

        form: "block" for paragraphs, lists and tables, or "inline" for text without a paragraph.
        """
        placeholders: list[tuple[str, int]] = []

        def make_slot(match: re.Match[str]) -> str:
            """Return a slot, and store the placeholder and its line."""
            above = source.count("\n", 0, match.start())
            placeholders.append((" ".join(match[1].split()), line + above))
            return f"\ue000{len(placeholders) - 1}\ue001"

        plain = PLACEHOLDER_PATTERN.sub(make_slot, source)
        env: dict[str, Any] = {"converter": self, "line": line, "source": plain, "faults": []}
        parser = _get_markdown_parser()
        render = parser.render if form == "block" else parser.renderInline
        rendered = str(render(plain, env))
        values, faults = self._evaluate_placeholders(placeholders)
        if faults := [*self._iterate_typed_number_faults(plain, line), *faults, *env["faults"]]:
            raise ValueError("\n".join(faults))
        prose = _fill_slots(rendered, placeholders, values)
        for terms, result in SUM_PATTERN.findall(TAG_PATTERN.sub("", prose.html)):
            values_of_terms = terms.replace("+ ", "").replace("− ", "-").split()
            if not adds_up_after_rounding(
                [float(term) for term in values_of_terms], float(result), digits=6
            ):
                raise ValueError(f"{self.at}:{line}: {terms} = {result} does not add up.")
        return prose

    def _iterate_typed_number_faults(self, text: str, line: int) -> Iterator[str]:
        """Yield a fault for each decimal number that is typed instead of calculated."""
        for typed in DECIMAL_PATTERN.finditer(text):
            yield (
                f"{self.at}:{line + text.count(chr(10), 0, typed.start())}: {typed[0]} is typed. "
                "A number in the prose must be calculated, such as {{ndcg k=3}}."
            )

    def _evaluate_placeholders(
        self, placeholders: Sequence[tuple[str, int]]
    ) -> tuple[dict[str, Value], list[str]]:
        """Return the values of placeholders by their sources, and the faults.

        Placeholders that depend on the learner's answers are left out.
        """
        values = dict[str, Value]()
        faults = list[str]()
        for source, line in placeholders:
            if _read_first_word(source) not in LEARNER_WORDS:
                try:
                    values[source] = self.calculate_placeholder(source, line)
                except ValueError as error:
                    faults.append(str(error))
        return values, faults

    def calculate_placeholder(self, source: str, line: int) -> Value:
        """Calculate the value of a placeholder. Raise ValueError with file and line for faults."""
        head, _, rest = source.partition(" ")
        try:
            if head in self.extra:
                return Value.from_number(self.extra[head](rest))
            return evaluate_placeholder(source, self.default)
        except (ValueError, LookupError) as error:
            raise ValueError(f"{self.at}:{line}: {error}") from None


def _read_first_word(source: str) -> str:
    """Return the first word of a placeholder, or ""."""
    return source.split()[0] if source.split() else ""


def _fill_slots(
    rendered: str, placeholders: Sequence[tuple[str, int]], values: Mapping[str, Value]
) -> Prose:
    """Return HTML as prose, with known values in its slots. Other slots remain."""
    left: list[str] = []

    def fill_slot(match: re.Match[str]) -> str:
        """Return the value of a slot, or a renumbered slot if there is none."""
        source, _ = placeholders[int(match[1])]
        if source in values:
            return values[source].html
        left.append(source)
        return f"\ue000{len(left) - 1}\ue001"

    return Prose(SLOT_PATTERN.sub(fill_slot, rendered), tuple(left))


# --- Markdown --------------------------------------------------------------------------------

Tokens = Sequence[Token]


class _Renderer(RendererHTML):
    """A renderer that turns links to `#term` into buttons that show the term's meaning.

    A formula in a paragraph of its own gets the class "display". Typed logarithms and powers are
    typeset, so that they look like other formulas and never break across lines. Images, links to
    files and links to unknown lessons or terms are faults.
    """

    def text(self, tokens: Tokens, index: int, options: Any, env: Any) -> str:
        """Escape a text, and typeset the formulas in it."""
        return typeset_text(tokens[index].content)

    def paragraph_open(self, tokens: Tokens, index: int, options: Any, env: Any) -> str:
        """Return a paragraph's start tag, with a class if it consists of one placeholder."""
        if SLOT_PATTERN.fullmatch(tokens[index + 1].content):
            tokens[index].attrSet("class", "display")
        return self.renderToken(tokens, index, options, env)

    def link_open(self, tokens: Tokens, index: int, options: Any, env: Any) -> str:
        """Return the start tag of a link or a term's button. Collect a fault for a bad target."""
        href = str(tokens[index].attrGet("href") or "")
        lesson = LESSON_LINK.search(href)
        if lesson and lesson[1] not in env["converter"].lessons:
            _add_fault(env, href, f"there is no lesson {lesson[1]!r}.")
        if not href.startswith("#"):
            if FILE_LINK.search(href):
                _add_fault(
                    env, href, f"the link to {href} leads nowhere, because no page shows files."
                )
            env.setdefault("open", []).append("")
            return f'<a href="{html(href)}">'
        name = href[1:]
        glossary = env["converter"].glossary
        if name not in glossary:
            _add_fault(env, href, f"the glossary has no term {name!r}.")
            env.setdefault("open", []).append("")
            return "<a>"
        env["terms"] = env.get("terms", 0) + 1
        id = re.sub(r"\W", "-", f"{env['converter'].at}-{env['line']}-{env['terms']}")
        env.setdefault("open", []).append(
            "</button>"
            + tag("span", typeset_text(glossary[name]), css="meaning", id=id, popover="auto")
        )
        return f'<button type="button" class="term" popovertarget="{id}">'

    def link_close(self, tokens: Tokens, index: int, options: Any, env: Any) -> str:
        """Return the end tag of the last open link or button, and the meaning after a button."""
        return env["open"].pop() or "</a>"

    def image(self, tokens: Tokens, index: int, options: Any, env: Any) -> str:
        """Collect a fault, because no page can show an image. Return "" as the HTML."""
        src = str(tokens[index].attrGet("src"))
        _add_fault(env, src, f"no page can show the image {src}. Draw it with a block.")
        return ""


def typeset_text(text: str) -> Html:
    """Escape a text as HTML, and typeset formulas in it such as log2(i + 1) and 2^r.

    >>> typeset_text("2^r > 1")
    '<math><msup><mn>2</mn><mi>r</mi></msup></math> &gt; 1'
    >>> typeset_text("log2(i+1)") == typeset_text("log2(i + 1)")
    True
    """
    return Html(TYPED_FORMULA.sub(lambda typed: _typeset_formula(typed).mathml, html(text)))


def _typeset_formula(match: re.Match[str]) -> Formula:
    """Typeset a typed logarithm or power of 2."""
    if exponent := match["exponent"]:
        raised = build_power(build_number("2"), build_symbol(exponent))
        return join_formulas(raised, MINUS_SIGN, build_number("1")) if match["less"] else raised
    if base := match["base"]:
        return add_subscript(build_symbol("log"), build_number(base))
    argument = join_formulas(*map(_typeset_symbol, match["argument"].replace("+", " + ").split()))
    if match["name"] == "ln":
        return build_call("ln", argument)
    return build_logarithm(match["name"].removeprefix("log"), argument)


def _typeset_symbol(symbol: str) -> Formula:
    """Typeset one number, letter or operator of a typed formula."""
    if symbol.isdigit():
        return build_number(symbol)
    return build_symbol(symbol) if symbol.isalpha() else build_operator(symbol)


def _add_fault(env: dict[str, Any], target: str, sentence: str) -> None:
    """Add a fault to the renderer's state, with the line of the link or image `target`."""
    source = env["source"]
    line = env["line"] + source.count("\n", 0, max(0, source.find(f"]({target}")))
    env["faults"].append(f"{env['converter'].at}:{line}: {sentence}")


@lru_cache(maxsize=1)
def _get_markdown_parser() -> MarkdownIt:
    """Return the Markdown parser, which the first call creates."""
    return MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")
