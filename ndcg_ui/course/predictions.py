"""A prediction: a number to commit to before it is seen."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from ndcg_core.lessons.blocks.kinds import Predict
from ndcg_core.lessons.placeholders.settings import Value
from ndcg_ui.course.scene import Scene
from ndcg_ui.exhibits.parts import Part, fields_of, form
from ndcg_ui.html.builder import Html, b, button, div, html, label, p, small, span, tag


def obey(scene: Scene, block: Predict, piece: str, act: Mapping[str, Any]) -> None:
    """Commit to a number, once."""
    if act.get("act") == "commit" and scene.done(block.name) == "open":
        scene.give(block.name, _number(act, block))


def prediction(scene: Scene, block: Predict) -> list[Part]:
    """Return a slider and one button; once committed, what comes out, beside what was said."""
    given = scene.answers.get(block.name)
    outcome = _outcome(scene, block, float(given)) if isinstance(given, (int, float)) else []
    drawn = div(
        p(block.ask.shown(), css="asks"),
        *(outcome or [_slider(block)]),
        css="question predict",
        data_testid="predict",
        data_name=block.name,
        data_form=block.name,
        data_state="done" if outcome else "open",
        tabindex=-1,
    )
    return [form(f"{block.name}.prediction", drawn, scene.of(block.name))]


def _start(block: Predict) -> float:
    """Where the slider stands at first: in the middle, unless that is about the answer."""
    middle = (block.low + block.high) / 2
    near = abs(middle - block.value) < (block.high - block.low) / 8
    return block.low if near else middle


def _slider(block: Predict) -> Html:
    number = f"{_start(block):.{block.digits}f}"
    field = tag(
        "input",
        type="range",
        name="number",
        min=f"{block.low:g}",
        max=f"{block.high:g}",
        step=f"{block.step:g}",
        value=number,
        data_digits=block.digits,
    )
    return p(
        label("Your prediction ", field, css="slider"),
        " ",
        tag("output", number),
        button("Commit", css="plain-button strong", data_act="commit"),
        css="fields",
    )


def _outcome(scene: Scene, block: Predict, given: float) -> list[Html]:
    """The guess and the answer on a line, and what there is to say of them."""
    answer, guess = Value.of(block.value), Value.of(given, block.digits)
    line = div(
        _dot(block, given, "own", html(f"you {given:.{block.digits}f}")),
        _dot(block, block.value, "exact", html("it is ", answer.html)),
        small(f"{block.low:g}", css="low"),
        small(f"{block.high:g}", css="high"),
        css="guessed",
        aria_hidden="true",
    )
    said = scene.shown(block.reveal, {"you": guess, "answer": answer})
    return [line, p(said, " ", block.why.shown(), css="answer", role="status")]


def _dot(block: Predict, value: float, name: str, text: Html) -> Html:
    """A place on the slider's line, and its label: `--at` is how far along both stand."""
    at = (value - block.low) / (block.high - block.low)
    at = min(max(at, 0.0), 1.0)
    return span(tag("i"), b(text), css=name, style=f"--at:{at:.2%}")


def _number(act: Mapping[str, Any], block: Predict) -> float:
    try:
        given = float(fields_of(act).get("number", "")[:80])
    except ValueError:
        given = block.low
    if not isfinite(given):
        given = block.low
    return min(max(given, block.low), block.high)
