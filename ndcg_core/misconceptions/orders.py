"""Mistakes about orders and cutoffs: the documents that are counted, and their order."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import log2

from ndcg_core.misconceptions.gains import choose_other_gain
from ndcg_core.misconceptions.misconception import Change
from ndcg_core.numerals.numerals import read_numeral_or_none
from ndcg_core.sheets.calculation import Calculation
from ndcg_core.sheets.sheet import Sheet


def _sort_grades(grades: tuple[float, ...]) -> tuple[float, ...]:
    """Return grades from the highest to the lowest."""
    return tuple(sorted(grades, reverse=True))


def _make_uncut_ideal_change(pool: str) -> Change:
    """Return a change that does not cut the ideal order, for calculations with this `pool`."""
    return lambda right, sheet: (
        [replace(right, ideal_k=len(right.ideal))] if right.pool == pool else []
    )


def _use_other_ideal_rules(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield calculations whose IDCG has another gain, another logarithm or no divisor.

    If one of these divisors is the sheet's divisor, its calculation is the right one.
    """
    action = "you used different gains for IDCG and DCG"
    yield replace(right, ideal_gain=choose_other_gain(sheet), action=action)
    action = "you used different divisors in IDCG and DCG"
    for divide in (lambda i: 1.0, lambda i: max(1.0, log2(i)), lambda i: log2(i + 1)):
        yield replace(right, ideal_discount=divide, action=action)


def _ignore_cutoff(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield calculations without a cutoff, or nothing if the ranking has no rank below it.

    The ideal order is as long as the ranking, or has the pool's full length.
    """
    count = len(right.ranking)
    if count > right.k:
        yield right.with_cutoff(count)
        if right.pool == "judged" and len(right.ideal) > count:
            yield replace(right, k=count, ideal_k=len(right.ideal))


def _use_another_cutoff(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield a calculation for each wrong cutoff below the ranking's length, except k - 1."""
    for k in range(1, len(right.ranking)):
        if k not in (right.k, right.k - 1):
            action = f"you used {k} as the cutoff"
            yield replace(right.with_cutoff(k), action=action)


def _sort_terms(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield the calculation whose ideal order has the terms of the ranking, sorted by grade.

    If documents have the same grade, a written term decides between them, or else their order.
    Yields nothing if every divisor stays the same.
    """
    ranks: dict[float, list[int]] = {}
    for rank, grade in enumerate(right.ranking, 1):
        ranks.setdefault(grade, []).append(rank)
    origins = []
    used = Counter[float]()
    for rank, grade in enumerate(right.ideal, 1):
        candidates = ranks.get(grade, [rank])  # an unretrieved document has no other rank
        in_turn = candidates[min(used[grade], len(candidates) - 1)]
        used[grade] += 1
        number = read_numeral_or_none(sheet.given.get(f"ideal.term.{rank}", ""))
        fits = (
            i
            for i in candidates
            if number and number.is_rounding_of(right.gain(grade) / right.discount(i))
        )
        origins.append(next(fits, in_turn))
    if origins != [*range(1, len(origins) + 1)]:
        yield replace(right, ideal_discount=lambda i: right.discount(origins[i - 1]))


CHANGES: Mapping[str, Change] = {
    "sort-first": lambda right, sheet: [replace(right, ranking=_sort_grades(right.ranking))],
    "ideal-not-sorted": lambda right, sheet: [replace(right, ideal=right.ranking)],
    "ascending-ideal": lambda right, sheet: [replace(right, ideal=right.ideal[::-1])],
    "ideal-all-max": lambda right, sheet: [
        replace(right, ideal=(max(right.ideal, default=0.0),) * right.k)
    ],
    "ideal-from-top-k": lambda right, sheet: [
        replace(right, ideal=_sort_grades(right.ranking[: right.k]))
    ],
    "ideal-not-cut": _make_uncut_ideal_change("grades"),
    "dcg-not-cut": lambda right, sheet: [replace(right, k=len(right.ranking))],
    "k-minus-1": lambda right, sheet: [right.with_cutoff(right.k - 1)] if right.k > 1 else [],
    "cutoff-ignored": _ignore_cutoff,
    "another-cutoff": _use_another_cutoff,
    "terms-sorted": _sort_terms,
    "retrieved-as-pool": lambda right, sheet: (
        [replace(right, ideal=_sort_grades(right.ranking))] if right.pool == "judged" else []
    ),
    "pool-not-cut": _make_uncut_ideal_change("judged"),
    "ideal-other-rules": _use_other_ideal_rules,
}
