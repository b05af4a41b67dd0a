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


def answer(name: str, seq: str | None) -> str | None:
    """Return `seq` where the component `name` is told of it at once, else None, and collect it."""
    collected: dict[str, str] | None = st.session_state.get(TOGETHER)
    if collected is None:
        return seq
    if seq is not None:
        collected[name] = seq
    return None


def confirmed() -> Mapping[str, str]:
    """Return what was collected, by name, and confirm at once again."""
    collected: Mapping[str, str] = st.session_state.pop(TOGETHER, {})
    return collected
