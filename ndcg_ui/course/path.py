"""The course page's path: every lesson, its state and its minutes, and one button to go on."""

from __future__ import annotations

from collections.abc import Sequence

from ndcg_core.lessons import Lesson
from ndcg_core.lessons.course.course import Course, next_lesson, state_of, waits_for
from ndcg_ui.course.learner import Learner
from ndcg_ui.course.scene import library
from ndcg_ui.exhibits.parts import Part, form
from ndcg_ui.html.builder import (
    NOTHING,
    Html,
    b,
    h2,
    h3,
    html,
    li,
    p,
    section,
    span,
    tag,
)

PATH = "path"
PARTS = {
    1: ("Part one: work NDCG out", "One after another, and complete by itself."),
    2: ("Part two: know what it says", "Each on its own: take those you want."),
}
TEACH = html(
    tag("a", "Teach a class", href="class"),
    ": put these questions to a room, and see on the wall what it did.",
)
"""The way to a live class; a page inside another one leaves it out, as it does the navigation."""


def path(learner: Learner) -> Part:
    """Return the path; before the browser has said what was done, without any state."""
    lessons = library()
    course, unlock = learner.course if learner.known else None, learner.place.unlock
    drawn = html(
        h2(f"The course: {len(lessons)} short lessons in two parts"),
        p(_start(course, lessons), css="acts"),
        *(_part(part, course, lessons, unlock) for part in PARTS),
        p(_bypass(unlock), css="say"),
        p(TEACH, css="say of-a-class"),
    )
    return form(PATH, drawn, f"learn.{PATH}")


def _bypass(unlock: str) -> Html:
    """What to do about lessons that are locked."""
    if unlock == "all":
        return html("All lessons are open.")
    return html(
        "A lesson opens when what it builds on is done. Teaching, or coming back? ",
        tag("a", "Open all lessons", href="?unlock=all", data_act="unlock"),
    )


def _part(part: int, course: Course | None, lessons: Sequence[Lesson], unlock: str) -> Html:
    inside = [lesson for lesson in lessons if lesson.part == part]
    if not inside:
        return NOTHING
    rows = (_row(course, lesson, _state(course, lessons, lesson, unlock)) for lesson in inside)
    title, words = PARTS[part]
    minutes = sum(lesson.minutes for lesson in inside)
    return section(
        h3(title),
        p(f"{len(inside)} lessons, {minutes} minutes. {words}", css="say"),
        tag("ol", *rows, css="path", start=inside[0].number),
        css="part",
    )


def _state(course: Course | None, lessons: Sequence[Lesson], lesson: Lesson, unlock: str) -> str:
    if course is None:
        return ""
    state = state_of(course, lessons, lesson)
    return "open" if state == "locked" and unlock == "all" else state


def _start(course: Course | None, lessons: Sequence[Lesson]) -> Html:
    if course is None:
        return span("Start", css="plain-button strong waiting")
    strong = {"css": "plain-button strong", "data_testid": "start"}
    if all(state_of(course, lessons, lesson) == "done" for lesson in lessons):
        practice = tag("a", "Go on to practice", href="practice", **strong)
        return html(practice, " ", span("Every lesson is done.", css="say"))
    lesson = next_lesson(course, lessons)
    begun = bool(course.lessons)
    text = f"Continue with lesson {lesson.number}" if begun else "Start with lesson 1"
    return link_to(lesson, text, **strong)


def link_to(lesson: Lesson, text: str, **attributes: str) -> Html:
    """A link to a lesson, followed without loading the page."""
    return tag(
        "a",
        text,
        href=f"?lesson={lesson.slug}",
        data_act="open",
        data_lesson=lesson.slug,
        **attributes,
    )


def _row(course: Course | None, lesson: Lesson, state: str) -> Html:
    reachable = state in ("open", "done")
    title = link_to(lesson, lesson.title) if reachable else html(lesson.title)
    opens = ""
    if state == "locked" and course is not None:
        before = waits_for(course, library(), lesson)[-1]
        opens = f" Opens when you pass “{before.title}”."
    return li(
        span(lesson.number, css="number"),
        span(b(title), span(f"{_goal(lesson)}{opens}", css="say"), css="what"),
        span(state, css="state"),
        span(f"{lesson.minutes} min", css="minutes"),
        css=state,
        data_testid="lesson",
        data_slug=lesson.slug,
        data_state=state or "loading",
    )


def _goal(lesson: Lesson) -> str:
    return f"{lesson.goal[:1].upper()}{lesson.goal[1:]}."
