"""Two systems: their comparison in words and numbers, by query. Pure functions."""

from collections.abc import Sequence
from typing import NamedTuple

import ndcg_core as nc
from ndcg_core.evaluation.comparing.comparison import list_common_queries
from ndcg_core.evaluation.comparing.judging import count_unjudged_by_query
from ndcg_core.evaluation.comparing.paired import Pair
from ndcg_ui.components import figure as figures
from ndcg_ui.components.figure.comparisons import REST_NAME, is_significant
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.pages.evaluate.values import draw_cell, draw_comparison_table, draw_difference
from ndcg_ui.pages.evaluate.working import EvaluationResults, Totals

MOST_MOVES = 8
MOST_QUERIES = 60
"""The number of moves between ranges of ranks with a row of their own, and the number of queries in
the table."""


def describe_pair(pair: Pair) -> Html:
    """Return the leading system, followed by the caveats."""
    (ahead,), caveat, _, *chance = pair.paragraphs
    return h.html(
        h.h2(ahead, css="verdict-words", data_testid="words"),
        h.p(" ".join(caveat), css="caveat") if caveat else None,
        h.join_pieces(h.p(" ".join(sentences), css="say") for sentences in chance if sentences),
        h.join_pieces(
            h.p(warning, css="warning", data_testid="warning") for warning in pair.warnings
        ),
    )


def draw_by_unjudged(pair: Pair, lines: "Sequence[QueryRow]") -> figures.Figure | None:
    """Draw the differences by unjudged documents, or return None if all queries are alike."""
    rows = [(row.query, row.unjudged[1], row.difference) for row in lines if row.unjudged]
    return figures.draw_by_unjudged(pair, rows)


def draw_totals(totals: Totals, names: tuple[str, str]) -> Html:
    """Return two tables, each of which adds up to the difference of the means."""
    grades = [
        ("unjudged" if grade is None else f"grade {nc.short(grade)}", count, value)
        for grade, count, value in totals.by_grade
    ]
    drawn = (
        _draw_table("By grade", grades, totals, "by-grade"),
        _draw_table(
            f"By rank, {names[0]} → {names[1]}", _group_by_ranks(totals), totals, "by-rank"
        ),
    )
    return h.div(h.join_pieces(drawn), css="totals-tables")


def _group_by_ranks(totals: Totals) -> list[tuple[str, int, float]]:
    lines = [(f"{one} → {other}", count, value) for one, other, count, value in totals.by_rank]
    if len(lines) <= MOST_MOVES:
        return lines
    others = lines[MOST_MOVES - 1 :]
    documents = sum(n for _, n, _ in others)
    value = sum(v for _, _, v in others)
    return [*lines[: MOST_MOVES - 1], (f"{len(others)} other moves", documents, value)]


def _draw_table(
    title: str, lines: list[tuple[str, int, float]], totals: Totals, handle: str
) -> Html:
    rows = [
        h.tr(h.row_head(name, css="name"), h.td(f"{count:,}"), h.td(draw_difference(value, 4)))
        for name, count, value in lines
    ]
    if is_significant(totals.rest):
        rows.append(
            h.tr(h.row_head(REST_NAME, css="name"), h.td(), h.td(draw_difference(totals.rest, 4)))
        )
    foot = h.tr(
        h.row_head("all together", css="name"), h.td(), h.td(draw_difference(totals.difference, 4))
    )
    heads = map(h.col, (title, "documents", "adds to the mean"))
    return draw_comparison_table(handle, title, heads, rows, foot)


class QueryRow(NamedTuple):
    """A query with both systems' NDCG and their difference.

    It also has the number of documents of the less judged system, and of the unjudged ones among
    them, or None without documents.
    """

    query: str
    first: float
    second: float
    difference: float
    unjudged: tuple[int, int] | None = None


def list_rows(worked: EvaluationResults, pair: Pair, sort: str) -> list[QueryRow]:
    """Return the queries with two values, sorted as `SORTS` defines."""
    one, other = (worked.results.scores(name, worked.k) for name in (pair.first, pair.second))
    counts = count_unjudged_by_query(worked.results, pair.less_judged, worked.k)
    lines = [
        QueryRow(q, one[q], other[q], other[q] - one[q], counts.get(q))
        for q in list_common_queries(one, other)
    ]
    if sort == "size":
        lines.sort(key=lambda row: -abs(row.difference))
    elif sort != "query":
        side = -1 if sort == "second" else 1
        lines.sort(key=lambda row: side * row.difference)
    return lines


def filter_rows(lines: Sequence[QueryRow], text: str) -> list[QueryRow]:
    """Return the queries whose names contain a text.

    >>> list_rows = [QueryRow("Bus 14", 0, 1, 1), QueryRow("cake", 0, 0, 0)]
    >>> [row.query for row in filter_rows(list_rows, "bus")]
    ['Bus 14']
    """
    wanted = text.strip().casefold()
    return [row for row in lines if wanted in row.query.casefold()]


def draw_queries(lines: Sequence[QueryRow], pair: Pair, now: str) -> Html:
    """Return the table of queries. A name opens its query.

    now: the open query.

    One of the names is a Tab stop, and arrow keys lead to the others.
    """
    heads = [
        h.col("query"),
        *(h.col(name, css="wide") for name in (pair.first, pair.second)),
        h.col(f"{pair.second} minus {pair.first}"),
        h.col(f"unjudged in {pair.less_judged}"),
    ]
    shown = lines[:MOST_QUERIES]
    stop = now if any(row.query == now for row in shown) else next((r.query for r in shown), "")
    drawn = draw_comparison_table(
        "queries", "Every query", heads, (_draw_row(row, now, stop) for row in shown)
    )
    return h.html(
        h.div(drawn, css="queries-scroll"),
        h.p(_write_count(len(lines)), css="say", role="status"),
    )


def _draw_row(row: QueryRow, now: str, stop: str) -> Html:
    opens = h.button(
        row.query,
        css="link-button",
        data_act="open",
        data_query=row.query,
        aria_current="true" if row.query == now else None,
        tabindex=0 if row.query == stop else -1,
    )
    return h.tr(
        h.row_head(opens, css="name"),
        draw_cell(row.first, css="wide"),
        draw_cell(row.second, css="wide"),
        h.td(draw_difference(row.difference)),
        h.td("none shown" if row.unjudged is None else "{1} of {0}".format(*row.unjudged)),
        css="now" if row.query == now else "",
        data_testid="query",
        data_query=row.query,
    )


def _write_count(count: int) -> str:
    if not count:
        return "No query name contains this text."
    if count <= MOST_QUERIES:
        return f"{count:,} {'query' if count == 1 else 'queries'}."
    return f"The first {MOST_QUERIES} of {count:,}. Change the order, or find a query by its name."
