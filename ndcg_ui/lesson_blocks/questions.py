"""A question: its text, the form for an answer, and the feedback.

The caller decides the effect of an answer: another attempt, a single count, or a step towards the
gate.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ndcg_core.lessons.blocks.questions import Choice
from ndcg_core.lessons.blocks.sheet_questions import Audit, Exercise, Question
from ndcg_core.lessons.course.attempts import Attempt, add_answer, judge_attempt, reveal_answer
from ndcg_core.marking.marks import Mark
from ndcg_core.marking.verdicts import RIGHT
from ndcg_core.plain_data import read_plain_texts
from ndcg_ui.components.markup.builder import Html, div, h3, html, p
from ndcg_ui.components.parts import make_form, make_markup, make_sheet
from ndcg_ui.components.questions import forms
from ndcg_ui.exhibit.parts import Action, Part, read_form_fields


def _read_answer(question: Question, action: Action) -> Any:
    """Return the answer in an action, in the form that the question's kind needs.

    Returns None for an unknown option of a choice.
    """
    fields = read_form_fields(action)
    if isinstance(question, Exercise):
        return read_plain_texts(action.get("texts"), question.sheet.blanks)
    if isinstance(question, Choice):
        option = action.get("option")
        indexes = {str(index): index for index in range(len(question.options))}
        return indexes.get(option) if isinstance(option, str) else None
    if isinstance(question, Audit):
        return {"cell": fields.get("cell"), "mistake": fields.get("mistake")}
    return fields.get("number", "")[:80]


def change_attempt(
    question: Question, attempt: Attempt, action: Action, presentation: forms.Presentation
) -> Attempt:
    """Return the attempt after an action: an answer, a hint, or a request for the solution.

    The attempt does not change if it is finished or if the action is for another question. When a
    field of a sheet loses the focus, the sheet is marked, but the answer is not counted.
    """
    if action.get("form") != presentation.form or forms.is_question_closed(attempt, presentation):
        return attempt
    on_sheet = isinstance(question, Exercise) and "why" in action
    given = _read_answer(question, action)
    written = attempt
    if on_sheet:
        given = _fill_in_terms(question, given) if presentation.tries == "many" else given
        written = replace(attempt, given=given, cell=str(action.get("cell") or "")[:80])
    match action["why"] if on_sheet else action.get("act"):
        case "check" | "answer":
            return add_answer(question, attempt, given, presentation.feedback)
        case "hint":
            return replace(written, hints=written.hints + 1)
        case "show" if presentation.tries == "many":
            return reveal_answer(question, attempt)
    return written


def is_next_requested(attempt: Attempt, action: Action, presentation: forms.Presentation) -> bool:
    """Return True if the action asks for the next question after a finished question."""
    is_next = action.get("act") == "next" and action.get("form") == presentation.form
    return is_next and attempt.result != "open"


TERMS_BEFORE_FILLING = 2
"""The number of right terms after which the sheet fills in the empty terms."""


def _fill_in_terms(question: Question, answer: Any) -> Any:
    """Return an answer with its empty terms filled in, if enough terms are right already.

    Returns other answers unchanged.
    """
    if not isinstance(question, Exercise) or not isinstance(answer, Mapping):
        return answer
    right = [m for m in question.judge(answer).marks if ".term." in m.cell and m.verdict == RIGHT]
    if len(right) < TERMS_BEFORE_FILLING:
        return answer
    terms = {cell: text for cell, text in question.solution.items() if ".term." in cell}
    return terms | {cell: text for cell, text in answer.items() if text.strip()}


def make_attempt_parts(
    question: Question, attempt: Attempt, name: str, group: str, presentation: forms.Presentation
) -> list[Part]:
    """Return the parts of a question: its text, the form for an answer, and the feedback.

    name: the prefix of the parts' names.

    group: the key under which the browser stores drafts.
    """
    verdict = judge_attempt(question, attempt, presentation.feedback)
    heading = h3(presentation.heading, css="kicker") if presentation.heading else None
    asks_id = f"asks-{presentation.form}"
    above: list[Part] = []
    asks: Html | None = None
    if isinstance(question, Exercise):
        above_sheet = div(
            heading,
            p(question.ask.fill_in(), css="asks"),
            forms.render_facts(question.sheet),
            css="question",
            id=asks_id,
        )
        above = [
            make_markup(f"{name}.asks", above_sheet, group),
            _make_sheet_part(question, attempt, verdict.marks, name, group, presentation),
        ]
    else:
        asks = html(heading, p(question.ask.fill_in(), css="asks", id=asks_id))
    if isinstance(question, Audit):
        asks = html(asks, forms.render_printed_sheet(question.printed_sheet))
    drawn = div(
        asks,
        forms.render_answer_form(question, attempt, presentation),
        div(forms.render_hint(question, attempt), aria_live="polite"),
        forms.render_feedback(question, attempt, verdict, presentation),
        forms.render_buttons(question, attempt, presentation),
        css="question",
        data_testid="question",
        data_name=question.id,
        data_kind=question.kind,
        data_state=attempt.result,
        data_form=presentation.form,
        tabindex=-1,
    )
    return [*above, make_form(f"{name}.question", drawn, group)]


def _make_sheet_part(
    question: Exercise,
    attempt: Attempt,
    marks: tuple[Mark, ...],
    name: str,
    group: str,
    presentation: forms.Presentation,
) -> Part:
    """Return the sheet part of an exercise, with the attempt's numbers and their marks."""
    answer = attempt.given if isinstance(attempt.given, Mapping) else {}
    texts = {cell: str(text) for cell, text in answer.items() if cell in question.sheet.blanks}
    part = make_sheet(
        f"{name}.sheet",
        question.sheet.with_all({cell: text for cell, text in texts.items() if text.strip()}),
        f"{group}.sheet",
        presentation.form,
        _select_marks(marks, attempt, presentation),
        "closed" if forms.is_question_closed(attempt, presentation) else "open",
    )
    kind = presentation.help_kind
    acts = {
        "check": forms.SEND_LABELS[presentation.feedback],
        kind: forms.HELP_LABELS[kind],
    }
    return part._replace(data={**part.data, "acts": acts})


def _select_marks(
    marks: tuple[Mark, ...], attempt: Attempt, presentation: forms.Presentation
) -> tuple[Mark, ...]:
    """Return the marks to show in a sheet.

    Empty cells are marked only after a check. If only one attempt counts and it is not finished,
    only cells with invalid or missing numbers are marked.
    """
    if attempt.checked == "not yet":
        marks = tuple(mark for mark in marks if mark.given.strip())
    if presentation.tries == "one" and attempt.result == "open":
        return tuple(mark for mark in marks if mark.verdict == "invalid")
    return marks
