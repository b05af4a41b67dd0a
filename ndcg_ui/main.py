"""Declares the pages, and draws the one that is asked for."""

from collections.abc import Callable

import streamlit as st

from ndcg_ui import PRODUCT, evaluate
from ndcg_ui.addresses import MENU, menu_name
from ndcg_ui.code import view as code
from ndcg_ui.conventions import view as conventions
from ndcg_ui.pages import first
from ndcg_ui.parts.exhibit.mount import exhibit
from ndcg_ui.session import CAME
from ndcg_ui.worksheet import view as worksheet


def exhibited(name: str) -> Callable[[], None]:
    """Return what draws a page that is one exhibit, from the link."""
    return lambda: exhibit(name, first(name, st.query_params.to_dict())[0])


def the_class() -> None:
    """Lead to the page of a class, which is none of Streamlit's: shell.js goes there at once."""
    st.markdown("[Choose the questions of a live class](./class)")


VIEWS = {
    "": exhibited("learn"),
    "playground": exhibited("playground"),
    "examples": exhibited("examples"),
    "practice": exhibited("practice"),
    "code": code.render,
    "conventions": conventions.render,
    "measures": exhibited("measures"),
    "evaluate": evaluate.render,
    "worksheet": worksheet.render,
    "class": the_class,
}
pages = [
    st.Page(draw, title=MENU[path], url_path=path, default=not path) for path, draw in VIEWS.items()
]
page = st.navigation(pages, position="top")
st.set_page_config(page_title=f"{page.title} · {PRODUCT}", layout="wide")
state = st.session_state
state[CAME], state["page"] = state.get("page") != page.url_path, page.url_path
with st.container(key="menu"), st.expander(menu_name(page.title)):  # on a narrow screen
    for one in pages:
        st.page_link(one)
page.run()
