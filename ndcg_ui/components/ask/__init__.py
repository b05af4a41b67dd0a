"""HTML with something to answer in it: buttons, options, a slider, fields.

An element with `data-act` sends, when it is clicked, that act, everything in its `data-`
attributes and the values of the fields in its `data-form`. Enter in a field does what the form's
first button does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from ndcg_ui.components import exposed, sent
from ndcg_ui.components.confirming import answer

_ask = st.components.v2.component(
    "ndcg-tutor.ask",
    js="ask.js",
    html="<div class='markup ask'></div>",
    isolate_styles=False,
)


HOLD = "ask.hold"
LONGEST_FILE = 1_000_000
"""So many characters a field may hold: a file with somebody's progress arrives in one."""


def hold(state: str) -> None:
    """Take nothing that is told while `state` is "held": what it is about is not known yet."""
    st.session_state[HOLD] = state


def held() -> bool:
    """Return whether nothing is taken now."""
    return st.session_state.get(HOLD) == "held"


def ask(html: str, *, key: str, go: str = "") -> None:
    """Show `html`, whose every typed-in text is already escaped; what is answered: `told(key)`.

    go: the name of an element with `data-place` to scroll to, once until another is named.
    """
    heard = answer(key, st.session_state.get(f"{key}.seen"))
    data = {"name": key, "html": html, "go": go, **heard}
    _ask(key=key, data=data, on_told_change=exposed)


def told(key: str) -> Mapping[str, Any]:
    """Return what the person last did in `key`, before it is drawn, and each act only once.

    {act, form, values, ...}: the act, the form it stands in, its fields by name, and the data
    attributes of what was clicked. Empty where nothing new was done.
    """
    last, seen = sent(key, "told", LONGEST_FILE), f"{key}.seen"
    if held() or not last or last.get("seq") == st.session_state.get(seen):
        return {}
    st.session_state[seen] = last.get("seq")
    return last


def values(act: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the fields of the form that something was done in, by name."""
    fields = act.get("values")
    known = fields if isinstance(fields, Mapping) else {}
    return {name: text for name, text in known.items() if isinstance(text, str)}
