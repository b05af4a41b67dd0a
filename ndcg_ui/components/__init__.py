"""The browser components: one folder each, with its Python, JavaScript and CSS.

What a person does in one of them arrives as an event: see `events`. In the browser they live in one
document and talk by three events on it, each for one `group` of components:

    ndcg:highlight  {group, doc}     the pointer or the focus is on document `doc` (null: on none);
                                     a `doc` is a place among a trace's documents, from 0
    ndcg:preview    {group, values}  what cg, dcg and ndcg would be if the card under the pointer
                                     were dropped now
    ndcg:swap       {group, ranks}   two ranks were chosen in a heat map: the board swaps them
"""

from __future__ import annotations

from secrets import token_hex
from typing import cast

import streamlit as st


def session_name() -> str:
    """Name this session to the browser: a server that was restarted begins another."""
    name = st.session_state.get("epoch")
    if name is None:
        name = st.session_state["epoch"] = token_hex(4)
    return cast(str, name)


def exposed() -> None:
    """Stand in as a callback: Streamlit passes on only the values that have one."""
