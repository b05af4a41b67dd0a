"""What every page wears: name, title."""

import streamlit as st

from ndcg_ui import PRODUCT


def dress(page_title: str) -> None:
    """Set the browser's title. Once per script run, before the page."""
    st.set_page_config(page_title=f"{page_title} · {PRODUCT}", layout="wide")
