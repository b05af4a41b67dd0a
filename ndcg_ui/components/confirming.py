"""When the browser is told that what was done has been heard.

At once, on most pages. In a lesson it is told with what the browser is to keep of it, in the same
message: a server that dies between the two would have confirmed what nobody has.
"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

TOGETHER = "confirming.together"


def at_once() -> None:
    """Confirm each thing where it is drawn: a new run of a page begins."""
    st.session_state.pop(TOGETHER, None)


def together() -> None:
    """Collect, from here to `confirmed`, what is confirmed."""
    st.session_state[TOGETHER] = {}


def answer(name: str, seq: str | None) -> dict[str, str | None]:
    """Return what the component `name` is told: {answered, kept}.

    answered  the last of what it said that is heard: what it is told takes account of that
    kept      "here", and it is confirmed; or "later", and it is when `confirmed` is told, too
    """
    collected: dict[str, str] | None = st.session_state.get(TOGETHER)
    if collected is not None and seq is not None:
        collected[name] = seq
    return {"answered": seq, "kept": "here" if collected is None else "later"}


def confirmed() -> Mapping[str, str]:
    """Return what was collected, by name, and confirm at once again."""
    collected: Mapping[str, str] = st.session_state.pop(TOGETHER, {})
    return collected
