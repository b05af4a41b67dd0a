"""What comes back: the questions that were missed, one at a time, on the course page."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ndcg_core.lessons.blocks.questions import Question
from ndcg_core.lessons.course.attempts import Attempt, pack_attempt, unpack_attempt
from ndcg_core.lessons.course.course import Course, count
from ndcg_core.lessons.course.due import due, find
from ndcg_ui.course.learner import Learner
from ndcg_ui.course.opening import once
from ndcg_ui.course.presentation import Presentation
from ndcg_ui.course.questions import action_of, parts
from ndcg_ui.course.scene import library
from ndcg_ui.exhibits.parts import Act, Part, words
from ndcg_ui.html.builder import Html, div, h2, p

DUE = "due"
PLACE = f"learn.{DUE}"


@dataclass(frozen=True)
class Due:
    """The question from an earlier lesson that is put, the number of the try, and how it goes."""

    item: str
    question: Question
    number: int
    attempt: Attempt


def due_again(learner: Learner) -> list[Part]:
    """Return what comes back from earlier lessons, one question at a time."""
    turn = _turn(learner)
    if turn is None:
        return _later(learner.course)
    slug = turn.item.partition("/")[0]
    title = next(lesson.title for lesson in library() if lesson.slug == slug)
    number = len(_ripe(learner))
    said = f"Missed before, in “{title}”. {number} due now."
    head = div(h2("Due again"), p(said, css="say"), data_testid=DUE, data_due=number)
    put = _presentation(learner, turn)
    return [_head(head), *parts(turn.question, turn.attempt, DUE, PLACE, put)]


def obey(learner: Learner, act: Act) -> None:
    """Take an answer, which counts once, or go on to the next question."""
    turn = _turn(learner)
    if turn is None:
        return
    action = action_of(turn.question, act, _presentation(learner, turn))
    if action is None:
        return
    if turn.attempt.result != "open":
        if action.act == "next":
            learner.remember(due=None)
        return
    attempt = once(turn.question, turn.attempt, action)
    if attempt.result != "open":
        learner.course = count(learner.course, turn.item, attempt.result)
    kept = replace(turn, attempt=attempt)
    learner.remember(
        due={"item": kept.item, "number": kept.number, "attempt": pack_attempt(kept.attempt)}
    )


def _ripe(learner: Learner) -> list[str]:
    course = learner.course
    return [item for item in due(course.memories, course.answers) if find(library(), item)]


def _turn(learner: Learner) -> Due | None:
    """The question on the screen, or the one that is due now; None without one."""
    kept = learner.state.get(DUE)
    if isinstance(kept, dict) and isinstance(kept.get("item"), str):
        question, number = find(library(), kept["item"]), kept.get("number")
        if question is not None and type(number) is int:
            return Due(kept["item"], question, number, unpack_attempt(kept.get("attempt")))
    for item in _ripe(learner):
        if question := find(library(), item):
            return Due(item, question, learner.course.answers, Attempt())
    return None


def _presentation(learner: Learner, turn: Due) -> Presentation:
    then = "Next one" if _ripe(learner) else "Done"
    return Presentation(f"due/{turn.item}/{turn.number}", tries="one", next=then)


def _later(course: Course) -> list[Part]:
    count_of = len(course.memories)
    if not count_of:
        return []
    things = "question comes" if count_of == 1 else "questions come"
    said = f"{count_of} missed {things} back after a few more answers."
    return [_head(p(said, css="say", data_testid=DUE, data_due=0))]


def _head(html: Html) -> Part:
    return words(f"{DUE}.head", html, PLACE)
