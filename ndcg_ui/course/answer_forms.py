"""The ways to answer a question: options, a field, a line and a mistake to choose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ndcg_core.lessons.blocks.papers import Audit, Exercise, misconception_titles
from ndcg_core.lessons.blocks.questions import Choice, Option, Question
from ndcg_core.lessons.course.attempts import Attempt
from ndcg_core.marking.wording import cell_name
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.course.presentation import Presentation, closed, listed, sentence
from ndcg_ui.html.builder import (
    NOTHING,
    Html,
    col,
    label,
    li,
    p,
    row_head,
    span,
    table,
    tag,
    td,
    tr,
    ul,
    verdict,
)


def answer_form(question: Question, attempt: Attempt, presentation: Presentation) -> Html:
    """What a question is answered with; a sheet is a component of its own."""
    over = closed(attempt, presentation)
    if isinstance(question, Choice):
        return _options(question, attempt, over)
    if isinstance(question, Exercise):
        return NOTHING
    if isinstance(question, Audit):
        return _lines(question, attempt, over)
    wrong = attempt.result == "wrong"
    field = tag(
        "input",
        type="text",
        name="number",
        value=str(attempt.given or ""),
        autocomplete="off",
        spellcheck="false",
        readonly=over,
        aria_invalid="true" if wrong else None,
        aria_describedby=f"said-{presentation.form}" if wrong else None,
    )
    return p(label("Your answer ", field), css="fields")


def _options(question: Choice, attempt: Attempt, over: bool) -> Html:
    options = (
        li(_option(option, place, attempt, over)) for place, option in enumerate(question.options)
    )
    return ul(*options, css="options")


def _option(option: Option, place: int, attempt: Attempt, over: bool) -> Html:
    """One option, with its verdict once it was picked, or once it may be told."""
    picked = place == attempt.given or place in attempt.tried
    known = picked or (over and option.verdict == "right")
    return tag(
        "button",
        span(option.say.shown()),
        verdict(option.verdict) if known else None,
        css=f"option {option.verdict if known else ''}",
        type="button",
        data_act="answer",
        data_option=place,
        aria_disabled="true" if over or place in attempt.tried else None,
    )


def _lines(question: Audit, attempt: Attempt, over: bool) -> Html:
    given = attempt.given if isinstance(attempt.given, Mapping) else {}
    cells = {cell: cell_name(cell) for cell in question.lines}
    mistakes = misconception_titles(question.offered)
    return p(
        _select("cell", "The wrong line", cells, given.get("cell"), over),
        _select("mistake", "What its author did", mistakes, given.get("mistake"), over),
        css="fields",
    )


def _select(name: str, title: str, choices: Mapping[str, str], chosen: Any, over: bool) -> Html:
    options = (
        tag("option", sentence(text), value=value, selected=value == chosen)
        for value, text in choices.items()
    )
    none = tag("option", "Choose", value="")
    return label(f"{title} ", tag("select", none, *options, name=name, disabled=over))


def printed(sheet: Sheet) -> Html:
    """What somebody printed, as a table."""
    given = sheet.given
    rows = [
        tr(row_head(rank), td(given[f"{side}.grade.{rank}"]), td(given[cell]))
        for side in ("actual", "ideal")
        for rank in range(1, sheet.trace.k + 1)
        if (cell := f"{side}.term.{rank}") in given
    ]
    totals = (
        tr(row_head(f"{name.upper()}@{sheet.trace.k}", colspan=2), td(given[name]))
        for name in ("dcg", "idcg", "ndcg")
        if name in given
    )
    return table(
        map(col, ("rank", "grade", "term")) if rows else (),
        [*rows, *totals],
        caption=f"Printed: {sheet.convention.title}, grades {listed(sheet.grades)}",
        css="printed",
    )
