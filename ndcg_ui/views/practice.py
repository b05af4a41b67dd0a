"""Practice: sheets, tasks by drag, predictions, and where a number comes from."""

from __future__ import annotations

from html import escape
from types import ModuleType

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from ndcg_ui import link
from ndcg_ui.components.keep import found, keep
from ndcg_ui.components.markup import markup
from ndcg_ui.fields import keep_known
from ndcg_ui.practice import drag, predict, sheets, source
from ndcg_ui.practice.exercise import pack, unpack
from ndcg_ui.session import key

PAGE = "practice"
PARTS: dict[str, tuple[str, ModuleType]] = {
    "sheets": ("Fill in a sheet", sheets),
    "drag": ("By drag", drag),
    "predict": ("Predict first", predict),
    "source": ("Where is this number from?", source),
}


def page() -> StreamlitPage:
    """Return this page for the navigation."""
    return st.Page(render, title="Practice", url_path=PAGE)


def render() -> None:
    """Draw the page."""
    markup(
        "<h1>Practice</h1><p class='lead'>Every cell is marked as you leave it, and a wrong "
        "number is answered with what gives it, where that is known.</p>",
        key=key(PAGE, "title"),
    )
    link.whole_run(PAGE)
    _page()


@st.fragment
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
    problem = st.container()
    PARTS[part][1].draw()
    _store()
    mode = {} if part == "sheets" else {"part": part}
    now = mode | PARTS[part][1].link()
    with problem:
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
    problem = state.get(key(PAGE, "problem"), "") if there else ""
    text = f'<p class="problem" role="alert">{escape(problem)}</p>' if problem else ""
    markup(text, key=key(PAGE, "problem text"))


# --- The record is the browser's ---------------------------------------------------------------


def _remember() -> None:
    """Take over, once, the record that the browser kept."""
    state = st.session_state
    stored = found(key(PAGE, "keep"))
    if stored is not None and key(PAGE, "remembered") not in state:
        state[key(PAGE, "remembered")] = True
        state[sheets.RECORD] = {**unpack(stored.get("value")), **state.get(sheets.RECORD, {})}


def _store() -> None:
    """Let the browser keep the record as it is now; before it was read, only ask for it."""
    known = key(PAGE, "remembered") in st.session_state
    record = pack(st.session_state.get(sheets.RECORD, {})) if known else {}
    keep("practice", record or None, key=key(PAGE, "keep"))
