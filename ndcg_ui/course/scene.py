"""The scene of a block: what was answered in it, where that is kept, what is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ndcg_core.html_builder import Html
from ndcg_core.lessons import Lesson, Prose, load_lessons
from ndcg_core.lessons.course.attempts import Attempt, pack_attempt, unpack_attempt
from ndcg_core.lessons.course.course import Course, answer
from ndcg_core.lessons.placeholders.settings import Value

HIDEABLE = ("text", "hints", "chart", "controls", "ideal", "bar")
"""What `?hide=` can take off a lesson, for a projector."""


class Scene:
    """What a block's acts and parts share, in a lesson or on another page."""

    def __init__(self, place: str, answers: Mapping[str, Any], hide: tuple[str, ...] = ()) -> None:
        """place: begins the names of its groups, and of drafts in the browser. hide: what is taken
        off it, of HIDEABLE.
        """
        self.place, self.hide, self._answers = place, hide, answers

    @property
    def answers(self) -> Mapping[str, Any]:
        """What was given for the blocks, by name; what else is remembered of a block stands under
        its name and a further word, as in "b1.controls".
        """
        return self._answers

    def give(self, name: str, given: Any) -> None:
        """Put what was given for a block among the answers."""
        self._answers = {**self._answers, name: given}

    def of(self, name: str) -> str:
        """Return the name of a block on its page."""
        return f"{self.place}.{name}"

    @property
    def known(self) -> Mapping[str, Value]:
        """What prose may say of the learner's answers, by block."""
        return {}

    def remembered(self, name: str) -> Mapping[str, Any]:
        """Return what is remembered under a name, where that has names of its own."""
        there = self.answers.get(name)
        return there if isinstance(there, Mapping) else {}

    def attempt(self, name: str) -> Attempt:
        """Return the try at a block."""
        return unpack_attempt(self.answers.get(name))

    def give_attempt(self, name: str, attempt: Attempt) -> None:
        """Put a try among the answers."""
        self.give(name, pack_attempt(attempt))

    def done(self, name: str) -> str:
        """Return whether a block is done: "done" or "open"."""
        given = self.answers.get(name)
        if isinstance(given, Mapping):
            return "done" if unpack_attempt(given).over == "over" else "open"
        return "open" if given is None else "done"

    def shown(self, prose: Prose, more: Mapping[str, Value] | None = None) -> Html:
        """Return prose with what the learner answered put in."""
        return prose.shown({**self.known, **(more or {})})


class LessonScene(Scene):
    """What the blocks of one lesson share: its record in a learner's course."""

    def __init__(self, course: Course, lesson: Lesson, hide: tuple[str, ...] = ()) -> None:
        super().__init__(f"learn.{lesson.slug}", {}, hide)
        self.lesson = lesson
        self.course = course

    @property
    def course(self) -> Course:
        """The learner's course."""
        return self._course

    @course.setter
    def course(self, course: Course) -> None:
        self._course = course
        self.record = course.record(self.lesson)
        """The learner's record of this lesson."""

    @property
    def answers(self) -> Mapping[str, Any]:
        """What was given for the lesson's blocks, as the course has it."""
        return self.record.answers

    def give(self, name: str, given: Any) -> None:
        """Put what was given for a block into the course."""
        self.course = answer(self.course, self.lesson, name, given)

    @property
    def known(self) -> Mapping[str, Value]:
        """What the learner committed to, by block."""
        known: dict[str, Value] = {}
        for block in self.lesson.blocks:
            given = self.answers.get(block.name)
            if block.kind == "predict" and isinstance(given, (int, float)):
                known[block.name] = Value.of(float(given))
        return known


def library() -> tuple[Lesson, ...]:
    """Return every lesson; each is read and checked once."""
    return load_lessons()
