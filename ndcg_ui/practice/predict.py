"""Predict first: commit to a number, then see what comes out, with the guess left on the chart."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

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
STATE = key(SCENE, "state")


@dataclass(frozen=True)
class Prediction:
    """The question that is put, by its place among `PREDICTIONS`, and the guess committed to."""

    question: int = 0
    committed: float | None = None

    @property
    def field(self) -> str:
        """The session key of the question's slider."""
        return f"{SCENE}.guess.{self.question}"


def adopt(query: Query) -> str:
    """Take over the question a link names."""
    _ask(min(whole(query.get("question", ""), 1), len(PREDICTIONS)) - 1)
    return ""


def link() -> dict[str, str]:
    """Return the parameters of a link to the question on the screen."""
    return {"question": str(_kept().question + 1)}


def draw() -> None:
    """Draw the question and, once the learner has committed, the answer."""
    state = _kept()
    asked, committed = PREDICTIONS[state.question], state.committed
    markup(h2(asked.question, css="task"), key=key(SCENE, "asked"))
    guessed = st.slider(
        "Your guess", 0.0, 1.0, 0.5, 0.01, key=state.field, disabled=committed is not None
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


def _kept() -> Prediction:
    return cast(Prediction, st.session_state.setdefault(STATE, Prediction()))


def _ask(question: int) -> None:
    asked = st.session_state[STATE] = Prediction(question)
    st.session_state.pop(asked.field, None)


def _go(guessed: float) -> None:
    """Commit to the guess; or, where that is done, go on to the next question."""
    state = _kept()
    if state.committed is None:
        st.session_state[STATE] = replace(state, committed=guessed)
    else:
        _ask((state.question + 1) % len(PREDICTIONS))
