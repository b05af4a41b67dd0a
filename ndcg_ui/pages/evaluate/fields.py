"""The page's fields, with values in Streamlit's session, and the page's link.

A session begins with the link of the page. From then on, the link follows the fields. After a
restart of the server, the session is lost but the link remains, and reading it restores everything.

Streamlit's own binding (`bind="query-params"`) does not work here. Links contain ids of conventions
and choices, which it drops unless the list shows them. And a parameter that it has bound cannot be
written together with the others.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import streamlit as st

from ndcg_core.plain_data import read_plain_texts
from ndcg_ui.pages.evaluate.link import LONGEST_PARAMETER, Question, read_question, write_question

T = TypeVar("T")
DEFAULT_ARGUMENTS = {st.selectbox: "index", st.segmented_control: "default"}
"""The parameter for the first value of each kind of field, if it is not "value"."""


def make_key(name: str) -> str:
    """Return the session key of a field or value of the page."""
    return f"evaluate.{name}"


def read_action_field(act: object, does: str, what: str) -> str:
    """Return a field of an action of the kind `does`, or "" for another action.

    >>> act = {"act": "open", "query": "tea"}
    >>> read_action_field(act, "open", "query"), read_action_field(None, "open", "query")
    ('tea', '')
    """
    read = read_plain_texts(act, ["act", what], LONGEST_PARAMETER)
    return read.get(what, "") if read.get("act") == does else ""


BEFORE_KEY = make_key("before")
DRAWN_KEY = make_key("drawn")
SEEN_KEY = make_key("seen")
"""Keys in the session: the values after the last complete run, the fields drawn by this run, and
those drawn by the last complete run."""


def begin_run() -> None:
    """Begin a run of the page. The first one of a session takes the values of the link."""
    state = st.session_state
    if BEFORE_KEY not in state:
        state[BEFORE_KEY] = read_question(st.query_params.to_dict())
        state[make_key("q")] = state[BEFORE_KEY].q
    state[DRAWN_KEY] = set()


def read_fields() -> Question:
    """Return the values of the fields. A field that is not drawn yet keeps its value."""
    state = st.session_state
    before = vars(st.session_state[BEFORE_KEY])
    says = {name: state.get(make_key(name)) for name in before}
    return read_question({n: before[n] if text is None else text for n, text in says.items()})


def end_run() -> None:
    """End a run and write the fields' values into the link."""
    state = st.session_state
    state[BEFORE_KEY] = read_fields()
    state[SEEN_KEY] = state[DRAWN_KEY]
    link = write_question(state[BEFORE_KEY])
    if write_question(read_question(st.query_params.to_dict())) != link:
        st.query_params.from_dict(link)


def draw_field(
    draw: Callable[..., T], name: str, label: str, *options: Any, first: str = "", **how: Any
) -> T:
    """Draw a field of the page, such as `st.text_input`, and return its value.

    first: the first value, if it is not that of the link. A field that no complete run has drawn
    begins with it. A browser may not have received a run that was cut off, and after a restart of
    the server it may send a newer value.
    """
    place = make_key(name)
    st.session_state[DRAWN_KEY].add(place)
    if place not in st.session_state.get(SEEN_KEY, ()):
        begin = first or getattr(st.session_state[BEFORE_KEY], name)
        if draw == st.selectbox:
            begin = options[0].index(begin)
        how[DEFAULT_ARGUMENTS.get(draw, "value")] = begin
    return draw(label, *options, key=place, **how)
