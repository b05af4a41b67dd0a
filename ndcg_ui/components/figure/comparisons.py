"""The figures of two compared systems, from the results of `ndcg_core.evaluation`."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ndcg_ui.components.figure.base import Figure
from ndcg_ui.components.figure.systems import plot_by_unjudged, plot_ranges, plot_waterfall

if TYPE_CHECKING:
    from ndcg_core.evaluation.comparing.explanation import DocumentContribution, QueryDifference
    from ndcg_core.evaluation.comparing.paired import Pair
    from ndcg_core.evaluation.scoring.intervals import Interval

MOST_MOVES = 12
"""The number of moves with a row of their own. The others share a row."""
REST_NAME = "by convention"
"""The name of the part of a difference that no document adds."""


def exceeds_rounding(number: float) -> bool:
    """Return True if a number is farther from 0 than the rounding error of a sum.

    >>> exceeds_rounding(1e-16), exceeds_rounding(-0.5)
    (False, True)
    """
    return abs(number) > 1e-9


def plot_pair_ranges(pair: "Pair") -> Figure | None:
    """Return a chart of the ranges of a pair's mean difference, or None if there is no range."""
    spans: dict[str, Interval] = {}
    if pair.interval.low == pair.interval.low:  # not NaN
        spans["chance:"] = pair.interval
    if pair.possible and any(pair.unjudged):
        spans["unjudged:"] = pair.possible
    return plot_ranges(pair.difference, spans, (pair.first, pair.second)) if spans else None


def plot_pair_by_unjudged(pair: "Pair", rows: Sequence[tuple[str, int, float]]) -> Figure | None:
    """Return a chart of differences against unjudged documents, or None without a text for it.

    The text is the third of the pair's paragraphs.

    rows: each query, the number of unjudged documents of the less judged system, and the
        difference.
    """
    sentence = " ".join(pair.paragraphs[2])
    names = pair.first, pair.second
    return plot_by_unjudged(rows, names, pair.less_judged, sentence) if sentence else None


def plot_query_waterfall(
    difference: "QueryDifference", names: Sequence[str], measure: str = "NDCG"
) -> Figure:
    """Return a waterfall chart of the document moves that make up the difference in a query.

    names: the names of the two systems
    measure: the name of the measure
    """
    loud, rest = split_moves(difference)
    bars = [(move.doc, move.value) for move in loud]
    if rest:
        bars.append((f"{len(rest)} more", sum(move.value for move in rest)))
    if exceeds_rounding(difference.rest):
        bars.append((REST_NAME, difference.rest))
    return plot_waterfall(difference.first, bars, difference.second, names, measure)


def split_moves(
    difference: "QueryDifference",
) -> tuple[tuple["DocumentContribution", ...], tuple["DocumentContribution", ...]]:
    """Return the largest moves, which get a row of their own, and the remaining moves.

    Moves that change nothing are left out.
    """
    loud = tuple(move for move in difference.moves if abs(move.value) > 1e-12)
    if len(loud) <= MOST_MOVES:
        return loud, ()
    return loud[: MOST_MOVES - 1], loud[MOST_MOVES - 1 :]


def list_unjudged_counts(
    differences: Mapping[str, float], counts: Mapping[str, tuple[int, int]]
) -> list[tuple[str, int, float]]:
    """Return (query, unjudged documents, difference) for each query that has counts.

    counts: the number of documents of each query, and of unjudged ones among them
    """
    return [(query, counts[query][1], gap) for query, gap in differences.items() if query in counts]
