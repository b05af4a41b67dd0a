"""The browser components: one folder each, with its Python, JavaScript and CSS.

They live in one document and talk by three events on it, each for one `group` of components:

    ndcg:highlight  {group, doc}     the pointer or the focus is on document `doc` (null: on none)
    ndcg:preview    {group, values, rows}
                                     what cg, dcg and ndcg would be if the card under the pointer
                                     were dropped now; and, once it is dropped, the document, term
                                     and running sum of each rank
    ndcg:swap       {group, ranks}   two ranks were chosen in a heat map: the board swaps them
"""

from __future__ import annotations

from collections.abc import Mapping
from secrets import token_hex
from typing import Any, cast

import streamlit as st

from ndcg_core.plain_data import LONGEST, plain

LONGEST_NAME = 80
"""More characters no component gives the name of what it sends."""


def session_name() -> str:
    """Name this session to the browser: a server that was restarted begins another."""
    return cast(str, st.session_state.setdefault("epoch", token_hex(4)))


def exposed() -> None:
    """Stand in as a callback: Streamlit passes on only the values that have one."""


def sent(key: str, name: str, longest: int = LONGEST) -> Mapping[str, Any]:
    """Return what the component `key` last sent as `name`; nothing where no component sends that.

    A browser may send anything. Only plain data comes through, texts cut at `longest`; `seq`,
    which names what was sent, is a short text or a number.
    """
    value = st.session_state.get(key)
    last = value.get(name) if isinstance(value, Mapping) else None
    if not isinstance(last, Mapping):
        return {}
    try:
        fitting: Mapping[str, Any] = plain(last, longest)
    except ValueError:
        return {}
    seq = fitting.get("seq")
    good = seq is None or (isinstance(seq, (str, int)) and len(str(seq)) <= LONGEST_NAME)
    return fitting if good else {}
