"""`unknown_difference`: how far the difference of two systems could be from the one printed.

The ranges of two systems (`unknown`) do not tell: each is over the documents that the system itself
shows, and one that only the other shows counts in the ideal order of both.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import fsum

from ndcg_core.evaluation.preparing import gain_of
from ndcg_core.evaluation.resampling import Interval
from ndcg_core.evaluation.results import Results
from ndcg_core.evaluation.unknown import pools_of, rankings_of, what_is_unknown
from ndcg_core.metric import idcg
from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.pools import reach
from ndcg_core.metric.score import normalised

OWN_IDEAL = ("grades", "top-k")
"""Ideal orders of what a system returned: what the other one shows does not count there."""


@dataclass(frozen=True)
class Shown:
    """What a system shows for a query.

    grades  of all that it returned, 0.0 where nobody judged
    worth   1/d(rank) of each document that counts and that nobody judged
    """

    ndcg: float
    dcg: float
    grades: list[float]
    worth: Mapping[str, float]


def unknown_difference(
    results: Results, first: str, second: str, k: int | str | None = "first"
) -> Interval:
    """The lowest and the highest mean difference, second less first, over all ways to judge.

    Each document that either shows down to k and nobody judged is irrelevant, or has the highest
    grade that was given. With t of them relevant both ideals are the same whichever they are, and
    the difference is highest for the t whose 1/(d(rank) IDCG) in the second most exceeds that in
    the first; so t = 0, 1, ... are enough. Queries in which one has no value are left out.

    >>> from ndcg_core.evaluation.evaluating import evaluate
    >>> found = evaluate({"q": {"a": 1}}, [{"q": ["a"]}, {"q": ["x"]}], 1)
    >>> unknown_difference(found, *found.systems)
    Interval(low=-1.0, high=0.0)
    """
    cutoff = results.cutoff(k)
    if results.convention.ideal_from in OWN_IDEAL:
        one, other = (what_is_unknown(results, name, cutoff).grades for name in (first, second))
        return Interval(other.low - one.high, other.high - one.low)
    pools, highest = pools_of(results)
    ours, theirs = (_shown(results, name, cutoff) for name in (first, second))
    lows, highs = [], []
    for query in ours.keys() & theirs.keys():
        pair = ours[query], theirs[query]
        found = [*_differences(*pair, pools[query], highest, cutoff, results.convention)]
        lows.append(min(found))
        highs.append(max(found))
    return Interval(fsum(lows) / len(lows), fsum(highs) / len(highs)) if lows else Interval(0, 0)


def _shown(results: Results, name: str, k: int | None) -> dict[str, Shown]:
    """By query, where there is a value."""
    rankings, rules = rankings_of(results, name), results.convention
    found = {}
    for query, ndcg, dcg in results.at(name, k).select("query", "ndcg", "dcg").iter_rows():
        if ndcg != ndcg:
            continue
        ranking = rankings.get(query)
        docs, grades = (ranking["doc"], ranking["grade"]) if ranking is not None else ((), ())
        counted, _ = reach(k, len(docs), rules)
        rows = zip(docs[:counted], grades[:counted], rules.divisors(counted), strict=False)
        worth = {doc: 1 / divisor for doc, grade, divisor in rows if grade is None}
        known = [0.0 if grade is None else grade for grade in grades]
        found[query] = Shown(ndcg, dcg or 0.0, known, worth)
    return found


def _differences(
    one: Shown, other: Shown, pool: list[float], highest: float, k: int | None, rules: Convention
) -> Iterator[float]:
    """The printed difference; and with t unjudged documents relevant its lowest and its highest."""
    yield other.ndcg - one.ndcg
    gain = gain_of(highest, rules) - gain_of(0.0, rules)
    unjudged = sorted(one.worth.keys() | other.worth.keys())
    for t in range(1, len(unjudged) + 1):
        judged = [*pool, *[highest] * t]
        ideals = tuple(idcg(shown.grades, k, rules, judged) for shown in (one, other))
        if min(ideals) <= 0:
            continue

        moves = {
            doc: other.worth.get(doc, 0.0) / ideals[1] - one.worth.get(doc, 0.0) / ideals[0]
            for doc in unjudged
        }
        ordered = sorted(unjudged, key=moves.__getitem__)
        for relevant in (ordered[:t], ordered[-t:]):
            yield _with(relevant, other, gain, ideals[1], rules) - _with(
                relevant, one, gain, ideals[0], rules
            )


def _with(relevant: list[str], shown: Shown, gain: float, ideal: float, rules: Convention) -> float:
    """NDCG where these documents are relevant; gain: how much more they earn than before."""
    more = fsum(shown.worth.get(doc, 0.0) for doc in relevant)
    return normalised(shown.dcg + gain * more, ideal, rules)
