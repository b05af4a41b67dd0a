"""Form controls, and those of the playground: gain, cutoff, discount, ideal and grades."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ndcg_ui import limits
from ndcg_ui.components.board.link import BoardState, Settings
from ndcg_ui.components.board.ranking_text import format_ranking
from ndcg_ui.components.markup.builder import Html, div, label, span, tag
from ndcg_ui.exhibit.parts import Part

GAIN_NAMES = {"linear": "grade", "exponential": "2^grade − 1"}
DISCOUNT_NAMES = {"log2(i+1)": "log₂(i + 1)", "logb(i)": "log_b(i)", "none": "none"}
IDEAL_NAMES = {"judged": "all judged documents", "grades": "this ranking only"}


def make_controls(state: BoardState) -> Part:
    """Return a part with the playground's controls, set to the values of a state.

    A control whose value was refused keeps the typed text.
    """
    settings = state.settings
    values = {
        "gain": settings.gain,
        "k": str(settings.k or ""),
        "discount": settings.discount,
        "base": f"{settings.base:g}",
        "ideal": settings.ideal,
        "r": format_ranking(state.board.ranking),
    }
    fields = (
        *_render_setting_controls(settings),
        render_text_field("r", "Grades, from rank 1 on", values["r"]),
    )
    return make_settings_part("controls", fields, values, state.refused)


@lru_cache(maxsize=64)
def _render_setting_controls(settings: Settings) -> tuple[Html | None, ...]:
    """Return the controls for cutoff and convention, with None for a base without effect.

    The controls are cached, because most actions keep the settings.
    """
    has_base = settings.discount == "logb(i)"
    largest = limits.LARGEST_WHOLE_NUMBER
    return (
        render_segments("gain", "Gain", GAIN_NAMES, settings.gain),
        render_number_field("k", "Cutoff k", str(settings.k or ""), 1, largest, placeholder="all"),
        render_select("discount", "Discount", DISCOUNT_NAMES, settings.discount),
        render_number_field("base", "Base b", f"{settings.base:g}", 2, is_whole=False)
        if has_base
        else None,
        render_select("ideal", "Ideal from", IDEAL_NAMES, settings.ideal),
    )


def make_settings_part(
    name: str, fields: Sequence[Html | None], values: Mapping[str, str], refused: str = ""
) -> Part:
    """Return controls as a part. A change sends the action {"do": "set", "name", "value"}.

    values: the value of each control by its name
    refused: the names of the controls that keep their typed text although the text was refused,
        separated by spaces
    """
    drawn = tag("form", *fields, css="board-controls", autocomplete="off", data_testid="controls")
    return Part("controls", name, {"html": drawn, "values": values, "refused": refused})


def render_segments(
    name: str, title: str, options: Mapping[str, str], chosen: str, is_label_hidden: bool = False
) -> Html:
    """Return a labelled group of radio buttons as HTML, styled as a row of segments.

    options: the label of each button by its value
    chosen: the value of the selected button
    is_label_hidden: True if only screen readers get the label
    """
    drawn = (
        label(
            tag("input", type="radio", name=name, value=value, checked=value == chosen),
            span(label_text),
        )
        for value, label_text in options.items()
    )
    return div(
        None if is_label_hidden else span(title),
        div(*drawn, css="segments"),
        css="control",
        role="radiogroup",
        aria_label=title,
    )


def render_pills(title: str, options: Mapping[str, str], chosen: Collection[str]) -> Html:
    """Return a labelled group of checkboxes, each with the value "on", as HTML.

    options: the label of each checkbox by its name
    chosen: the names of the checked ones
    """
    boxes = (
        label(
            tag("input", type="checkbox", name=name, value="on", checked=name in chosen),
            span(text),
        )
        for name, text in options.items()
    )
    drawn = div(*boxes, css="pills")
    return div(span(title), drawn, css="control wide", role="group", aria_label=title)


def render_select(name: str, title: str, options: Mapping[str, str], chosen: str) -> Html:
    """Return a labelled drop-down list as HTML.

    options: the label of each option by its value
    chosen: the value of the selected option
    """
    drawn = (
        tag("option", label_text, value=value, selected=value == chosen)
        for value, label_text in options.items()
    )
    return label(span(title), tag("select", *drawn, name=name), css="control")


def render_number_field(
    name: str,
    title: str,
    value: str,
    lowest: int,
    highest: int | None = None,
    placeholder: str = "",
    is_whole: bool = True,
) -> Html:
    """Return a labelled number field as HTML.

    is_whole: False for a field that also accepts decimals
    """
    bounds: dict[str, Any] = {"min": lowest, "max": highest, "step": 1 if is_whole else "any"}
    bounds["inputmode"] = "numeric" if is_whole else "decimal"
    field = _render_field("number", name, value, placeholder, **bounds)
    return label(span(title), field, css=f"control {name}")


def render_text_field(name: str, title: str, value: str, placeholder: str = "") -> Html:
    """Return a labelled text field as HTML."""
    field = _render_field(
        "text", name, value, placeholder, autocapitalize="off", spellcheck="false"
    )
    return label(span(title), field, css=f"control {name}")


def _render_field(kind: str, name: str, value: str, placeholder: str, **more: Any) -> Html:
    more |= {"type": kind, "name": name, "value": value, "placeholder": placeholder or None}
    return tag("input", **more, autocomplete="off")


def render_switch(name: str, title: str, value: str) -> Html:
    """Return a labelled checkbox as HTML, checked if `value` is "on"."""
    box = tag("input", type="checkbox", name=name, value="on", checked=value == "on")
    return label(box, " ", span(title), css="control switch")
