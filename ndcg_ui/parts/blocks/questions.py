"""A question: what is asked, the ways to answer, what is said of the answer.

`action_of` reads what the learner did; `parts` is the question as it is shown. The caller decides
what an answer means: tried again, counted once, or a step towards the gate.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ndcg_core.lessons.blocks.papers import Audit, Exercise, Question
from ndcg_core.lessons.blocks.questions import Choice
from ndcg_core.lessons.course.attempts import Attempt, answered, judged, shown
from ndcg_core.marking.marks import Mark
from ndcg_core.marking.verdicts import RIGHT
from ndcg_core.plain_data import texts
from ndcg_ui.parts.ask import forms
from ndcg_ui.parts.exhibit.parts import Act, Part, fields_of, form, markup, sheet
from ndcg_ui.parts.markup.builder import Html, div, html, p


@dataclass(frozen=True)
class Action:
    """What the learner did: "answer" (given), "hint", "show", "next", or "left" (a sheet's field).

    cell: the field that was left, or that a hint is wanted for.
    """

    act: str
    given: Any = None
    cell: str = ""


def action_of(question: Question, act: Act, presentation: forms.Presentation) -> Action | None:
    """Return what was done to a question; None where it was another try's."""
    if act.get("form") != presentation.form:
        return None
    if isinstance(question, Exercise) and "why" in act:
        name = {"check": "answer", "hint": "hint"}.get(str(act["why"]), "left")
        written = texts(act.get("texts"), question.sheet.blanks)
        return Action(name, written, str(act.get("cell") or "")[:80])
    name = str(act.get("act"))
    return Action(name, _given(question, act) if name == "answer" else None)


def _given(question: Question, act: Act) -> Any:
    fields = fields_of(act)
    if isinstance(question, Choice):
        option = act.get("option")
        places = {str(place): place for place in range(len(question.options))}
        return places.get(option) if isinstance(option, str) else None
    if isinstance(question, Audit):
        return {"cell": fields.get("cell"), "mistake": fields.get("mistake")}
    return fields.get("number", "")[:80]


def change_attempt(
    question: Question, attempt: Attempt, action: Action, presentation: forms.Presentation
) -> Attempt:
    """Return the try after what the learner did; one that is over stays as it is.

    A sheet of which a field is left is marked, and nothing is counted.
    """
    if forms.closed(attempt, presentation):
        return attempt
    given = _filled(question, action.given) if presentation.tries == "many" else action.given
    written = replace(attempt, given=given, cell=action.cell)
    match action.act:
        case "answer":
            return answered(question, attempt, given)
        case "left":
            return written
        case "hint":
            asked = attempt if action.given is None else written
            return replace(asked, hints=asked.hints + 1)
        case "show" if presentation.tries == "many":
            return shown(question, attempt)
    return attempt


PRACTISED = 2
"""After so many right terms a sheet fills in the others: what is left is to use them."""


def _filled(question: Question, given: Any) -> Any:
    """Return what was written, with the empty terms of a sheet once enough of them are right."""
    if not isinstance(question, Exercise) or not isinstance(given, Mapping):
        return given
    right = [m for m in question.judge(given).marks if ".term." in m.cell and m.verdict == RIGHT]
    if len(right) < PRACTISED:
        return given
    terms = {cell: text for cell, text in question.solution.items() if ".term." in cell}
    return terms | {cell: text for cell, text in given.items() if text.strip()}


def show_attempt(
    question: Question, attempt: Attempt, name: str, place: str, presentation: forms.Presentation
) -> list[Part]:
    """Return the question, its try so far, and what is said of it.

    name: begins the names of its parts. place: what its drafts are kept under in the browser.
    """
    verdict = judged(question, attempt)
    asks: Html | None = p(question.ask.shown(), css="asks")
    above: list[Part] = []
    if isinstance(question, Exercise):
        heading = div(
            asks, forms.about(question.sheet), css="question", id=f"asks-{presentation.form}"
        )
        above = [
            markup(f"{name}.asks", heading, place),
            _sheet(question, attempt, verdict.marks, name, place, presentation),
        ]
        asks = None
    elif isinstance(question, Audit):
        asks = html(asks, forms.printed_sheet(question.paper))
    drawn = div(
        asks,
        forms.answer_form(question, attempt, presentation),
        div(forms.hint(question, attempt), aria_live="polite"),
        forms.feedback(question, attempt, verdict, presentation),
        forms.buttons(question, attempt, presentation),
        css="question",
        data_testid="question",
        data_name=question.id,
        data_kind=question.kind,
        data_state=attempt.result,
        data_form=presentation.form,
        tabindex=-1,
    )
    return [*above, form(f"{name}.question", drawn, place)]


# --- A sheet -----------------------------------------------------------------------------------


def _sheet(
    question: Exercise,
    attempt: Attempt,
    marks: tuple[Mark, ...],
    name: str,
    place: str,
    presentation: forms.Presentation,
) -> Part:
    answer = attempt.given if isinstance(attempt.given, Mapping) else {}
    texts = {cell: str(text) for cell, text in answer.items() if cell in question.sheet.blanks}
    return sheet(
        f"{name}.sheet",
        question.sheet.with_all({cell: text for cell, text in texts.items() if text.strip()}),
        f"{place}.sheet",
        presentation.form,
        _marks(marks, attempt, presentation),
        "closed" if forms.closed(attempt, presentation) else "open",
    )


def _marks(
    marks: tuple[Mark, ...], attempt: Attempt, presentation: forms.Presentation
) -> tuple[Mark, ...]:
    """Return the marks of what is written, and of what is empty once it was checked; where one try
    counts and cells are still empty, only those that say so.
    """
    if attempt.checked == "not yet":
        marks = tuple(mark for mark in marks if mark.given.strip())
    if presentation.tries == "one" and attempt.result == "open":
        return tuple(mark for mark in marks if mark.verdict == "invalid")
    return marks
