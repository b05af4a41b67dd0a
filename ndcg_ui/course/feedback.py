"""What is said of an answer, and the buttons below a question."""

from __future__ import annotations

from ndcg_core.exercises.hinting import hints
from ndcg_core.lessons.blocks.papers import Exercise
from ndcg_core.lessons.blocks.questions import Choice, Judged, Question
from ndcg_core.lessons.course.attempts import Attempt
from ndcg_core.marking.wording import cell_name
from ndcg_ui.course.presentation import Presentation, closed, sentence
from ndcg_ui.html.builder import NOTHING, Html, button, div, every, html, li, p, ul, verdict


def hint(question: Question, attempt: Attempt) -> Html:
    """The hint, once it was asked for; on a sheet, more about the cell with a second look."""
    if not attempt.hints:
        return NOTHING
    more = ""
    if isinstance(question, Exercise) and attempt.hints > 1:
        cell = attempt.cell if attempt.cell in question.sheet.blanks else question.sheet.blanks[0]
        of_cell = hints(question.sheet, cell)[: attempt.hints]
        more = f" {sentence(cell_name(cell))}: {' '.join(of_cell)}"
    return p(question.hint, more, css="hint", data_testid="hint")


def feedback(
    question: Question, attempt: Attempt, judged: Judged, presentation: Presentation
) -> Html:
    """The verdict, and why."""
    if attempt.result == "shown":
        return _answer(question.worked)
    if attempt.given is None or judged.outcome == "open":
        return NOTHING
    if isinstance(question, Exercise):
        return _sheet_feedback(question, attempt, judged, presentation)
    parts: list[object] = [judged.message, "" if closed(attempt, presentation) else judged.again]
    if judged.outcome == "wrong" and presentation.tries == "one" and question.kind != "audit":
        parts.append(question.worked)
    said = every((html(part) for part in parts if part), " ")
    return _answer(
        verdict(judged.outcome), " ", said, outcome=judged.outcome, id=f"said-{presentation.form}"
    )


def _answer(*said: object, outcome: str = "", id: str | None = None) -> Html:
    return p(*said, css=f"answer {outcome}".strip(), id=id, role="status")


def _sheet_feedback(
    question: Exercise, attempt: Attempt, judged: Judged, presentation: Presentation
) -> Html:
    if attempt.result == "right":
        return _answer("All of it is right.", outcome="right")
    if attempt.result == "wrong" and presentation.tries == "one":
        wrong = [mark for mark in judged.marks if mark.verdict in ("wrong", "invalid")]
        rows = (
            li(f"{sentence(cell_name(mark.cell))}: {question.solution[mark.cell]}")
            for mark in wrong
        )
        return div(p("Right would be:"), ul(*rows), css="answer wrong", role="status")
    if judged.outcome == "invalid" and presentation.tries == "one":
        return _answer(_unmarked(judged, attempt))
    return NOTHING


def _unmarked(judged: Judged, attempt: Attempt) -> str:
    """Which cells cannot be marked yet, and why; empty ones are spoken of once it was checked."""
    invalid = [mark for mark in judged.marks if mark.verdict == "invalid"]
    written = next((mark for mark in invalid if mark.given.strip()), None)
    if written is None and attempt.checked == "not yet":
        return ""
    if written is None:
        return "Some cells are empty." if len(invalid) > 1 else "One cell is empty."
    return f"{sentence(cell_name(written.cell))}: {written.message}"


def buttons(question: Question, attempt: Attempt, presentation: Presentation) -> Html:
    """The buttons that make sense now."""
    shown = []
    sheet, choice = isinstance(question, Exercise), isinstance(question, Choice)
    if closed(attempt, presentation):
        if presentation.next:
            shown.append(button(presentation.next, css="plain-button strong", data_act="next"))
    else:
        if not sheet and not choice:
            shown.append(button("Answer", css="plain-button strong", data_act="answer"))
        if not sheet and not attempt.hints and presentation.hints == "offered":
            shown.append(button("Hint", data_act="hint"))
        if attempt.help == "offered":
            shown.append(button("Show me", data_act="show"))
    return p(*shown, css="acts") if shown else NOTHING
