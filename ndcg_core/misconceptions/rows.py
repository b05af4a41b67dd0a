"""Slips in one row, or with one or two rows of a sum: another rank's divisor, a term left out."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations, permutations
from math import log, nan

from ndcg_core.metric import divisor_at
from ndcg_core.misconceptions.misconception import Change
from ndcg_core.sheets.calculation import Calculation, Row
from ndcg_core.sheets.cells import SIDE_OF, Cell
from ndcg_core.sheets.sheet import Sheet

RANKS = 8
"""Slips in a sum are looked for down to this rank: further down, one of them gives any number."""

More = Callable[[Row, Row], float]
"""What a slip adds to a sum, worked out from the row of its rank and from that of another one."""


def _row_alone(calc: Calculation, rank: int, action: str) -> Calculation:
    """A calculation of which single rows are meant, and no sum."""
    return replace(calc, sum_rule=lambda rows: nan, rank=rank, action=action)


def _sum_with(right: Calculation, action: str, more: More, i: int, j: int) -> Calculation:
    """The sums to which a slip at rank i, in which rank j may have a part, adds something."""

    def instead(calc: Calculation, at: Cell) -> float:
        rows = calc.rows_to(at) if at.column in ("cumulative", *SIDE_OF) else ()
        added = more(rows[i - 1], rows[j - 1]) if max(i, j) <= len(rows) else 0.0
        return calc.derived(at) + added

    return right.with_slip(instead=instead, rank=i, action=action.format(i=i, j=j))


def _in_sums(ways: Mapping[str, More]) -> Change:
    """The change of sums by slips at each rank, or with each two of them."""

    def calcs(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
        ranks = _first(right)
        for action, more in ways.items():
            pairs = (
                permutations(ranks, 2) if "{j} at rank {i}" in action else combinations(ranks, 2)
            )
            for i, j in pairs if "{j}" in action else zip(ranks, ranks, strict=True):
                yield _sum_with(right, action, more, i, j)

    return calcs


def _first(right: Calculation, start: int = 1) -> range:
    return range(start, min(right.k, RANKS) + 1)


def another_divisor(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """One rank's divisor under another rank's gain, up to the rank after the last; in sums, that
    of a rank beside it.
    """
    for j in range(1, right.k + 2):
        text, by = divisor_at(j, sheet.convention).text, right.discount(j)
        calc = right.with_discount(lambda i, by=by: by)  # type: ignore[misc]
        yield _row_alone(calc, j, f"you divided by {text}, which is rank {j}'s divisor")
        beside = {j - 1, j + 1} & {*_first(right)}
        for i in beside if by != 1 else ():  # else a gain is left undivided
            action = f"you divided by {text} at rank {i}"
            yield _sum_with(right, action, lambda a, b, by=by: a.gain / by - a.term, i, i)  # type: ignore[misc]


def another_grade(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """One rank's grade at another rank of the same order."""
    for j in range(1, right.k + 1):
        ranking, ideal = ((order[j - 1],) * right.k for order in (right.ranking, right.ideal))
        calc = replace(right, ranking=ranking, ideal=ideal)
        yield _row_alone(calc, j, f"you used the grade of rank {j}")
    action = "you used the grade of rank {j} at rank {i}"
    ways = {action: lambda a, b: b.gain / a.divisor - a.term}
    yield from _in_sums(ways)(right, sheet)


def left_out(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """A rank without its term, or without its document, so that those below it move up."""
    ways = {"you left out the term of rank {i}": lambda a, b: -a.term}
    yield from _in_sums(ways)(right, sheet)
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


IN_SUMS: Mapping[str, Mapping[str, More]] = {
    "term-twice": {"you added the term of rank {i} twice": lambda a, b: a.term},
    "term-subtracted": {"you subtracted the term of rank {i}": lambda a, b: -2 * a.term},
    "row-undivided": {"you left the gain of rank {i} undivided": lambda a, b: a.gain - a.term},
    "row-otherwise": {
        "you multiplied by the divisor of rank {i}": lambda a, b: a.gain * a.divisor - a.term,
        "you used ln for the divisor of rank {i}": lambda a, b: a.term / log(2) - a.term,
        "you moved the point in the term of rank {i}": lambda a, b: -0.9 * a.term,
    },
    "two-rows": {
        "you left out the terms of ranks {i} and {j}": lambda a, b: -a.term - b.term,
        "you added the terms of ranks {i} and {j} twice": lambda a, b: a.term + b.term,
        "you used the term of rank {j} at rank {i}": lambda a, b: b.term - a.term,
        "you exchanged the gains of ranks {i} and {j}": lambda a, b: (
            (b.gain - a.gain) * (1 / a.divisor - 1 / b.divisor)
        ),
    },
}
CHANGES: Mapping[str, Change] = {
    "term-left-out": left_out,
    "row-of-the-other-order": lambda right, sheet: [
        _row_alone(replace(right, ranking=right.ideal, ideal=right.ranking), 0, "")
    ],
    "another-rank's-grade": another_grade,
    "another-rank's-divisor": another_divisor,
    "rank-skipped": skipped,
    **{id: _in_sums(ways) for id, ways in IN_SUMS.items()},
}
