"""What the session holds of a board, and what a page shows of it."""

from __future__ import annotations

from dataclasses import dataclass, field

import streamlit as st

import ndcg_core as nc
from ndcg_ui.boards.board import Board
from ndcg_ui.boards.history import History
from ndcg_ui.boards.settings import Settings
from ndcg_ui.components.events import Acknowledged, Inbox
from ndcg_ui.page.keys import key


@dataclass(frozen=True)
class BoardState:
    """A board in the session.

    settings  those that were calculated with last
    inbox     the last command that was obeyed or refused
    misread   what was wrong with the link that was just read, until it has been said
    """

    history: History
    settings: Settings = field(default_factory=Settings)
    inbox: Inbox = field(default_factory=Inbox)
    misread: tuple[str, ...] = ()

    def acknowledged(self, page: str) -> Acknowledged:
        """Return the last command of the board of `page` that has had its effect."""
        return self.inbox.acknowledged(key(page, "board"))


@dataclass(frozen=True)
class Played:
    """What a board's page shows: the history, the settings, their trace and what went wrong.

    refused  whether that is what was typed just now
    """

    history: History
    settings: Settings
    trace: nc.Trace
    acknowledged: Acknowledged
    problems: tuple[str, ...]
    refused: bool = False

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return self.history.now


def kept_state(page: str) -> BoardState | None:
    """Return the board of `page`, if there is one yet."""
    state: BoardState | None = st.session_state.get(key(page, "board state"))
    return state


def keep_state(page: str, state: BoardState) -> None:
    """Keep the board of `page`: what a command did, and that it was obeyed, in one go."""
    st.session_state[key(page, "board state")] = state
