"""The course page's path: every lesson, its state and its minutes, and one button to go on."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ndcg_core.lessons import Lesson
from ndcg_core.lessons.course.course import Course, next_lesson, state_of, waits_for
from ndcg_ui.components.ask import ask
from ndcg_ui.course.learning import Learner
from ndcg_ui.course.scene import library

PATH = "learn.path"
PARTS = {
    1: ("Part one: work NDCG out", "One after another, and complete by itself."),
    2: ("Part two: know what it says", "Each on its own: take those you want."),
}
WORDS = {"done": "done", "open": "open", "locked": "locked", "": ""}


def path(learner: Learner) -> None:
    """Draw the path; before the browser has said what was done, without any state."""
    lessons = library()
    course, unlock = learner.learning.course, learner.place.unlock
    bypass = (
        '<p class="say">A lesson opens when what it builds on is done. Teaching, or coming back? '
        '<a href="?unlock=all" data-act="unlock">Open all lessons</a></p>'
        if unlock != "all"
        else '<p class="say">All lessons are open.</p>'
    )
    ask(
        f"<h2>The course: {len(lessons)} short lessons in two parts</h2>"
        f'<p class="acts">{_start(course, lessons)}</p>'
        f"{_part(1, course, lessons, unlock)}{_part(2, course, lessons, unlock)}{bypass}",
        key=PATH,
        acknowledged=learner.acknowledged(PATH),
    )


def _part(part: int, course: Course | None, lessons: Sequence[Lesson], unlock: str) -> str:
    own = [lesson for lesson in lessons if lesson.part == part]
    if not own:
        return ""
    rows = "".join(_row(course, lesson, _state(course, lessons, lesson, unlock)) for lesson in own)
    title, words = PARTS[part]
    minutes = sum(lesson.minutes for lesson in own)
    return (
        f'<section class="part"><h3>{title}</h3><p class="say">{len(own)} lessons, {minutes} '
        f'minutes. {words}</p><ol class="path" start="{own[0].number}">{rows}</ol></section>'
    )


def _state(course: Course | None, lessons: Sequence[Lesson], lesson: Lesson, unlock: str) -> str:
    if course is None:
        return ""
    state = state_of(course, lessons, lesson)
    return "open" if state == "locked" and unlock == "all" else state


def _start(course: Course | None, lessons: Sequence[Lesson]) -> str:
    if course is None:
        return '<span class="plain-button strong waiting">Start</span>'
    if all(state_of(course, lessons, lesson) == "done" for lesson in lessons):
        return (
            '<a class="plain-button strong" href="practice" data-testid="start">Go on to practice'
            '</a> <span class="say">Every lesson is done.</span>'
        )
    lesson = next_lesson(course, lessons)
    begun = bool(course.lessons)
    text = f"Continue with lesson {lesson.number}" if begun else "Start with lesson 1"
    return (
        f'<a class="plain-button strong" href="?lesson={lesson.slug}" data-act="open" '
        f'data-lesson="{lesson.slug}" data-testid="start">{text}</a>'
    )


def _row(course: Course | None, lesson: Lesson, state: str) -> str:
    title = escape(lesson.title)
    if state in ("open", "done"):
        title = (
            f'<a href="?lesson={lesson.slug}" data-act="open" data-lesson="{lesson.slug}">'
            f"{title}</a>"
        )
    opens = ""
    if state == "locked" and course is not None:
        before = waits_for(course, library(), lesson)[-1]
        opens = f" Opens when you pass “{escape(before.title)}”."
    return (
        f'<li class="{state}" data-testid="lesson" data-slug="{lesson.slug}" '
        f'data-state="{state or "loading"}"><span class="number">{lesson.number}</span>'
        f'<span class="what"><b>{title}</b><span class="say">{escape(_goal(lesson))}{opens}</span>'
        f'</span><span class="state">{WORDS[state]}</span>'
        f'<span class="minutes">{lesson.minutes} min</span></li>'
    )


def _goal(lesson: Lesson) -> str:
    return f"{lesson.goal[:1].upper()}{lesson.goal[1:]}."
