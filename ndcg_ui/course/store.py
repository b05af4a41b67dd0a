"""A learner's course in the session, and in the browser that keeps it."""

from __future__ import annotations

import streamlit as st

from ndcg_core.lessons.course.course import pack, unpack
from ndcg_ui.components.events import sent_before
from ndcg_ui.components.store import store
from ndcg_ui.course.learning import STATE, Learner, Learning

KEY, NAME = "learn.progress", "progress"


def load() -> Learner:
    """Return the learner; without a course until the browser has said what it has."""
    learning: Learning = st.session_state.get(STATE, Learning())
    learner = Learner(learning)
    event = learning.inbox.take(KEY)
    before = sent_before(KEY)
    if event:
        new = event.get("kind") != "echo" or learning.trust != "confirmed"
        if learning.trust == "assumed":  # so was what lies on the boards
            learner.change(lessons={})
        if new:
            learner.change(course=unpack(event.get("value")), trust="confirmed")
        learner.change(inbox=learning.inbox.acknowledging(KEY, event))
    elif before and learning.course is None:
        learner.change(course=unpack(before.get("value")), trust="assumed")
    learner.keep()
    return learner


def save(learner: Learner) -> None:
    """Have the browser keep the course; before it has answered, only ask for it."""
    learner.keep()
    known = learner.learning.trust == "confirmed"
    value = pack(learner.course) if known else None
    store(NAME, value, key=KEY, inbox=learner.learning.inbox)
