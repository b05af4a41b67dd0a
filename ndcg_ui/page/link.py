"""A page's link: read when it leads somewhere new, and kept up with what is on the screen.

The link is read on a page load and when Back, Forward or a link brought the visitor here; after
that the session leads and the link follows. After a server restart the session is gone and the
link is not: the same reading brings everything back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

Query = Mapping[str, str]


def whole_run(page: str) -> None:
    """Say, in the page's body and outside its fragments, that the whole page is being run."""
    st.session_state[f"{page}.whole run"] = True
    st.session_state[f"{page}.arrived"] = st.session_state.get("page") != page
    st.session_state["page"] = page


def arrival(page: str) -> Query | None:
    """Return what the link says where the page has to take it over, else None.

    A run of a fragment alone still carries the link from before its last change, and a visit from
    another page of the app carries none: neither leads anywhere new.
    """
    query = st.query_params.to_dict()
    whole = st.session_state.pop(f"{page}.whole run", False)
    arrived = st.session_state.pop(f"{page}.arrived", False)
    if f"{page}.link" in st.session_state:
        if not whole or query == st.session_state[f"{page}.link"]:
            return None
        if arrived and not query:
            st.session_state[f"{page}.link"] = {}
            return None
    st.session_state[f"{page}.link"] = query
    return query


def follow(page: str, link: Query, canonical: Callable[[Query], Query]) -> None:
    """Write the link, unless the one there means the same.

    canonical: what would be written for the state that a link leads to.
    """
    there = st.session_state[f"{page}.link"]
    ours = there == st.session_state.get(f"{page}.written")  # then it means what it says
    if there != link and (ours or canonical(there) != link):
        # In this order: a run cut off in between would take the old link for one that leads anew.
        st.query_params.from_dict(dict(link))
        st.session_state[f"{page}.link"] = st.session_state[f"{page}.written"] = dict(link)
