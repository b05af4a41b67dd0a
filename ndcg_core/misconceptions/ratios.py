"""Mistakes about the last step: how DCG and IDCG become NDCG, and how queries are averaged."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import isnan, nan

from ndcg_core.misconceptions.misconception import Change, Misconception, change_to
from ndcg_core.sheets.calculation import Calculation, Ratio
from ndcg_core.sheets.sheet import Sheet

LAST = ("ndcg",)
COMPARED = "Look at which sum DCG has to be compared with."


def _dcg_over(divisors: Callable[[Calculation], Iterable[float]]) -> Change:
    """The change that divides DCG by another number than IDCG, and never by 0."""
    return lambda right, sheet: [
        replace(right, ratio=_over(divisor)) for divisor in divisors(right) if divisor
    ]


def _over(divisor: float) -> Ratio:
    return lambda dcg, idcg: dcg / divisor


def _always(value: float) -> Ratio:
    return lambda dcg, idcg: value


def _multiplied(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """NDCG as a percentage without its sign, by 10, or by k."""
    factors = {
        float(right.k): "multiplied NDCG by k",
        10.0: "multiplied NDCG by 10",
        100.0: "left out the percent sign",
    }
    for factor, action in factors.items():
        if factor > 1:
            yield replace(right, ratio=_times(factor, right.ratio), factor=factor, action=action)


def _times(factor: float, ratio: Ratio) -> Ratio:
    return lambda dcg, idcg: factor * ratio(dcg, idcg)


def _left_out(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Queries with nothing relevant left out of the mean; where they are left out, counted as 0."""
    if isnan(sheet.convention.empty):
        queries = tuple(replace(query, ratio=_or_zero) for query in right.others)
        counted = "counted the query without a relevant document as 0"
        yield replace(right, ratio=_or_zero, others=queries, action=counted)
    elif not all(calc.total("ideal") for calc in (right, *right.others)):
        yield replace(right, average="without")


def _or_zero(dcg: float, idcg: float) -> float:
    return dcg / idcg if idcg else 0.0


AS_ONE, AS_NOTHING = "read 0 divided by 0 as 1", "read 0 divided by 0 as 0"


def _zero_by_zero(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """What others make of 0/0, where the sheet's own convention says something else."""
    if not sheet.trace.idcg:
        for value, action in ((1.0, AS_ONE), (nan, ""), (0.0, AS_NOTHING)):
            if value != sheet.convention.empty:
                yield replace(right, ratio=_always(value), action=action)


ABOUT_RATIOS = (
    Misconception(
        "no-normalisation",
        "Stopped at DCG",
        "stopped at DCG",
        "Look at what it still has to be compared with.",
        change_to(ratio=lambda dcg, idcg: dcg),
        "ratio",
        columns=LAST,
    ),
    Misconception(
        "inverted",
        "Upside down",
        "turned the fraction upside down",
        "Look at which of the two sums can never be the smaller one.",
        change_to(ratio=lambda dcg, idcg: idcg / dcg if dcg else nan),
        "ratio",
        columns=LAST,
    ),
    Misconception(
        "subtracted",
        "Subtracted",
        "subtracted one sum from the other",
        "Look at the operation that makes a share.",
        change_to(ratio=lambda dcg, idcg: idcg - dcg),
        "ratio",
        columns=LAST,
    ),
    Misconception(
        "multiplied-up",
        "NDCG multiplied",
        "multiplied NDCG",
        "Look at the largest value that NDCG can have.",
        _multiplied,
        "ratio",
        columns=LAST,
    ),
    Misconception(
        "divided-by-max",
        "Divided by the highest grade",
        "divided DCG by the highest grade",
        COMPARED,
        _dcg_over(lambda right: [max(right.ranking, default=0.0)]),
        "ratio",
        columns=LAST,
    ),
    Misconception(
        "divided-by-n",
        "Divided by the length",
        "divided DCG by the number of documents",
        COMPARED,
        _dcg_over(lambda right: [len(right.ranking), right.k]),
        "ratio",
        columns=LAST,
    ),
    Misconception(
        "divided-by-sum",
        "Divided by CG",
        "divided DCG by the plain sum of the gains",
        "Look at what the best order would earn.",
        _dcg_over(lambda right: [right.cg]),
        "ratio",
        columns=LAST,
    ),
    Misconception(
        "pooled-average",
        "Sums pooled over the queries",
        "added up the sums of all queries before dividing, so that one rich query outweighs the "
        "rest",
        "Look at what each query should contribute.",
        change_to(average="pooled"),
        "queries",
        columns=("mean",),
    ),
    Misconception(
        "empty-query-left-out",
        "An empty query left out",
        "left the query without a relevant document out of the mean",
        "Look at what this convention says of such a query.",
        _left_out,
        "queries",
        columns=("mean",),
    ),
    Misconception(
        "all-zero-divides",
        "0 divided by 0",
        "divided 0 by 0",
        "Look at what this convention says where nothing is relevant.",
        _zero_by_zero,
        "ratio",
        columns=LAST,
    ),
)
