"""The fields of the evaluation page. Streamlit's session and the link have the values.

A session begins with the link of the page. From then on, the link follows the fields. After a
restart of the server, the session is lost but the link remains, and restores everything.

Streamlit's own binding (`bind="query-params"`) does not work here. Links contain ids of conventions
and choices, which Streamlit drops unless the list shows them. And a bound parameter cannot be
written together with other parameters.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import streamlit as st

from ndcg_core.plain_data import read_plain_texts
from ndcg_ui.pages.evaluate.link import (
    LONGEST_PARAMETER,
    Question,
    format_question_link,
    read_question,
)

T = TypeVar("T")
DEFAULT_ARGUMENTS = {st.selectbox: "index", st.segmented_control: "default"}
"""The parameter for the first value by Streamlit's function. Other functions use "value"."""


def make_key(name: str) -> str:
    """Return the key of a field or value of the evaluation page in Streamlit's session."""
    return f"evaluate.{name}"


def read_action_field(action: object, kind: str, field: str) -> str:
    """Return a field of an action, or "" if it is missing or the action has another kind.

    >>> action = {"act": "open", "query": "tea"}
    >>> read_action_field(action, "open", "query"), read_action_field(None, "open", "query")
    ('tea', '')
    """
    texts = read_plain_texts(action, ["act", field], LONGEST_PARAMETER)
    return texts.get(field, "") if texts.get("act") == kind else ""


BEFORE_KEY = make_key("before")
"""The key of the fields' values after the last complete run."""


def begin_script_run() -> None:
    """Begin a run of the page's script. A session's first run reads the values of the link."""
    state = st.session_state
    if BEFORE_KEY not in state:
        state[BEFORE_KEY] = read_question(st.query_params.to_dict())
        state[make_key("q")] = state[BEFORE_KEY].q


def read_current_question() -> Question:
    """Return the values of the page's fields, or the last values of fields not drawn yet."""
    state = st.session_state
    before = vars(st.session_state[BEFORE_KEY])
    texts = {name: state.get(make_key(name)) for name in before}
    return read_question({n: before[n] if text is None else text for n, text in texts.items()})


def end_script_run() -> None:
    """End a run of the page's script, and write the fields' values into the link."""
    state = st.session_state
    state[BEFORE_KEY] = read_current_question()
    link = format_question_link(state[BEFORE_KEY])
    if format_question_link(read_question(st.query_params.to_dict())) != link:
        st.query_params.from_dict(link)


def draw_field(
    draw: Callable[..., T],
    name: str,
    label: str,
    *options: Any,
    new_value: str = "",
    **arguments: Any,
) -> T:
    """Draw a field of the page with a function such as `st.text_input`, and return its value.

    Every run passes the field's value as its first one, too. A browser that is slower than the runs
    draws the field first from a later run, and sends the first value of that run.

    new_value: the value to set, or "" to keep the field's value, which begins with that of the link
    """
    key = make_key(name)
    if new_value and st.session_state.get(key, new_value) != new_value:
        st.session_state[key] = new_value
    else:
        first: Any = new_value or getattr(read_current_question(), name)
        if draw == st.selectbox:
            first = options[0].index(first)
        arguments[DEFAULT_ARGUMENTS.get(draw, "value")] = first
    return draw(label, *options, key=key, **arguments)
