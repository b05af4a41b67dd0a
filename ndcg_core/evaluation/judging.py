"""Two systems and what nobody judged: how much it is, and what it may do to their difference.

Unjudged documents count as irrelevant, so a system that was not part of the pool loses by them. A
lead that is large only where the other one's documents are unjudged says little of the two.
"""

from collections.abc import Mapping
from dataclasses import replace
from statistics import median_high

import polars as pl

from ndcg_core.evaluation.comparison import EVEN
from ndcg_core.evaluation.findings import counted
from ndcg_core.evaluation.paired import Half, Pair
from ndcg_core.evaluation.results import Results
from ndcg_core.evaluation.unknown import OWN_IDEAL, unknown_difference
from ndcg_core.metric.numbers import number

MOST_WAYS, MOST_WAYS_OWN = 200_000_000, 10_000_000
"""The sum over all queries of n^2, n of a ranking's documents being unjudged, up to which all ways
to judge them are worked out within a minute; and where each system has an ideal of its own.
"""


def unjudged(results: Results, system: str, k: int | None) -> dict[str, tuple[int, int]]:
    """By query that a system answers: how many documents it shows down to k, how many unjudged.

    >>> from ndcg_core.evaluation.evaluating import evaluate
    >>> unjudged(evaluate({"q": {"a": 1}}, {"q": ["x", "a", "y"]}, 2), "run", 2)
    {'q': (2, 1)}
    """
    rows = results.at(system, k).filter(pl.col("retrieved") > 0)
    each = rows.select("query", "retrieved", "judged").iter_rows()
    down_to_k = ((query, min(n, k or n), judged) for query, n, judged in each)
    return {query: (n, round(n * (1 - judged))) for query, n, judged in down_to_k}


def with_unjudged(pair: Pair, results: Results, k: int | None) -> Pair:
    """The comparison with what nobody judged, over the queries that both have a value for."""
    each = [unjudged(results, system, k) for system in (pair.first, pair.second)]
    both = [[side[query] for query in pair.differences if query in side] for side in each]
    one, other = ([sum(n) for n in zip(*side, strict=True)] or [0, 0] for side in both)
    pair = replace(pair, shown=(one[0], other[0]), unjudged=(one[1], other[1]))
    ways = sum(n * n for side in both for _, n in side)
    own = results.convention.ideal_from in OWN_IDEAL
    possible = None
    if results.runs and ways <= (MOST_WAYS_OWN if own else MOST_WAYS):
        possible = unknown_difference(results, pair.first, pair.second, k)
    counts = each[0 if pair.less_judged == pair.first else 1]
    return replace(pair, possible=possible, halves=_halves(pair.differences, counts))


def _halves(
    differences: Mapping[str, float], counts: Mapping[str, tuple[int, int]]
) -> tuple[Half, ...]:
    """The queries with fewer unjudged documents than their median, and the others."""
    each = sorted(
        (counts[query][1], differences[query]) for query in differences if query in counts
    )
    if not each or each[0][0] == each[-1][0]:
        return ()
    middle = median_high([n for n, _ in each])
    if middle == each[0][0]:  # more than half have the fewest
        middle = next(n for n, _ in each if n > middle)
    split = next(place for place, (n, _) in enumerate(each) if n >= middle)
    return tuple(
        Half(half[0][0], half[-1][0], len(half), sum(gap for _, gap in half) / len(half))
        for half in (each[:split], each[split:])
    )


# --- In words ----------------------------------------------------------------------------------


def caveats(pair: Pair, measure: str) -> tuple[str, ...]:
    """How much nobody judged, and whether that may turn the two round; nothing where everything is
    judged. measure: such as "NDCG@10".
    """
    counts = zip(pair.unjudged, pair.shown, (pair.first, pair.second), strict=True)
    some = sorted((count for count in counts if count[0]), reverse=True)
    if not some:
        return ()
    shares = " and ".join(
        f"{n:,} of the {of:,} of {name} ({100 * n / of:.0f} %)" for n, of, name in some
    )
    amount = f"Of the documents that count for {measure} nobody judged {shares}"
    return f"{amount}; they count as irrelevant.", _turned(pair)


def _turned(pair: Pair) -> str:
    if pair.possible is None:
        return "How far judging them could move the difference is not worked out here."
    low, high = pair.possible
    if low < -EVEN and high > EVEN:
        verdict = "What nobody knows may turn the two round"
    elif low > EVEN or high < -EVEN:
        verdict = f"However they are judged, {leads(low, pair)} stays ahead"
    else:
        verdict = "What nobody knows may make the two even"
    where = f"from {number(low)} to {number(high)} {less(pair)}"
    return f"{verdict}: with everything judged the difference could be anything {where}."


def where_it_lies(pair: Pair) -> tuple[str, ...]:
    """Which of the two leads where little is unjudged, and which where more is."""
    if not pair.halves:
        return ()
    few, many = pair.halves
    queries = counted(few.queries, "query", "queries")
    at_most = f"at most {few.most}" if few.most else "none"
    loses = leads(many.difference, pair) != pair.less_judged
    turns = few.difference * many.difference < 0 and loses
    end = ": a lead there alone may be the pool's" if turns else ""
    return (
        f"On the {queries} with {at_most} unjudged in {pair.less_judged}, {_lead(few, pair)}; on "
        f"the {many.queries:,} with {many.least} or more, {_lead(many, pair)}{end}.",
    )


def _lead(half: Half, pair: Pair) -> str:
    if abs(half.difference) <= EVEN:
        return "the two are even"
    return f"{leads(half.difference, pair)} leads by {exactly(abs(half.difference))}"


def leads(difference: float, pair: Pair) -> str:
    """Which of the two is ahead by a difference, the second less the first."""
    return pair.second if difference > 0 else pair.first


def less(pair: Pair) -> str:
    """Whose number is taken from whose."""
    return f"({pair.second} less {pair.first})"


def exactly(value: float) -> str:
    """A size with three decimals, or, where these would be 0, with one digit."""
    return number(value) if value >= 0.0005 else f"{value:.1g}"
