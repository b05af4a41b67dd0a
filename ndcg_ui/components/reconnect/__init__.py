"""Runs the whole page again when the browser has found its server again.

A restarted server knows nothing of the page's fragments and drops, without a word, what is done
inside them. One whole run brings them back: the link and the widgets' values come with it.
"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from ndcg_ui.components import exposed, session_name

_reconnect = st.components.v2.component(
    "ndcg-tutor.reconnect", js="reconnect.js", html="<i class='unseen'></i>", isolate_styles=False
)


def reconnect() -> None:
    """Draw it, outside every fragment, when all else on the page has been drawn.

    It is told which of its requests ran, and in which session: a session that has just begun cannot
    know the request that began it.
    """
    value = st.session_state.get("reconnect")
    asked = value.get("asked") if isinstance(value, Mapping) else None
    data = {"acknowledged": asked, "session": session_name()}
    _reconnect(key="reconnect", data=data, on_asked_change=exposed)
