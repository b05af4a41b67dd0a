"""One query: the effect of each document's move, and both rankings as boards. Pure functions."""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import blake2b

import polars as pl

import ndcg_core as nc
from ndcg_core.evaluation.comparing.explanation import NOT_RETURNED, Move, QueryDifference
from ndcg_core.evaluation.comparing.second_convention import (
    SecondConvention,
    Stop,
    are_equal,
    find_title,
)
from ndcg_core.evaluation.scoring.results import Results
from ndcg_core.metric import Trace
from ndcg_ui.components.board.board import Board, Document
from ndcg_ui.components.figure.comparisons import is_rest, split_moves
from ndcg_ui.components.markup.builder import Html, col, html, join_pieces, p, row_head, td, tr
from ndcg_ui.components.markup.tables import value
from ndcg_ui.pages.evaluate.values import at, cell, comparison_table, difference, down_to

LONGEST_BOARD = 20
"""The number of ranks of a board, enough to show the moves."""
SHARING = {
    "averaged": "1/d is the mean over their ranks",
    "shared": "all have their mean rank, rounded down",
}
"""The treatment of equal scores by conventions that do not order them."""


def moves(explained: QueryDifference, names: tuple[str, str], k: int | None) -> Html:
    """Return each document's effect, from one value of NDCG to the other."""
    loud, rest = split_moves(explained)
    heads = ("document", "grade", f"{names[0]} → {names[1]}", f"effect on {at(k)}")
    rows = [*map(_move, loud)]
    if rest:
        together = td(difference(sum(move.value for move in rest)))
        rows.append(tr(row_head(f"{len(rest)} more", css="name"), td(), td(), together))
    if is_rest(explained.rest):
        why = "value of the convention if nothing is relevant"
        rows.append(tr(row_head(why, css="name"), td(), td(), td(difference(explained.rest))))
    foot = tr(
        row_head(f"{names[1]} minus {names[0]}", colspan=3), td(difference(explained.difference))
    )
    return html(
        comparison_table(
            "moves", "The effect of each document's move", map(col, heads), rows, foot
        ),
        p(_quiet(explained), css="say"),
    )


def _move(move: Move) -> Html:
    grade = "unjudged" if move.grade is None else nc.short(move.grade)
    first, second = (rank or NOT_RETURNED for rank in (move.rank_first, move.rank_second))
    return tr(
        row_head(move.doc, css="name"),
        td(grade),
        td(f"{first} → {second}"),
        td(difference(move.value)),
        data_testid="move",
        data_doc_id=move.doc,
    )


def _quiet(explained: QueryDifference) -> str:
    quiet = sum(abs(move.value) <= 1e-12 for move in explained.moves)
    if not quiet:
        return "Every document that one of the systems shows has an effect."
    documents = "other document has" if quiet == 1 else "other documents have"
    return f"{quiet} {documents} no effect: grade 0, unjudged, or at the same rank in both."


def formula(explained: QueryDifference, names: tuple[str, str], results: Results) -> Html:
    """Return the sentence below the waterfall about a document's effect."""
    one, other = names
    rules = results.convention
    sentence = (
        f"A document adds g(grade) × (1/d(rank in {other}) − 1/d(rank in {one})) / IDCG. 1/d is 0 "
        f"if a system does not show the document {down_to(results.ks[0])}."
    )
    if rules.ties in SHARING:
        sentence += f" For equal scores, {SHARING[rules.ties]}."
    here = (pl.col("query") == explained.query) & (pl.col("retrieved") > 0)
    if len({idcg for name in names for idcg in results.at(name).filter(here)["idcg"]}) > 1:
        sentence += " Here the systems have different IDCGs, and each 1/d is divided by its own."
    rest = ", with the convention's value if nothing is relevant," * is_rest(explained.rest)
    return p(f"{sentence} The effects of all documents{rest} add up to the difference.", css="say")


def board_of(results: Results, system: str, query: str) -> tuple[Board, Trace] | None:
    """Return a system's first results for a query as a board with its trace.

    Returns None if the query is missing or its grades do not fit on a board.
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


def under_both(second: SecondConvention, results: Results, query: str) -> Html | None:
    """Return a query's values on the way to the second convention, one choice at a time."""
    names = results.systems
    if second.problem or not (second.steps or second.stops):
        return None
    start = {name: results.scores(name)[query] for name in names if query in results.scores(name)}
    lines = [(find_title(results.convention.name), start)]
    for step in second.steps:
        values = {name: step.scores[name][query] for name in names if query in step.scores[name]}
        if not all(are_equal(values.get(name), lines[-1][1].get(name)) for name in names):
            lines.append((step.change, values))
    title, stops = find_title(second.rules), [stop for stop in second.stops if stop.query == query]
    warnings = join_pieces(
        p(f"{title} itself {_no_number(stop)}", css="warning", data_testid="query-stops")
        for stop in stops
    )
    if len(lines) == 1:
        return warnings if stops else p(f"{title} prints the same for this query.", css="say")
    drawn = join_pieces(
        tr(row_head(change, css="name"), *(cell(values.get(name), 4) for name in names))
        for change, values in lines
    )
    heads = map(col, (f"towards {title}, one change at a time", *names))
    return html(comparison_table("query-chain", f"Towards {title}", heads, [drawn]), warnings)


def _no_number(stop: Stop) -> str:
    does = "stops at the result that" if stop.stops else "has no single number for the result that"
    return f"{does} {stop.system} returned: {stop.reason}"


def place(query: str) -> str:
    """Return the anchor of a query's explanation, a name without special characters.

    >>> place("a"), place("")
    ('why-ca234c55', '')
    """
    digest = blake2b(query.encode("utf-8", "replace"), digest_size=4)
    return f"why-{digest.hexdigest()}" if query else ""


def heading(explained: QueryDifference, names: tuple[str, str], k: int | None) -> Html:
    """Return both values and their difference."""
    one, other = names
    return p(
        f"{at(k)}: {one} ",
        value(explained.first),
        f", {other} ",
        value(explained.second),
        "; difference ",
        difference(explained.difference),
        ".",
        data_testid="query-values",
    )
