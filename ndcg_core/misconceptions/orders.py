"""Mistakes about orders and cutoffs: which documents are counted, and in which order."""

from collections.abc import Iterator
from dataclasses import replace
from math import log2

from ndcg_core.misconceptions.gains import other_gain
from ndcg_core.misconceptions.misconception import Change, Misconception
from ndcg_core.sheets.calculation import Calculation
from ndcg_core.sheets.sheet import Sheet


def _best(grades: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sorted(grades, reverse=True))


def _not_cut(pool: str) -> Change:
    """The whole ideal order added up, where it is made of this pool."""
    return lambda right, sheet: (
        [replace(right, ideal_k=len(right.ideal))] if right.pool == pool else []
    )


def _retrieved_only(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    if right.pool == "judged":
        yield replace(right, ideal=_best(right.ranking))


def _other_rules(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """IDCG with another gain, another logarithm or no divisor, and DCG as it should be."""
    gain, divisor = (
        "used another gain for IDCG than for DCG",
        "divided otherwise in IDCG than in DCG",
    )
    yield replace(right, ideal_gain=other_gain(sheet), action=gain)
    yield replace(right, ideal_discount=lambda i: 1.0, action=divisor)
    for divide in (lambda i: max(1.0, log2(i)), lambda i: log2(i + 1)):
        yield replace(right, ideal_discount=divide, action=divisor)


ABOUT_ORDERS = (
    Misconception(
        "sort-first",
        "Sorted before scoring",
        "sorted the grades before DCG was worked out",
        "Look at the order in which the documents were shown.",
        lambda right, sheet: [replace(right, ranking=_best(right.ranking))],
        "cutoff",
    ),
    Misconception(
        "ideal-not-sorted",
        "Ideal not sorted",
        "left the ideal order as the ranking is",
        "Look at the ideal order: sort its grades from best to worst.",
        lambda right, sheet: [replace(right, ideal=right.ranking)],
        "ideal",
    ),
    Misconception(
        "ascending-ideal",
        "Ideal from worst to best",
        "sorted the ideal order from worst to best",
        "Look at which end the best document belongs to.",
        lambda right, sheet: [replace(right, ideal=right.ideal[::-1])],
        "ideal",
    ),
    Misconception(
        "ideal-all-max",
        "Ideal made of top grades only",
        "filled the ideal order with the highest grade",
        "Look at how many such documents there are.",
        lambda right, sheet: [replace(right, ideal=(max(right.ideal, default=0.0),) * right.k)],
        "ideal",
    ),
    Misconception(
        "ideal-from-top-k",
        "Ideal from the top k only",
        "sorted only the first k documents for the ideal",
        "Look for a better document below the cutoff.",
        lambda right, sheet: [replace(right, ideal=_best(right.ranking[: right.k]))],
        "ideal",
    ),
    Misconception(
        "ideal-not-cut",
        "Ideal not cut at k",
        "added up the ideal order beyond k, while DCG stops there",
        "Look at where the ideal order should end.",
        _not_cut("grades"),
        "ideal",
    ),
    Misconception(
        "dcg-not-cut",
        "The ranking not cut at k",
        "added up the ranking beyond k",
        "Look at the last rank that counts.",
        lambda right, sheet: [replace(right, k=len(right.ranking))],
        "cutoff",
    ),
    Misconception(
        "k-minus-1",
        "One rank short",
        "left out the last rank that counts",
        "Look at whether rank k itself is in.",
        lambda right, sheet: [right.with_cutoff(right.k - 1)] if right.k > 1 else [],
        "cutoff",
    ),
    Misconception(
        "retrieved-as-pool",
        "Unretrieved documents forgotten",
        "made the ideal of the retrieved documents only",
        "Look at what else has been judged.",
        _retrieved_only,
        "ideal",
    ),
    Misconception(
        "pool-not-cut",
        "The whole pool counted",
        "added up every judged document for the ideal",
        "Look at where the ideal order should end.",
        _not_cut("judged"),
        "ideal",
    ),
    Misconception(
        "ideal-other-rules",
        "IDCG by other rules than DCG",
        "worked IDCG out by other rules than DCG",
        "Look at whether both sums follow the same two rules.",
        _other_rules,
        "ideal",
    ),
)
