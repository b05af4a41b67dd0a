"""Predict first: commit to a number, then see what comes out, with the guess left on the chart."""

from __future__ import annotations

import streamlit as st

from ndcg_core.exercises.predictions import PREDICTIONS
from ndcg_ui import figures
from ndcg_ui.boards.settings import whole
from ndcg_ui.components.figure import figure
from ndcg_ui.components.markup import markup
from ndcg_ui.html.builder import h2, p
from ndcg_ui.page.keys import key
from ndcg_ui.page.link import Query

SCENE = "practice.predict"


def adopt(query: Query) -> str:
    """Take over the question a link names."""
    _ask(min(whole(query.get("question", ""), 1), len(PREDICTIONS)) - 1)
    return ""


def link() -> dict[str, str]:
    """Return the parameters of a link to the question on the screen."""
    return {"question": str(st.session_state[key(SCENE, "question")] + 1)}


def draw() -> None:
    """Draw the question and, once the learner has committed, the answer."""
    state = st.session_state
    if key(SCENE, "question") not in state:
        _ask(0)
    place = state[key(SCENE, "question")]
    asked = PREDICTIONS[place]
    committed = state.get(key(SCENE, "committed"))
    markup(h2(asked.question, css="task"), key=key(SCENE, "asked"))
    guessed = st.slider(
        "Your guess",
        0.0,
        1.0,
        0.5,
        0.01,
        key=f"{SCENE}.guess.{place}",
        disabled=committed is not None,
    )
    # One button that changes its text: another one in its place would lose the keyboard's focus.
    st.button(
        "Commit" if committed is None else "Next question",
        key=key(SCENE, "go"),
        type="primary",
        on_click=_go,
        args=(guessed,),
    )
    if committed is not None:
        drawn = figures.guess(committed, asked.beside)
        figure(drawn, key=key(SCENE, "chart"), name="Your guess and the answer", height=190)
        markup(p(asked.lesson, css="note"), key=key(SCENE, "lesson"))


def _ask(place: int) -> None:
    st.session_state[key(SCENE, "question")] = place
    st.session_state.pop(key(SCENE, "committed"), None)
    st.session_state.pop(f"{SCENE}.guess.{place}", None)


def _go(guessed: float) -> None:
    """Commit to the guess; or, where that is done, go on to the next question."""
    state = st.session_state
    if key(SCENE, "committed") in state:
        _ask((state[key(SCENE, "question")] + 1) % len(PREDICTIONS))
    else:
        state[key(SCENE, "committed")] = guessed
