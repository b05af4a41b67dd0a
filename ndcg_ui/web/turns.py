"""Whole pages of new visitors are run one after the other.

A visitor's first run draws everything and may take a tenth of a second or more. Many at once would
share the interpreter with whoever is moving a card just then, and be no sooner done for it. So new
visitors wait for one another, and those that are there do not wait for them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore

import streamlit as st

from ndcg_ui.web import limits

_free = Semaphore(limits.FIRST_RUNS)
SEEN = "turns.seen"


def hand_over_often() -> None:
    """Let whoever waits for the interpreter have it after a millisecond instead of five."""
    sys.setswitchinterval(limits.SECONDS_TO_HAND_OVER)


@contextmanager
def turn() -> Iterator[None]:
    """Wait for a turn, where this is the first run of a session; nobody waits for good."""
    if SEEN in st.session_state:
        yield
        return
    taken = _free.acquire(timeout=limits.SECONDS_FOR_A_TURN)
    try:
        st.session_state[SEEN] = "seen"
        yield
    finally:
        if taken:
            _free.release()
