"""The comparison of two systems in words, in total and by query. Pure functions."""

from collections.abc import Sequence
from typing import NamedTuple

import ndcg_core as nc
from ndcg_core.evaluation.comparing.comparison import list_common_queries
from ndcg_core.evaluation.comparing.judging import count_unjudged_by_query
from ndcg_core.evaluation.comparing.paired import Pair
from ndcg_ui.components import figure as figures
from ndcg_ui.components.figure.comparisons import REST_NAME, exceeds_rounding
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.pages.evaluate.values import render_cell, render_difference, render_evaluation_table
from ndcg_ui.pages.evaluate.working import EvaluationResults, Totals

MOST_MOVES = 8
MOST_QUERIES = 60
"""The number of moves between ranges of ranks with a row of their own, and the number of queries in
the table."""


def render_comparison(pair: Pair) -> Html:
    """Return the comparison of two systems in words: the lead, chance, caveats and warnings."""
    (ahead,), caveat, _, *chance = pair.paragraphs
    return h.html(
        h.h2(ahead, css="verdict-words", data_testid="words"),
        h.p(" ".join(caveat), css="caveat") if caveat else None,
        h.join_pieces(h.p(" ".join(sentences), css="say") for sentences in chance if sentences),
        h.join_pieces(
            h.p(warning, css="warning", data_testid="warning") for warning in pair.warnings
        ),
    )


def make_unjudged_chart(pair: Pair, query_rows: "Sequence[QueryRow]") -> figures.Figure | None:
    """Return a chart of differences by number of unjudged documents, or None.

    The result is None if no query differs, or if all have the same number of unjudged documents.
    """
    rows = [(row.query, row.unjudged[1], row.difference) for row in query_rows if row.unjudged]
    return figures.plot_pair_by_unjudged(pair, rows)


def render_totals(totals: Totals, names: tuple[str, str]) -> Html:
    """Return tables of contributions to the difference between means, by grade and by rank."""
    grades = [
        ("unjudged" if grade is None else f"grade {nc.short(grade)}", count, value)
        for grade, count, value in totals.by_grade
    ]
    drawn = (
        _render_totals_table("By grade", grades, totals, "by-grade"),
        _render_totals_table(
            f"By rank, {names[0]} → {names[1]}", _group_by_ranks(totals), totals, "by-rank"
        ),
    )
    return h.div(h.join_pieces(drawn), css="totals-tables")


def _group_by_ranks(totals: Totals) -> list[tuple[str, int, float]]:
    """Return each rank move's name, document count and value, in at most `MOST_MOVES` rows.

    If there are more, the last row is the sum of all further moves.
    """
    lines = [(f"{first} → {last}", count, value) for first, last, count, value in totals.by_rank]
    if len(lines) <= MOST_MOVES:
        return lines
    others = lines[MOST_MOVES - 1 :]
    documents = sum(n for _, n, _ in others)
    value = sum(v for _, _, v in others)
    return [*lines[: MOST_MOVES - 1], (f"{len(others)} other moves", documents, value)]


def _render_totals_table(
    title: str, groups: list[tuple[str, int, float]], totals: Totals, table_name: str
) -> Html:
    """Return a table of contributions that add up to the difference between the means.

    groups: the name, the number of documents and the contribution in each row.
    """
    rows = [
        h.tr(h.row_head(name, css="name"), h.td(f"{count:,}"), h.td(render_difference(value, 4)))
        for name, count, value in groups
    ]
    if exceeds_rounding(totals.rest):
        rows.append(
            h.tr(h.row_head(REST_NAME, css="name"), h.td(), h.td(render_difference(totals.rest, 4)))
        )
    foot = h.tr(
        h.row_head("all together", css="name"),
        h.td(),
        h.td(render_difference(totals.difference, 4)),
    )
    heads = map(h.col, (title, "documents", "adds to the mean"))
    return render_evaluation_table(table_name, title, heads, rows, foot)


class QueryRow(NamedTuple):
    """A query with the NDCG of two systems and the difference.

    unjudged: the number of documents of the less judged system, and how many of these documents are
    unjudged, or None without documents
    """

    query: str
    first: float
    second: float
    difference: float
    unjudged: tuple[int, int] | None = None


def list_query_rows(evaluation: EvaluationResults, pair: Pair, sort: str) -> list[QueryRow]:
    """Return a row for each query that both systems have, in an order of `SORTS`."""
    first, second = (
        evaluation.results.scores(name, evaluation.k) for name in (pair.first, pair.second)
    )
    counts = count_unjudged_by_query(evaluation.results, pair.less_judged, evaluation.k)
    lines = [
        QueryRow(q, first[q], second[q], second[q] - first[q], counts.get(q))
        for q in list_common_queries(first, second)
    ]
    if sort == "size":
        lines.sort(key=lambda row: -abs(row.difference))
    elif sort != "query":
        side = 1 if sort == "first" else -1
        lines.sort(key=lambda row: side * row.difference)
    return lines


def filter_query_rows(rows: Sequence[QueryRow], text: str) -> list[QueryRow]:
    """Return the rows of queries whose names contain a text, ignoring case.

    Spaces around the text are ignored, too.

    >>> rows = [QueryRow("Bus 14", 0, 1, 1), QueryRow("cake", 0, 0, 0)]
    >>> [row.query for row in filter_query_rows(rows, "bus")]
    ['Bus 14']
    """
    wanted = text.strip().casefold()
    return [row for row in rows if wanted in row.query.casefold()]


def render_query_table(query_rows: Sequence[QueryRow], pair: Pair, open_query: str) -> Html:
    """Return a table of queries with both values and the difference. A name opens its query.

    Only the first `MOST_QUERIES` rows are shown, and a sentence under the table counts all rows. A
    single name is a Tab stop, and arrow keys lead to the other names.
    """
    heads = [
        h.col("query"),
        *(h.col(name, css="wide") for name in (pair.first, pair.second)),
        h.col(f"{pair.second} minus {pair.first}"),
        h.col(f"unjudged in {pair.less_judged}"),
    ]
    shown = query_rows[:MOST_QUERIES]
    names = [row.query for row in shown]
    tab_stop = open_query if open_query in names else next(iter(names), "")
    rows = (_render_query_row(row, open_query, tab_stop) for row in shown)
    drawn = render_evaluation_table("queries", "Every query", heads, rows)
    return h.html(
        h.div(drawn, css="queries-scroll"),
        h.p(_describe_query_count(len(query_rows)), css="say", role="status"),
    )


def _render_query_row(row: QueryRow, open_query: str, tab_stop: str) -> Html:
    """Return a query's table row: its button, two values, the difference and unjudged count.

    tab_stop: the only query whose name is a Tab stop.
    """
    opens = h.button(
        row.query,
        css="link-button",
        data_act="open",
        data_query=row.query,
        aria_current="true" if row.query == open_query else None,
        tabindex=0 if row.query == tab_stop else -1,
    )
    return h.tr(
        h.row_head(opens, css="name"),
        render_cell(row.first, css="wide"),
        render_cell(row.second, css="wide"),
        h.td(render_difference(row.difference)),
        h.td("none shown" if row.unjudged is None else "{1} of {0}".format(*row.unjudged)),
        css="now" if row.query == open_query else "",
        data_testid="query",
        data_query=row.query,
    )


def _describe_query_count(count: int) -> str:
    """Return a sentence with the number of queries, and advice if the table shows only some."""
    if not count:
        return "No query name contains this text."
    if count <= MOST_QUERIES:
        return f"{count:,} {'query' if count == 1 else 'queries'}."
    return f"The first {MOST_QUERIES} of {count:,}. Change the order, or find a query by its name."
