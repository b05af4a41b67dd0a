"""The board: a ranking to drag, its ideal order beside it, and lines between the two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import streamlit as st

import ndcg_core as nc
from ndcg_core.lessons.blocks.kinds import Mode
from ndcg_ui.boards.cards import cards
from ndcg_ui.boards.history import History
from ndcg_ui.components import exposed, session_name
from ndcg_ui.components.events import NONE_YET, Acknowledged

HTML = "<section class='board' data-testid='board'></section>"
_board = st.components.v2.component(
    "ndcg-tutor.board", js="board.js", html=HTML, isolate_styles=False
)

Measure = Literal["cg", "dcg", "ndcg"]


def board(history: History, trace: nc.Trace, *, key: str, **how: Any) -> None:
    """Show the board, as `payload` describes it; what the person does arrives as its event."""
    _board(key=key, data=payload(history, trace, **how), on_event_change=exposed)


def payload(
    history: History,
    trace: nc.Trace,
    *,
    acknowledged: Acknowledged = NONE_YET,
    group: str = "main",
    mode: Mode = "edit",
    now: int | None = None,
    remarks: Sequence[str] = (),
    speaks: Measure = "ndcg",
) -> dict[str, Any]:
    """Return what the browser needs, for `board` or a part of an exhibit.

    acknowledged: the last command obeyed or refused. mode: "edit" has every control, "move"
    only moving, "show" none. now: the document a replay stands at. remarks: sentences under it.
    speaks: the measure whose value is said after every change.
    """
    return cards(history, trace) | {
        "epoch": session_name(),
        **acknowledged,
        "group": group,
        "mode": mode,
        "now": now,
        "remarks": list(remarks),
        "speaks": speaks,
    }
