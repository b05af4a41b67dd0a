"""A question on the page: what is asked, the ways to answer, what is said of the answer.

`happenings` takes what the learner just did, before anything is drawn; `draw` draws the question.
The caller decides what it means: tried again, counted once, or a step towards the gate.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from ndcg_core.lessons.blocks.papers import Audit, Exercise
from ndcg_core.lessons.blocks.questions import Choice, Judged, Question
from ndcg_core.lessons.course.attempts import Attempt, judged
from ndcg_core.marking.record import Mark
from ndcg_core.plain_data import texts
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.components import sheet as paper
from ndcg_ui.components.ask import ask, values
from ndcg_ui.components.events import Acknowledged, Event
from ndcg_ui.components.markup import markup
from ndcg_ui.course.answer_forms import printed, ways
from ndcg_ui.course.feedback import acts, hint, said
from ndcg_ui.course.learning import Learner
from ndcg_ui.course.presentation import Manner, closed, listed


@dataclass(frozen=True)
class Happened:
    """What the learner did: "nothing", "answer" (given), "hint", "show", "next" or "left"."""

    act: str = "nothing"
    given: Any = None


def happenings(
    learner: Learner, question: Question, key: str, manner: Manner
) -> Iterator[Happened]:
    """What the learner just did to a question, one after the other.

    What the caller makes of one is kept, and the event acknowledged, before the next comes.
    """
    if isinstance(question, Exercise):
        with learner.taking(f"{key}.sheet", form=manner.form) as entry:
            if entry:
                learner.change(cells={**learner.learning.cells, key: str(entry.get("cell"))})
                yield _on_sheet(question, entry)
    with learner.taking(key) as event:
        if event and event.get("form") == manner.form:
            act = str(event.get("act"))
            yield Happened(act, _given(question, event) if act == "answer" else None)


def _on_sheet(question: Exercise, entry: Event) -> Happened:
    act = {"check": "answer", "hint": "hint"}.get(str(entry.get("why")), "left")
    return Happened(act, texts(entry.get("texts"), question.sheet.blanks))


def _given(question: Question, event: Event) -> Any:
    fields = values(event)
    if isinstance(question, Choice):
        option = event.get("option")
        places = {str(place): place for place in range(len(question.options))}
        return places.get(option) if isinstance(option, str) else None
    if isinstance(question, Audit):
        return {"cell": fields.get("cell"), "mistake": fields.get("mistake")}
    return fields.get("number", "")[:80]


def draw(learner: Learner, question: Question, attempt: Attempt, key: str, manner: Manner) -> None:
    """The question, its try so far, and what is said of it."""
    verdict = judged(question, attempt)
    asks = f'<p class="asks">{question.ask.shown()}</p>'
    cell = learner.learning.cells.get(key)
    if isinstance(question, Exercise):
        place = f'data-asks="{escape(manner.form)}" tabindex="-1"'
        about = _about(question.sheet)
        markup(f'<div class="question" {place}>{asks}{about}</div>', key=f"{key}.asks")
        acknowledged = learner.acknowledged(f"{key}.sheet")
        _sheet(question, attempt, verdict, key, manner, acknowledged)
        asks = ""
    elif isinstance(question, Audit):
        asks += printed(question.paper)
    ask(
        f'<div class="question" data-testid="question" data-name="{escape(question.id)}" '
        f'data-kind="{question.kind}" data-state="{attempt.result}" '
        f'data-form="{escape(manner.form)}" tabindex="-1">{asks}{ways(question, attempt, manner)}'
        f'<div aria-live="polite">{hint(question, attempt, cell)}</div>'
        f"{said(question, attempt, verdict, manner)}"
        f"{acts(question, attempt, manner)}</div>",
        key=key,
        acknowledged=learner.acknowledged(key),
    )


# --- A sheet -----------------------------------------------------------------------------------


def _about(sheet: Sheet) -> str:
    """The grades, the cutoff and the convention, as far as they are not obvious."""
    parts = [f"Grades {listed(sheet.grades)}", f"k = {sheet.trace.k}"]
    if sheet.judged:
        parts.append(f"judged {listed(sheet.judged)}")
    parts += [f"another query has the grades {listed(grades)}" for grades in sheet.others]
    if sheet.convention.name != "standard":
        parts.append(sheet.convention.title)
    return f'<p class="say">{escape("; ".join(parts))}.</p>'


def _sheet(
    question: Exercise,
    attempt: Attempt,
    verdict: Judged,
    key: str,
    manner: Manner,
    acknowledged: Acknowledged,
) -> None:
    given = attempt.given if isinstance(attempt.given, Mapping) else {}
    texts = {cell: str(text) for cell, text in given.items() if cell in question.sheet.blanks}
    paper.sheet(
        question.sheet.with_all({cell: text for cell, text in texts.items() if text.strip()}),
        key=f"{key}.sheet",
        form=manner.form,
        marks=_marks(verdict.marks, attempt, manner),
        acknowledged=acknowledged,
        state="closed" if closed(attempt, manner) else "open",
    )


def _marks(marks: tuple[Mark, ...], attempt: Attempt, manner: Manner) -> tuple[Mark, ...]:
    """The marks of what is written, and of what is empty once it was checked; where one try counts
    and cells are still empty, only those that say so.
    """
    if attempt.checked == "not yet":
        marks = tuple(mark for mark in marks if mark.given.strip())
    if manner.again == "once" and attempt.result == "open":
        return tuple(mark for mark in marks if mark.verdict == "invalid")
    return marks
