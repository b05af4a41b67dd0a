"""Runs the whole page again when the browser has found its server again.

A restarted server knows nothing of the page's fragments and drops, without a word, what is done
inside them. One whole run brings them back: the link and the widgets' values come with it.
"""

from __future__ import annotations

import streamlit as st

from ndcg_ui.components import exposed

_reconnect = st.components.v2.component(
    "ndcg-tutor.reconnect", js="reconnect.js", html="<i class='unseen'></i>", isolate_styles=False
)


def reconnect() -> None:
    """Draw it, once a page and outside every fragment."""
    _reconnect(key="reconnect", on_times_change=exposed)
