"""What every page has: a place in the navigation, and a name there and in the browser's title."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from ndcg_ui import PRODUCT
from ndcg_ui.addresses import TITLES


def navigation(renders: Mapping[str, Callable[[], None]]) -> StreamlitPage:
    """Declare the pages by their paths, and return the one that is asked for.

    Once per script run, before the page.
    """
    pages = [declared(path, render) for path, render in renders.items()]
    page = st.navigation(pages, position="top")
    set_title(page.title)
    return page


def declared(path: str, render: Callable[[], None]) -> StreamlitPage:
    """Return a page for the navigation, and for links to it."""
    return st.Page(render, title=TITLES[path], url_path=path, default=not path)


def set_title(page_title: str) -> None:
    """Set the browser's title."""
    st.set_page_config(page_title=f"{page_title} · {PRODUCT}", layout="wide")
