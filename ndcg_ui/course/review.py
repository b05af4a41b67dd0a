"""What comes back: the questions that were missed, one at a time, on the course page."""

from __future__ import annotations

from dataclasses import replace

from ndcg_core.lessons.blocks.questions import Question
from ndcg_core.lessons.course.attempts import Attempt, answered, hinted
from ndcg_core.lessons.course.course import Course, count
from ndcg_core.lessons.course.due import due, find
from ndcg_ui.components.markup import markup
from ndcg_ui.course.learning import Due, Learner
from ndcg_ui.course.presentation import Presentation
from ndcg_ui.course.questions import Action, actions, draw
from ndcg_ui.course.scene import library
from ndcg_ui.html.builder import div, h2, p
from ndcg_ui.page.rerun import again

DUE = "learn.due"


def due_again(learner: Learner) -> None:
    """Draw what comes back from earlier lessons, one question at a time."""
    course, turn = learner.course, learner.learning.due
    ripe = [item for item in due(course.memories, course.answers) if find(library(), item)]
    if turn is None or find(library(), turn.item) is None:
        if not ripe:
            _later(course)
            return
        turn = Due(ripe[0], course.answers, Attempt())
    question = find(library(), turn.item)
    if question is None:
        return
    presentation = Presentation(
        f"due/{turn.item}/{turn.number}", tries="one", next="Next one" if ripe else "Done"
    )
    next_wanted = False
    for action in actions(learner, question, DUE, presentation):
        next_wanted = next_wanted or (action.act == "next" and turn.attempt.result != "open")
        turn = _after(learner, question, turn, action)
        learner.change(due=None if next_wanted else turn)
    if next_wanted:
        again()
    learner.change(due=turn)
    slug = turn.item.partition("/")[0]
    title = next(lesson.title for lesson in library() if lesson.slug == slug)
    markup(
        div(
            h2("Due again"),
            p(f"Missed before, in “{title}”. {len(ripe)} due now.", css="say"),
            data_testid="due",
            data_due=len(ripe),
        ),
        key="learn.due.head",
    )
    draw(learner, question, turn.attempt, DUE, presentation)


def _after(learner: Learner, question: Question, turn: Due, action: Action) -> Due:
    """The question after what the learner did; one answer counts."""
    if turn.attempt.result != "open":
        return turn
    if action.act == "answer":
        attempt = answered(question, turn.attempt, action.given)
        learner.course = count(learner.course, turn.item, attempt.result)
        return replace(turn, attempt=attempt)
    return replace(turn, attempt=hinted(turn.attempt)) if action.act == "hint" else turn


def _later(course: Course) -> None:
    count_of = len(course.memories)
    if count_of:
        things = "question comes" if count_of == 1 else "questions come"
        markup(
            p(
                f"{count_of} missed {things} back after a few more answers.",
                css="say",
                data_testid="due",
                data_due=0,
            ),
            key="learn.due.head",
        )
