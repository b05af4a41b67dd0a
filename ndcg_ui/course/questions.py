"""A question on the page: what is asked, the ways to answer, what is said of the answer.

`actions` takes what the learner just action, before anything is drawn; `draw` draws the question.
The caller decides what it means: tried again, counted once, or a step towards the gate.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ndcg_core.lessons.blocks.papers import Audit, Exercise
from ndcg_core.lessons.blocks.questions import Choice, Judged, Question
from ndcg_core.lessons.course.attempts import Attempt, judged
from ndcg_core.marking.record import Mark
from ndcg_core.plain_data import texts
from ndcg_ui.components import sheet as paper
from ndcg_ui.components.ask import ask, values
from ndcg_ui.components.events import Acknowledged, Event
from ndcg_ui.components.markup import markup
from ndcg_ui.course.answer_forms import answer_form, printed
from ndcg_ui.course.feedback import buttons, feedback, hint
from ndcg_ui.course.learning import Learner
from ndcg_ui.course.presentation import Presentation, about, closed
from ndcg_ui.html.builder import Html, div, html, p


@dataclass(frozen=True)
class Action:
    """What the learner did: "answer" (given), "hint", "show", "next" or "left"; what else a browser
    may send means nothing.
    """

    act: str
    given: Any = None


def actions(
    learner: Learner, question: Question, key: str, presentation: Presentation
) -> Iterator[Action]:
    """What the learner just did to a question, one after the other.

    What the caller makes of one is kept, and the event acknowledged, before the next comes.
    """
    if isinstance(question, Exercise):
        with learner.taking(f"{key}.sheet", form=presentation.form) as entry:
            if entry:
                learner.change(cells={**learner.learning.cells, key: str(entry.get("cell"))})
                yield _on_sheet(question, entry)
    with learner.taking(key) as event:
        if event and event.get("form") == presentation.form:
            act = str(event.get("act"))
            yield Action(act, _given(question, event) if act == "answer" else None)


def _on_sheet(question: Exercise, entry: Event) -> Action:
    act = {"check": "answer", "hint": "hint"}.get(str(entry.get("why")), "left")
    return Action(act, texts(entry.get("texts"), question.sheet.blanks))


def _given(question: Question, event: Event) -> Any:
    fields = values(event)
    if isinstance(question, Choice):
        option = event.get("option")
        places = {str(place): place for place in range(len(question.options))}
        return places.get(option) if isinstance(option, str) else None
    if isinstance(question, Audit):
        return {"cell": fields.get("cell"), "mistake": fields.get("mistake")}
    return fields.get("number", "")[:80]


def draw(
    learner: Learner, question: Question, attempt: Attempt, key: str, presentation: Presentation
) -> None:
    """The question, its try so far, and what is said of it."""
    verdict = judged(question, attempt)
    asks: Html | None = p(question.ask.shown(), css="asks")
    if isinstance(question, Exercise):
        above = div(
            asks, about(question.sheet), css="question", data_asks=presentation.form, tabindex=-1
        )
        markup(above, key=f"{key}.asks")
        acknowledged = learner.acknowledged(f"{key}.sheet")
        _sheet(question, attempt, verdict, key, presentation, acknowledged)
        asks = None
    elif isinstance(question, Audit):
        asks = html(asks, printed(question.paper))
    drawn = div(
        asks,
        answer_form(question, attempt, presentation),
        div(hint(question, attempt, learner.learning.cells.get(key)), aria_live="polite"),
        feedback(question, attempt, verdict, presentation),
        buttons(question, attempt, presentation),
        css="question",
        data_testid="question",
        data_name=question.id,
        data_kind=question.kind,
        data_state=attempt.result,
        data_form=presentation.form,
        tabindex=-1,
    )
    ask(drawn, key=key, acknowledged=learner.acknowledged(key))


# --- A sheet -----------------------------------------------------------------------------------


def _sheet(
    question: Exercise,
    attempt: Attempt,
    verdict: Judged,
    key: str,
    presentation: Presentation,
    acknowledged: Acknowledged,
) -> None:
    given = attempt.given if isinstance(attempt.given, Mapping) else {}
    texts = {cell: str(text) for cell, text in given.items() if cell in question.sheet.blanks}
    paper.sheet(
        question.sheet.with_all({cell: text for cell, text in texts.items() if text.strip()}),
        key=f"{key}.sheet",
        form=presentation.form,
        marks=_marks(verdict.marks, attempt, presentation),
        acknowledged=acknowledged,
        state="closed" if closed(attempt, presentation) else "open",
    )


def _marks(
    marks: tuple[Mark, ...], attempt: Attempt, presentation: Presentation
) -> tuple[Mark, ...]:
    """The marks of what is written, and of what is empty once it was checked; where one try counts
    and cells are still empty, only those that say so.
    """
    if attempt.checked == "not yet":
        marks = tuple(mark for mark in marks if mark.given.strip())
    if presentation.tries == "one" and attempt.result == "open":
        return tuple(mark for mark in marks if mark.verdict == "invalid")
    return marks
