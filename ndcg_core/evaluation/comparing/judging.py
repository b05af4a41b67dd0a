"""The unjudged documents of two systems, and their possible effect on the difference.

Unjudged documents count as irrelevant, so a system outside the pool loses by them. A lead may come
from the pool if it exists only on queries with unjudged documents of the other system.
"""

from collections.abc import Mapping
from dataclasses import replace
from statistics import fmean, median_high

import polars as pl

from ndcg_core.evaluation.comparing.comparison import EVEN_TOLERANCE
from ndcg_core.evaluation.comparing.paired import Pair
from ndcg_core.evaluation.comparing.unknown import OWN_IDEALS, bound_difference
from ndcg_core.evaluation.scoring.results import Results
from ndcg_core.metric.numbers import number

Counts = Mapping[str, tuple[int, int]]
"""The number of counted documents and of unjudged ones among them, by query."""
MAX_WAYS = 100_000_000
"""The sum over all queries of n^2, n of a ranking's documents being unjudged, up to which all ways
to judge them are worked out within a minute; a tenth of it where each system has its own ideal.
"""


def count_unjudged_by_query(results: Results, system: str, k: int | None) -> Counts:
    """Return the number of unjudged documents of each query that a system answers.

    >>> from ndcg_core.evaluation.scoring.evaluating import evaluate
    >>> count_unjudged_by_query(evaluate({"q": {"a": 1}}, {"q": ["x", "a", "y"]}, 2), "run", 2)
    {'q': (2, 1)}
    """
    rows = results.at(system, k).filter(pl.col("retrieved") > 0)
    each = rows.select("query", "retrieved", "judged").iter_rows()
    return {q: (min(n, k or n), round(min(n, k or n) * (1 - judged))) for q, n, judged in each}


def add_unjudged(
    pair: Pair, counts: tuple[Counts, Counts], results: Results, k: int | None
) -> Pair:
    """Add the counts of unjudged documents and the possible differences to a comparison."""
    both = [[side[query] for query in pair.differences if query in side] for side in counts]
    one, other = ([sum(n) for n in zip(*side, strict=True)] or [0, 0] for side in both)
    pair = replace(pair, shown=(one[0], other[0]), unjudged=(one[1], other[1]))
    ways = sum(n * n for side in both for _, n in side)
    times = 10 if results.convention.ideal_from in OWN_IDEALS else 1
    if not results.runs or results.measure != "NDCG" or times * ways > MAX_WAYS:
        return pair
    return replace(pair, possible=bound_difference(results, pair.first, pair.second, k))


def report_unjudged(pair: Pair, measure: str) -> tuple[str, ...]:
    """Report the number of unjudged documents and whether they could reverse the result.

    measure: the name of the measure in the sentences.

    Returns () if everything is judged. measure: such as "NDCG@10".
    """
    counts = zip(pair.unjudged, pair.shown, (pair.first, pair.second), strict=True)
    some = sorted((count for count in counts if count[0]), reverse=True)
    if not some:
        return ()
    shares = [f"{n:,} of {of:,} in {name} ({100 * n / of:.0f}%)" for n, of, name in some]
    amount = f"Of the documents that count for {measure}, {' and '.join(shares)} are unjudged"
    amount += " and count as irrelevant."
    if pair.possible is None:
        return amount, "Their possible effect on the difference was not calculated."
    low, high = pair.possible
    verdict = "Unjudged documents could make the two systems equal"
    if low < -EVEN_TOLERANCE and high > EVEN_TOLERANCE:
        verdict = "Unjudged documents could reverse the result"
    elif low > EVEN_TOLERANCE or high < -EVEN_TOLERANCE:
        verdict = f"With any judgments of them, {name_leader(low, pair)} keeps its lead"
    where = f"could be anything from {number(low)} to {number(high)}"
    return (
        amount,
        f"{verdict}. With all documents judged, the difference {name_difference(pair)} {where}.",
    )


def compare_halves(pair: Pair, counts: Counts) -> tuple[str, ...]:
    """State which system leads on queries with few and with many unjudged documents.

    The median separates the two halves. Returns () if all queries have equally many.
    """
    each = {query: counts[query][1] for query in pair.differences if query in counts}
    least = min(each.values(), default=0)
    most = max(each.values(), default=0)
    if least == most:
        return ()
    middle = median_high(each.values())
    if middle == least:  # more than half have the fewest
        middle = min(n for n in each.values() if n > least)
    few = [pair.differences[query] for query, n in each.items() if n < middle]
    many = [pair.differences[query] for query, n in each.items() if n >= middle]
    below = max(n for n in each.values() if n < middle)
    at_most = f"at most {below}" if below else "none"
    turns = fmean(few) * fmean(many) < 0 and name_leader(fmean(many), pair) != pair.less_judged
    warning = " A lead only there may come from the pool." if turns else ""
    return (
        f"On the {len(few):,} queries with {at_most} unjudged in {pair.less_judged}, "
        f"{_describe_lead(fmean(few), pair)}. On the {len(many):,} with {middle} or more, "
        f"{_describe_lead(fmean(many), pair)}.{warning}",
    )


def _describe_lead(difference: float, pair: Pair) -> str:
    if abs(difference) <= EVEN_TOLERANCE:
        return "the two are equal"
    return f"{name_leader(difference, pair)} leads by {format_size(abs(difference))}"


def name_leader(difference: float, pair: Pair) -> str:
    """Return the system that a difference favours, second minus first."""
    return pair.second if difference > 0 else pair.first


def name_difference(pair: Pair) -> str:
    """Return "(second minus first)" with the names of the two systems."""
    return f"({pair.second} minus {pair.first})"


def format_size(value: float) -> str:
    """Format a size with three decimals, or with one significant digit if these would be 0."""
    return number(value) if value >= 0.0005 else f"{value:.1g}"
