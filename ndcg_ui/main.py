"""Declares the pages, and draws the one that is asked for."""

from collections.abc import Callable

import streamlit as st

from ndcg_ui import PRODUCT
from ndcg_ui.header import menu_name
from ndcg_ui.page import ExhibitPage, StreamlitPage
from ndcg_ui.pages import MENU, PAGES
from ndcg_ui.parts.exhibit.mount import mount_exhibit


def draw_exhibit(page: ExhibitPage) -> None:
    """Draw a page that is one exhibit, from the link."""
    mount_exhibit(page.name, page.begin(st.query_params.to_dict(), st.context.url or "")[0])


def drawing(page: ExhibitPage | StreamlitPage) -> Callable[[], None]:
    """Return what draws a page."""
    return page.draw if isinstance(page, StreamlitPage) else lambda: draw_exhibit(page)


def lead_to_the_class() -> None:
    """Lead to the page of a class, which is none of Streamlit's: shell.js goes there at once."""
    st.markdown("[Choose the questions of a live class](./class)")


DRAWN = {page.path: drawing(page) for page in PAGES} | {"class": lead_to_the_class}
pages = [
    st.Page(DRAWN[path], title=title, url_path=path, default=not path)
    for path, title in MENU.items()
]
page = st.navigation(pages, position="top")
st.set_page_config(page_title=f"{page.title} · {PRODUCT}", layout="wide")
with st.container(key="menu"), st.expander(menu_name(page.title)):  # on a narrow screen
    for one in pages:
        st.page_link(one)
page.run()
