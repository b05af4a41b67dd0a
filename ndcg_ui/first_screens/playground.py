"""The playground's first screen: a link's ranking, which can be moved before the app is there."""

from __future__ import annotations

from collections.abc import Mapping

import ndcg_core as nc
from ndcg_ui.boards.link import state_of
from ndcg_ui.first_screens.screen import Screen, exhibited

NAMED = 12
"""So many grades stand in a title."""


def screen(query: Mapping[str, str]) -> Screen:
    """The page of a link."""
    trace = state_of(query).trace
    return exhibited("playground", query, title(trace), summary(trace))


def title(trace: nc.Trace) -> str:
    """What the page says, in one line.

    >>> title(nc.trace([3, 2, 3, 0, 1]))
    'NDCG@5 = 0.972 for 3, 2, 3, 0, 1'
    """
    grades = [nc.short(row.grade) for row in (*trace.actual, *trace.beyond)]
    more = ", …" if len(grades) > NAMED else ""
    return f"NDCG@{trace.k} = {nc.number(trace.ndcg)} for {', '.join(grades[:NAMED])}{more}"


def summary(trace: nc.Trace) -> str:
    """The same as the division that it is.

    >>> summary(nc.trace([3, 2, 3, 0, 1]))
    'DCG 6.149 over IDCG 6.323. Drag a document up and watch every term change.'
    """
    return (
        f"DCG {nc.number(trace.dcg)} over IDCG {nc.number(trace.idcg)}. "
        "Drag a document up and watch every term change."
    )
