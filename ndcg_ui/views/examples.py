"""Published calculations, replayed a step at a time and marked like an exam paper."""

from __future__ import annotations

import streamlit as st

from ndcg_ui.components.exhibit import exhibit


def render() -> None:
    """Draw the page."""
    exhibit("examples", st.query_params.to_dict())
