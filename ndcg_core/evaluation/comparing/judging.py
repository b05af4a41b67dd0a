"""The unjudged documents of two systems, and their possible effect on the difference.

Unjudged documents count as irrelevant, which harms a system that did not contribute to the pool. A
lead may come from the pool if it exists only on queries in which the other system has unjudged
documents.
"""

from collections.abc import Mapping
from dataclasses import replace
from statistics import fmean, median_high

import polars as pl

from ndcg_core.evaluation.comparing.comparison import EVEN_TOLERANCE
from ndcg_core.evaluation.comparing.paired import Pair
from ndcg_core.evaluation.comparing.unknown import OWN_IDEALS, bound_difference
from ndcg_core.evaluation.findings import format_count
from ndcg_core.evaluation.scoring.results import Results
from ndcg_core.metric.numbers import number

Counts = Mapping[str, tuple[int, int]]
"""Two numbers for each query: counted documents, and unjudged documents among them."""
MAX_WAYS = 100_000_000
"""The limit of n^2, summed over rankings with n unjudged documents, for trying all judgments.

The calculation then needs up to a minute. The limit is a tenth of this if each system has its own
ideal order.
"""


def count_unjudged_by_query(results: Results, system: str, k: int | None) -> Counts:
    """Count the first k documents of each query, and the unjudged documents among them.

    Queries without documents are left out.

    >>> from ndcg_core.evaluation.scoring.evaluating import evaluate
    >>> count_unjudged_by_query(evaluate({"q": {"a": 1}}, {"q": ["x", "a", "y"]}, 2), "run", 2)
    {'q': (2, 1)}
    """
    rows = results.at(system, k).filter(pl.col("retrieved") > 0)
    counted_rows = rows.select("query", "retrieved", "judged").iter_rows()
    return {
        q: (min(n, k or n), round(min(n, k or n) * (1 - judged))) for q, n, judged in counted_rows
    }


def add_unjudged_counts(
    pair: Pair, counts: tuple[Counts, Counts], results: Results, k: int | None
) -> Pair:
    """Return a copy of a pair with unjudged counts and the range of possible differences.

    The range is left out if there are too many ways to judge the documents, if the
    measure is not NDCG, or if the documents of the runs are not loaded.
    """
    both = [[side[query] for query in pair.differences if query in side] for side in counts]
    first, second = both
    pair = replace(
        pair,
        shown=(sum(shown for shown, _ in first), sum(shown for shown, _ in second)),
        unjudged=(sum(n for _, n in first), sum(n for _, n in second)),
    )
    ways = sum(n * n for side in both for _, n in side)
    times = 10 if results.convention.ideal_from in OWN_IDEALS else 1
    if not results.runs or results.measure != "NDCG" or times * ways > MAX_WAYS:
        return pair
    return replace(pair, possible=bound_difference(results, pair.first, pair.second, k))


def describe_unjudged_documents(pair: Pair, measure: str) -> tuple[str, ...]:
    """Describe the unjudged documents and their possible effect. Return () if there are none.

    measure: the name of the measure with its cutoff, such as "NDCG@10".
    """
    counts = zip(pair.unjudged, pair.shown, (pair.first, pair.second), strict=True)
    incomplete = sorted((count for count in counts if count[0]), reverse=True)
    if not incomplete:
        return ()
    shares = [f"{n:,} of {of:,} in {name} ({100 * n / of:.0f}%)" for n, of, name in incomplete]
    amount = f"Some documents that count for {measure} are unjudged: {' and '.join(shares)}."
    amount += " Unjudged documents count as irrelevant."
    if pair.possible is None:
        return amount, "Their possible effect on the difference was not calculated."
    low, high = pair.possible
    verdict = "Unjudged documents could make the two systems equal"
    if low < -EVEN_TOLERANCE and high > EVEN_TOLERANCE:
        verdict = "Unjudged documents could reverse the result"
    elif low > EVEN_TOLERANCE or high < -EVEN_TOLERANCE:
        verdict = f"Unjudged documents could not reverse the lead of {name_leader(low, pair)}"
    where = f"could be anything from {number(low)} to {number(high)}"
    return (
        amount,
        f"{verdict}. With all documents judged, the difference {describe_direction(pair)} {where}.",
    )


def describe_query_halves(pair: Pair, counts: Counts) -> tuple[str, ...]:
    """Describe the leads on queries with few and with many unjudged documents, or return ().

    The result has one text, or is () if all queries have the same number of unjudged documents.
    The median separates the two halves.

    counts: the counts of the less judged system.
    """
    unjudged_counts = {query: counts[query][1] for query in pair.differences if query in counts}
    least = min(unjudged_counts.values(), default=0)
    most = max(unjudged_counts.values(), default=0)
    if least == most:
        return ()
    middle = median_high(unjudged_counts.values())
    if middle == least:  # more than half have the fewest
        middle = min(n for n in unjudged_counts.values() if n > least)
    few = [pair.differences[query] for query, n in unjudged_counts.items() if n < middle]
    many = [pair.differences[query] for query, n in unjudged_counts.items() if n >= middle]
    below = max(n for n in unjudged_counts.values() if n < middle)
    at_most = f"at most {below}" if below else "none"
    turns = fmean(few) * fmean(many) < 0 and name_leader(fmean(many), pair) != pair.less_judged
    warning = " A lead only there may come from the pool." if turns else ""
    queries = format_count(len(few), "query", "queries")
    return (
        f"On the {queries} with {at_most} unjudged in {pair.less_judged}, "
        f"{_describe_lead(fmean(few), pair)}. On the {len(many):,} with {middle} or more, "
        f"{_describe_lead(fmean(many), pair)}.{warning}",
    )


def _describe_lead(difference: float, pair: Pair) -> str:
    """Return a clause about the leading system and its lead, or about equal systems."""
    if abs(difference) <= EVEN_TOLERANCE:
        return "the two are equal"
    return f"{name_leader(difference, pair)} leads by {format_difference(abs(difference))}"


def name_leader(difference: float, pair: Pair) -> str:
    """Return the name of the leading system, or of the first system for a difference of 0.

    difference: the second score minus the first.
    """
    return pair.second if difference > 0 else pair.first


def describe_direction(pair: Pair) -> str:
    """Return the direction of the difference in brackets, such as "(B minus A)"."""
    return f"({pair.second} minus {pair.first})"


def format_difference(value: float) -> str:
    """Format a positive difference to 3 decimals, or 1 significant digit below 0.0005."""
    return number(value) if value >= 0.0005 else f"{value:.1g}"
