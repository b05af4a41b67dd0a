"""Mistakes about the last step: how DCG and IDCG become NDCG, and how queries are averaged."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import nan

from ndcg_core.teaching.mistakes.kind import Misconception
from ndcg_core.teaching.sheets import Sheet
from ndcg_core.teaching.worlds import Ratio, World

LAST = ("ndcg",)


def ends_with(*ratios: Ratio) -> Callable[[World, Sheet], Iterator[World]]:
    """The change that puts DCG and IDCG together in these ways."""

    def change(right: World, sheet: Sheet) -> Iterator[World]:
        for ratio in ratios:
            yield replace(right, ratio=ratio)

    return change


def _dcg_over(
    divisors: Callable[[World], Iterator[float]],
) -> Callable[[World, Sheet], Iterator[World]]:
    def change(right: World, sheet: Sheet) -> Iterator[World]:
        for divisor in divisors(right):
            if divisor:
                yield replace(right, ratio=_over(divisor))

    return change


def _over(divisor: float) -> Ratio:
    return lambda dcg, idcg: dcg / divisor


def _always(value: float) -> Ratio:
    return lambda dcg, idcg: value


def _highest(right: World) -> Iterator[float]:
    yield max(right.ranking)


def _length(right: World) -> Iterator[float]:
    yield float(len(right.ranking))
    yield float(right.k)


def _collected(right: World) -> Iterator[float]:
    yield right.cg


def _pooled(right: World, sheet: Sheet) -> Iterator[World]:
    yield replace(right, average="pooled")


def _zero_by_zero(right: World, sheet: Sheet) -> Iterator[World]:
    """What others make of 0/0, where the sheet's own convention says something else."""
    if not sheet.trace.idcg:
        for value in (1.0, nan, 0.0):
            if value != sheet.convention.empty:
                yield replace(right, ratio=_always(value))


ABOUT_RATIOS = (
    Misconception(
        "no-normalisation",
        "Stopped at DCG",
        "This is DCG. Look at what it still has to be compared with.",
        ends_with(lambda dcg, idcg: dcg),
        seen='A question-and-answer page concludes "NDCG = 9.12".',
        columns=LAST,
    ),
    Misconception(
        "inverted",
        "Upside down",
        "The fraction is upside down. Look at which of the two sums can never be the smaller one.",
        ends_with(lambda dcg, idcg: idcg / dcg if dcg else nan),
        columns=LAST,
    ),
    Misconception(
        "subtracted",
        "Subtracted",
        "One sum is subtracted from the other. Look at the operation that makes a share.",
        ends_with(lambda dcg, idcg: idcg - dcg),
        columns=LAST,
    ),
    Misconception(
        "divided-by-max",
        "Divided by the highest grade",
        "DCG is divided by the highest grade. Look at which sum DCG has to be compared with.",
        _dcg_over(_highest),
        columns=LAST,
    ),
    Misconception(
        "divided-by-n",
        "Divided by the length",
        "DCG is divided by the number of documents. Look at which sum DCG has to be compared with.",
        _dcg_over(_length),
        columns=LAST,
    ),
    Misconception(
        "divided-by-sum",
        "Divided by CG",
        "DCG is divided by the plain sum of the gains. Look at what the best order would earn.",
        _dcg_over(_collected),
        columns=LAST,
    ),
    Misconception(
        "pooled-average",
        "Sums pooled over the queries",
        "The sums of all queries are added up before they are divided, so one rich query outweighs "
        "the rest. Look at what each query should contribute.",
        _pooled,
        columns=("mean",),
    ),
    Misconception(
        "all-zero-divides",
        "0 divided by 0",
        "Nothing is relevant here, so this would divide 0 by 0. Look at what this convention says "
        "of such a query.",
        _zero_by_zero,
        seen="A program without the guard that source document 002 has.",
        legitimate="LightGBM, XGBoost and CatBoost say 1; LensKit says that there is no value.",
        columns=LAST,
    ),
)
