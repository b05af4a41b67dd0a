"""The scene of a block: what was answered in it, where that is kept, what is hidden."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any

from ndcg_core.html_builder import Html
from ndcg_core.lessons import Lesson, Prose, load_lessons
from ndcg_core.lessons.course.attempts import Attempt, pack_attempt, unpack_attempt
from ndcg_core.lessons.course.course import Record, answer
from ndcg_core.lessons.placeholders.values import Value
from ndcg_ui.components.events import Acknowledged, Event
from ndcg_ui.course.learning import BlockStates, Learner

PAGE = "learn"
HIDEABLE = ("text", "hints", "chart", "controls", "ideal", "bar")
"""What `?hide=` can take off a lesson, for a projector."""


class Scene(ABC):
    """What a block needs while it is drawn, in a lesson or on another page.

    hide  what is taken off it, of HIDEABLE
    """

    hide: tuple[str, ...] = ()

    @property
    @abstractmethod
    def answers(self) -> Mapping[str, Any]:
        """What was given for the blocks, by name."""

    @property
    @abstractmethod
    def state(self) -> BlockStates:
        """What the session knows of the blocks beside the answers."""

    @abstractmethod
    def change_state(self, **changes: Any) -> None:
        """Change it; kept at the end of `taking`, or by `keep`."""

    @abstractmethod
    def give(self, name: str, given: Any) -> None:
        """Put what was given for a block among the answers; kept likewise."""

    @abstractmethod
    def key(self, name: str) -> str:
        """The session key of a part."""

    @abstractmethod
    def taking(self, key: str) -> AbstractContextManager[Event]:
        """Take the last event of a component, keep what is done meanwhile, and acknowledge it."""

    @abstractmethod
    def acknowledged(self, key: str) -> Acknowledged:
        """Return the last event of the component `key` that has had its effect."""

    @property
    def known(self) -> Mapping[str, Value]:
        """What prose may say of the learner's answers, by block."""
        return {}

    def done(self, name: str) -> str:
        """Whether a block is done: "done" or "open"."""
        kept = self.answers.get(name)
        if isinstance(kept, Mapping):
            return "done" if unpack_attempt(kept).over == "over" else "open"
        return "open" if kept is None else "done"

    def shown(self, prose: Prose, more: Mapping[str, Value] | None = None) -> Html:
        """Prose with what the learner answered put in."""
        return prose.shown({**self.known, **(more or {})})


@dataclass
class LessonScene(Learner, Scene):
    """What the parts of one lesson share while it is drawn, from top to bottom."""

    lesson: Lesson
    hide: tuple[str, ...] = ()

    @property
    def record(self) -> Record:
        """The learner's record of this lesson."""
        return self.course.record(self.lesson)

    @property
    def answers(self) -> Mapping[str, Any]:
        """What was given for the lesson's blocks, as the course has it."""
        return self.record.answers

    @property
    def state(self) -> BlockStates:
        """What the session knows of this lesson beside the record."""
        return self.learning.lessons.get(self.lesson.slug, BlockStates())

    def change_state(self, **changes: Any) -> None:
        """Change it; kept at the end of `taking`, or by `keep`."""
        lessons = {**self.learning.lessons, self.lesson.slug: replace(self.state, **changes)}
        self.change(lessons=lessons)

    def key(self, name: str) -> str:
        """The session key of a part."""
        return f"{PAGE}.{self.lesson.slug}.{name}"

    def attempt(self, name: str) -> Attempt:
        """The try at a block."""
        return unpack_attempt(self.answers.get(name))

    def give(self, name: str, given: Any) -> None:
        """Put what was given for a block into the course."""
        self.course = answer(self.course, self.lesson, name, given)

    def give_attempt(self, name: str, attempt: Attempt) -> None:
        """Put a try into the course."""
        self.give(name, pack_attempt(attempt))

    @property
    def known(self) -> Mapping[str, Value]:
        """What the learner committed to, by block."""
        known: dict[str, Value] = {}
        for block in self.lesson.blocks:
            kept = self.answers.get(block.name)
            if block.kind == "predict" and isinstance(kept, (int, float)):
                known[block.name] = Value.of(float(kept))
        return known


def library() -> tuple[Lesson, ...]:
    """Return every lesson; each is read and checked once."""
    return load_lessons()
