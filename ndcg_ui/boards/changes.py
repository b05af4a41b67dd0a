"""What changes a board in the session: its commands, each once, and the text field beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from ndcg_ui.boards.board import Board
from ndcg_ui.boards.history import History
from ndcg_ui.boards.ranking_text import read_ranking, write_ranking
from ndcg_ui.boards.settings import STILL
from ndcg_ui.boards.state import BoardState
from ndcg_ui.components.events import Event
from ndcg_ui.page.keys import key


def obeyed(page: str, state: BoardState, *, only: Sequence[str] | None = None) -> BoardState:
    """Return a board without link and text field after its last command; `only` some, if named.

    What does not fit the board is acknowledged and dropped. The caller keeps the state.
    """
    return commanded(page, state, only)[0]


def commanded(
    page: str, state: BoardState, only: Sequence[str] | None = None
) -> tuple[BoardState, list[str]]:
    """Obey the board's last command, once, and say what was wrong with it."""
    given = state.inbox.take(key(page, "board"))
    inbox = state.inbox.acknowledging(key(page, "board"), given)
    try:
        history = after_command(state.history, given, only)
    except ValueError as error:
        return replace(state, inbox=inbox), [str(error)]
    return replace(state, history=history, inbox=inbox), []


def after_command(history: History, given: Event, only: Sequence[str] | None = None) -> History:
    """Return the history after a command that was given on the board as it is now, or as it was.

    only: the commands that are obeyed, all where none is named. ValueError: it does not fit.
    """
    stale = given.get("revision") != history.now.revision
    refused = only is not None and given.get("do") not in only
    return history if not given or stale or refused else history.obeying(given)


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
