"""Mistakes about the last steps: the ratio of DCG and IDCG, and the mean over queries."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from math import fsum, isnan, nan, prod
from statistics import fmean

from ndcg_core.misconceptions.misconception import Change, make_field_change
from ndcg_core.sheets.calculation import Average, Calculation, average_scores
from ndcg_core.sheets.sheet import Sheet


def _make_divided_dcg_change(list_divisors: Callable[[Calculation], Iterable[float]]) -> Change:
    """Return a change that yields DCG / n as NDCG for each nonzero n from `list_divisors`."""
    return lambda right, sheet: [
        replace(right, ratio=lambda dcg, idcg, by=divisor: dcg / by)  # type: ignore[misc]
        for divisor in list_divisors(right)
        if divisor
    ]


def _multiply_ndcg(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield calculations of NDCG times 10, times 100 and, if k is above 1, times k."""
    factors = {
        float(right.k): "you multiplied NDCG by k",
        10.0: "you moved the decimal point of NDCG",
        100.0: "you left out the percent sign",
    }
    for factor, action in factors.items():
        if factor > 1:
            yield replace(
                right,
                ratio=lambda dcg, idcg, by=factor: by * right.ratio(dcg, idcg),  # type: ignore[misc]
                factor=factor,
                action=action,
            )


def _mishandle_empty_queries(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield calculations that omit queries without a relevant document, or count them wrongly.

    They count as 0 if the convention leaves them out. Otherwise they are omitted, or count as 1
    instead of 0, or as 0 instead of 1. Without such a query, nothing is yielded then.
    """
    if isnan(sheet.convention.empty):
        yield _count_empty_queries(right, 0.0)
    elif not all(calc.calculate_total("ideal") for calc in (right, *right.others)):
        yield replace(right, average=lambda queries: average_scores([q for q in queries if q[1]]))
        yield _count_empty_queries(right, 0.0 if sheet.convention.empty else 1.0)


def _count_empty_queries(right: Calculation, value: float) -> Calculation:
    """Return a calculation in which NDCG is `value` if IDCG is 0."""

    def divide(dcg: float, idcg: float) -> float:
        return dcg / idcg if idcg else value

    queries = tuple(replace(query, ratio=divide) for query in right.others)
    action = f"you counted every query without a relevant document as {value:g}"
    return replace(right, ratio=divide, others=queries, action=action)


def _replace_mean(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield calculations with a wrong mean, such as the NDCG of one query or a sum.

    Yields nothing for a sheet with one query.
    """
    count = 1 + len(right.others)
    if count == 1:
        return
    averages: dict[str, Average] = {
        f"you used only query {n + 1}": lambda queries, n=n: queries[n][2]  # type: ignore[misc]
        for n in range(count)
    }
    averages |= {
        "": lambda queries: fsum(q[2] for q in queries),
        "you multiplied the values of the queries": lambda queries: prod(q[2] for q in queries),
        "you averaged DCG instead of NDCG": lambda queries: fmean(q[0] for q in queries),
    }
    for n in {count - 1, count + 1} - {1}:
        action = f"you divided by {n} instead of by the {count} queries"
        averages[action] = lambda q, n=n: average_scores(q) * count / n  # type: ignore[misc]
    for action, average in averages.items():
        yield replace(right, average=average, action=action)


def _use_other_empty_value(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """If IDCG is 0, yield calculations whose NDCG is 0, 1 or NaN, without the right one."""
    if sheet.trace.idcg:
        return
    empty = sheet.convention.empty
    for value in (1.0, nan, 0.0):
        is_right = value == empty or (isnan(value) and isnan(empty))
        if not is_right:
            action = "" if isnan(value) else f"you read 0 divided by 0 as {value:g}"
            yield replace(right, ratio=lambda *_, value=value: value, action=action)


CHANGES: Mapping[str, Change] = {
    "no-normalisation": make_field_change(ratio=lambda dcg, idcg: dcg),
    "inverted": make_field_change(ratio=lambda dcg, idcg: idcg / dcg if dcg else nan),
    "subtracted": make_field_change(ratio=lambda dcg, idcg: idcg - dcg),
    "multiplied-up": _multiply_ndcg,
    "divided-by-max": _make_divided_dcg_change(lambda right: [max(right.ranking, default=0.0)]),
    "divided-by-n": _make_divided_dcg_change(lambda right: [len(right.ranking), right.k]),
    "divided-by-sum": _make_divided_dcg_change(lambda right: [right.cg]),
    "divided-by-both": make_field_change(ratio=lambda dcg, idcg: dcg / (dcg + idcg)),
    "one-minus": lambda right, sheet: [
        replace(right, ratio=lambda dcg, idcg: 1 - right.ratio(dcg, idcg))
    ],
    "pooled-average": make_field_change(
        average=lambda queries: fsum(q[0] for q in queries) / fsum(q[1] for q in queries)
    ),
    "not-averaged": _replace_mean,
    "empty-query-left-out": _mishandle_empty_queries,
    "all-zero-divides": _use_other_empty_value,
}
