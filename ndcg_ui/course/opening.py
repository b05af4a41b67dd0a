"""What a lesson opens with: two questions from earlier lessons, one try each."""

from __future__ import annotations

from ndcg_core.lessons import Question
from ndcg_core.lessons.course.attempts import Attempt, answered, hinted
from ndcg_core.lessons.course.course import count
from ndcg_core.lessons.course.due import find, opening
from ndcg_ui.components.markup import markup
from ndcg_ui.course.presentation import Presentation
from ndcg_ui.course.questions import Action, actions, draw
from ndcg_ui.course.scene import LessonScene, library
from ndcg_ui.html.builder import div, h2, p


def remembered(scene: LessonScene) -> str:
    """The questions from earlier lessons that this one opens with; what is left of them."""
    items = opening(library(), scene.lesson)
    if not items:
        return ""
    rule = "Two questions from earlier lessons. One try each; a missed one comes back later."
    head = div(h2("Do you remember?", css="step"), p(rule), css="prose")
    markup(head, key=scene.key("opening"))
    results = [_remember(scene, item, nth) for nth, item in enumerate(items, 1)]
    return "" if all(results) else "Answer the two questions at the top first."


def _remember(scene: LessonScene, item: str, nth: int) -> bool:
    question, name = find(library(), item), f"opening-{nth}"
    if question is None:
        return True
    key, presentation = scene.key(name), Presentation(f"{name}/{item}", tries="one")
    attempt = scene.attempt(name)
    for action in actions(scene, question, key, presentation):
        after = _once(question, attempt, action) if attempt.result == "open" else attempt
        if after != attempt:
            scene.give_attempt(name, after)
            scene.course = count(scene.course, item, after.result)
        attempt = after
    draw(scene, question, attempt, key, presentation)
    return attempt.result != "open"


def _once(question: Question, attempt: Attempt, action: Action) -> Attempt:
    """The try after what the learner did; one answer counts."""
    if action.act == "answer":
        return answered(question, attempt, action.given)
    return hinted(attempt) if action.act == "hint" else attempt
