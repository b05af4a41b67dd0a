"""What a lesson opens with: two questions from earlier lessons, one try each."""

from __future__ import annotations

from ndcg_core.lessons import Question
from ndcg_core.lessons.course.attempts import Attempt, answered, hinted
from ndcg_core.lessons.course.course import count
from ndcg_core.lessons.course.due import find, opening
from ndcg_ui.course.presentation import Presentation
from ndcg_ui.course.questions import Action, action_of, parts
from ndcg_ui.course.scene import LessonScene, library
from ndcg_ui.exhibits.parts import Act, Part, words
from ndcg_ui.html.builder import div, h2, p

NAME = "opening"


def remembered(scene: LessonScene) -> list[Part]:
    """Return the questions from earlier lessons that this one opens with."""
    questions = _questions(scene)
    if not questions:
        return []
    rule = "Two questions from earlier lessons. One try each; a missed one comes back later."
    head = div(h2("Do you remember?", css="step"), p(rule), css="prose")
    drawn = [words(f"{NAME}.head", head, scene.of(NAME))]
    for name, (item, question) in questions.items():
        put = _presentation(scene, name, item)
        drawn += parts(question, scene.attempt(name), name, scene.of(name), put)
    return drawn


def left(scene: LessonScene) -> str:
    """Return what is left to do of them, in words."""
    results = [scene.attempt(name).result != "open" for name in _questions(scene)]
    return "" if all(results) else "Answer the two questions at the top first."


def obey(scene: LessonScene, name: str, act: Act) -> None:
    """Take an answer to one of them; one answer counts."""
    if name not in (questions := _questions(scene)):
        return
    item, question = questions[name]
    put, attempt = _presentation(scene, name, item), scene.attempt(name)
    action = action_of(question, act, put)
    if action is None or attempt.result != "open":
        return
    after = once(question, attempt, action)
    if after != attempt:
        scene.give_attempt(name, after)
    if after.result != "open":
        scene.course = count(scene.course, item, after.result)


def once(question: Question, attempt: Attempt, action: Action) -> Attempt:
    """Return the try after what the learner did, where one answer counts."""
    if action.act == "answer":
        return answered(question, attempt, action.given)
    return hinted(attempt) if action.act == "hint" else attempt


def _questions(scene: LessonScene) -> dict[str, tuple[str, Question]]:
    """Each question with its item, by the name under which its answer is kept."""
    items = opening(library(), scene.lesson)
    asked = ((item, find(library(), item)) for item in items)
    return {
        f"{NAME}-{nth}": (item, question)
        for nth, (item, question) in enumerate(asked, 1)
        if question is not None
    }


def _presentation(scene: LessonScene, name: str, item: str) -> Presentation:
    return Presentation(
        f"{name}/{item}", tries="one", hints="hidden" if "hints" in scene.hide else "offered"
    )
