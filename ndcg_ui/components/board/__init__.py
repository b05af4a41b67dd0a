"""The board on a page that Streamlit runs: a ranking, its ideal order beside it, to look at."""

import streamlit as st

import ndcg_core as nc
from ndcg_ui.boards.board import Board
from ndcg_ui.exhibits.parts import board_data
from ndcg_ui.exhibits.templates import board as template

_board = st.components.v2.component(
    "ndcg-tutor.board", js="board.js", html=template({}), isolate_styles=False
)


def board(ranking: Board, trace: nc.Trace, *, key: str, group: str) -> None:
    """Show a board on which nothing can be moved."""
    _board(key=key, data={**board_data(ranking, trace, group=group, mode="show"), "level": 4})
