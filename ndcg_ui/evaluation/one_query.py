"""One query: what each document's move won or lost, as a table; both rankings as boards. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from hashlib import blake2b

import polars as pl

import ndcg_core as nc
from ndcg_core.evaluation.explanation import ABSENT, Move, QueryDifference
from ndcg_core.evaluation.results import Results
from ndcg_core.metric import Trace
from ndcg_ui import figures
from ndcg_ui.boards.board import Board, Document
from ndcg_ui.evaluation.beside import Beside, same, title_of
from ndcg_ui.evaluation.stops import Stop
from ndcg_ui.evaluation.values import REST, at, cell, difference, is_rest, value
from ndcg_ui.html.builder import Html, col, every, html, p, row_head, table, td, tr

MOVES = 12
"""So many moves have a row of their own."""
LONGEST_BOARD = 20
"""So many ranks a board shows: enough to see who moved."""


def moves(found: QueryDifference, names: tuple[str, str], k: int | None) -> Html:
    """Which document's move won or lost what, down to the two values of NDCG."""
    loud, rest = split(found)
    heads = ("document", "grade", f"{names[0]} → {names[1]}", f"what that adds to {at(k)}")
    shown = [*map(_move, loud)]
    if rest:
        shown.append(tr(row_head(f"{len(rest)} more", css="name"), td(), td(), _sum(rest)))
    if abs(found.rest) > 1e-9:
        said = "nothing is relevant: the convention's value"
        shown.append(tr(row_head(said, css="name"), td(), td(), td(difference(found.rest))))
    foot = tr(row_head(f"{names[1]} less {names[0]}", colspan=3), td(difference(found.difference)))
    return html(
        table(map(col, heads), shown, foot, css="compared moves-table", data_testid="moves"),
        p(_quiet(found), css="say"),
    )


def split(found: QueryDifference) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
    """The moves that win or lose something, the largest first: those shown one by one, the rest."""
    loud = tuple(move for move in found.moves if abs(move.value) > 1e-12)
    return (loud, ()) if len(loud) <= MOVES else (loud[: MOVES - 1], loud[MOVES - 1 :])


def chart(found: QueryDifference, names: tuple[str, str]) -> figures.Figure:
    """The same as a waterfall."""
    loud, rest = split(found)
    bars = [(move.doc, move.value) for move in loud]
    if rest:
        bars.append((f"{len(rest)} more", sum(move.value for move in rest)))
    if is_rest(found.rest):
        bars.append((REST, found.rest))
    return figures.waterfall(found.first, bars, found.second, names)


def _move(move: Move) -> Html:
    grade = "unjudged" if move.grade is None else nc.short(move.grade)
    ranks = f"{rank(move.rank_first)} → {rank(move.rank_second)}"
    return tr(
        row_head(move.doc, css="name"),
        td(grade),
        td(ranks),
        td(difference(move.value)),
        data_testid="move",
        data_doc_id=move.doc,
    )


def rank(place: int | None) -> str:
    """A rank, or that a document was not returned.

    >>> rank(3), rank(None)
    ('3', 'not returned')
    """
    return ABSENT if place is None else str(place)


def _sum(rest: tuple[Move, ...]) -> Html:
    return td(difference(sum(move.value for move in rest)))


def _quiet(found: QueryDifference) -> str:
    quiet = sum(abs(move.value) <= 1e-12 for move in found.moves)
    if not quiet:
        return "Every document that one of them shows wins or loses something."
    documents = "document wins or loses" if quiet == 1 else "documents win or lose"
    return f"{quiet} further {documents} nothing: grade 0, unjudged, or at the same rank in both."


def board_of(results: Results, system: str, query: str) -> tuple[Board, Trace] | None:
    """What a system returned for a query, its first ranks, as a board with its calculation; None
    where the query is missing, or where the grades fit on no board.
    """
    documents = results.runs[system].sort("rank").head(LONGEST_BOARD)
    listed = documents.join(results.judged.select("doc", "grade"), on="doc", how="left")
    returned = [_card(rank, *row) for rank, row in enumerate(_pairs(listed), 1)]
    rest = results.judged.join(results.runs[system], on="doc", how="anti")
    best = rest.filter(rest["grade"] > 0).sort("grade", descending=True).head(LONGEST_BOARD)
    unretrieved = [_card(LONGEST_BOARD + n, *row) for n, row in enumerate(_pairs(best), 1)]
    if not returned:
        return None
    board = Board(tuple(returned), tuple(unretrieved))
    try:
        return board, board.trace(results.ks[0], replace(results.convention, ties="input"))
    except ValueError:
        return None


def _pairs(frame: pl.DataFrame) -> Iterable[tuple[str, float | None]]:
    return frame.select("doc", "grade").iter_rows()


def _card(number: int, doc: str, grade: float | None) -> Document:
    return Document(number, doc if grade is not None else f"{doc} (unjudged)", grade or 0.0)


def under_both(other: Beside, results: Results, query: str) -> Html | None:
    """What each single choice makes of this query, on the way to the second convention."""
    names = results.systems
    if other.problem or not (other.steps or other.stops):
        return None
    start = {name: results.scores(name)[query] for name in names if query in results.scores(name)}
    lines = [(title_of(results.convention.name), start)]
    for step in other.steps:
        values = {name: step.scores[name][query] for name in names if query in step.scores[name]}
        if not all(same(values.get(name), lines[-1][1].get(name)) for name in names):
            lines.append((step.words, values))
    title, stops = title_of(other.rules), [stop for stop in other.stops if stop.query == query]
    said = every(
        p(f"{title} itself {_no_number(stop)}", css="warning", data_testid="query-stops")
        for stop in stops
    )
    if len(lines) == 1:
        return said if stops else p(f"{title} prints the same for this query.", css="say")
    drawn = every(
        tr(row_head(words, css="name"), *(cell(values.get(name), 4) for name in names))
        for words, values in lines
    )
    heads = map(col, (f"towards {title}, one change at a time", *names))
    return html(table(heads, [drawn], css="compared", data_testid="query-chain"), said)


def _no_number(stop: Stop) -> str:
    does = "stops at what" if stop.stops else "has no one number for what"
    return f"{does} {stop.system} returned: {stop.words}"


def place(query: str) -> str:
    """Where a query's explanation stands on the page: a name that needs no quoting.

    >>> place("a"), place("")
    ('why-ca234c55', '')
    """
    return (
        f"why-{blake2b(query.encode('utf-8', 'replace'), digest_size=4).hexdigest()}"
        if query
        else ""
    )


def heading(found: QueryDifference, names: tuple[str, str], k: int | None) -> Html:
    """Both values and what lies between them."""
    one, other = names
    return p(
        f"{at(k)}: {one} ",
        value(found.first),
        f", {other} ",
        value(found.second),
        "; difference ",
        difference(found.difference),
        ".",
        data_testid="query-values",
    )
