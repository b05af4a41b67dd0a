"""The playground: one ranking, every side of its calculation."""

from __future__ import annotations

import streamlit as st

from ndcg_ui.components.exhibit import exhibit


def render() -> None:
    """Draw the page."""
    exhibit("playground", st.query_params.to_dict())
