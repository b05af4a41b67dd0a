"""Declares the pages, and draws the one that is asked for."""

from collections.abc import Callable

import streamlit as st

from ndcg_ui import PRODUCT
from ndcg_ui.addresses import TITLES
from ndcg_ui.components.exhibit import exhibit
from ndcg_ui.session import CAME
from ndcg_ui.views import code, conventions, evaluate, worksheet


def exhibited(name: str) -> Callable[[], None]:
    """Return what draws a page that is one exhibit, from the link."""
    return lambda: exhibit(name, st.query_params.to_dict())


VIEWS = {
    "": exhibited("learn"),
    "playground": exhibited("playground"),
    "examples": exhibited("examples"),
    "practice": exhibited("practice"),
    "code": code.render,
    "conventions": conventions.render,
    "evaluate": evaluate.render,
    "worksheet": worksheet.render,
}
page = st.navigation(
    [
        st.Page(draw, title=TITLES[path], url_path=path, default=not path)
        for path, draw in VIEWS.items()
    ],
    position="top",
)
st.set_page_config(page_title=f"{page.title} · {PRODUCT}", layout="wide")
state = st.session_state
state[CAME], state["page"] = state.get("page") != page.url_path, page.url_path
page.run()
