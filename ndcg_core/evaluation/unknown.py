"""`what_is_unknown`: how far NDCG could be from the number that was printed.

unjudged  each unjudged document down to k is irrelevant, or has the highest grade that was given:
          from the lowest to the highest NDCG over all ways. With t of them relevant the ideal is
          the same whichever they are, and DCG is highest for the t that stand highest and lowest
          for the t that stand lowest; so t = 0, 1, ... are enough. Documents with equal scores
          stand in the order of their ranks
ties      equal scores in every order: from the worst to the best

Both for the query's own judgments and ideal from the judged pool.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import fsum, isnan

import polars as pl

from ndcg_core.evaluation.resampling import Interval
from ndcg_core.evaluation.results import Results, traced
from ndcg_core.metric import ndcg
from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.cutoffs import reach


@dataclass(frozen=True)
class Unknown:
    """One query of one system: what nobody knows about its NDCG.

    ndcg      as printed
    unjudged  how many documents down to k nobody judged
    grades    from the lowest to the highest NDCG over their possible grades
    ties      from the lowest to the highest NDCG over all orders of equal scores
    """

    query: str
    ndcg: float
    unjudged: int
    grades: Interval
    ties: Interval


@dataclass(frozen=True)
class UnknownMean:
    """One system: the mean, and where it could be. `queries` holds each query."""

    system: str
    mean: float
    grades: Interval
    ties: Interval
    queries: tuple[Unknown, ...]


def what_is_unknown(
    results: Results, system: str | None = None, k: int | str | None = "first"
) -> UnknownMean:
    """The range of a system's NDCG over what is not known: unjudged documents, equal scores.

    Queries without a value are left out. ValueError for a run that is a table elsewhere.

    >>> from ndcg_core.evaluation.evaluating import evaluate
    >>> found = what_is_unknown(evaluate({"q": {"a": 1}}, {"q": ["x", "a"]}, 2))
    >>> found.queries[0].unjudged, [round(bound, 4) for bound in found.grades]
    (1, [0.6309, 1.0])
    """
    name, cutoff = system or results.systems[0], results.cutoff(k)
    rows = results.at(name, cutoff).filter(pl.col("ndcg").is_not_nan())
    if name not in results.runs:
        raise ValueError(f"The run {name} is a table elsewhere; its documents are not here.")
    runs = results.runs[name].partition_by("query", as_dict=True)
    pools = results.judged.partition_by("query", as_dict=True)
    top = results.judged["grade"].max()
    highest = float(top) if isinstance(top, (int, float)) else 0.0
    found = tuple(
        _unknown(query, value, runs.get((query,)), pools[(query,)], highest, cutoff, results)
        for query, value in rows.select("query", "ndcg").iter_rows()
    )
    return UnknownMean(
        name,
        results.mean(name, cutoff),
        _means([one.grades for one in found]),
        _means([one.ties for one in found]),
        found,
    )


def _unknown(
    query: str,
    value: float,
    documents: pl.DataFrame | None,
    pool: pl.DataFrame,
    highest: float,
    k: int | None,
    results: Results,
) -> Unknown:
    if documents is None:
        return Unknown(query, value, 0, Interval(value, value), Interval(value, value))
    rules = results.convention
    listed = documents.join(pool.select("doc", "grade"), on="doc", how="left").sort("rank")
    counted, _ = reach(k, listed.height, rules)
    gaps = [place for place, grade in enumerate(listed["grade"][:counted]) if grade is None]
    known = pool["grade"].to_list()
    values = [value, *_graded(listed["grade"].to_list(), gaps, known, highest, k, rules)]
    return Unknown(query, value, len(gaps), _span(values), _ties(documents, pool, k, rules, value))


def _graded(
    grades: list[float | None],
    gaps: list[int],
    known: list[float],
    highest: float,
    k: int | None,
    rules: Convention,
) -> Iterator[float]:
    """NDCG with the first t and with the last t of the unjudged documents relevant, t = 1, 2 ..."""
    for n in range(1, len(gaps) + 1):
        for relevant in (gaps[:n], gaps[-n:]):
            read = [0.0 if grade is None else grade for grade in grades]
            for place in relevant:
                read[place] = highest
            yield ndcg(read, k, rules, [*known, *[highest] * n])


def _ties(
    documents: pl.DataFrame, pool: pl.DataFrame, k: int | None, rules: Convention, value: float
) -> Interval:
    if documents["score"].n_unique() == documents.height:
        return Interval(value, value)
    found = [value]
    for order in _orders(documents, pool):
        steps = traced(order, pool, k, replace(rules, ties="input"))
        found += [] if isnan(steps.ndcg) else [steps.ndcg]
    return _span(found)


def _orders(documents: pl.DataFrame, pool: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """The ranking with the lowest grades first among equal scores, and with the highest first."""
    listed = documents.join(pool.select("doc", "grade"), on="doc", how="left")
    listed = listed.with_columns(pl.col("grade").fill_null(0.0))
    for best in (False, True):
        order = listed.sort("score", "grade", descending=[True, best]).drop("grade")
        yield order.with_columns(rank=pl.int_range(1, pl.len() + 1))


def _span(values: list[float]) -> Interval:
    return Interval(min(values), max(values))


def _means(spans: list[Interval]) -> Interval:
    if not spans:
        return Interval(float("nan"), float("nan"))
    low, high = (fsum(bounds) / len(spans) for bounds in zip(*spans, strict=True))
    return Interval(low, high)
