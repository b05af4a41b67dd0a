"""The ways to answer a question: options, a field, a line and a mistake to choose."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from ndcg_core.lessons.blocks.papers import Audit, Exercise, misconception_titles
from ndcg_core.lessons.blocks.questions import Choice, Question
from ndcg_core.lessons.course.attempts import Attempt
from ndcg_core.marking.unexplained import cell_name
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.course.presentation import Manner, closed, listed, sentence


def ways(question: Question, attempt: Attempt, manner: Manner) -> str:
    """The ways to answer, as HTML; a sheet is a component of its own."""
    if isinstance(question, Choice):
        return _options(question, attempt, manner)
    if isinstance(question, Exercise):
        return ""
    off = " readonly" if closed(attempt, manner) else ""
    if isinstance(question, Audit):
        return _lines(question, attempt, manner)
    given = escape(str(attempt.given or ""))
    if attempt.result == "wrong":
        off += f' aria-invalid="true" aria-describedby="said-{escape(manner.form)}"'
    return (
        f'<p class="fields"><label>Your answer <input type="text" name="number" value="{given}" '
        f'autocomplete="off" spellcheck="false"{off}></label></p>'
    )


def _options(question: Choice, attempt: Attempt, manner: Manner) -> str:
    over = closed(attempt, manner)
    rows = []
    for place, option in enumerate(question.options):
        picked = place == attempt.given or place in attempt.tried
        told_right = over and option.verdict == "right"
        verdict = option.verdict if picked or told_right else ""
        off = ' aria-disabled="true"' if over or place in attempt.tried else ""
        badge = (
            f'<span class="verdict" data-verdict="{verdict}">{verdict}</span>' if verdict else ""
        )
        rows.append(
            f'<li><button type="button" class="option {verdict}" data-act="answer" '
            f'data-option="{place}"{off}><span>{option.say.shown()}</span>{badge}</button></li>'
        )
    return f'<ul class="options">{"".join(rows)}</ul>'


def _lines(question: Audit, attempt: Attempt, manner: Manner) -> str:
    given = attempt.given if isinstance(attempt.given, Mapping) else {}
    off = " disabled" if closed(attempt, manner) else ""
    cells = {cell: cell_name(cell) for cell in question.lines}
    return (
        '<p class="fields">'
        + _select("cell", "The wrong line", cells, given.get("cell"), off)
        + _select(
            "mistake",
            "What its author did",
            misconception_titles(question.offered),
            given.get("mistake"),
            off,
        )
        + "</p>"
    )


def _select(name: str, label: str, choices: Mapping[str, str], chosen: Any, off: str) -> str:
    options = "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>'
        f"{escape(sentence(text))}</option>"
        for value, text in choices.items()
    )
    return (
        f'<label>{label} <select name="{name}"{off}><option value="">Choose</option>{options}'
        "</select></label>"
    )


def printed(sheet: Sheet) -> str:
    """What somebody printed, as a table."""
    given = sheet.given
    rows = []
    for side in ("actual", "ideal"):
        for rank in range(1, sheet.trace.k + 1):
            cell = f"{side}.term.{rank}"
            if cell in given:
                grade = given[f"{side}.grade.{rank}"]
                rows.append(f'<th scope="row">{rank}</th><td>{grade}</td><td>{given[cell]}</td>')
    heads = '<thead><tr><th scope="col">rank</th><th scope="col">grade</th>'
    heads += '<th scope="col">term</th></tr></thead>' if rows else ""
    totals = "".join(
        f'<tr><th scope="row" colspan="2">{name.upper()}@{sheet.trace.k}</th>'
        f"<td>{given[name]}</td></tr>"
        for name in ("dcg", "idcg", "ndcg")
        if name in given
    )
    body = "".join(f"<tr>{row}</tr>" for row in rows) + totals
    title = sheet.convention.title
    return (
        f'<table class="printed"><caption>Printed: {escape(title)}, grades '
        f"{listed(sheet.grades)}</caption>{heads if rows else ''}<tbody>{body}</tbody></table>"
    )
