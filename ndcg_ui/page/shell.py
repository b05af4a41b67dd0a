"""What every page has: the browser's title."""

import streamlit as st

from ndcg_ui import PRODUCT


def set_title(page_title: str) -> None:
    """Set the browser's title. Once per script run, before the page."""
    st.set_page_config(page_title=f"{page_title} · {PRODUCT}", layout="wide")
