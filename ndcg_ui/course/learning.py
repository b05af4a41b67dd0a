"""What the session knows of a learner in the course: one value, kept in one go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import streamlit as st

from ndcg_core.lessons.course.attempts import Attempt
from ndcg_core.lessons.course.course import Course
from ndcg_core.plain_data import LONGEST
from ndcg_ui.boards.history import History
from ndcg_ui.components.events import NOTHING, Acknowledged, Event, Inbox

STATE = "learn.state"


@dataclass(frozen=True)
class Place:
    """Where the learner is: a lesson and a step in it, or the course page; and what is preset.

    step    counts from 1; 0 is wherever the learner left the lesson
    """

    lesson: str = ""
    step: int = 1
    unlock: Literal["", "all"] = ""
    hide: tuple[str, ...] = ()


@dataclass(frozen=True)
class Turn:
    """The question that a gate asks now: its place, the number of the try, and how it goes.

    It stays on the screen with its verdict while the gate has already gone on.
    """

    place: int
    number: int
    attempt: Attempt


@dataclass(frozen=True)
class Due:
    """The question from an earlier lesson that is put, the number of the try, and how it goes."""

    item: str
    number: int
    attempt: Attempt


@dataclass(frozen=True)
class BlockStates:
    """What the session knows of blocks beside what was answered in them; all by block.

    boards    each board's history
    controls  what was chosen beside a board
    turns      the question on the screen of a gate
    hinted    the tasks whose hint was asked for
    replays   the step that a replay stands at
    """

    boards: Mapping[str, History] = field(default_factory=dict)
    controls: Mapping[str, Any] = field(default_factory=dict)
    turns: Mapping[str, Turn] = field(default_factory=dict)
    hinted: frozenset[str] = frozenset()
    replays: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Learning:
    """The learner's way through the course in this session.

    place   None until the link was read
    course  None until the browser has said what it keeps
    trust   "assumed" while the course is what the browser told an earlier session
    cells   the cell of a question's sheet that was left last, by the question's key
    reset   what is to be forgotten, a lesson's slug or "" for all, once that is confirmed
    inbox   the last events; they count once the browser has stored the course
    """

    place: Place | None = None
    course: Course | None = None
    trust: Literal["unknown", "assumed", "confirmed"] = "unknown"
    lessons: Mapping[str, BlockStates] = field(default_factory=dict)
    due: Due | None = None
    cells: Mapping[str, str] = field(default_factory=dict)
    reset: str | None = None
    inbox: Inbox = field(default_factory=lambda: Inbox(counts="stored"))


@dataclass
class Learner:
    """The learner while a page is drawn, from top to bottom.

    What an event changes is changed inside `taking`, which keeps it together with the event's
    number. No event is taken while the course is only assumed: it may be about another one.
    """

    learning: Learning

    @property
    def course(self) -> Course:
        """The course; only where the browser has told it."""
        assert self.learning.course is not None
        return self.learning.course

    @course.setter
    def course(self, course: Course) -> None:
        self.change(course=course)

    @property
    def place(self) -> Place:
        """Where the learner is."""
        return self.learning.place or Place()

    def change(self, **changes: Any) -> None:
        """Change what is known; kept at the end of `taking`, or by `keep`."""
        self.learning = replace(self.learning, **changes)

    def keep(self) -> None:
        """Keep all of it, by one assignment."""
        st.session_state[STATE] = self.learning

    @contextmanager
    def taking(
        self, key: str, *, form: str | None = None, longest: int = LONGEST
    ) -> Iterator[Event]:
        """Take the event of the component `key`, keep what is done meanwhile, and acknowledge it.

        Draw nothing inside: a run that is cut off there keeps nothing, and the next one takes the
        event again. form: an event in another form waits until that is on the screen.
        """
        event = self.learning.inbox.take(key, longest)
        if self.learning.trust == "assumed" or form not in (None, event.get("form")):
            event = NOTHING
        yield event
        self.change(inbox=self.learning.inbox.acknowledging(key, event))
        self.keep()

    def acknowledged(self, key: str) -> Acknowledged:
        """Return the last event of the component `key` that has had its effect."""
        return self.learning.inbox.acknowledged(key)
