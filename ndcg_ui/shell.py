"""What every page wears: name, title."""

import streamlit as st

from ndcg_ui import PRODUCT
from ndcg_ui.components.reconnect import reconnect


def dress(page_title: str) -> None:
    """Set the browser's title, and mind the connection. Once per script run, before the page."""
    st.set_page_config(page_title=f"{page_title} · {PRODUCT}", layout="wide")
    reconnect()
