"""One query: the effect of each document's move, and both rankings as boards. Pure functions."""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import blake2b

import polars as pl

import ndcg_core as nc
from ndcg_core.evaluation.comparing.explanation import NOT_RETURNED, Move, QueryDifference
from ndcg_core.evaluation.comparing.second_convention import (
    SecondConvention,
    UnscoredRanking,
    are_equal_values,
    find_convention_title,
)
from ndcg_core.evaluation.scoring.results import Results
from ndcg_core.metric import Trace
from ndcg_ui.components.board.board import Board, Document
from ndcg_ui.components.figure.comparisons import is_significant, split_moves
from ndcg_ui.components.markup.builder import Html, col, html, join_pieces, p, row_head, td, tr
from ndcg_ui.components.markup.tables import draw_value
from ndcg_ui.pages.evaluate.values import (
    at,
    describe_cutoff,
    draw_cell,
    draw_comparison_table,
    draw_difference,
)

LONGEST_BOARD = 20
"""The number of ranks of a board, enough to show the moves."""
TIE_SENTENCES = {
    "averaged": "1/d is the mean over their ranks",
    "shared": "all have their mean rank, rounded down",
}
"""The treatment of equal scores by conventions that do not order them."""


def draw_moves(explained: QueryDifference, names: tuple[str, str], k: int | None) -> Html:
    """Return each document's effect, from one value of NDCG to the other."""
    loud, rest = split_moves(explained)
    heads = ("document", "grade", f"{names[0]} → {names[1]}", f"effect on {at(k)}")
    rows = [*map(_draw_move, loud)]
    if rest:
        together = td(draw_difference(sum(move.value for move in rest)))
        rows.append(tr(row_head(f"{len(rest)} more", css="name"), td(), td(), together))
    if is_significant(explained.rest):
        why = "value of the convention if nothing is relevant"
        rows.append(tr(row_head(why, css="name"), td(), td(), td(draw_difference(explained.rest))))
    foot = tr(
        row_head(f"{names[1]} minus {names[0]}", colspan=3),
        td(draw_difference(explained.difference)),
    )
    return html(
        draw_comparison_table(
            "moves", "The effect of each document's move", map(col, heads), rows, foot
        ),
        p(_describe_quiet(explained), css="say"),
    )


def _draw_move(move: Move) -> Html:
    grade = "unjudged" if move.grade is None else nc.short(move.grade)
    first, second = (rank or NOT_RETURNED for rank in (move.rank_first, move.rank_second))
    return tr(
        row_head(move.doc, css="name"),
        td(grade),
        td(f"{first} → {second}"),
        td(draw_difference(move.value)),
        data_testid="move",
        data_doc_id=move.doc,
    )


def _describe_quiet(explained: QueryDifference) -> str:
    quiet = sum(abs(move.value) <= 1e-12 for move in explained.moves)
    if not quiet:
        return "Every document that one of the systems shows has an effect."
    documents = "other document has" if quiet == 1 else "other documents have"
    return f"{quiet} {documents} no effect: grade 0, unjudged, or at the same rank in both."


def draw_formula(explained: QueryDifference, names: tuple[str, str], results: Results) -> Html:
    """Return the sentence below the waterfall about a document's effect."""
    one, other = names
    rules = results.convention
    sentence = (
        f"A document adds g(grade) × (1/d(rank in {other}) − 1/d(rank in {one})) / IDCG. 1/d is 0 "
        f"if a system does not show the document {describe_cutoff(results.ks[0])}."
    )
    if rules.ties in TIE_SENTENCES:
        sentence += f" For equal scores, {TIE_SENTENCES[rules.ties]}."
    here = (pl.col("query") == explained.query) & (pl.col("retrieved") > 0)
    if len({idcg for name in names for idcg in results.at(name).filter(here)["idcg"]}) > 1:
        sentence += " Here the systems have different IDCGs, and each 1/d is divided by its own."
    rest = ", with the convention's value if nothing is relevant," * is_significant(explained.rest)
    return p(f"{sentence} The effects of all documents{rest} add up to the difference.", css="say")


def make_board(results: Results, system: str, query: str) -> tuple[Board, Trace] | None:
    """Return a system's first results for a query as a board with its trace.

    Returns None if the query is missing or its grades do not fit on a board.
    """
    documents = results.runs[system].sort("rank").head(LONGEST_BOARD)
    listed = documents.join(results.judged.select("doc", "grade"), on="doc", how="left")
    returned = [_make_card(rank, *row) for rank, row in enumerate(_list_pairs(listed), 1)]
    rest = results.judged.join(results.runs[system], on="doc", how="anti")
    best = rest.filter(rest["grade"] > 0).sort("grade", descending=True).head(LONGEST_BOARD)
    unretrieved = [
        _make_card(LONGEST_BOARD + n, *row) for n, row in enumerate(_list_pairs(best), 1)
    ]
    if not returned:
        return None
    board = Board(tuple(returned), tuple(unretrieved))
    try:
        return board, board.trace_ranking(results.ks[0], replace(results.convention, ties="input"))
    except ValueError:
        return None


def _list_pairs(frame: pl.DataFrame) -> Iterable[tuple[str, float | None]]:
    return frame.select("doc", "grade").iter_rows()


def _make_card(number: int, doc: str, grade: float | None) -> Document:
    return Document(number, doc if grade is not None else f"{doc} (unjudged)", grade or 0.0)


def draw_under_both(second: SecondConvention, results: Results, query: str) -> Html | None:
    """Return a query's values on the way to the second convention, one choice at a time."""
    names = results.systems
    if second.problem or not (second.steps or second.stops):
        return None
    start = {name: results.scores(name)[query] for name in names if query in results.scores(name)}
    lines = [(find_convention_title(results.convention.name), start)]
    for step in second.steps:
        values = {name: step.scores[name][query] for name in names if query in step.scores[name]}
        if not all(are_equal_values(values.get(name), lines[-1][1].get(name)) for name in names):
            lines.append((step.change, values))
    title = find_convention_title(second.rules)
    stops = [stop for stop in second.stops if stop.query == query]
    warnings = join_pieces(
        p(f"{title} itself {_describe_missing(stop)}", css="warning", data_testid="query-stops")
        for stop in stops
    )
    if len(lines) == 1:
        return warnings if stops else p(f"{title} prints the same for this query.", css="say")
    drawn = join_pieces(
        tr(row_head(change, css="name"), *(draw_cell(values.get(name), 4) for name in names))
        for change, values in lines
    )
    heads = map(col, (f"towards {title}, one change at a time", *names))
    return html(draw_comparison_table("query-chain", f"Towards {title}", heads, [drawn]), warnings)


def _describe_missing(stop: UnscoredRanking) -> str:
    does = "stops at the result that" if stop.stops else "has no single number for the result that"
    return f"{does} {stop.system} returned: {stop.reason}"


def write_anchor(query: str) -> str:
    """Return the anchor of a query's explanation, a name without special characters.

    >>> write_anchor("a"), write_anchor("")
    ('why-ca234c55', '')
    """
    digest = blake2b(query.encode("utf-8", "replace"), digest_size=4)
    return f"why-{digest.hexdigest()}" if query else ""


def draw_heading(explained: QueryDifference, names: tuple[str, str], k: int | None) -> Html:
    """Return both values and their difference."""
    one, other = names
    return p(
        f"{at(k)}: {one} ",
        draw_value(explained.first),
        f", {other} ",
        draw_value(explained.second),
        "; difference ",
        draw_difference(explained.difference),
        ".",
        data_testid="query-values",
    )
