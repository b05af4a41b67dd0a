"""Run what is being run once more: what was just done changes what stands above it."""

from __future__ import annotations

from typing import NoReturn

import streamlit as st
from streamlit.errors import StreamlitAPIException


def again() -> NoReturn:
    """Run the page's fragment again; or the whole page, where that is what is being run."""
    try:
        st.rerun(scope="fragment")
    except StreamlitAPIException:  # a whole run: the browser was away when the act reached Python
        st.rerun()
