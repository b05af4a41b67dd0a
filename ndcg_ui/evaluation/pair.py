"""Two systems: compared in words and numbers, what makes up their difference, every query. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import ndcg_core as nc
from ndcg_core.evaluation.comparison import common
from ndcg_core.evaluation.judging import unjudged
from ndcg_core.evaluation.paired import Pair
from ndcg_core.evaluation.pairs import paragraphs
from ndcg_core.evaluation.resampling import HOW
from ndcg_ui import figures
from ndcg_ui.evaluation.values import (
    REST,
    at,
    between,
    cell,
    chance,
    compared,
    difference,
    is_rest,
    signed,
)
from ndcg_ui.evaluation.working import Totals, Worked
from ndcg_ui.html.builder import Html, button, col, div, every, h2, html, p, row_head, span, td, tr

MOST_TURNING, MOST_MOVES, MOST_QUERIES = 3, 8, 60
"""So many queries that turn a comparison round are named, so many moves between ranges of ranks
have a row of their own, and so many queries are in the table at once."""


def in_words(pair: Pair, k: int | None, pairs: int) -> Html:
    """Who is ahead and, directly under it, what makes that mean less than it seems.

    pairs: how many were compared.
    """
    (ahead,), caveat, _, chance, _ = paragraphs(pair, at(k), pairs)
    return html(
        h2(ahead, css="verdict-words", data_testid="words"),
        p(" ".join(caveat), css="caveat") if caveat else None,
        p(" ".join(chance), css="say") if chance else None,
        every(p(warning, css="warning", data_testid="warning") for warning in pair.warnings),
    )


def spread(pair: Pair, k: int | None, pairs: int) -> Html:
    """How the queries are spread, in words and numbers."""
    *_, sentences = paragraphs(pair, at(k), pairs)
    return html(p(" ".join(sentences)) if sentences else None, numbers(pair, pairs))


def ranges(pair: Pair) -> figures.Figure | None:
    """What chance and missing judgments leave open, on one axis; None where neither is known."""
    possible = pair.possible if any(pair.unjudged) else None
    if possible is None and pair.interval.low != pair.interval.low:
        return None
    return figures.ranges(pair.difference, pair.interval, possible, (pair.first, pair.second))


def by_unjudged(pair: Pair, lines: Sequence[Row]) -> figures.Figure | None:
    """The difference of each query by what nobody judged; None where that tells none apart."""
    if not pair.halves:
        return None
    rows = [(row.query, row.unjudged[1], row.difference) for row in lines if row.unjudged]
    names, sentence = (pair.first, pair.second), " ".join(paragraphs(pair, "")[2])
    return figures.by_unjudged(rows, pair.halves, names, pair.less_judged, sentence)


def numbers(pair: Pair, pairs: int) -> Html:
    """The numbers of a comparison, each with what it is; pairs: how many were compared."""
    holm = f"p after Holm, for {pairs} pairs"
    rows = [
        (f"difference, {pair.second} less {pair.first}", difference(pair.difference, 4)),
        (f"95 % interval ({HOW})", between(pair.interval, difference, 4)),
        (f"wins, ties, losses of {pair.second}", f"{pair.wins}, {pair.ties}, {pair.losses}"),
        ("p, signs flipped", html(chance(pair.flips_p), span(_ways(pair), css="interval"))),
        *([(holm, chance(pair.adjusted_p))] if pairs > 1 else []),
        ("paired t", html(_signed(pair.t), "; p ", chance(pair.t_p))),
        ("effect size (Cohen's d of the differences)", _signed(pair.effect)),
        ("queries that turn it round", _turning(pair.turning)),
    ]
    drawn = (tr(row_head(name, css="name"), td(number)) for name, number in rows)
    return compared("pair", f"{pair.second} and {pair.first}", [], drawn)


def _ways(pair: Pair) -> str:
    if pair.exact:
        return f"all {pair.ways:,} ways of flipping" if pair.ways > 1 else "nothing to flip"
    return f"{pair.ways:,} random ways of flipping"


def _signed(value: float) -> Html:
    return html("no value" if value != value else signed(value, 2))


def _turning(turning: tuple[str, ...] | None) -> Html:
    if turning is None:
        return html("none would")
    names = ", ".join(turning[:MOST_TURNING]) + (", …" if len(turning) > MOST_TURNING else "")
    return html(f"{len(turning):,}", p(names, css="interval"))


# --- What makes up the difference --------------------------------------------------------------


def totals_tables(totals: Totals, names: tuple[str, str]) -> Html:
    """Three tables; each adds up to the difference of the means."""
    grades = [
        ("unjudged" if grade is None else f"grade {nc.short(grade)}", count, value)
        for grade, count, value in totals.by_grade
    ]
    judged = [
        ("judged" if is_judged else "unjudged", n, value)
        for is_judged, n, value in totals.by_judged
    ]
    drawn = (
        _table("By grade", grades, totals, "by-grade"),
        _table(f"By rank, {names[0]} → {names[1]}", _ranks(totals), totals, "by-rank"),
        _table("By judged or not", judged, totals, "by-judged"),
    )
    return div(every(drawn), css="totals-tables")


def _ranks(totals: Totals) -> list[tuple[str, int, float]]:
    lines = [(f"{one} → {other}", count, value) for one, other, count, value in totals.by_rank]
    if len(lines) <= MOST_MOVES:
        return lines
    others = lines[MOST_MOVES - 1 :]
    documents, value = sum(n for _, n, _ in others), sum(v for _, _, v in others)
    return [*lines[: MOST_MOVES - 1], (f"{len(others)} other moves", documents, value)]


def _table(title: str, lines: list[tuple[str, int, float]], totals: Totals, handle: str) -> Html:
    rows = [
        tr(row_head(name, css="name"), td(f"{count:,}"), td(difference(value, 4)))
        for name, count, value in lines
    ]
    if is_rest(totals.rest):
        rows.append(tr(row_head(REST, css="name"), td(), td(difference(totals.rest, 4))))
    foot = tr(row_head("all together", css="name"), td(), td(difference(totals.difference, 4)))
    heads = map(col, (title, "documents", "adds to the mean"))
    return compared(handle, title, heads, rows, foot)


# --- Every query -------------------------------------------------------------------------------


class Row(NamedTuple):
    """One query: NDCG of both systems, the second's less the first's, and how many documents the
    less judged one shows and how many of them nobody judged; None where it shows none.
    """

    query: str
    first: float
    second: float
    difference: float
    unjudged: tuple[int, int] | None = None


def rows(worked: Worked, pair: Pair, sort: str) -> list[Row]:
    """The queries that both systems have a value for, sorted as `SORTS` says."""
    one, other = (worked.results.scores(name, worked.k) for name in (pair.first, pair.second))
    counts = unjudged(worked.results, pair.less_judged, worked.k)
    lines = [Row(q, one[q], other[q], other[q] - one[q], counts.get(q)) for q in common(one, other)]
    if sort == "size":
        lines.sort(key=lambda row: -abs(row.difference))
    elif sort != "query":
        side = -1 if sort == "second" else 1
        lines.sort(key=lambda row: side * row.difference)
    return lines


def matching(lines: Sequence[Row], text: str) -> list[Row]:
    """Those whose name holds a text.

    >>> [row.query for row in matching([Row("Bus 14", 0, 1, 1), Row("cake", 0, 0, 0)], "bus")]
    ['Bus 14']
    """
    wanted = text.strip().casefold()
    return [row for row in lines if wanted in row.query.casefold()]


def queries(lines: Sequence[Row], pair: Pair, now: str) -> Html:
    """The table of queries; a name opens its query. now: the one that is open.

    One of them is a Tab stop, from which arrow keys lead to the others.
    """
    heads = [
        col("query"),
        *(col(name, css="wide") for name in (pair.first, pair.second)),
        col(f"{pair.second} less {pair.first}"),
        col(f"unjudged in {pair.less_judged}"),
    ]
    shown = lines[:MOST_QUERIES]
    stop = now if any(row.query == now for row in shown) else next((r.query for r in shown), "")
    drawn = compared("queries", "Every query", heads, (_row(row, now, stop) for row in shown))
    return html(
        div(drawn, css="queries-scroll"),
        p(_how_many(len(lines)), css="say", role="status"),
    )


def _row(row: Row, now: str, stop: str) -> Html:
    opens = button(
        row.query,
        css="link-button",
        data_act="open",
        data_query=row.query,
        aria_current="true" if row.query == now else None,
        tabindex=0 if row.query == stop else -1,
    )
    return tr(
        row_head(opens, css="name"),
        cell(row.first, css="wide"),
        cell(row.second, css="wide"),
        td(difference(row.difference)),
        td("none shown" if row.unjudged is None else "{1} of {0}".format(*row.unjudged)),
        css="now" if row.query == now else "",
        data_testid="query",
        data_query=row.query,
    )


def _how_many(count: int) -> str:
    if not count:
        return "No query has this in its name."
    if count <= MOST_QUERIES:
        return f"{count:,} {'query' if count == 1 else 'queries'}."
    return f"The first {MOST_QUERIES} of {count:,}. Sort them otherwise, or find one by its name."
