"""Semantic HTML made in Python, kept up to date in place: focus, hover and scroll survive."""

from __future__ import annotations

import streamlit as st

from ndcg_core.html_builder import Html
from ndcg_ui.web.turns import give_way

HTML = "<div class='markup' data-testid='markup' data-empty></div>"
_markup = st.components.v2.component(
    "ndcg-tutor.markup", js="markup.js", html=HTML, isolate_styles=False
)


def markup(html: Html, *, key: str, group: str = "main") -> None:
    """Show `html`.

    Unlike `st.html` it keeps MathML, changes only what differs from what is on screen, and knows
    the attributes `data-doc` (highlighted together), `data-live` and `data-follows` (a number, a
    formula or a table that follows a drag's preview) and `data-copy-link` (a button that copies the
    page's link).
    """
    give_way()
    _markup(key=key, data=payload(html, group))


def payload(html: Html, group: str = "main") -> dict[str, str]:
    """Return what the browser needs, for `markup` or a part of an exhibit."""
    return {"html": html, "group": group}
