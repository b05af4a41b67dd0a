"""Several parts of a page as one component: a board, its text, words and charts, in rows.

Each component on a page costs the server a widget and the browser a rendering at every move; one
exhibit costs one, whatever it holds. Its parts are the components of the same name, with the same
payload; in the browser the board comes last, so that what confirms a move finds the rest in place.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import streamlit as st

from ndcg_ui.components import board, exposed, figure, markup

_FIELD = """<label class="grades-field">
<span>Grades, best place first</span>
<input type="text" autocomplete="off" autocapitalize="off" spellcheck="false">
</label>"""
_TEMPLATES = {"board": board.HTML, "field": _FIELD, "figure": figure.HTML, "markup": markup.HTML}
_exhibit = st.components.v2.component(
    "ndcg-tutor.exhibit",
    js="exhibit.js",
    html="<div class='exhibit'></div>"
    + "".join(
        f"<template data-kind='{kind}'>{html}</template>" for kind, html in _TEMPLATES.items()
    ),
    isolate_styles=False,
)


class Part(NamedTuple):
    """One part: its kind, its name among its siblings, and the payload of such a component."""

    kind: Literal["board", "field", "figure", "markup"]
    name: str
    data: Mapping[str, Any]


Row = Sequence[Sequence[Part]]
"""The columns of a row, each a list of parts from top to bottom."""


def exhibit(rows: Sequence[Row], *, key: str) -> None:
    """Show the parts; what is done on the board among them arrives as the exhibit's event."""
    payload = [[[part._asdict() for part in column] for column in row] for row in rows]
    # As bytes: Streamlit would write anything else as JSON twice, the second time to compare it.
    data = json.dumps(payload, separators=(",", ":")).encode()
    _exhibit(key=key, data=data, on_event_change=exposed)
