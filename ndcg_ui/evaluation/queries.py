"""Every query of two systems: sorted, found by name, a row each. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ndcg_ui.evaluation.values import at, cell, difference
from ndcg_ui.evaluation.working import Worked
from ndcg_ui.html.builder import Html, button, col, div, p, row_head, table, td, tr
from ndcg_ui.html.builder import html as joined

SHOWN = 60
"""So many queries are in the table at once."""


class Row(NamedTuple):
    """One query: NDCG of both systems, and the second's less the first's."""

    query: str
    first: float
    second: float
    difference: float


def rows(worked: Worked, first: str, second: str, sort: str) -> list[Row]:
    """The queries that both systems have a value for, sorted as `SORTS` says."""
    one, other = (worked.results.scores(name, worked.k) for name in (first, second))
    found = [
        Row(query, one[query], other[query], other[query] - one[query])
        for query in one
        if query in other and one[query] == one[query] and other[query] == other[query]
    ]
    found.sort(key=lambda row: row.query)
    if sort == "size":
        found.sort(key=lambda row: -abs(row.difference))
    elif sort != "query":
        side = -1 if sort == "second" else 1
        found.sort(key=lambda row: side * row.difference)
    return found


def matching(found: Sequence[Row], text: str) -> list[Row]:
    """Those whose name holds a text.

    >>> [row.query for row in matching([Row("Bus 14", 0, 1, 1), Row("cake", 0, 0, 0)], "bus")]
    ['Bus 14']
    """
    wanted = text.strip().casefold()
    return [row for row in found if wanted in row.query.casefold()]


def queries(found: Sequence[Row], names: tuple[str, str], k: int | None, now: str) -> Html:
    """The table; a query's name opens it. now: the one that is open."""
    heads = [
        col("query"),
        *(col(f"{name} {at(k)}", css="wide") for name in names),
        col(f"{names[1]} less {names[0]}"),
    ]
    drawn = table(
        heads,
        (_row(row, row.query == now) for row in found[:SHOWN]),
        css="compared queries-table",
        data_testid="queries",
    )
    return joined(
        div(drawn, css="queries-room"),
        p(_how_many(len(found)), css="say", role="status"),
    )


def _row(row: Row, now: bool) -> Html:
    opens = button(
        row.query,
        css="link-button",
        data_act="open",
        data_query=row.query,
        aria_current="true" if now else None,
    )
    return tr(
        row_head(opens, css="name"),
        cell(row.first, css="wide"),
        cell(row.second, css="wide"),
        td(difference(row.difference)),
        css="now" if now else "",
        data_testid="query",
        data_query=row.query,
    )


def _how_many(count: int) -> str:
    if not count:
        return "No query has this in its name."
    if count <= SHOWN:
        return f"{count:,} {'query' if count == 1 else 'queries'}."
    return f"The first {SHOWN} of {count:,}. Sort them otherwise, or find one by its name."
