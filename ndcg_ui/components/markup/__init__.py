"""Semantic HTML made in Python, kept up to date in place: focus, hover and scroll survive."""

import streamlit as st

from ndcg_core.html_builder import Html
from ndcg_ui.exhibits.parts import markup_data
from ndcg_ui.exhibits.templates import markup as template

_markup = st.components.v2.component(
    "ndcg-tutor.markup", js="markup.js", html=template({}), isolate_styles=False
)


def markup(html: Html, *, key: str, group: str = "main") -> None:
    """Show `html`.

    Unlike `st.html` it keeps MathML, changes only what differs from what is on screen, and knows
    the attributes `data-doc` (highlighted together), `data-live` (a number that follows a drag's
    preview) and `data-copy-link` (a button that copies the page's link).
    """
    _markup(key=key, data=markup_data(html, group))
