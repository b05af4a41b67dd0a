"""A learner's course in the session, and in the browser that keeps it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, cast

import streamlit as st

from ndcg_core.teaching.lessons.course import Course, pack, unpack
from ndcg_ui.components import confirming
from ndcg_ui.components.ask import hold
from ndcg_ui.components.progress import progress, stored

KEY = "learn.progress"
COURSE, ASKER, HEARD = "learn.course", "learn.asker", "learn.heard"
ASSUMED = "learn.assumed"
"""Set while the course is what the browser told an earlier session, until it is confirmed."""


def asker() -> str:
    """Return the name this session asks the browser by; another after a restart."""
    return cast(str, st.session_state.setdefault(ASKER, secrets.token_hex(6)))


def load() -> Course | None:
    """Return the course; None until the browser has said what it has."""
    state, said = st.session_state, stored(KEY)
    confirming.together()
    if said is not None and said.get("asker") == asker():
        _hear(said)
    elif said is not None and COURSE not in state:
        state[COURSE], state[ASSUMED] = unpack(said.get("value")), "assumed"
    hold("held" if ASSUMED in state else "free")
    return state.get(COURSE)


def _hear(said: Mapping[str, Any]) -> None:
    """Take over what the browser says, once; an echo says nothing new."""
    state = st.session_state
    if said.get("seq") == state.get(HEARD):
        return
    state[HEARD] = said.get("seq")
    if said.get("kind") != "echo" or ASSUMED in state or COURSE not in state:
        state[COURSE] = unpack(said.get("value"))
    state.pop(ASSUMED, None)


def save(course: Course | None) -> None:
    """Keep the course, in the session and in the browser; before it has answered, only ask.

    What was done in this run is confirmed with it.
    """
    if course is not None:
        st.session_state[COURSE] = course
    known = course is not None and HEARD in st.session_state
    value = pack(course) if known and course is not None else None
    progress(asker(), value, confirming.confirmed(), key=KEY)
