"""The bar below a lesson: progress, what is left to do, and "continue", always in one place."""

from __future__ import annotations

from ndcg_core.lessons.course.course import state_of
from ndcg_ui.course.path import link_to
from ndcg_ui.course.scene import LessonScene, library
from ndcg_ui.exhibits.parts import Part, form
from ndcg_ui.html.builder import Html, button, div, span, tag

BAR = "bar"
CONTINUE = {"css": "plain-button strong", "data_testid": "continue"}


def bar(scene: LessonScene, at: int, left: str, wanted: int) -> list[Part]:
    """Return the bar at step `at`; left: what is yet to be done; wanted: the step to scroll to."""
    if "bar" in scene.hide:
        return []
    slug, last = scene.lesson.slug, len(scene.lesson.steps)
    finished = at == last and not left
    drawn = div(
        tag("a", "All lessons", css="plain-button", href="?", data_act="home"),
        _marks(at, last),
        span(left, css="left", id="left", role="status"),
        _onward(scene) if finished else _forward(at, left),
        css="lesson-bar",
        data_testid="bar",
        data_step=at,
        data_steps=last,
    )
    go = f"{slug}-step-{wanted}" if wanted > 1 else f"{slug}-top"
    return [form(BAR, drawn, scene.of(BAR), go)]


def _marks(at: int, last: int) -> Html:
    looks = ["on"] * (at - 1) + ["now"] + [""] * (last - at)
    marks = (tag("i", css=look) for look in looks)
    return span(*marks, css="marks", role="img", aria_label=f"Step {at} of {last}")


def _forward(at: int, left: str) -> Html:
    off = {"aria_disabled": "true", "aria_describedby": "left"} if left else {}
    return button("Continue", data_act="continue", data_to=at + 1, **CONTINUE, **off)


def _onward(scene: LessonScene) -> Html:
    later = (lesson for lesson in library() if lesson.number > scene.lesson.number)
    after = [lesson for lesson in later if state_of(scene.course, library(), lesson) != "locked"]
    if not after or scene.record.state != "done":
        return tag("a", "To the course", href="?", data_act="home", **CONTINUE)
    return link_to(after[0], "Next lesson", **CONTINUE)
