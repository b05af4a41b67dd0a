"""The text field beside a board: read where another text was typed, else kept up with the board."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from ndcg_ui.boards.board import Board
from ndcg_ui.boards.ranking_text import read_ranking, write_ranking
from ndcg_ui.boards.settings import STILL
from ndcg_ui.boards.state import BoardState
from ndcg_ui.page.keys import key


def typed(page: str, state: BoardState) -> tuple[BoardState, list[str]]:
    """Take over the text field, if it says something else than the board."""
    text = st.session_state[key(page, "text")]
    if text == state.written:
        return state, []
    try:
        ranking = read_ranking(text)
    except ValueError as error:
        return state, [f"{error} {STILL}"]
    board = _same_documents(state.history.now, Board(ranking))
    return replace(state, history=state.history.moved(board), written=text), []


def _same_documents(board: Board, typed: Board) -> Board:
    """Keep the typed documents' identity where a name is known, and the judged ones."""
    known = {document.label: document.id for document in board.ranking}
    fresh = max(document.id for document in board.documents) + 1
    taken: set[int] = set()
    ranking = []
    for place, document in enumerate(typed.ranking):
        id = known.get(document.label, fresh + place)
        id = fresh + len(typed.ranking) + place if id in taken else id
        taken.add(id)
        ranking.append(replace(document, id=id))
    return Board(tuple(ranking), board.unretrieved)


def with_text(page: str, state: BoardState) -> BoardState:
    """Write the board into the text field."""
    text = st.session_state[key(page, "text")] = write_ranking(state.history.now.ranking)
    return replace(state, written=text)
