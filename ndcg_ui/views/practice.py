"""Practice: sheets, tasks by drag, predictions, and where a number comes from."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

import streamlit as st

from ndcg_ui.components.markup import markup
from ndcg_ui.components.store import store
from ndcg_ui.html.builder import problem, title
from ndcg_ui.page import link
from ndcg_ui.page.fields import keep_known
from ndcg_ui.page.keys import key
from ndcg_ui.page.link import Query
from ndcg_ui.page.rerun import fragment
from ndcg_ui.practice import sheets, source
from ndcg_ui.practice.blocks import DRAG, PREDICT
from ndcg_ui.practice.record import pack, unpack
from ndcg_ui.practice.state import STORE, keep, kept

PAGE = "practice"
HEADING = title(
    "Practice",
    "Fill in, drag or predict. Every answer is marked as you give it, and a wrong number is "
    "answered with what gives it, where that is known.",
)


class Part(Protocol):
    """What every part of the page can do."""

    def adopt(self, query: Query) -> str:
        """Take over what a link names, and return what is wrong with it, if anything is."""

    def link(self) -> dict[str, str]:
        """Return the parameters of a link to what is on the screen."""

    def draw(self) -> None:
        """Draw it."""


PARTS: dict[str, tuple[str, Part]] = {
    "sheets": ("Fill in a sheet", sheets),
    "drag": ("By drag", DRAG),
    "predict": ("Predict first", PREDICT),
    "source": ("Where is this number from?", source),
}


def render() -> None:
    """Draw the page."""
    markup(HEADING, key=key(PAGE, "title"))
    link.whole_run(PAGE)
    _page()


@fragment
def _page() -> None:
    _adopt()
    _remember()
    keep_known(key(PAGE, "part"), PARTS, st.session_state.get(key(PAGE, "kept part"), "sheets"))
    st.segmented_control(
        "What to practise",
        list(PARTS),
        key=key(PAGE, "part"),
        format_func=_part_name,
        required=True,
        label_visibility="collapsed",
    )
    part: str = st.session_state[key(PAGE, "part")]
    st.session_state[key(PAGE, "kept part")] = part
    above = st.container()
    PARTS[part][1].draw()
    _store()
    mode = {} if part == "sheets" else {"part": part}
    now = mode | PARTS[part][1].link()
    with above:
        _say_problem(now)
    link.follow(PAGE, now, dict)


def _part_name(part: str) -> str:
    return PARTS[part][0]


def _adopt() -> None:
    """Take over what the link says, and keep in mind what is wrong with it, if anything is."""
    query = link.arrival(PAGE)
    state = st.session_state
    if query is None:
        state.setdefault(key(PAGE, "part"), state.get(key(PAGE, "kept part"), "sheets"))
        return
    part = query.get("part", "sheets")
    state[key(PAGE, "part")] = part if part in PARTS else "sheets"
    state[key(PAGE, "problem")] = PARTS[state[key(PAGE, "part")]][1].adopt(query)
    state.pop(key(PAGE, "problem at"), None)


def _say_problem(now: dict[str, str]) -> None:
    """Say what was wrong with the link, as long as what it led to is on the screen."""
    state = st.session_state
    there = state.setdefault(key(PAGE, "problem at"), now) == now
    wrong = state.get(key(PAGE, "problem"), "") if there else ""
    markup(problem(wrong), key=key(PAGE, "problem text"))


# --- The record is the browser's ---------------------------------------------------------------


def _remember() -> None:
    """Take over the record that the browser keeps, and what another tab adds to it."""
    state = kept()
    event = state.inbox.take(STORE)
    if not event:
        return
    record = state.record
    if event.get("kind") != "echo":
        before = state.record if STORE not in state.inbox.last else {}
        record = {**unpack(event.get("value")), **before}
    keep(replace(state, record=record, inbox=state.inbox.acknowledging(STORE, event)))


def _store() -> None:
    """Let the browser keep the record as it is now; before it was read, only ask for it."""
    state = kept()
    record = pack(state.record) if STORE in state.inbox.last else {}
    store("practice", record or None, key=STORE, inbox=state.inbox)
