"""The stage that several pages share: board, fraction and first chart, as one exhibit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ndcg_core as nc
from ndcg_core.lessons.blocks.kinds import Mode
from ndcg_ui import figures
from ndcg_ui.boards.history import History
from ndcg_ui.boards.ranking_text import write_ranking
from ndcg_ui.boards.state import Played
from ndcg_ui.components import board, figure, markup
from ndcg_ui.components.events import NONE_YET, Acknowledged
from ndcg_ui.components.exhibit import Part, Row, exhibit
from ndcg_ui.html import tables
from ndcg_ui.html.builder import Html
from ndcg_ui.page.keys import key

CHART = "What each rank is worth"


def stage(
    page: str,
    history: History,
    trace: nc.Trace,
    sentences: Sequence[str] = (),
    *,
    acknowledged: Acknowledged = NONE_YET,
    mode: Mode = "edit",
    above: Sequence[Row] = (),
    below: Sequence[Row] = (),
) -> None:
    """Draw the board of `page`, `sentences` under it, and what `trace` says; mode: see `board`.

    above, below: further rows of the same exhibit.
    """
    drawn = board.payload(
        history, trace, acknowledged=acknowledged, group=page, mode=mode, remarks=sentences
    )
    right = [
        words(page, "fraction", tables.fraction(trace)),
        chart(page, CHART, figures.terms(trace)),
    ]
    exhibit([*above, [[Part("board", "board", drawn)], right], *below], key=key(page, "board"))


def words(page: str, name: str, html: Html) -> Part:
    """Return markup as a part of the exhibit of `page`."""
    return Part("markup", name, markup.payload(html, page))


def grades_field(page: str, played: Played) -> Part:
    """Return the ranking of `page` as text to type over, as a part of its exhibit."""
    text = write_ranking(played.board.ranking)
    return Part("field", "grades", {"text": text, "refused": played.refused, "group": page})


def chart(page: str, title: str, drawn: figures.Figure, **how: Any) -> Part:
    """Return a figure as a part of the exhibit of `page`."""
    return Part("figure", title, figure.payload(drawn, name=title, group=page, **how))
