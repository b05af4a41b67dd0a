"""The lesson player: one column, a step at a time, "continue" always in the same place."""

from __future__ import annotations

from dataclasses import replace
from html import escape

import streamlit as st

from ndcg_core.lessons import Lesson, Prose, Question, Step
from ndcg_core.lessons.course.attempts import Attempt, answered, hinted
from ndcg_core.lessons.course.course import count, reach, state_of
from ndcg_core.lessons.course.due import find, opening
from ndcg_ui.boards.settings import whole
from ndcg_ui.components.ask import ask
from ndcg_ui.components.markup import markup
from ndcg_ui.course.parts import done, draw_part
from ndcg_ui.course.presentation import Manner
from ndcg_ui.course.questions import Happened, draw, happenings
from ndcg_ui.course.scene import Scene, library

BAR = "bar"


def play(scene: Scene, wanted: int, free: str) -> int:
    """Draw the lesson as far as it is open, and return the step that the learner stands at.

    wanted: the step that a link or "continue" leads to. free: "all" where every step may open.
    """
    lesson = scene.lesson
    wanted = _continued(scene, wanted or _last_seen(scene), free)
    last = min(max(scene.record.reached, wanted if free == "all" else 1), len(lesson.steps))
    markup(head(lesson), key="learn.title")
    with st.container(key="lesson-nohints" if "hints" in scene.hide else "lesson"):
        blocked = _opening(scene) if "text" not in scene.hide else ""
        for number, step in enumerate(lesson.steps[:last], 1):
            _step(scene, number, step)
    left = blocked or _left(scene, lesson.steps[last - 1])
    _bar(scene, last, left, wanted)
    return wanted if wanted <= last else last


def _last_seen(scene: Scene) -> int:
    """The step the learner left the lesson at; the first of one that is done."""
    record = scene.record
    return 1 if record.state == "done" else min(record.reached, len(scene.lesson.steps))


def _continued(scene: Scene, wanted: int, free: str) -> int:
    """Open the next step, where "continue" was pressed and nothing is left to do before it."""
    with scene.taking(scene.key(BAR)) as event:
        to = whole(str(event.get("to", "")))
        if event.get("act") == "continue" and to:
            wanted = _reached(scene, to, wanted, free)
            scene.change(place=replace(scene.place, step=wanted))
    return wanted


def _reached(scene: Scene, to: int, wanted: int, free: str) -> int:
    """Open the step `to`, where nothing is left to do before it; the step to show."""
    step = min(to, len(scene.lesson.steps))
    shown = max(scene.record.reached, wanted if free == "all" else 1)
    ahead = scene.lesson.steps[: step - 1]
    if step > shown + 1 or (free != "all" and any(_left(scene, s) for s in ahead)):
        return wanted
    scene.course = reach(scene.course, scene.lesson, step)
    return step


def _left(scene: Scene, step: Step) -> str:
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


def head(lesson: Lesson) -> str:
    """A lesson's title, and what it is for."""
    return (
        f'<div class="lesson-head" data-place="{lesson.slug}-top" tabindex="-1"><p class="kicker">'
        f"Lesson {lesson.number} · {lesson.minutes} minutes</p><h1>{escape(lesson.title)}</h1>"
        f'<p class="lead">Afterwards you can {escape(lesson.goal)}.</p>'
        f'<p class="say">Not in this lesson: {escape(lesson.out_of_scope)}.</p></div>'
    )


def _step(scene: Scene, number: int, step: Step) -> None:
    """One step: its heading and its parts; neighbouring prose is drawn as one."""
    head = (
        f'<h2 class="step" data-place="{scene.lesson.slug}-step-{number}" data-testid="step" '
        f'tabindex="-1">'
        f"{escape(step.title)}</h2>"
    )
    html, place = [head], 0
    for part in step.parts:
        if isinstance(part, Prose):
            html.append(scene.shown(part) if "text" not in scene.hide else "")
            continue
        _prose(scene, number, place, html)
        html, place = [], place + 1
        draw_part(scene, part)
    _prose(scene, number, place, html)


def _prose(scene: Scene, number: int, place: int, html: list[str]) -> None:
    if text := "".join(html):
        name = scene.key(f"step{number}.{place}")
        markup(f'<div class="prose">{text}</div>', key=name)


def _opening(scene: Scene) -> str:
    """The questions from earlier lessons that this one opens with; what is left of them."""
    items = opening(library(), scene.lesson)
    if not items:
        return ""
    markup(
        '<div class="prose"><h2 class="step">Do you remember?</h2><p>Two questions from earlier '
        "lessons. One try each; a missed one comes back later.</p></div>",
        key=scene.key("opening"),
    )
    results = [_remember(scene, item, nth) for nth, item in enumerate(items, 1)]
    return "" if all(results) else "Answer the two questions at the top first."


def _remember(scene: Scene, item: str, nth: int) -> bool:
    question, name = find(library(), item), f"opening-{nth}"
    if question is None:
        return True
    key, manner = scene.key(name), Manner(f"{name}/{item}", again="once")
    attempt = scene.attempt(name)
    for did in happenings(scene, question, key, manner):
        after = _once(question, attempt, did) if attempt.result == "open" else attempt
        if after != attempt:
            scene.give_attempt(name, after)
            scene.course = count(scene.course, item, after.result)
        attempt = after
    draw(scene, question, attempt, key, manner)
    return attempt.result != "open"


def _once(question: Question, attempt: Attempt, did: Happened) -> Attempt:
    """The try after what the learner did; one answer counts."""
    if did.act == "answer":
        return answered(question, attempt, did.given)
    return hinted(attempt) if did.act == "hint" else attempt


def _bar(scene: Scene, at: int, left: str, wanted: int) -> None:
    """Progress along the way, and "continue", always in the same place."""
    if "bar" in scene.hide:
        return
    lesson, count_of = scene.lesson, len(scene.lesson.steps)
    marks = "".join(
        f'<i class="{"on" if number < at else "now" if number == at else ""}"></i>'
        for number in range(1, count_of + 1)
    )
    finished = at == count_of and not left
    button = _forward(scene, at, left) if not finished else _onward(scene)
    ask(
        f'<div class="lesson-bar" data-testid="bar" data-step="{at}" data-steps="{count_of}">'
        f'<a class="plain-button" href="?" data-act="home">All lessons</a>'
        f'<span class="marks" role="img" aria-label="Step {at} of {count_of}">{marks}</span>'
        f'<span class="left" id="left" role="status">{escape(left)}</span>{button}</div>',
        key=scene.key(BAR),
        acknowledged=scene.acknowledged(scene.key(BAR)),
        go=f"{lesson.slug}-step-{wanted}" if wanted > 1 else f"{lesson.slug}-top",
    )


def _forward(scene: Scene, at: int, left: str) -> str:
    off = ' aria-disabled="true" aria-describedby="left"' if left else ""
    return (
        f'<button type="button" class="plain-button strong" data-act="continue" '
        f'data-testid="continue" data-to="{at + 1}"{off}>Continue</button>'
    )


def _onward(scene: Scene) -> str:
    later = (lesson for lesson in library() if lesson.number > scene.lesson.number)
    after = [lesson for lesson in later if state_of(scene.course, library(), lesson) != "locked"]
    if not after or scene.record.state != "done":
        return (
            '<a class="plain-button strong" href="?" data-act="home" data-testid="continue">'
            "To the course</a>"
        )
    return (
        f'<a class="plain-button strong" href="?lesson={after[0].slug}" data-act="open" '
        f'data-lesson="{after[0].slug}" data-testid="continue">Next lesson</a>'
    )
