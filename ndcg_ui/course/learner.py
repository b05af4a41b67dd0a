"""A learner in the course: where they are, what the browser keeps of them, what is under way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ndcg_core.lessons import Lesson
from ndcg_core.lessons.course.course import Course
from ndcg_ui.course.scene import HIDEABLE, library

Query = Mapping[str, str]


@dataclass(frozen=True)
class Place:
    """A lesson and a step in it, or the course page; and what is preset.

    step    counts from 1; 0 is wherever the learner left the lesson
    """

    lesson: str = ""
    step: int = 1
    unlock: Literal["", "all"] = ""
    hide: tuple[str, ...] = ()

    @property
    def found(self) -> Lesson | None:
        """The lesson itself."""
        return next((lesson for lesson in library() if lesson.slug == self.lesson), None)


@dataclass
class Learner:
    """What an act on the course page or in a lesson changes.

    state  what this tab remembers beside the course, as plain data
    known  whether the browser has said what the course is; before, no lesson is open or locked
    """

    place: Place
    course: Course
    state: Mapping[str, Any] = field(default_factory=dict)
    known: bool = True

    def remember(self, **changes: Any) -> None:
        """Change what the tab remembers; None forgets."""
        after = {**self.state, **changes}
        self.state = {name: value for name, value in after.items() if value is not None}


def read_place(query: Query) -> Place:
    """Return where a link leads.

    >>> read_place({"lesson": "gain", "step": "2"})
    Place(lesson='gain', step=2, unlock='', hide=())
    """
    step = query.get("step", "1")
    hide = tuple(name for name in query.get("hide", "").split(",") if name in HIDEABLE)
    slug = query.get("lesson", "")
    return Place(
        slug if slug in {lesson.slug for lesson in library()} else "",
        max(1, int(step)) if step.isdecimal() and step.isascii() and len(step) < 4 else 1,
        "all" if query.get("unlock") == "all" else "",
        hide,
    )


def write_place(place: Place) -> dict[str, str]:
    """Return the parameters of a link to a place."""
    return (
        ({"lesson": place.lesson} if place.lesson else {})
        | ({"step": str(place.step)} if place.lesson and place.step > 1 else {})
        | ({"unlock": place.unlock} if place.unlock else {})
        | ({"hide": ",".join(place.hide)} if place.hide else {})
    )
