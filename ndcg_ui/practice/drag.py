"""Practice by drag: tasks marked from the board."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

import ndcg_core as nc
from ndcg_core.exercises.drag_tasks import TASKS, DragExercise
from ndcg_ui.boards.board import Board, Document, default_label
from ndcg_ui.boards.history import History
from ndcg_ui.boards.session import obeyed
from ndcg_ui.boards.settings import whole
from ndcg_ui.boards.stage import stage
from ndcg_ui.boards.state import BoardState
from ndcg_ui.components.markup import markup
from ndcg_ui.html.builder import Html, h2, html, p, verdict
from ndcg_ui.page.keys import key
from ndcg_ui.page.link import Query

PAGE = "practice"
SCENE = "practice.drag"
STATE = key(SCENE, "state")


@dataclass(frozen=True)
class DragState:
    """The task that is set, by its place among `TASKS`, and its board."""

    task: int
    board: BoardState


def adopt(query: Query) -> str:
    """Take over the task a link names."""
    _begin(min(whole(query.get("task", ""), 1), len(TASKS)) - 1)
    return ""


def link() -> dict[str, str]:
    """Return the parameters of a link to the task on the screen."""
    return {"task": str(st.session_state[STATE].task + 1)}


def draw() -> None:
    """Draw the task, its board and what is said of the order."""
    if STATE not in st.session_state:
        _begin(0)
    before: DragState = st.session_state[STATE]
    state = replace(before, board=obeyed(SCENE, before.board, only=("arrange",)))
    st.session_state[STATE] = state
    task, history = TASKS[state.task], state.board.history
    judged = task.judge([document.id for document in history.now.ranking])
    markup(h2(task.text, css="task"), key=key(SCENE, "asked"))
    said = p(_badge(judged.outcome), judged.text, css="note", role="status")
    markup(said, key=key(SCENE, "judged"))
    stage(
        SCENE,
        history,
        history.now.trace(task.k, nc.STANDARD),
        acknowledged=state.board.acknowledged(SCENE),
        mode="move",
    )
    with st.container(horizontal=True):
        st.button(
            "Another task",
            key=key(SCENE, "another"),
            on_click=_another,
            type="primary" if judged.outcome == "right" else "secondary",
        )
        st.button("Start again", key=key(SCENE, "again"), on_click=_again)


def _badge(outcome: str) -> Html | None:
    word = {"open": "", "right": "right", "wrong": "not yet"}[outcome]
    return html(verdict(outcome, word, data_testid="verdict"), " ") if word else None


def _begin(place: int) -> None:
    """Set a task; what was done on the board before it is not done on this one."""
    history = History.of(_board(TASKS[place]))
    before: DragState | None = st.session_state.get(STATE)
    board = replace(before.board, history=history) if before else BoardState(history)
    st.session_state[STATE] = DragState(place, board)


def _another() -> None:
    _begin((st.session_state[STATE].task + 1) % len(TASKS))


def _again() -> None:
    _begin(st.session_state[STATE].task)


def _board(task: DragExercise) -> Board:
    return Board(tuple(Document(i, default_label(i), grade) for i, grade in enumerate(task.grades)))
