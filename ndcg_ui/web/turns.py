"""Whole pages of new visitors are run one after the other, and take half of the time at most.

A visitor's first run draws everything and may take a tenth of a second or more. Many at once would
share the interpreter with whoever is moving a card just then, and be no sooner done for it. So new
visitors wait for one another, and those that are there do not wait for them. After each, the next
one waits for as long again as it cost: who arrives again and again leaves the other half alone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic, sleep, thread_time

import streamlit as st

from ndcg_ui.web import limits

SEEN = "turns.seen"


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

    @contextmanager
    def one(self) -> Iterator[None]:
        """Wait for a turn, and have it."""
        taken = self.free.acquire(timeout=limits.SECONDS_FOR_A_TURN)
        if taken:
            self.sleep(max(0.0, self.rested - self.clock()))
        began = self.work()
        try:
            yield
        finally:
            if taken:
                cost = self.work() - began + self.besides
                self.rested = self.clock() + cost
                self.free.release()


turns = Turns(besides=limits.SECONDS_TO_RECEIVE)


@contextmanager
def turn() -> Iterator[None]:
    """Wait for a turn, where this is the first run of a session."""
    if SEEN in st.session_state:
        yield
        return
    with turns.one():
        st.session_state[SEEN] = "seen"
        yield
