"""Slips in one row, or with one row of a sum: another rank's divisor, a term left out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import fsum, nan

from ndcg_core.metric import divisor_at
from ndcg_core.misconceptions.misconception import Change
from ndcg_core.sheets.calculation import Calculation, Row
from ndcg_core.sheets.sheet import Sheet

RANKS = 8
"""Slips in a sum are looked for down to this rank: further down, one of them gives any number."""


def _row_alone(calc: Calculation, rank: int, action: str) -> Calculation:
    """A calculation of which single rows are meant, and no sum."""
    return replace(calc, sum_rule=lambda rows: nan, rank=rank, action=action)


def _sum_with(
    right: Calculation, action: str, term: Callable[[Row, Row], float], i: int, j: int
) -> Calculation:
    """The sums to which rank i adds something else, worked out from its own row and row j."""

    def total(rows: Sequence[Row]) -> float:
        terms = [row.term for row in rows]
        if max(i, j) <= len(rows):
            terms[i - 1] = term(rows[i - 1], rows[j - 1])
        return fsum(terms)

    return replace(right, sum_rule=total, rank=i, action=action.format(i=i, j=j))


def _in_sums(action: str, term: Callable[[Row], float]) -> Change:
    """The change of what one rank adds, a calculation for each rank."""
    return lambda right, sheet: [
        _sum_with(right, action, lambda row, _: term(row), i, i) for i in _first(right)
    ]


def _first(right: Calculation, start: int = 1) -> range:
    return range(start, min(right.k, RANKS) + 1)


def another_divisor(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """One rank's divisor under another rank's gain, up to the rank after the last; in sums, that
    of a rank beside it.
    """
    for j in range(1, right.k + 2):
        text = divisor_at(j, sheet.convention).text
        calc = right.with_discount(lambda i, j=j: right.discount(j))  # type: ignore[misc]
        yield _row_alone(calc, j, f"you divided by {text}, which is rank {j}'s divisor")
        beside = {j - 1, j + 1} & {*_first(right)}
        for i in beside if right.discount(j) != 1 else ():  # else a gain is left undivided
            action = f"you divided by {text} at rank {i}"
            yield _sum_with(right, action, lambda row, _, j=j: row.gain / right.discount(j), i, i)  # type: ignore[misc]


def another_grade(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """One rank's grade at another rank of the same order."""
    for j in range(1, right.k + 1):
        ranking, ideal = ((order[j - 1],) * right.k for order in (right.ranking, right.ideal))
        calc = replace(right, ranking=ranking, ideal=ideal)
        yield _row_alone(calc, j, f"you used the grade of rank {j}")
        action = "you used the grade of rank {j} at rank {i}"
        for i in {*_first(right)} - {j} if j <= RANKS else ():
            yield _sum_with(right, action, lambda row, other: other.gain / row.divisor, i, j)


def left_out(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """A rank without its term, or without its document, so that those below it move up."""
    yield from _in_sums("you left out the term of rank {i}", lambda row: 0.0)(right, sheet)
    for i in _first(right):
        action = f"you left out the document at rank {i}, so that those below it moved up"
        ranking = (*right.ranking[: i - 1], *right.ranking[i:])
        yield replace(right, ranking=ranking, k=right.k - 1, rank=i, action=action)


def skipped(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """From one rank on the divisor of the next rank, or of the one before."""
    starts_falling = right.discount(1) < right.discount(2)  # else log2(i), another mistake
    for i, step in ((i, step) for i in _first(right, 2) for step in (1, -1)):
        action = f"you skipped rank {i}" if step > 0 else f"you counted rank {i - 1} twice"
        calc = right.with_discount(lambda r, i=i, s=step: right.discount(r + s * (r >= i)))  # type: ignore[misc]
        if i > 2 or starts_falling == (step > 0):
            yield replace(calc, rank=i, action=f"{action}, so that all below it moved")


CHANGES: Mapping[str, Change] = {
    "term-left-out": left_out,
    "term-twice": _in_sums("you added the term of rank {i} twice", lambda row: 2 * row.term),
    "term-subtracted": _in_sums("you subtracted the term of rank {i}", lambda row: -row.term),
    "row-undivided": _in_sums("you left the gain of rank {i} undivided", lambda row: row.gain),
    "row-of-the-other-order": lambda right, sheet: [
        _row_alone(replace(right, ranking=right.ideal, ideal=right.ranking), 0, "")
    ],
    "another-rank's-grade": another_grade,
    "another-rank's-divisor": another_divisor,
    "rank-skipped": skipped,
}
