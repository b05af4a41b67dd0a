"""The practice page: sheets, tasks by drag, predictions, and where a number comes from."""

from __future__ import annotations

import streamlit as st

from ndcg_ui.components.exhibit import exhibit


def render() -> None:
    """Draw the page."""
    exhibit("practice", st.query_params.to_dict())
