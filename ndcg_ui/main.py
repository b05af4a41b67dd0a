"""Declares the pages, and draws the one that is asked for."""

import streamlit as st

from ndcg_ui import PRODUCT
from ndcg_ui.addresses import TITLES
from ndcg_ui.page.keys import CAME
from ndcg_ui.views import (
    code,
    conventions,
    evaluate,
    examples,
    learn,
    playground,
    practice,
    worksheet,
)

VIEWS = {
    "": learn,
    "playground": playground,
    "examples": examples,
    "practice": practice,
    "code": code,
    "conventions": conventions,
    "evaluate": evaluate,
    "worksheet": worksheet,
}
page = st.navigation(
    [
        st.Page(view.render, title=TITLES[path], url_path=path, default=not path)
        for path, view in VIEWS.items()
    ],
    position="top",
)
st.set_page_config(page_title=f"{page.title} · {PRODUCT}", layout="wide")
state = st.session_state
state[CAME], state["page"] = state.get("page") != page.url_path, page.url_path
page.run()
