"""The playground: one ranking, every side of its calculation."""

from __future__ import annotations

import streamlit as st

from ndcg_ui.components.exhibit import exhibit
from ndcg_ui.html.builder import div, title

PAGE = "playground"
HEADING = title(
    "Playground",
    "Drag a document. Everything on this page is one calculation, seen from different sides.",
)


def render() -> None:
    """Draw the page."""
    query = st.query_params.to_dict()
    hidden = "title" in query.get("hide", "").split(",")
    st.html(div(HEADING, css=f"markup {'for-screen-readers' if hidden else ''}"))
    exhibit(PAGE, query)
