"""A board in a visitor's session: the link, the board's commands, the text field and the settings
brought together into one state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

import ndcg_core as nc
from ndcg_ui.boards.board import Board
from ndcg_ui.boards.history import History
from ndcg_ui.boards.link_text import read_link, write_link
from ndcg_ui.boards.ranking_text import read_ranking, write_ranking
from ndcg_ui.boards.settings import PARAMETERS, STILL, Parameter, Settings
from ndcg_ui.components.events import Acknowledged, Event, Inbox
from ndcg_ui.page import link

LAST = "What was calculated last is still shown."


@dataclass(frozen=True)
class BoardState:
    """A board in the session.

    settings  those that were calculated with last
    written   the text field as it was last read or written: another text was typed since
    inbox     the last command that was obeyed or refused
    """

    history: History
    settings: Settings = field(default_factory=Settings)
    written: str = ""
    inbox: Inbox = field(default_factory=Inbox)

    def acknowledged(self, page: str) -> Acknowledged:
        """Return the last command of the board of `page` that has had its effect."""
        return self.inbox.acknowledged(key(page, "board"))


@dataclass(frozen=True)
class Played:
    """What a board's page shows: the history, the settings, their trace and what went wrong."""

    history: History
    settings: Settings
    trace: nc.Trace
    acknowledged: Acknowledged
    problems: tuple[str, ...]

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return self.history.now


def key(page: str, name: str) -> str:
    """Return the session key of a widget or value of a page."""
    return f"{page}.{name}"


def play(page: str, *, linked: bool = True) -> Played:
    """Return the state of `page` after what the visitor just did.

    linked: whether the state is read from the link; then `follow` has to write it there.
    """
    before, problems = _adopt(page, linked)
    commanded, trouble = _commanded(page, before)
    if commanded.history == before.history:
        state, typed = _typed(page, commanded)
        trouble += typed
    else:
        state = _with_text(page, commanded)
    shown, state = _shown(page, state, before)
    keep_state(page, state)
    return replace(shown, problems=(*problems, *trouble, *shown.problems))


def kept_state(page: str) -> BoardState | None:
    """Return the board of `page`, if there is one yet."""
    state: BoardState | None = st.session_state.get(key(page, "board state"))
    return state


def keep_state(page: str, state: BoardState) -> None:
    """Keep the board of `page`: what a command did, and that it was obeyed, in one go."""
    st.session_state[key(page, "board state")] = state


def follow(page: str, played: Played) -> None:
    """Bring the link up to date; last, for the browser draws the whole page anew for it."""
    link.follow(page, write_link(played.board, played.settings), _canonical)


# --- The link --------------------------------------------------------------------------------


def _adopt(page: str, linked: bool) -> tuple[BoardState, list[str]]:
    """Take over what the link says, where it leads somewhere new."""
    kept = kept_state(page)
    query = link.arrival(page) if linked else ({} if kept is None else None)
    if query is None and kept is not None:
        _keep_widgets(page, kept)
        return kept, []
    if query is None:  # a run that was cut off has read the link and kept nothing of it
        query = st.query_params.to_dict()
    board, settings, problems = read_link(query, kept.history.now if kept else None)
    for parameter in PARAMETERS:
        value, widget = getattr(settings, parameter.name), key(page, parameter.name)
        if kept is not None or widget not in st.session_state:
            st.session_state[widget] = value
    state = replace(kept or BoardState(History.of(board)), history=History.of(board))
    if kept is not None or key(page, "text") not in st.session_state:
        state = _with_text(page, state)
    keep_state(page, state)
    return state, problems


def _keep_widgets(page: str, state: BoardState) -> None:
    """Give the widgets their values back: Streamlit forgets those of a page that was left."""
    for parameter in PARAMETERS:
        name, value = key(page, parameter.name), getattr(state.settings, parameter.name)
        if not _is_sound(parameter, st.session_state.setdefault(name, value)):
            st.session_state[name] = value
    st.session_state.setdefault(key(page, "text"), state.written)


def _is_sound(parameter: Parameter, value: Any) -> bool:
    """Whether a field holds what it can hold; an emptied one does."""
    if value is None:
        return True
    try:
        return bool(parameter.read(parameter.write(value)) == value)
    except (TypeError, ValueError):
        return False


def _canonical(query: link.Query) -> link.Query:
    board, settings, _ = read_link(query)
    return write_link(board, settings)


# --- The board's commands and the text field ---------------------------------------------------


def obeyed(page: str, state: BoardState, *, only: Sequence[str] | None = None) -> BoardState:
    """Return a board without link and text field after its last command; `only` some, if named.

    What does not fit the board is acknowledged and dropped. The caller keeps the state.
    """
    return _commanded(page, state, only)[0]


def _commanded(
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


def _typed(page: str, state: BoardState) -> tuple[BoardState, list[str]]:
    """Take over the text field, if it says something else than the board."""
    text = st.session_state[key(page, "text")]
    if text == state.written:
        return state, []
    try:
        ranking = read_ranking(text)
    except ValueError as error:
        return state, [f"{error} {STILL}"]
    typed = _same_documents(state.history.now, Board(ranking))
    return replace(state, history=state.history.moved(typed), written=text), []


def _same_documents(board: Board, typed: Board) -> Board:
    """Keep the typed documents' identity where a name is known, and the judged ones."""
    known = {document.label: document.doc for document in board.ranking}
    fresh = max(document.doc for document in board.documents) + 1
    taken: set[int] = set()
    ranking = []
    for place, document in enumerate(typed.ranking):
        doc = known.get(document.label, fresh + place)
        doc = fresh + len(typed.ranking) + place if doc in taken else doc
        taken.add(doc)
        ranking.append(replace(document, doc=doc))
    return Board(tuple(ranking), board.unretrieved)


def _with_text(page: str, state: BoardState) -> BoardState:
    """Write the board into the text field."""
    text = st.session_state[key(page, "text")] = write_ranking(state.history.now.ranking)
    return replace(state, written=text)


# --- The settings and the trace ----------------------------------------------------------------


def _shown(page: str, state: BoardState, before: BoardState) -> tuple[Played, BoardState]:
    """Calculate; what cannot be calculated leaves what was there and says why."""
    last = state.settings
    first = History.of(read_link({})[0])
    problems: list[str] = []
    for history, settings in (
        (state.history, _chosen(page, last)),
        (before.history, last),
        (first, Settings()),
    ):
        try:
            trace = history.now.trace(settings.k, settings.convention)
        except ValueError as error:
            problems.append(f"{error} {LAST}")
        else:
            acknowledged = state.acknowledged(page)
            shown = Played(history, settings, trace, acknowledged, tuple(problems[:1]))
            return shown, replace(state, history=history, settings=settings)
    raise AssertionError("The first ranking can always be scored.")


def _chosen(page: str, last: Settings) -> Settings:
    """The settings as the widgets have them; an emptied field keeps its last value, k means all."""
    kept = {parameter.name: getattr(last, parameter.name) for parameter in PARAMETERS}
    values = {name: st.session_state.get(key(page, name), v) for name, v in kept.items()}
    return replace(last, **{n: v for n, v in values.items() if v is not None or n == "k"})
