"""The live parts of a lesson, each drawn by its kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ndcg_core import code_lab
from ndcg_core.lessons.blocks.kinds import Asked, Block, Lab, Note
from ndcg_core.lessons.blocks.questions import Question
from ndcg_core.lessons.course.attempts import Attempt, answered, hinted, shown
from ndcg_core.lessons.course.course import finish
from ndcg_ui.components.lab import lab as draw_lab
from ndcg_ui.components.lab import passed
from ndcg_ui.components.markup import markup
from ndcg_ui.course import boards, comparing, curves, flips, gates, libraries, predictions, replays
from ndcg_ui.course.presentation import Presentation
from ndcg_ui.course.questions import Action, actions, draw
from ndcg_ui.course.scene import LessonScene, Scene
from ndcg_ui.html.builder import b, tag

RANKING = (3, 2, 3, 0, 1)


def asked(scene: LessonScene, block: Asked) -> None:
    """A question that may be tried until it is right; after two misses the answer is offered."""
    key, question = scene.key(block.name), block.question
    attempt = scene.attempt(block.name)
    presentation = Presentation(block.name, hints="hidden" if "hints" in scene.hide else "offered")
    for action in actions(scene, question, key, presentation):
        after = tried(question, attempt, action)
        if after != attempt:
            scene.give_attempt(block.name, after)
        attempt = after
    draw(scene, question, attempt, key, presentation)


def tried(question: Question, attempt: Attempt, action: Action) -> Attempt:
    """The try after what the learner did."""
    if attempt.over == "over":
        return attempt
    if action.act == "answer":
        return answered(question, attempt, action.given)
    if action.act == "left":
        return _left(attempt, action)
    if action.act == "hint":
        return hinted(attempt if action.given is None else _left(attempt, action))
    return shown(question, attempt) if action.act == "show" else attempt


def _left(attempt: Attempt, action: Action) -> Attempt:
    """A field of a sheet was left: what stands there is marked, and nothing is counted."""
    return Attempt(action.given, "open", attempt.misses, attempt.hints)


def note(scene: Scene, block: Note) -> None:
    """An aside."""
    title = b(block.title.shown(), ".")
    markup(tag("aside", title, " ", block.text.shown(), css="note"), key=scene.key(block.name))


def lab(scene: LessonScene, block: Lab) -> None:
    """The code lab; the lesson is done when this browser has passed its last task."""
    key = scene.key(block.name)
    wanted = block.tasks or tuple(task.id for task in code_lab.TASKS)
    with scene.taking(key) as event:
        if wanted[-1] in passed(event) and scene.record.state != "done":
            scene.course = finish(scene.course, scene.lesson)
    draw_lab(RANKING, key=key, acknowledged=scene.acknowledged(key), steps=block.tasks or None)


DRAW: Mapping[str, Callable[[LessonScene, Any], None]] = {
    "board": boards.play,
    "drag-task": boards.task,
    "predict": predictions.draw,
    "choice": asked,
    "number": asked,
    "sheet": asked,
    "audit": asked,
    "replay": replays.replay,
    "compare": comparing.comparison,
    "systems": comparing.systems,
    "note": note,
    "flips": flips.draw,
    "curves": curves.draw,
    "libraries": libraries.draw,
    "check": gates.gate,
    "lab": lab,
}


def draw_part(scene: LessonScene, block: Block) -> None:
    """Take over what the learner did in a live part, and draw it."""
    DRAW[block.kind](scene, block)


def done(scene: LessonScene, block: Block) -> str:
    """Whether a live part is done: "done" or "open"."""
    if block.kind == "check":
        return "done" if scene.record.gate.state == "passed" else "open"
    return scene.done(block.name)
