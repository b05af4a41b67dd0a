"""A board in a visitor's session: the link, the board's commands and the settings brought together
into one state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import streamlit as st

from ndcg_ui.boards.adoption import adopt, canonical
from ndcg_ui.boards.history import History
from ndcg_ui.boards.link_text import read_link, write_link
from ndcg_ui.boards.ranking_text import LONGEST_TEXT
from ndcg_ui.boards.settings import PARAMETERS, Settings
from ndcg_ui.boards.state import BoardState, Played, keep_state, kept_state
from ndcg_ui.components.events import Event
from ndcg_ui.page import link
from ndcg_ui.page.keys import key

LAST = "What was calculated last is still shown."


def play(page: str) -> Played:
    """Return the state of `page`, once `adopt` has read its link, after what was just done."""
    before = kept_state(page) or adopt(page)
    given = before.inbox.take(key(page, "board"), LONGEST_TEXT + 1)
    state, trouble = _commanded(page, replace(before, misread=()), given)
    shown, state = _shown(page, state, before)
    keep_state(page, state)
    trouble += shown.problems
    refused = bool(trouble) and given.get("do") == "type"
    return replace(shown, problems=(*before.misread, *trouble), refused=refused)


def follow(page: str, played: Played) -> None:
    """Bring the link up to date; last, for the browser draws the whole page anew for it."""
    link.follow(page, write_link(played.board, played.settings), canonical)


# --- The board's commands ----------------------------------------------------------------------


def _commanded(page: str, state: BoardState, given: Event) -> tuple[BoardState, list[str]]:
    """Obey a command that was given on the board, and say what was wrong with it."""
    inbox = state.inbox.acknowledging(key(page, "board"), given)
    try:
        history = after_command(state.history, given)
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


# --- The settings and the trace ----------------------------------------------------------------


def _shown(page: str, state: BoardState, before: BoardState) -> tuple[Played, BoardState]:
    """Calculate; what cannot be calculated leaves what was there and says why."""
    problems: list[str] = []
    for history, settings in _from_newest(page, state, before):
        try:
            trace = history.now.trace(settings.k, settings.convention)
        except ValueError as error:
            problems.append(f"{error} {LAST}")
        else:
            acknowledged = state.acknowledged(page)
            shown = Played(history, settings, trace, acknowledged, tuple(problems[:1]))
            return shown, replace(state, history=history, settings=settings)
    raise AssertionError("The first ranking can always be scored.")


def _from_newest(
    page: str, state: BoardState, before: BoardState
) -> Iterator[tuple[History, Settings]]:
    """What is to be shown; what was shown before; and what a link that says nothing shows."""
    yield state.history, _chosen(page, state.settings)
    yield before.history, state.settings
    yield History.of(read_link({})[0]), Settings()


def _chosen(page: str, last: Settings) -> Settings:
    """The settings as the widgets have them; an emptied field keeps its last value, k means all."""
    kept = {parameter.name: getattr(last, parameter.name) for parameter in PARAMETERS}
    values = {name: st.session_state.get(key(page, name), v) for name, v in kept.items()}
    return replace(last, **{n: v for n, v in values.items() if v is not None or n == "k"})
