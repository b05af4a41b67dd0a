"""The browser components: one folder each, with its JavaScript and CSS, and what mounts it, if any.

In the browser they live in one document and talk by three events on it, each for one `group` of
components:

    ndcg:highlight  {group, doc}     the pointer or the focus is on document `doc` (null: on none);
                                     a `doc` is a place among a trace's documents, from 0
    ndcg:preview    {group, values}  what cg, dcg and ndcg would be if the card under the pointer
                                     were dropped now
    ndcg:swap       {group, ranks}   two ranks were chosen in a heat map: the board swaps them
"""

from collections.abc import Mapping
from typing import Any

import streamlit as st


def exposed() -> None:
    """Stand in as a callback: Streamlit passes on only the values that have one."""


def sent(key: str, name: str) -> Any:
    """Return what the component `key` sent as `name`, as it came; None where it sent nothing."""
    value = st.session_state.get(key)
    return value.get(name) if isinstance(value, Mapping) else None
