"""Whole pages of new visitors are run one after the other, and take half of the time at most.

A visitor's first run draws everything and may take a tenth of a second or more. Many at once would
share the interpreter with whoever is moving a card just then, and be no sooner done for it. So new
visitors wait for one another, and those that are there do not wait for them. After each, the next
one waits for as long again as it cost: who arrives again and again leaves the other half alone.
And between two parts of its run a newcomer gives way to whoever is running just then, who has moved
a card and looks at it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Condition, Lock, get_ident, local
from time import monotonic, sleep, thread_time
from typing import TypeVar

import streamlit as st

from ndcg_ui import limits

SEEN = "turns.seen"

T = TypeVar("T")


def hand_over_often() -> None:
    """Let whoever waits for the interpreter have it after a millisecond instead of five."""
    sys.setswitchinterval(limits.SECONDS_TO_HAND_OVER)


class Turns:
    """Gives one at a time a turn, and a rest after each; nobody waits for good."""

    def __init__(
        self,
        clock: Callable[[], float] = monotonic,
        work: Callable[[], float] = thread_time,
        sleep: Callable[[float], None] = sleep,
        besides: float = 0.0,
    ) -> None:
        """Begin with nobody waiting; clock and sleep may be a test's.

        work: what a thread has done so far. besides: what each costs that is not in it. Both are
        seconds.
        """
        self.clock, self.work, self.sleep, self.besides = clock, work, sleep, besides
        self.free, self.rested = Lock(), clock()
        self.waiting: set[int] = set()  # threads

    @contextmanager
    def one(self) -> Iterator[None]:
        """Wait for a turn, and have it."""
        self.waiting.add(get_ident())
        taken = self.free.acquire(timeout=limits.SECONDS_FOR_A_TURN)
        if taken:
            self.sleep(max(0.0, self.rested - self.clock()))
        self.waiting.discard(get_ident())
        began = self.work()
        try:
            yield
        finally:
            if taken:
                cost = self.work() - began + self.besides
                self.rested = self.clock() + cost
                self.free.release()


class Precedence:
    """Those who are there go first: others can wait until none of them runs."""

    def __init__(self) -> None:
        """Begin with nobody running."""
        self.running, self.over = 0, Condition()

    @contextmanager
    def first(self) -> Iterator[None]:
        """Run, while others wait."""
        with self.over:
            self.running += 1
        try:
            yield
        finally:
            with self.over:
                self.running -= 1
                self.over.notify_all()

    def wait(self, seconds: float) -> None:
        """Wait until nobody runs, or for so many seconds."""
        if self.running:
            with self.over:
                self.over.wait_for(lambda: not self.running, seconds)


class Newcomer(local):
    """How long this thread still waits for others: seconds, while it runs a newcomer's page."""

    patience: float | None = None


turns = Turns(besides=limits.SECONDS_TO_RECEIVE)
precedence = Precedence()
newcomer = Newcomer()


@contextmanager
def turn() -> Iterator[None]:
    """Run a page or a part of one: in turn where this is a session's first run, at once if not."""
    if newcomer.patience is not None:  # a part of the page that has its turn
        yield
    elif SEEN in st.session_state:
        with precedence.first():
            yield
    else:
        with turns.one():
            st.session_state[SEEN] = "seen"
            newcomer.patience = limits.SECONDS_TO_GIVE_WAY
            try:
                yield
            finally:
                newcomer.patience = None


def give_way() -> None:
    """Between two parts of a newcomer's run, let those who are there go first."""
    if newcomer.patience:
        began = monotonic()
        precedence.wait(newcomer.patience)
        newcomer.patience = max(0.0, newcomer.patience - (monotonic() - began))


def giving_way(items: Iterable[T]) -> Iterator[T]:
    """The same items, giving way before each."""
    for item in items:
        give_way()
        yield item
