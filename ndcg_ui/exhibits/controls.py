"""The settings of a board as form controls of our own: gain, cutoff, discount, ideal, grades."""

from __future__ import annotations

from ndcg_ui.boards.linked import State
from ndcg_ui.boards.ranking_text import write_ranking
from ndcg_ui.boards.settings import DISCOUNTS, GAINS, IDEALS
from ndcg_ui.exhibits.parts import Part
from ndcg_ui.html.builder import Html, div, html, label, span, tag

LARGEST_CUTOFF = 999_999
GAIN_NAMES = {"linear": "grade", "exponential": "2^grade − 1"}
DISCOUNT_NAMES = {"log2(i+1)": "log₂(i + 1)", "logb(i)": "log_b(i)", "none": "none"}
IDEAL_NAMES = {"judged": "all judged documents", "grades": "this ranking only"}


def controls(state: State) -> Part:
    """Return the controls of the playground, with the values that they have in a state.

    values: by the name of a control. refused: the control whose text could not be read; it keeps
    what was typed.
    """
    settings = state.settings
    values = {
        "gain": settings.gain,
        "k": "" if settings.k is None else str(settings.k),
        "discount": settings.discount,
        "base": f"{settings.base:g}",
        "ideal": settings.ideal,
        "r": write_ranking(state.board.ranking),
    }
    drawn = tag(
        "form",
        _gain(settings.gain),
        _number("k", "Cutoff k", values["k"], 1, LARGEST_CUTOFF, placeholder="all"),
        _choice("discount", "Discount", DISCOUNTS, DISCOUNT_NAMES, settings.discount),
        _number("base", "Base b", values["base"], 2) if settings.discount == "logb(i)" else None,
        _choice("ideal", "Ideal from", IDEALS, IDEAL_NAMES, settings.ideal),
        label(
            span("Grades, best place first"),
            tag(
                "input",
                type="text",
                name="r",
                value=values["r"],
                autocomplete="off",
                autocapitalize="off",
                spellcheck="false",
            ),
            css="control r",
        ),
        css="board-controls",
        autocomplete="off",
        data_testid="controls",
    )
    return Part("controls", "controls", {"html": drawn, "values": values, "refused": state.refused})


def _gain(chosen: str) -> Html:
    options = (
        label(
            tag("input", type="radio", name="gain", value=gain, checked=gain == chosen),
            span(GAIN_NAMES[gain]),
        )
        for gain in GAINS
    )
    return div(
        span("Gain"),
        div(*options, css="segments"),
        css="control",
        role="radiogroup",
        aria_label="Gain",
    )


def _choice(
    name: str, text: str, choices: tuple[str, ...], names: dict[str, str], chosen: str
) -> Html:
    options = (
        tag("option", names[choice], value=choice, selected=choice == chosen) for choice in choices
    )
    return label(span(text), tag("select", *options, name=name), css="control")


def _number(
    name: str, text: str, value: str, least: int, most: int | None = None, placeholder: str = ""
) -> Html:
    field = tag(
        "input",
        type="number",
        name=name,
        value=value,
        min=least,
        max=most,
        step=1 if name == "k" else "any",
        placeholder=placeholder or None,
        inputmode="numeric" if name == "k" else "decimal",
        autocomplete="off",
    )
    return label(span(text), html(field), css=f"control {name}")
