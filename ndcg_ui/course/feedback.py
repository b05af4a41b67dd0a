"""What is said of an answer, and the buttons below a question."""

from __future__ import annotations

from html import escape

from ndcg_core.exercises.hinting import hints
from ndcg_core.lessons.blocks.papers import Exercise
from ndcg_core.lessons.blocks.questions import Choice, Judged, Question
from ndcg_core.lessons.course.attempts import Attempt
from ndcg_core.marking.unexplained import cell_name
from ndcg_ui.course.presentation import Manner, closed, sentence


def hint(question: Question, attempt: Attempt, cell: str | None) -> str:
    """The hint, once it was asked for; on a sheet, more about the cell with a second look."""
    if not attempt.hints:
        return ""
    more = ""
    if isinstance(question, Exercise) and attempt.hints > 1:
        cell = cell if cell in question.sheet.blanks else question.sheet.blanks[0]
        own = hints(question.sheet, str(cell))[: attempt.hints]
        more = f" {sentence(cell_name(str(cell)))}: " + " ".join(map(escape, own))
    return f'<p class="hint">{question.hint}{more}</p>'


def said(question: Question, attempt: Attempt, verdict: Judged, manner: Manner) -> str:
    """The verdict, and why."""
    if attempt.result == "shown":
        return f'<p class="answer" role="status">{question.worked}</p>'
    if attempt.given is None or verdict.outcome == "open":
        return ""
    if isinstance(question, Exercise):
        return _sheet_said(question, attempt, verdict, manner)
    worked = ""
    if verdict.outcome == "wrong" and manner.again == "once" and question.kind != "audit":
        worked = f" {question.worked}"
    again = "" if closed(attempt, manner) else verdict.again
    why = " ".join(part for part in (verdict.said, again) if part)
    badge = f'<span class="verdict" data-verdict="{verdict.outcome}">{verdict.outcome}</span>'
    place = f'id="said-{escape(manner.form)}" role="status"'
    return f'<p class="answer {verdict.outcome}" {place}>{badge} {why}{worked}</p>'


def _sheet_said(question: Exercise, attempt: Attempt, verdict: Judged, manner: Manner) -> str:
    if attempt.result == "right":
        return '<p class="answer right" role="status">All of it is right.</p>'
    if attempt.result == "wrong" and manner.again == "once":
        wrong = [mark for mark in verdict.marks if mark.verdict in ("wrong", "invalid")]
        rows = "".join(
            f"<li>{escape(sentence(cell_name(mark.cell)))}: "
            f"{escape(question.solution[mark.cell])}</li>"
            for mark in wrong
        )
        return (
            f'<div class="answer wrong" role="status"><p>Right would be:</p><ul>{rows}</ul></div>'
        )
    if verdict.outcome == "invalid" and manner.again == "once":
        return f'<p class="answer" role="status">{escape(_unmarked(verdict, attempt))}</p>'
    return ""


def _unmarked(verdict: Judged, attempt: Attempt) -> str:
    """Which cells cannot be marked yet, and why; empty ones are spoken of once it was checked."""
    invalid = [mark for mark in verdict.marks if mark.verdict == "invalid"]
    written = next((mark for mark in invalid if mark.given.strip()), None)
    if written is None and attempt.checked == "not yet":
        return ""
    if written is None:
        return "Some cells are empty." if len(invalid) > 1 else "One cell is empty."
    return f"{sentence(cell_name(written.cell))}: {written.message}"


def acts(question: Question, attempt: Attempt, manner: Manner) -> str:
    """The buttons that make sense now."""
    buttons = []
    sheet, choice = isinstance(question, Exercise), isinstance(question, Choice)
    if closed(attempt, manner):
        if manner.next:
            buttons.append(_button("next", manner.next, "plain-button strong"))
    else:
        if not sheet and not choice:
            buttons.append(_button("answer", "Answer", "plain-button strong"))
        if not sheet and not attempt.hints and manner.hints == "offered":
            buttons.append(_button("hint", "Hint"))
        if attempt.help == "offered":
            buttons.append(_button("show", "Show me"))
    return f'<p class="acts">{"".join(buttons)}</p>' if buttons else ""


def _button(act: str, text: str, css: str = "plain-button") -> str:
    return f'<button type="button" class="{css}" data-act="{act}">{escape(text)}</button>'
