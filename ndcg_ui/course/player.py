"""The lesson player: one column, a step at a time, "continue" always in the same place."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import streamlit as st

from ndcg_core.lessons import Lesson, Prose, Step
from ndcg_core.lessons.course.course import reach
from ndcg_ui.boards.settings import whole
from ndcg_ui.components.markup import markup
from ndcg_ui.course.bar import BAR, draw_bar
from ndcg_ui.course.opening import remembered
from ndcg_ui.course.parts import done, draw_part
from ndcg_ui.course.scene import LessonScene
from ndcg_ui.html.builder import Html, div, every, h1, h2, p


def play(scene: LessonScene, wanted: int, free: Literal["", "all"]) -> int:
    """Draw the lesson as far as it is open, and return the step that the learner stands at.

    wanted: the step that a link or "continue" leads to. free: "all" where every step may open.
    """
    lesson = scene.lesson
    wanted = _continued(scene, wanted or _last_seen(scene), free)
    last = min(max(scene.record.reached, wanted if free == "all" else 1), len(lesson.steps))
    markup(head(lesson), key="learn.title")
    with st.container(key="lesson-nohints" if "hints" in scene.hide else "lesson"):
        blocked = remembered(scene) if "text" not in scene.hide else ""
        for number, step in enumerate(lesson.steps[:last], 1):
            _step(scene, number, step)
    left = blocked or _left(scene, lesson.steps[last - 1])
    draw_bar(scene, last, left, wanted)
    return wanted if wanted <= last else last


def _last_seen(scene: LessonScene) -> int:
    """The step the learner left the lesson at; the first of one that is done."""
    record = scene.record
    return 1 if record.state == "done" else min(record.reached, len(scene.lesson.steps))


def _continued(scene: LessonScene, wanted: int, free: str) -> int:
    """Open the next step, where "continue" was pressed and nothing is left to do before it."""
    with scene.taking(scene.key(BAR)) as event:
        to = whole(str(event.get("to", "")))
        if event.get("act") == "continue" and to:
            wanted = _reached(scene, to, wanted, free)
            scene.change(place=replace(scene.place, step=wanted))
    return wanted


def _reached(scene: LessonScene, to: int, wanted: int, free: str) -> int:
    """Open the step `to`, where nothing is left to do before it; the step to show."""
    step = min(to, len(scene.lesson.steps))
    shown = max(scene.record.reached, wanted if free == "all" else 1)
    ahead = scene.lesson.steps[: step - 1]
    if step > shown + 1 or (free != "all" and any(_left(scene, s) for s in ahead)):
        return wanted
    scene.course = reach(scene.course, scene.lesson, step)
    return step


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


# --- What is drawn -----------------------------------------------------------------------------


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


def _step(scene: LessonScene, number: int, step: Step) -> None:
    """One step: its heading and its parts; neighbouring prose is drawn as one."""
    at = f"{scene.lesson.slug}-step-{number}"
    pieces = [h2(step.title, css="step", data_place=at, data_testid="step", tabindex=-1)]
    place = 0
    for part in step.parts:
        if isinstance(part, Prose):
            pieces += [scene.shown(part)] if "text" not in scene.hide else []
            continue
        _prose(scene, number, place, pieces)
        pieces, place = [], place + 1
        draw_part(scene, part)
    _prose(scene, number, place, pieces)


def _prose(scene: LessonScene, number: int, place: int, pieces: list[Html]) -> None:
    if text := every(pieces):
        markup(div(text, css="prose"), key=scene.key(f"step{number}.{place}"))
