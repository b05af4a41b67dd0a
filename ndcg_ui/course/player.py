"""The lesson player: one column, a step at a time, "continue" always in the same place."""

from __future__ import annotations

from dataclasses import replace

from ndcg_core.lessons import Lesson, Prose, Step
from ndcg_core.lessons.course.course import reach
from ndcg_ui.boards.settings import whole
from ndcg_ui.course import opening
from ndcg_ui.course.bar import BAR, bar
from ndcg_ui.course.learner import Learner, Place
from ndcg_ui.course.parts import KINDS, done
from ndcg_ui.course.scene import LessonScene
from ndcg_ui.exhibits.parts import Act, Part, words
from ndcg_ui.html.builder import Html, div, every, h1, h2, p


def standing(scene: LessonScene, place: Place) -> Place:
    """Return the place with the step at which the lesson opens."""
    step = place.step or _last_seen(scene)
    last = _last(scene, replace(place, step=step))
    return replace(place, step=min(step, last))


def play(scene: LessonScene, place: Place) -> list[Part]:
    """Return the lesson as far as it is open; place: where the learner stands in it."""
    lesson, last = scene.lesson, _last(scene, place)
    blocked = "" if "text" in scene.hide else opening.left(scene)
    return [
        words("title", head(lesson), scene.of("title")),
        *([] if "text" in scene.hide else opening.remembered(scene)),
        *(
            part
            for number, step in enumerate(lesson.steps[:last], 1)
            for part in _step(scene, number, step)
        ),
        *bar(scene, last, blocked or _left(scene, lesson.steps[last - 1]), place.step),
    ]


def obey(learner: Learner, lesson: Lesson, part: str, act: Act) -> None:
    """Do in a lesson what the learner did in one of its parts."""
    scene = LessonScene(learner.course, lesson, learner.place.hide)
    name, _, piece = part.partition(".")
    block = next((block for block in lesson.blocks if block.name == name), None)
    if name == BAR and act.get("act") == "continue":
        learner.place = _continued(scene, standing(scene, learner.place), act)
    elif block is not None:
        KINDS[block.kind].obey(scene, block, piece, act)
    elif name.startswith(opening.NAME):
        opening.obey(scene, name, act)
    learner.course = scene.course


def _last_seen(scene: LessonScene) -> int:
    """The step the learner left the lesson at; the first of one that is done."""
    record = scene.record
    return 1 if record.state == "done" else min(record.reached, len(scene.lesson.steps))


def _last(scene: LessonScene, place: Place) -> int:
    """The last step that is open; with all lessons open, each may be."""
    opened = place.step if place.unlock == "all" else 1
    return min(max(scene.record.reached, opened), len(scene.lesson.steps))


def _continued(scene: LessonScene, place: Place, act: Act) -> Place:
    """Open the next step, where nothing is left to do before it; the place to go to."""
    to, last = whole(str(act.get("to", ""))), _last(scene, place)
    step = min(to, len(scene.lesson.steps))
    ahead = scene.lesson.steps[: step - 1]
    missing = place.unlock != "all" and any(_left(scene, one) for one in ahead)
    if not to or step > last + 1 or missing:
        return place
    scene.course = reach(scene.course, scene.lesson, step)
    return replace(place, step=step)


def _left(scene: LessonScene, step: Step) -> str:
    """What is still to be done in a step, in words; "" where nothing is."""
    names = {
        "predict": "Commit to a prediction above first.",
        "drag-task": "Bring the board into the order that is asked for.",
        "sheet": "Fill in the sheet above.",
        "check": "Two in a row open what comes next.",
    }
    open_parts = [block for block in step.gates if done(scene, block) == "open"]
    return names.get(open_parts[0].kind, "Answer the question above first.") if open_parts else ""


# --- What is shown -----------------------------------------------------------------------------


def head(lesson: Lesson) -> Html:
    """A lesson's title, and what it is for."""
    return div(
        p(f"Lesson {lesson.number} · {lesson.minutes} minutes", css="kicker"),
        h1(lesson.title),
        p(f"Afterwards you can {lesson.goal}.", css="lead"),
        p(f"Not in this lesson: {lesson.out_of_scope}.", css="say"),
        css="lesson-head",
        data_place=f"{lesson.slug}-top",
        tabindex=-1,
    )


def _step(scene: LessonScene, number: int, step: Step) -> list[Part]:
    """One step: its heading and its parts; neighbouring prose is one part."""
    at = f"{scene.lesson.slug}-step-{number}"
    pieces = [h2(step.title, css="step", data_place=at, data_testid="step", tabindex=-1)]
    shown: list[Part] = []
    for part in step.parts:
        if isinstance(part, Prose):
            pieces += [scene.shown(part)] if "text" not in scene.hide else []
            continue
        shown += _prose(scene, f"step{number}.{len(shown)}", pieces)
        pieces = []
        shown += KINDS[part.kind].parts(scene, part)
    return shown + _prose(scene, f"step{number}.{len(shown)}", pieces)


def _prose(scene: LessonScene, name: str, pieces: list[Html]) -> list[Part]:
    text = every(pieces)
    return [words(name, div(text, css="prose"), scene.of(name))] if text else []
