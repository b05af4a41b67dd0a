"""A board in a visitor's session: the link, the board's commands, the text field and the settings
brought together into one state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

import ndcg_core as nc
from ndcg_ui.boards.board import Board
from ndcg_ui.boards.history import History
from ndcg_ui.boards.link_text import read_link, write_link
from ndcg_ui.boards.ranking_text import read_ranking, write_ranking
from ndcg_ui.boards.settings import PARAMETERS, STILL, Parameter, Settings
from ndcg_ui.components.board import command
from ndcg_ui.page import link


@dataclass(frozen=True)
class Played:
    """What a board's page shows: the history, the settings, their trace and what went wrong."""

    history: History
    settings: Settings
    trace: nc.Trace
    answered: str | None
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
    problems = _adopt(page, linked)
    before: History = st.session_state[key(page, "history")]
    history, answered, trouble = _commanded(page, before)
    if history == before:
        history, typed = _typed(page, history)
        trouble += typed
    else:
        _write_text(page, history.now)
    shown = _shown(page, history, before)
    _keep(page, shown.history, answered)
    return replace(shown, answered=answered, problems=(*problems, *trouble, *shown.problems))


def follow(page: str, played: Played) -> None:
    """Bring the link up to date; last, for the browser draws the whole page anew for it."""
    link.follow(page, write_link(played.board, played.settings), _canonical)


# --- The link --------------------------------------------------------------------------------


def _adopt(page: str, linked: bool) -> list[str]:
    """Take over what the link says, where it leads somewhere new."""
    fresh = key(page, "history") not in st.session_state
    query = link.arrival(page) if linked else ({} if fresh else None)
    if query is None:
        _keep_widgets(page)
        return []
    kept = None if fresh else st.session_state[key(page, "history")].now
    board, settings, problems = read_link(query, kept)
    st.session_state[key(page, "history")] = History.of(board)
    for parameter in PARAMETERS:
        value, widget = getattr(settings, parameter.name), key(page, parameter.name)
        if not fresh or widget not in st.session_state:
            st.session_state[widget] = value
    if not fresh or key(page, "text") not in st.session_state:
        _write_text(page, board)
    return problems


def _keep_widgets(page: str) -> None:
    """Give the widgets their values back: Streamlit forgets those of a page that was left."""
    saved = _settings(page)
    for parameter in PARAMETERS:
        name, value = key(page, parameter.name), saved[parameter.name]
        if not _is_sound(parameter, st.session_state.setdefault(name, value)):
            st.session_state[name] = value
    st.session_state.setdefault(key(page, "text"), st.session_state[key(page, "written")])


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


def obeyed(page: str, *, only: Sequence[str] | None = None) -> History:
    """Obey the last command of a board without link and text field; `only` some, if named.

    What does not fit the board is answered and dropped.
    """
    history, answered, _ = _commanded(page, st.session_state[key(page, "history")], only)
    _keep(page, history, answered)
    return history


def _keep(page: str, history: History, answered: str | None) -> None:
    """A newer rerun may cut this one off: what a command did is kept before it is answered."""
    st.session_state[key(page, "history")] = history
    st.session_state[key(page, "answered")] = answered


def _commanded(
    page: str, history: History, only: Sequence[str] | None = None
) -> tuple[History, str | None, list[str]]:
    """Obey the board's last command, once, if it was given on the board as it is now."""
    given = command(key(page, "board"))
    answered = st.session_state.get(key(page, "answered"))
    if given is None or given.get("seq") == answered:
        return history, answered, []
    answered = str(given.get("seq"))
    if given.get("revision") != history.now.revision or (only and given.get("do") not in only):
        return history, answered, []
    try:
        return history.obeying(given), answered, []
    except ValueError as error:
        return history, answered, [str(error)]


def _typed(page: str, history: History) -> tuple[History, list[str]]:
    """Take over the text field, if it says something else than the board."""
    text = st.session_state[key(page, "text")]
    if text == st.session_state.get(key(page, "written")):
        return history, []
    try:
        ranking = read_ranking(text)
    except ValueError as error:
        return history, [f"{error} {STILL}"]
    st.session_state[key(page, "written")] = text
    return history.moved(_same_documents(history.now, Board(ranking))), []


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


def _write_text(page: str, board: Board) -> None:
    text = write_ranking(board.ranking)
    st.session_state[key(page, "text")] = text
    st.session_state[key(page, "written")] = text


# --- The settings and the trace ----------------------------------------------------------------


def _settings(page: str) -> dict[str, Any]:
    saved = st.session_state.get(key(page, "settings"), Settings())
    return {parameter.name: getattr(saved, parameter.name) for parameter in PARAMETERS}


def _shown(page: str, history: History, before: History) -> Played:
    """Calculate; what cannot be calculated leaves what was there and says why."""
    state = st.session_state
    last: Settings = state.get(key(page, "settings"), Settings())
    first = History.of(read_link({})[0])
    problems: list[str] = []
    for attempt, settings in ((history, _chosen(page, last)), (before, last), (first, Settings())):
        try:
            trace = attempt.now.trace(settings.k, settings.convention)
        except ValueError as error:
            problems.append(f"{error} What was calculated last is still shown.")
        else:
            state[key(page, "settings")] = settings
            return Played(attempt, settings, trace, None, tuple(problems[:1]))
    raise AssertionError("The first ranking can always be scored.")


def _chosen(page: str, last: Settings) -> Settings:
    """The settings as the widgets have them; an emptied field keeps its last value, k means all."""
    values = {name: st.session_state.get(key(page, name), v) for name, v in _settings(page).items()}
    return replace(last, **{n: v for n, v in values.items() if v is not None or n == "k"})
