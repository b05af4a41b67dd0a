"""The course page, and the lesson that a link names: a ranking to drag before a word is read."""

from __future__ import annotations

import streamlit as st

from ndcg_ui.components.exhibit import exhibit


def render() -> None:
    """Draw the page."""
    exhibit("learn", st.query_params.to_dict())
