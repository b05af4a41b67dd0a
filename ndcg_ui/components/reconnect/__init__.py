"""Runs the whole page again when the browser has found its server again.

A restarted server knows nothing of the page's fragments and drops, without a word, what is done
inside them. One whole run brings them back: the link and the widgets' values come with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from secrets import token_hex

import streamlit as st

from ndcg_ui.components import exposed

_reconnect = st.components.v2.component(
    "ndcg-tutor.reconnect", js="reconnect.js", html="<i class='unseen'></i>", isolate_styles=False
)


SESSION = "reconnect.session"


def reconnect() -> None:
    """Draw it, once a page and outside every fragment.

    It is told which of its requests ran, and in which session: a session that has just begun cannot
    know the request that began it.
    """
    value = st.session_state.get("reconnect")
    heard = value.get("asked") if isinstance(value, Mapping) else None
    session = st.session_state.setdefault(SESSION, token_hex(4))
    data = {"heard": heard, "session": session}
    _reconnect(key="reconnect", data=data, on_asked_change=exposed)
