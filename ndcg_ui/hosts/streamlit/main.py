"""What Streamlit draws: the page /evaluate. The others are sent by routes of this server."""

import streamlit as st

from ndcg_ui import PRODUCT
from ndcg_ui.pages import evaluate


def lead_home() -> None:
    """Lead from Streamlit's own first page, to which no address of the app leads, to ours."""
    st.markdown(f"[{PRODUCT}](./)")


pages = [
    st.Page(lead_home, title=PRODUCT, default=True),
    st.Page(evaluate.PAGE.draw, title=evaluate.PAGE.title, url_path=evaluate.PAGE.path),
]
page = st.navigation(pages, position="hidden")
st.set_page_config(page_title=f"{evaluate.TITLE} · {PRODUCT}", layout="wide")
page.run()
