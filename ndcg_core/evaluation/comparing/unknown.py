"""`what_is_unknown`: the range of NDCG or of a difference over unjudged documents.

unjudged  each unjudged document down to k is irrelevant, or has the highest grade of all judgments.
          If t of them are relevant, the ideal order is the same for any choice of them. DCG is
          highest if the first t of them are relevant, and lowest if the last t are. So trying
          t = 0, 1, ... is enough. Documents with equal scores keep their ranks
ties      equal scores in every order, from the worst to the best

The range of a difference does not follow from the ranges of two systems. The range of a system
covers only the unjudged documents that the system returned. A document that only the other system
returned counts in the ideal order of both systems.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import fsum, isnan
from operator import truediv

import polars as pl

from ndcg_core.evaluation.comparing.comparison import list_common_queries
from ndcg_core.evaluation.scoring.frames import render_frames
from ndcg_core.evaluation.scoring.intervals import Interval
from ndcg_core.evaluation.scoring.preparing import calculate_gain
from ndcg_core.evaluation.scoring.results import (
    Results,
    choose_unjudged_grade,
    collect_pools,
    group_documents_by_query,
)
from ndcg_core.metric import dcg, idcg, ndcg
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.checks import prepare_grades
from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.gains import list_gains
from ndcg_core.metric.numbers import number
from ndcg_core.metric.pools import count_actual_and_ideal_ranks


@dataclass(frozen=True)
class QueryRange:
    """A query's range of NDCG over possible grades of unjudged documents and orders of ties.

    Attributes
    ----------
    query : str
        The name of the query.
    ndcg : float
        The calculated value.
    unjudged : int
        The number of unjudged documents in the first k ranks.
    grades : Interval
        The lowest and the highest NDCG over the possible grades of unjudged documents.
    ties : Interval
        The lowest and the highest NDCG over all orders of equal scores.
    """

    query: str
    ndcg: float
    unjudged: int
    grades: Interval
    ties: Interval

    def _repr_html_(self) -> str:
        return render_frames(
            [("Ranges over unknown grades and ties", _tabulate_ranges([self]))], []
        )


@dataclass(frozen=True)
class MeanRange:
    """A system's mean, and its range over grades of unjudged documents and orders of ties.

    Attributes
    ----------
    system : str
        The name of the system.
    mean : float
        The calculated mean.
    grades, ties : Interval
        The range of the mean over unjudged documents, and over equal scores.
    queries : tuple of QueryRange
        The range of each query.
    """

    system: str
    mean: float
    grades: Interval
    ties: Interval
    queries: tuple[QueryRange, ...]

    def _repr_html_(self) -> str:
        mean = f"The mean of {self.system} is {number(self.mean, 4)}"
        sentences = [
            f"{mean}. It is from {_format_interval(self.grades)} over all grades of unjudged "
            f"documents, and from {_format_interval(self.ties)} over all orders of equal scores."
        ]
        caption = f"Ranges over unknown grades and ties, {self.system}"
        return render_frames([(caption, _tabulate_ranges(self.queries))], sentences)


def _format_interval(interval: Interval) -> str:
    """Format the bounds of an interval with four decimals, such as "0.5000 to 0.6309"."""
    return f"{number(interval.low, 4)} to {number(interval.high, 4)}"


def _tabulate_ranges(queries: Sequence[QueryRange]) -> pl.DataFrame:
    """Return a frame with each query's NDCG, and its ranges over unjudged documents and ties."""
    rows = [
        (query.query, query.ndcg, query.unjudged, *query.grades, *query.ties) for query in queries
    ]
    heads = ("query", "value", "unjudged", "grades from", "grades to", "ties from", "ties to")
    return pl.DataFrame(rows, heads, orient="row")


@explain_bad_calls
def what_is_unknown(
    results: Results, system: str | None = None, k: int | str | None = "first"
) -> MeanRange:
    """Return the range of NDCG over possible grades of unjudged documents and orders of ties.

    Queries without a value are left out.

    Parameters
    ----------
    results : Results
        The results of `evaluate`.
    system : str, optional
        One of the systems. By default, the first system.
    k : int, optional
        One of the cutoffs. By default, the first cutoff.

    Returns
    -------
    MeanRange
        The range of the mean and of each query.

    Raises
    ------
    ValueError
        If there is no such system or cutoff.

    Examples
    --------
    >>> from ndcg_core.evaluation.scoring.evaluating import evaluate
    >>> found = what_is_unknown(evaluate({"q": {"a": 1}}, {"q": ["x", "a"]}, 2))
    >>> found.queries[0].unjudged, [round(bound, 4) for bound in found.grades]
    (1, [0.6309, 1.0])
    """
    name = system or results.systems[0]
    cutoff = results.cutoff(k)
    rows = results.at(name, cutoff).filter(pl.col("ndcg").is_not_nan())
    rankings = group_documents_by_query(results, name)
    (pools, highest) = collect_pools(results)
    ranges = tuple(
        _bound_query(query, value, rankings.get(query), pools[query], highest, cutoff, results)
        for query, value in rows.select("query", "ndcg").iter_rows()
    )
    return MeanRange(
        name,
        results.mean(name, cutoff),
        _average_intervals([query_range.grades for query_range in ranges]),
        _average_intervals([query_range.ties for query_range in ranges]),
        ranges,
    )


def _bound_query(
    query: str,
    value: float,
    ranking: pl.DataFrame | None,
    pool: list[float],
    highest: float,
    k: int | None,
    results: Results,
) -> QueryRange:
    """Return the two ranges of a query's NDCG. Without a ranking, both have only `value`.

    value: the calculated NDCG. highest: the highest grade of all judgments.
    """
    if ranking is None:
        return QueryRange(query, value, 0, Interval(value, value), Interval(value, value))
    nothing, rules = choose_unjudged_grade(results.convention)
    grades = ranking["grade"].to_list()
    counted, _ = count_actual_and_ideal_ranks(k, len(grades), rules)
    gaps = [index for index, grade in enumerate(grades[:counted]) if grade is None]
    filled = [nothing if grade is None else grade for grade in grades]
    ranking_grades = filled if rules.ideal_from == "grades" else filled[: max(1, counted)]
    values = [value, *_iterate_ndcg_by_grades(ranking_grades, gaps, pool, highest, k, rules)]
    orders = [value, *_iterate_ndcg_by_ties(ranking["score"].to_list(), filled, pool, k, rules)]
    spans = (Interval(min(bounds), max(bounds)) for bounds in (values, orders))
    return QueryRange(query, value, len(gaps), *spans)


def _iterate_ndcg_by_grades(
    grades: list[float],
    unjudged: list[int],
    pool: list[float],
    highest: float,
    k: int | None,
    rules: Convention,
) -> Iterator[float]:
    """Yield NDCG with the first n and with the last n unjudged documents relevant, for each n.

    n is 1, 2, ..., and with all documents relevant, there is only one value.

    unjudged: the indices of the unjudged documents. A relevant document has the grade `highest`.
    """
    for n in range(1, len(unjudged) + 1):
        for relevant in (unjudged[:n], unjudged[-n:])[: 1 + (n < len(unjudged))]:
            possible_grades = list(grades)
            for index in relevant:
                possible_grades[index] = highest
            yield ndcg(possible_grades, k, rules, [*pool, *[highest] * n])


def _iterate_ndcg_by_ties(
    scores: list[float], grades: list[float], pool: list[float], k: int | None, rules: Convention
) -> Iterator[float]:
    """Yield NDCG with equal scores in the worst order, then in the best order.

    Yields nothing if all scores differ, or if NDCG is NaN.
    """
    if len(set(scores)) < len(scores):
        read, _ = prepare_grades(grades, rules.gain, grade_rules=rules.grade_rules)
        documents = [*zip(scores, list_gains(read, rules.gain), grades, strict=True)]
        for sign in (1, -1):
            documents.sort(key=lambda d: (-d[0], sign * d[1]))
            value = ndcg([grade for *_, grade in documents], k, rules, pool)
            yield from () if isnan(value) else (value,)


def _average_intervals(intervals: list[Interval]) -> Interval:
    """Return the interval from the mean lower to the mean upper bound. NaN for an empty list."""
    if not intervals:
        return Interval(float("nan"), float("nan"))
    low, high = (fsum(bounds) / len(intervals) for bounds in zip(*intervals, strict=True))
    return Interval(low, high)


OWN_IDEALS = ("grades", "top-k")
"""The ideal orders that are built from the results of one system, not from the pool."""


def bound_difference(results: Results, first: str, second: str, k: int | None) -> Interval:
    """Return bounds of the mean difference of two systems over all possible judgments.

    The difference is the second system minus the first. Each unjudged document down to k is
    irrelevant, or has the highest grade of all judgments. If t of them are relevant, both ideal
    orders are the same for any choice of them. The difference is highest for the t documents whose
    1/(d(rank) IDCG) rises most from the first system to the second, so t = 0, 1, ... are enough.
    Queries without a value for one system are left out. Without any query, both bounds are 0.

    For ideal orders from a system's own results, the bounds follow from the ranges of both systems,
    so they may be wider than necessary. Otherwise, they are the lowest and the highest difference.
    """
    if results.convention.ideal_from in OWN_IDEALS:
        first_range, second_range = (
            what_is_unknown(results, name, k).grades for name in (first, second)
        )
        return Interval(second_range.low - first_range.high, second_range.high - first_range.low)
    pools, highest = collect_pools(results)
    values = [results.scores(name, k) for name in (first, second)]
    rankings = [group_documents_by_query(results, name) for name in (first, second)]
    lows = []
    highs = []
    for query in list_common_queries(*values):
        pair = [_select_counted_documents(ranking.get(query), k) for ranking in rankings]
        turned = _iterate_differences_by_judgments(
            pair, pools[query], highest, k, results.convention
        )
        differences = [values[1][query] - values[0][query], *turned]
        lows.append(min(differences))
        highs.append(max(differences))
    return Interval(fsum(lows) / len(lows), fsum(highs) / len(highs)) if lows else Interval(0, 0)


CountedDocuments = tuple[list[str], list[float | None]]
"""The ids of the first k documents, and their grades. An unjudged document has None."""


def _select_counted_documents(ranking: pl.DataFrame | None, k: int | None) -> CountedDocuments:
    """Return the ids and grades of the first k documents, or empty lists without a ranking."""
    if ranking is None:
        return [], []
    top = ranking.head(k or ranking.height)
    return top["doc"].to_list(), top["grade"].to_list()


def _iterate_differences_by_judgments(
    pair: Sequence[CountedDocuments],
    pool: list[float],
    highest: float,
    k: int | None,
    convention: Convention,
) -> Iterator[float]:
    """Yield the lowest, then the highest difference for each number of relevant documents.

    The number t of relevant documents among the unjudged ones is 1, 2, .... A number for which an
    IDCG is 0 is left out.
    """
    nothing, rules = choose_unjudged_grade(convention)
    gain = calculate_gain(highest, rules)
    worth = dict[str, list[float]]()
    for side, (docs, grades) in enumerate(pair):
        counted, _ = count_actual_and_ideal_ranks(k, len(docs), rules)
        divided = zip(docs[:counted], grades, rules.divisors(counted), strict=False)
        for doc, grade, divisor in divided:
            if grade is None:
                worth.setdefault(doc, [0.0, 0.0])[side] = 1 / divisor
    filled = [[nothing if g is None else g for g in grades] or [nothing] for _, grades in pair]
    dcgs = [dcg(grades, k, rules) for grades in filled]
    ideals = (_list_ideal_dcgs(grades, pool, gain, len(worth), k, rules) for grades in filled)
    for t, (first_idcg, second_idcg) in enumerate(zip(*ideals, strict=True), 1):
        if min(first_idcg, second_idcg) > 0:
            moves = sorted(
                there / second_idcg - here / first_idcg for here, there in worth.values()
            )
            printed = dcgs[1] / second_idcg - dcgs[0] / first_idcg
            yield printed + gain * fsum(moves[:t])
            yield printed + gain * fsum(moves[-t:])


def _list_ideal_dcgs(
    grades: list[float], pool: list[float], gain: float, n: int, k: int | None, rules: Convention
) -> list[float]:
    """Return IDCG with 1, 2, ..., n documents of the given gain added to the pool.

    If the ideal order does not depend on the pool, all n values are equal.
    """
    if rules.ideal_from != "judged":
        return [idcg(grades, k, rules, pool)] * n
    ideal_length = count_actual_and_ideal_ranks(k, len(grades), rules)[1]
    best_grades = prepare_grades(pool, rules.gain, grade_rules=rules.grade_rules)[1]
    best = list_gains(best_grades, rules.gain)[:ideal_length]
    d = rules.divisors(min(ideal_length, len(best) + n))
    orders = (sorted([*best, *[gain] * t], reverse=True)[:ideal_length] for t in range(1, n + 1))
    return [fsum(map(truediv, order, d)) for order in orders]
