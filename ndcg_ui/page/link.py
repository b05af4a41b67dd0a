"""A page's link: read when it leads somewhere new, and kept up with what is on the screen.

The link is read on a page load and when Back, Forward or a link brought the visitor here; after
that the session leads and the link follows. After a server restart the session is gone and the
link is not: the same reading brings everything back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import streamlit as st

from ndcg_ui.page.keys import key

Query = Mapping[str, str]


def arrival(page: str, fields: Iterable[str], pressed: bool = False) -> Query | None:
    """Return what the link says where the page has to take it over, else None; once in a run.

    fields: the names of the page's fields; pressed: whether something else asked for this run. A
    run that they asked for may still carry the link from before the last change, and a visit from
    another page of the app carries none: neither leads anywhere new.
    """
    query = st.query_params.to_dict()
    arrived = st.session_state.get("page") != page
    before = st.session_state.get(f"{page}.fields", {})
    values = {name: st.session_state.get(key(page, name)) for name in fields}
    st.session_state["page"], st.session_state[f"{page}.fields"] = page, values
    if f"{page}.link" in st.session_state:
        typed = any(values.get(name) not in (None, value) for name, value in before.items())
        by_hand = not arrived and (typed or pressed)
        if by_hand or query == st.session_state[f"{page}.link"]:
            return None
        if arrived and not query:
            st.session_state[f"{page}.link"] = {}
            return None
    st.session_state[f"{page}.link"] = query
    return query


def follow(page: str, link: Query, canonical: Callable[[Query], Query]) -> None:
    """Write the link, unless the one there means the same; when all fields have been drawn.

    canonical: what would be written for the state that a link leads to.
    """
    there = st.session_state[f"{page}.link"]
    ours = there == st.session_state.get(f"{page}.written")  # then it means what it says
    if there != link and (ours or canonical(there) != link):
        # In this order: a run cut off in between would take the old link for one that leads anew.
        st.query_params.from_dict(dict(link))
        st.session_state[f"{page}.link"] = st.session_state[f"{page}.written"] = dict(link)
    values: dict[str, Any] = st.session_state[f"{page}.fields"]
    st.session_state[f"{page}.fields"] = {
        name: st.session_state.get(key(page, name)) for name in values
    }
