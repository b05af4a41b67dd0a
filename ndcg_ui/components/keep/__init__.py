"""Keeps a small value in the learner's own browser; the server forgets it with the session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from ndcg_ui.components import exposed

_keep = st.components.v2.component(
    "ndcg-tutor.keep", js="keep.js", html="<i class='unseen'></i>", isolate_styles=False
)


def keep(name: str, value: Mapping[str, Any] | None, *, key: str) -> None:
    """Store `value` under `name` in the browser; None only asks for what is stored."""
    _keep(key=key, data={"name": name, "value": value}, on_found_change=exposed)


def found(key: str) -> Mapping[str, Any] | None:
    """Return what the browser has stored, as it last said: {"value": ...}.

    None until the browser has said.
    """
    value = st.session_state.get(key)
    stored = value.get("found") if isinstance(value, Mapping) else None
    return stored if isinstance(stored, Mapping) else None
