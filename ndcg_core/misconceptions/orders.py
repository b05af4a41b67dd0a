"""Mistakes about orders and cutoffs: which documents are counted, and in which order."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import log2

from ndcg_core.misconceptions.gains import other_gain
from ndcg_core.misconceptions.misconception import Change
from ndcg_core.sheets.calculation import Calculation
from ndcg_core.sheets.sheet import Sheet


def _best(grades: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sorted(grades, reverse=True))


def _not_cut(pool: str) -> Change:
    """The whole ideal order added up, where it is made of this pool."""
    return lambda right, sheet: (
        [replace(right, ideal_k=len(right.ideal))] if right.pool == pool else []
    )


def _other_rules(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """IDCG with another gain, another logarithm or no divisor, and DCG as it should be."""
    action = "you used another gain for IDCG than for DCG"
    yield replace(right, ideal_gain=other_gain(sheet), action=action)
    action = "you divided otherwise in IDCG than in DCG"
    for divide in (lambda i: 1.0, lambda i: max(1.0, log2(i)), lambda i: log2(i + 1)):
        yield replace(right, ideal_discount=divide, action=action)


CHANGES: Mapping[str, Change] = {
    "sort-first": lambda right, sheet: [replace(right, ranking=_best(right.ranking))],
    "ideal-not-sorted": lambda right, sheet: [replace(right, ideal=right.ranking)],
    "ascending-ideal": lambda right, sheet: [replace(right, ideal=right.ideal[::-1])],
    "ideal-all-max": lambda right, sheet: [
        replace(right, ideal=(max(right.ideal, default=0.0),) * right.k)
    ],
    "ideal-from-top-k": lambda right, sheet: [
        replace(right, ideal=_best(right.ranking[: right.k]))
    ],
    "ideal-not-cut": _not_cut("grades"),
    "dcg-not-cut": lambda right, sheet: [replace(right, k=len(right.ranking))],
    "k-minus-1": lambda right, sheet: [right.with_cutoff(right.k - 1)] if right.k > 1 else [],
    "retrieved-as-pool": lambda right, sheet: (
        [replace(right, ideal=_best(right.ranking))] if right.pool == "judged" else []
    ),
    "pool-not-cut": _not_cut("judged"),
    "ideal-other-rules": _other_rules,
}
