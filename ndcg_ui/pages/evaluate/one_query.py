"""One query: the effect of each document's move, and both rankings as boards."""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import blake2b

import polars as pl

import ndcg_core as nc
from ndcg_core.evaluation.comparing.explanation import (
    NOT_RETURNED,
    DocumentContribution,
    QueryDifference,
)
from ndcg_core.evaluation.comparing.second_convention import (
    SecondConvention,
    UnscoredRanking,
    are_values_equal,
    get_convention_title,
)
from ndcg_core.evaluation.scoring.results import Results
from ndcg_core.metric import Trace
from ndcg_ui.components.board.board import Board, Document
from ndcg_ui.components.figure.comparisons import exceeds_rounding, split_moves
from ndcg_ui.components.markup.builder import Html, col, html, join_pieces, p, row_head, td, tr
from ndcg_ui.components.markup.tables import render_value
from ndcg_ui.pages.evaluate.values import (
    describe_cutoff,
    name_ndcg,
    render_cell,
    render_difference,
    render_evaluation_table,
)

LONGEST_BOARD = 20
"""The number of ranks of a board, enough to show the moves."""
TIE_SENTENCES = {
    "averaged": "1/d is the mean over their ranks",
    "shared": "all have their mean rank, rounded down",
}
"""The treatment of equal scores by conventions that do not order them."""


def render_moves(difference: QueryDifference, names: tuple[str, str], k: int | None) -> Html:
    """Return a table of documents with grades, ranks and effects, and a sentence under it."""
    loud, rest = split_moves(difference)
    heads = ("document", "grade", f"{names[0]} → {names[1]}", f"effect on {name_ndcg(k)}")
    rows = [*map(_render_move, loud)]
    if rest:
        together = td(render_difference(sum(move.value for move in rest)))
        rows.append(tr(row_head(f"{len(rest)} more", css="name"), td(), td(), together))
    if exceeds_rounding(difference.rest):
        why = "value of the convention if nothing is relevant"
        rows.append(
            tr(row_head(why, css="name"), td(), td(), td(render_difference(difference.rest)))
        )
    foot = tr(
        row_head(f"{names[1]} minus {names[0]}", colspan=3),
        td(render_difference(difference.difference)),
    )
    return html(
        render_evaluation_table(
            "moves", "The effect of each document’s move", map(col, heads), rows, foot
        ),
        p(_describe_unchanged(difference), css="say"),
    )


def _render_move(move: DocumentContribution) -> Html:
    """Return a table row with a document's grade, its two ranks and its effect."""
    grade = "unjudged" if move.grade is None else nc.short(move.grade)
    first, second = (rank or NOT_RETURNED for rank in (move.rank_first, move.rank_second))
    return tr(
        row_head(move.doc, css="name"),
        td(grade),
        td(f"{first} → {second}"),
        td(render_difference(move.value)),
        data_testid="move",
        data_doc_id=move.doc,
    )


def _describe_unchanged(difference: QueryDifference) -> str:
    """Return a sentence on the number of documents that have no effect, which may be none."""
    quiet = sum(abs(move.value) <= 1e-12 for move in difference.moves)
    if not quiet:
        return "Every document that one of the systems shows has an effect."
    documents = "other document has" if quiet == 1 else "other documents have"
    return f"{quiet} {documents} no effect: grade 0, unjudged, or at the same rank in both."


def render_effect_formula(
    difference: QueryDifference, names: tuple[str, str], results: Results
) -> Html:
    """Return sentences that explain how a document's effect on the difference is calculated."""
    one, other = names
    rules = results.convention
    sentence = (
        f"A document adds g(grade) × (1/d(rank in {other}) − 1/d(rank in {one})) / IDCG. 1/d is 0 "
        f"if a system does not show the document {describe_cutoff(results.ks[0])}."
    )
    if rules.ties in TIE_SENTENCES:
        sentence += f" For equal scores, {TIE_SENTENCES[rules.ties]}."
    here = (pl.col("query") == difference.query) & (pl.col("retrieved") > 0)
    if len({idcg for name in names for idcg in results.at(name).filter(here)["idcg"]}) > 1:
        sentence += " Here the systems have different IDCGs, and each 1/d is divided by its own."
    rest = ", with the convention's value if nothing is relevant," * exceeds_rounding(
        difference.rest
    )
    return p(f"{sentence} The effects of all documents{rest} add up to the difference.", css="say")


def make_query_board(results: Results, system: str) -> tuple[Board, Trace] | None:
    """Return a board of a system's first documents for a query, and its trace, or None.

    The result is None if the system returned nothing or the grades have no NDCG.

    results: the results of a single query, from `EvaluationResults.select_query`.
    """
    documents = results.runs[system].sort("rank").head(LONGEST_BOARD)
    listed = documents.join(results.judged.select("doc", "grade"), on="doc", how="left")
    returned = [
        _make_document(rank, *row)
        for rank, row in enumerate(_iterate_documents_and_grades(listed), 1)
    ]
    rest = results.judged.join(results.runs[system], on="doc", how="anti")
    best = rest.filter(rest["grade"] > 0).sort("grade", descending=True).head(LONGEST_BOARD)
    unretrieved = [
        _make_document(LONGEST_BOARD + n, *row)
        for n, row in enumerate(_iterate_documents_and_grades(best), 1)
    ]
    if not returned:
        return None
    board = Board(tuple(returned), tuple(unretrieved))
    try:
        return board, board.trace_ranking(results.ks[0], replace(results.convention, ties="input"))
    except ValueError:
        return None


def _iterate_documents_and_grades(frame: pl.DataFrame) -> Iterable[tuple[str, float | None]]:
    """Return an iterator over the document and the grade of each row."""
    return frame.select("doc", "grade").iter_rows()


def _make_document(number: int, doc: str, grade: float | None) -> Document:
    """Return a document of a board. An unjudged document is marked and has grade 0."""
    return Document(number, doc if grade is not None else f"{doc} (unjudged)", grade or 0.0)


def render_convention_steps(second: SecondConvention, results: Results, query: str) -> Html | None:
    """Return a query's values after each changed choice as a table, or a sentence, or None.

    The changes lead to the second convention. Returns a sentence if no value changes, and None if
    the second convention has no steps or failed for the files.
    """
    names = results.systems
    if second.problem or not (second.steps or second.stops):
        return None
    start = {name: results.scores(name)[query] for name in names if query in results.scores(name)}
    lines = [(get_convention_title(results.convention.name), start)]
    for step in second.steps:
        values = {name: step.scores[name][query] for name in names if query in step.scores[name]}
        if not all(are_values_equal(values.get(name), lines[-1][1].get(name)) for name in names):
            lines.append((step.change, values))
    title = get_convention_title(second.rules)
    stops = [stop for stop in second.stops if stop.query == query]
    warnings = join_pieces(
        p(
            f"{title} itself {_describe_missing_value(stop)}",
            css="warning",
            data_testid="query-stops",
        )
        for stop in stops
    )
    if len(lines) == 1:
        return warnings if stops else p(f"{title} prints the same for this query.", css="say")
    drawn = join_pieces(
        tr(row_head(change, css="name"), *(render_cell(values.get(name), 4) for name in names))
        for change, values in lines
    )
    heads = map(col, (f"towards {title}, one change at a time", *names))
    return html(
        render_evaluation_table("query-chain", f"Towards {title}", heads, [drawn]), warnings
    )


def _describe_missing_value(stop: UnscoredRanking) -> str:
    """Return the words after a convention's title that say why a value is missing."""
    does = "stops at the result that" if stop.stops else "has no single number for the result that"
    return f"{does} {stop.system} returned: {stop.reason}"


def build_anchor(query: str) -> str:
    """Return the anchor of a query's explanation, without special characters, or "" for "".

    >>> build_anchor("a"), build_anchor("")
    ('why-ca234c55', '')
    """
    digest = blake2b(query.encode("utf-8", "replace"), digest_size=4)
    return f"why-{digest.hexdigest()}" if query else ""


def render_query_values(difference: QueryDifference, names: tuple[str, str], k: int | None) -> Html:
    """Return a line with the NDCG of two systems for a query, and the difference."""
    first, second = names
    return p(
        f"{name_ndcg(k)}: {first} ",
        render_value(difference.first),
        f", {second} ",
        render_value(difference.second),
        "; difference ",
        render_difference(difference.difference),
        ".",
        data_testid="query-values",
    )
