"""The parts of an exhibit: plain data for the browser, from a trace, a figure or markup.

The first screen, the answer to an act and what Streamlit mounts are the same parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import ndcg_core as nc
from ndcg_core.lessons.blocks.kinds import Mode
from ndcg_ui.boards.board import Board
from ndcg_ui.boards.cards import cards
from ndcg_ui.figures import Figure
from ndcg_ui.figures.plotly import PLOTLY_URL
from ndcg_ui.html.builder import Html

Measure = Literal["cg", "dcg", "ndcg"]


class Part(NamedTuple):
    """One part: its kind, its name among its siblings, and the data of such a component."""

    kind: Literal["board", "controls", "figure", "markup"]
    name: str
    data: Mapping[str, Any]


Row = Sequence[Sequence[Part]]
"""The columns of a row, each a list of parts from top to bottom."""


def board_data(
    board: Board,
    trace: nc.Trace,
    *,
    group: str = "main",
    mode: Mode = "edit",
    now: int | None = None,
    remarks: Sequence[str] = (),
    speaks: Measure = "ndcg",
) -> dict[str, Any]:
    """Return what the browser needs to show a board.

    mode: "edit" has every control, "move" only moving, "show" none. now: the document a replay
    stands at. remarks: sentences under it. speaks: the measure whose value is said after every
    change.
    """
    return cards(board, trace) | {
        "group": group,
        "mode": mode,
        "now": now,
        "remarks": list(remarks),
        "speaks": speaks,
    }


def figure_data(
    figure: Figure,
    *,
    name: str,
    group: str = "main",
    height: int = 230,
    clickable: bool = False,
) -> dict[str, Any]:
    """Return what the browser needs to draw a figure.

    name       what the chart is called: for screen readers and for the files it is saved as
    group      highlights stay among components of one group
    clickable  whether a click, or Enter on a cell of a heat map, swaps two ranks on the board of
               the same exhibit
    """
    return {
        "spec": figure.spec,
        "text": figure.text,
        "name": name,
        "group": group,
        "height": height,
        "clickable": clickable,
        "plotly": f".{PLOTLY_URL}",
    }


def markup_data(html: Html, group: str = "main") -> dict[str, str]:
    """Return what the browser needs to show markup."""
    return {"html": html, "group": group}


def words(name: str, html: Html, group: str) -> Part:
    """Return markup as a part."""
    return Part("markup", name, markup_data(html, group))


def chart(title: str, drawn: Figure, group: str, **how: Any) -> Part:
    """Return a figure as a part."""
    return Part("figure", title, figure_data(drawn, name=title, group=group, **how))
