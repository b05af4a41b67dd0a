"""A board's link, taken over where it leads somewhere new; the widgets' values with it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from ndcg_ui.boards.history import History
from ndcg_ui.boards.link_text import read_link, write_link
from ndcg_ui.boards.settings import PARAMETERS, Parameter
from ndcg_ui.boards.state import BoardState, keep_state, kept_state
from ndcg_ui.page import link
from ndcg_ui.page.keys import key


def adopt(page: str, *, linked: bool = True) -> BoardState:
    """Take over what the link says, where it leads somewhere new, before any field is drawn.

    linked: whether the board is in the link at all.
    """
    kept = kept_state(page)
    query = link.arrival(page) if linked else ({} if kept is None else None)
    if query is None and kept is not None:
        _keep_widgets(page, kept)
        return kept
    if query is None:  # a run that was cut off has read the link and kept nothing of it
        query = st.query_params.to_dict()
    board, settings, problems = read_link(query, kept.history.now if kept else None)
    for parameter in PARAMETERS:
        value, widget = getattr(settings, parameter.name), key(page, parameter.name)
        if kept is not None or widget not in st.session_state:
            st.session_state[widget] = value
    state = kept or BoardState(History.of(board))
    state = replace(state, history=History.of(board), misread=tuple(problems))
    keep_state(page, state)
    return state


def _keep_widgets(page: str, state: BoardState) -> None:
    """Give the widgets their values back: Streamlit forgets those of a page that was left."""
    for parameter in PARAMETERS:
        name, value = key(page, parameter.name), getattr(state.settings, parameter.name)
        if not _is_sound(parameter, st.session_state.setdefault(name, value)):
            st.session_state[name] = value


def _is_sound(parameter: Parameter, value: Any) -> bool:
    """Whether a field holds what it can hold; an emptied one does."""
    if value is None:
        return True
    try:
        return bool(parameter.read(parameter.write(value)) == value)
    except (TypeError, ValueError):
        return False


def canonical(query: link.Query) -> link.Query:
    """Return what would be written for the state that a link leads to."""
    board, settings, _ = read_link(query)
    return write_link(board, settings)
