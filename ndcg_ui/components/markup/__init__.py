"""Semantic HTML made in Python, kept up to date in place: focus, hover and scroll survive."""

from __future__ import annotations

import streamlit as st

from ndcg_core.html_builder import Html
from ndcg_ui.exhibits.parts import markup_data
from ndcg_ui.exhibits.templates import markup as template
from ndcg_ui.web.turns import give_way

_markup = st.components.v2.component(
    "ndcg-tutor.markup", js="markup.js", html=template({}), isolate_styles=False
)


def markup(html: Html, *, key: str, group: str = "main") -> None:
    """Show `html`.

    Unlike `st.html` it keeps MathML, changes only what differs from what is on screen, and knows
    the attributes `data-doc` (highlighted together), `data-live` and `data-follows` (a number, a
    formula or a table that follows a drag's preview) and `data-copy-link` (a button that copies the
    page's link).
    """
    give_way()
    _markup(key=key, data=markup_data(html, group))
