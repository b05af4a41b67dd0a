"""The board: a ranking to drag, its ideal order beside it, and lines between the two."""

from __future__ import annotations

from typing import Any

import streamlit as st

import ndcg_core as nc
from ndcg_ui.boards.history import History
from ndcg_ui.components import exposed, session_name
from ndcg_ui.components.events import NONE_YET, Acknowledged
from ndcg_ui.exhibits.parts import board_data
from ndcg_ui.exhibits.templates import board as template

_board = st.components.v2.component(
    "ndcg-tutor.board", js="board.js", html=template({}), isolate_styles=False
)


def board(
    history: History,
    trace: nc.Trace,
    *,
    key: str,
    acknowledged: Acknowledged = NONE_YET,
    **how: Any,
) -> None:
    """Show the board, as `board_data` describes it; what the person does arrives as its event.

    acknowledged: the last command obeyed or refused.
    """
    can = {
        "undo": bool(history.past),
        "redo": bool(history.future),
        "reset": history.now != history.start,
    }
    session = {"epoch": session_name(), **acknowledged, "can": can}
    data = board_data(history.now, trace, **how) | session
    _board(key=key, data=data, on_event_change=exposed)
