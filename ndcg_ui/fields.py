"""Fields that several pages have."""

from __future__ import annotations

import streamlit as st


def cutoff_field(key: str) -> int | None:
    """Draw the field for the cutoff k; empty means the whole list."""
    # Without value=None an emptied field would fall back to 1.
    return st.number_input(
        "Cutoff k", 1, None, value=None, step=1, placeholder="all", key=key, width=150
    )
