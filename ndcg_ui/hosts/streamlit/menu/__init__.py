"""A script for each page of the menu, so that `st.switch_page` and `st.page_link` find it.

On a user's own page, `st.page_link("menu/playground.py")` links to the playground.
"""

from collections.abc import Mapping

import streamlit as st

from ndcg_ui.pages.menu import MENU, PAGES

SCRIPTS = {**{page.path: f"menu/{page.name}.py" for page in PAGES}, "class": "menu/classes.py"}
"""The script of each page by the page's address, as Streamlit finds it beside main.py."""


def draw_menu_page(name: str) -> None:
    """Draw the page of the menu with this name."""
    from ndcg_ui.hosts.streamlit.elements import draw_page  # late: our server draws none of them

    draw_page(name, open_menu_page)


def open_menu_page(path: str, link: Mapping[str, str]) -> None:
    """Open another page of the menu. An unknown path is ignored."""
    if path in MENU:
        st.switch_page(SCRIPTS[path], query_params=dict(link))
