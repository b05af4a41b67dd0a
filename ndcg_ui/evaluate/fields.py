"""The page's fields, whose values Streamlit's session keeps by name, and its link.

The link is kept the same as what is on the screen: whichever of the two has changed leads. The page
calls `arrival` before its fields are drawn, each by `field`, and `follow` when it is done. After a
server restart the session is gone and the link is not: the same reading brings everything back.

Streamlit's own binding (`bind="query-params"`) is for none of them: a link names conventions and
choices by their ids, which it drops unless they are what the list shows; and a parameter that it
has bound cannot be written beside the others.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import streamlit as st

from ndcg_core.plain_data import texts
from ndcg_ui.evaluate.link import LONGEST, Question, read_question, write_question
from ndcg_ui.links import Query

T = TypeVar("T")
DRAWN, BEGIN, NEWER = "drawn", "begin", "newer"
"""The fields that were drawn in this session; what others begin with; whether one is newer."""
DEFAULT = {st.selectbox: "index", st.segmented_control: "default"}
"""What a kind of field calls its first value, where it is not "value"."""


def key(name: str) -> str:
    """Return the session key of a field or value of the page."""
    return f"evaluate.{name}"


def named_in(act: object, does: str, what: str) -> str:
    """Return what an act that `does` something names as `what`, or nothing of any other.

    >>> named_in({"act": "open", "query": "tea"}, "open", "query"), named_in(None, "open", "query")
    ('tea', '')
    """
    read = texts(act, ["act", what], LONGEST)
    return read.get(what, "") if read.get("act") == does else ""


LINK, SHOWN = key("link"), key("shown")


def arrival(typed: Query, pressed: bool = False) -> Query | None:
    """Return the browser's link where the page has to take it over, else None.

    typed: the link to what the fields say; pressed: whether a button asked for this run. Where
    either has changed something, the fields lead: the browser may have sent its link before the
    last change had reached it. A link that names nothing, as from the menu, leads nowhere new.
    """
    state, query = st.session_state, st.query_params.to_dict()
    if LINK in state:
        changed = pressed or typed != state.get(SHOWN, typed)
        if changed or query == state[LINK]:
            return None
        if not query:
            state[LINK] = {}
            return None
    state[LINK] = query
    return query


def follow(question: Question) -> None:
    """Write the link to what is on the screen, unless the one there means the same; where a field
    had something newer to say than the link, the page is run again.
    """
    link = write_question(question)
    state = st.session_state
    state[SHOWN] = link
    begin, drawn = state.get(BEGIN, {}), state.get(DRAWN, set())
    state[BEGIN] = {place: value for place, value in begin.items() if place not in drawn}
    if state.pop(NEWER, False):
        st.rerun()
    if write_question(read_question(state[LINK])) != link:
        # In this order: a run cut off in between would take the old link for one that leads anew.
        st.query_params.from_dict(link)
        state[LINK] = dict(link)


def fill(values: Mapping[str, Any]) -> None:
    """Let fields that are yet to be drawn say what they do not say already.

    One that this session draws for the first time has it as its default: after a restart of the
    server its browser may have sent something newer, which is known once it is drawn.
    """
    state = st.session_state
    for place, value in ((key(name), value) for name, value in values.items()):
        if place not in state.setdefault(DRAWN, set()):
            state.setdefault(BEGIN, {})[place] = value
        elif place not in state or state[place] != value:
            state[place] = value


def field(draw: Callable[..., T], name: str, label: str, *options: Any, **how: Any) -> T:
    """Draw a field of the page, such as `st.text_input`, and return what it says."""
    state, place = st.session_state, key(name)
    begin = state.setdefault(BEGIN, {})
    state.setdefault(DRAWN, set()).add(place)
    if place not in begin:
        return draw(label, *options, key=place, **how)
    first = begin[place]  # until a run has come to its end: of one cut off, nothing may be shown
    named = options[0].index(first) if draw == st.selectbox else first
    value = draw(label, *options, key=place, **{DEFAULT.get(draw, "value"): named}, **how)
    state[NEWER] = state.get(NEWER, False) or value != first
    return value
