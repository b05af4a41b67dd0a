"""Single parts of exhibits, each on a page that Streamlit draws.

A message from the browser arrives with a rerun of the script and is answered in the same rerun. The
answer is the component's next data.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import streamlit as st

import ndcg_core as nc
from ndcg_core.html_builder import Html
from ndcg_ui.components import parts
from ndcg_ui.components.board.board import Board
from ndcg_ui.components.figure import Figure
from ndcg_ui.components.figure.base import PLOTLY_URL, read_plotly_script
from ndcg_ui.components.templates import render_templates
from ndcg_ui.exhibit import server
from ndcg_ui.exhibit.links import Query
from ndcg_ui.exhibit.parts import Part


@cache
def register_component() -> Any:
    """Register the Streamlit component that shows parts, once per process, and return it."""
    return st.components.v2.component(
        "ndcg-tutor.exhibit",
        js="exhibit.js",
        css="exhibit.css",
        html=f'<div class="ndcg"></div>{render_templates()}',
        isolate_styles=False,
    )


def make_host_settings(
    *,
    owns_address: bool = False,
    requests_previews: bool = False,
    base: str | None = None,
    page: str = "",
    arguments: Mapping[str, Any] | None = None,
    link: Query | None = None,
    may_use_server: bool = True,
) -> dict[str, Any]:
    """Return the settings of `host.js`, which runs an exhibit in a Streamlit page.

    owns_address: True if the page's address is the exhibit's link
    requests_previews: True if the browser may request the answer to a drag that has not ended
    base: identifies the arguments that the exhibit started with; None unless Streamlit stores
        its state
    page: the name of the exhibit's page
    arguments: further arguments for the answer to an action
    link: the exhibit's link
    may_use_server: True if our server, when it runs, can answer actions
    """
    return {
        "owns": owns_address,
        "ahead": requests_previews,
        "server": may_use_server and server.is_running(),
        "base": base,
        "page": page,
        "shown": arguments or {},
        "link": dict(link or {}),
    }


def ignore_change() -> None:
    """Do nothing. Streamlit returns a value of a component only if it has a callback."""


def read_received_value(key: str, name: str) -> Any:
    """Return the value `name` that the component `key` set before this rerun, or None."""
    values = st.session_state.get(key)
    return values.get(name) if isinstance(values, Mapping) else None


def mount_part(part: Part, key: str, **callbacks: Any) -> Any:
    """Mount a single part, and return the values of its Streamlit component.

    If the part's script has requested a file, the answer is sent along.
    """
    data: dict[str, Any] = {
        "host": make_host_settings(),
        "part": {"kind": part.kind, "data": part.data},
    }
    match read_received_value(key, "message"):
        case {"id": id, "file": str(name)} if f"/{name}" == PLOTLY_URL:
            data["answer"] = {"id": id, "text": read_plotly_script().decode()}
        case {"id": id}:
            data["answer"] = {"id": id, "refused": "There is no such file. Reload the page."}
    return register_component()(key=key, data=data, on_message_change=ignore_change, **callbacks)


def mount_markup(html: Html, *, key: str, group: str = "main") -> None:
    """Mount `html` in a Streamlit page.

    Unlike `st.html`, this keeps MathML, and updates only the elements that differ. These attributes
    work: `data-doc` (elements that are highlighted together), `data-live` (a number that follows a
    drag) and `data-copy-link` (a button that copies the page's link).
    """
    mount_part(parts.make_markup(key, html, group), key)


def mount_figure(figure: Figure, *, key: str, name: str, group: str, height: int) -> None:
    """Mount a chart that is `height` pixels high."""
    part = parts.make_chart(name, figure, group, height=height)
    mount_part(part._replace(data={**part.data, "level": 3}), key)


def mount_board(board: Board, trace: nc.Trace, *, key: str, group: str) -> None:
    """Mount a read-only board next to its ideal order."""
    data = parts.describe_board(board, trace, group=group, mode="show") | {"level": 4}
    mount_part(Part("board", key, data), key)


def mount_form(html: Html, *, key: str, scroll_target: str = "") -> object:
    """Mount `html` with input fields. Return the action that began this run, or None.

    The action may be anything that a browser can send. See `parts.make_form`.
    """
    return mount_part(
        parts.make_form(key, html, key, scroll_target), key, on_act_change=ignore_change
    ).get("act")
