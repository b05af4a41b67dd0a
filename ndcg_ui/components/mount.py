"""Parts of exhibits, each by itself on a page that Streamlit draws."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

import ndcg_core as nc
from ndcg_core.html_builder import Html
from ndcg_ui.components import parts
from ndcg_ui.components.board.board import Board
from ndcg_ui.components.figure import Figure
from ndcg_ui.components.templates import templates
from ndcg_ui.exhibit.parts import Part

_part = st.components.v2.component(
    "ndcg-tutor.exhibit",
    js="exhibit.js",
    html=f"<div class='exhibit-place'></div>{templates()}",
    isolate_styles=False,
)


def _mount(part: Part, key: str, **how: Any) -> Any:
    return _part(key=key, data={"kind": part.kind, "data": part.data}, **how)


def markup(html: Html, *, key: str, group: str = "main") -> None:
    """Show `html`.

    Unlike `st.html` it keeps MathML, changes only what differs from what is on screen, and knows
    the attributes `data-doc` (highlighted together), `data-live` (a number that follows a drag's
    preview) and `data-copy-link` (a button that copies the page's link).
    """
    _mount(parts.markup(key, html, group), key)


def figure(fig: Figure, *, key: str, name: str, group: str, height: int) -> None:
    part = parts.chart(name, fig, group, height=height)
    _mount(part._replace(data={**part.data, "level": 3}), key)


def board(ranking: Board, trace: nc.Trace, *, key: str, group: str) -> None:
    """Show a board on which nothing can be moved, its ideal order beside it."""
    data = parts.board_data(ranking, trace, group=group, mode="show") | {"level": 4}
    _mount(Part("board", key, data), key)


def exposed() -> None:
    """Stand in as a callback: Streamlit passes on only the values that have one."""


def sent(key: str, name: str) -> Any:
    """Return what the component `key` sent as `name`, as it came; None where it sent nothing."""
    value = st.session_state.get(key)
    return value.get(name) if isinstance(value, Mapping) else None


def ask(html: Html, *, key: str, go: str = "") -> object:
    """Show `html` with something to answer in it, as `parts.form` describes it; return what was
    answered just now, or None, or what else a browser sends.

    What is answered is the trigger value `act` of one run.
    """
    return _mount(parts.form(key, html, key, go), key, on_act_change=exposed).get("act")
