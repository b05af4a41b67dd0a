"""A missed question as it was answered: read-only, with the verdict and the right answer."""

from collections.abc import Mapping
from typing import Any

from ndcg_core.exercises.fading import solve_sheet
from ndcg_core.exercises.hinting import list_hints
from ndcg_core.lessons.blocks.questions import AnswerVerdict, Choice
from ndcg_core.lessons.blocks.sheet_questions import Audit, Exercise, Question, map_mistake_titles
from ndcg_core.lessons.course.attempts import Attempt
from ndcg_core.lessons.prose import typeset_text
from ndcg_core.marking.wording import capitalize_text, name_cell
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.questions import forms


def render_past_answer(
    title: str,
    question: Question,
    attempt: Attempt,
    verdict: AnswerVerdict,
    presentation: forms.Presentation,
) -> Html:
    """Return a missed question with the answer, its verdict, the reason and the right answer.

    The result has no form controls, no ids and no live regions.
    """
    if isinstance(question, Exercise):
        below = [
            forms.render_facts(question.sheet),
            _render_cells(question, attempt.given, verdict),
            _render_cell_messages(verdict),
        ]
    else:
        below = [
            _render_given(question, attempt.given, verdict),
            h.p(forms.join_feedback(question, attempt, verdict, presentation), css="reasons"),
        ]
    if isinstance(question, Audit):
        below.insert(0, forms.render_printed_sheet(question.printed_sheet))
    return h.section(
        h.h3(title, css="kicker"),
        h.p(question.ask.fill_in(), css="asks"),
        *below,
        css="question past-answer",
        data_testid="past-answer",
        data_name=question.id,
    )


def _render_given(question: Question, given: Any, verdict: AnswerVerdict) -> Html:
    """Return a line with an answer and its verdict. A number has larger type than a text."""
    answer: object = str(given)
    if isinstance(question, Choice):
        answer = question.options[given].say.fill_in()
    elif isinstance(question, Audit):
        mistake = map_mistake_titles(question.offered)[given["mistake"]]
        answer = f"{capitalize_text(name_cell(given['cell']))}: {mistake}"
    css = "given number" if question.kind == "number" else "given"
    return h.p(h.b(answer), " ", h.render_verdict(verdict.outcome), css=css)


def _render_cells(question: Exercise, given: Mapping[str, Any], verdict: AnswerVerdict) -> Html:
    """Return a table of the blanks of a sheet: each answer, its verdict and the right number.

    The calculation of a number that was wrong is below the name of the number.
    """
    outcomes = {mark.cell: mark.verdict for mark in verdict.marks}
    solved = solve_sheet(question.sheet)
    rows = []
    for cell in question.sheet.blanks:
        outcome = outcomes.get(cell, "")
        working = typeset_text(list_hints(solved, cell)[-1]) if outcome == "wrong" else None
        rows.append(
            h.tr(
                h.row_head(capitalize_text(name_cell(cell)), h.span(working, css="working")),
                h.td(h.span(given.get(cell)), " ", h.render_verdict(outcome) if outcome else None),
                h.td(h.b(question.solution[cell])),
            )
        )
    heads = map(h.col, ("number", "your answer", "right answer"))
    return h.table(heads, rows, css="printed past-cells")


def _render_cell_messages(verdict: AnswerVerdict) -> Html:
    """Return the reasons for the verdicts on wrong cells, each once, or "" if there are none."""
    cells_by_message: dict[str, list[str]] = {}
    for mark in verdict.marks:
        if mark.verdict == "wrong" and mark.message:
            cells_by_message.setdefault(mark.message, []).append(name_cell(mark.cell))
    rows = (
        h.li(f"{capitalize_text(', '.join(cells))}: {message}")
        for message, cells in cells_by_message.items()
    )
    return h.ul(*rows, css="reasons") if cells_by_message else h.EMPTY
