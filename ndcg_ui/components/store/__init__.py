"""What the learner's browser keeps, and nobody else: the server forgets it with the session.

Its events, {kind, value}, say what the browser has under a name. kind: "asked", the first answer to
this session; "tab", another tab has stored something; "echo", what was stored by request, so that
a server that is restarted has something to show at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from ndcg_ui.components import exposed, session_name
from ndcg_ui.components.events import Inbox

_store = st.components.v2.component(
    "ndcg-tutor.store", js="store.js", html="<i class='unseen'></i>", isolate_styles=False
)


def store(name: str, value: Mapping[str, Any] | None, *, key: str, inbox: Inbox) -> None:
    """Have the browser store `value` under `name`; None only asks for what it has.

    inbox: the last events that `value` has the effect of, the store's last among them. They count
    with this message, unless what the browser has is not known yet.
    """
    last = inbox.last.get(key)
    data = {
        "name": name,
        "session": session_name(),
        "value": value,
        "acknowledged": last,
        "stored": list(inbox.last.values()) if last else [],
    }
    _store(key=key, data=data, on_event_change=exposed)
