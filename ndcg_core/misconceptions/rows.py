"""Slips in one row, or with one or two rows of a sum: another rank's divisor, a term left out."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations, permutations, product
from math import log, nan

from ndcg_core.metric import divisor_at
from ndcg_core.misconceptions.misconception import Change, all_of
from ndcg_core.sheets.calculation import Calculation, Row
from ndcg_core.sheets.cells import SIDE_OF, Cell
from ndcg_core.sheets.sheet import Sheet

RANKS = 8
"""The last rank at which slips in a sum are tried. Further down, some slip gives any number."""

Ranks = Callable[[range], Iterable[tuple[int, int]]]
"""Returns the ranks i and j of a slip from the ranks that count."""
EACH: Ranks = lambda ranks: zip(ranks, ranks, strict=True)  # noqa: E731
PAIRS: Ranks = partial(combinations, r=2)
ORDERED: Ranks = partial(permutations, r=2)
Added = Callable[[Row, Row], float]
"""Returns the amount that a slip adds to a sum, from the rows of ranks i and j."""


def slip_at(right: Calculation, action: str, added: Added, i: int, j: int) -> Calculation:
    """Return the change by a slip at two ranks of a sum. Shorter sums stay right."""

    def instead(calc: Calculation, at: Cell) -> float:
        rows = calc.rows_to(at) if at.column in ("cumulative", *SIDE_OF) else ()
        more = added(rows[i - 1], rows[j - 1]) if max(i, j) <= len(rows) else 0.0
        return calc.derive(at) + more

    return right.with_slip(instead=instead, rank=i, action=action.format(i=i, j=j))


def in_sums(action: str, added: Added, ranks: Ranks = EACH) -> Change:
    """Return the changes by a slip at every possible rank of a sum."""
    return lambda right, sheet: [
        slip_at(right, action, added, i, j) for i, j in ranks(_first(right))
    ]


LEFT_OUT = in_sums("you left out the term of rank {i}", lambda a, _: -a.term)
TWICE = in_sums("you added the term of rank {i} twice", lambda a, _: a.term)
OTHER_GRADE = in_sums(
    "you used the grade of rank {j} at rank {i}", lambda a, b: b.gain / a.divisor - a.term, ORDERED
)
UNDIVIDED = in_sums("you left the gain of rank {i} undivided", lambda a, _: a.gain - a.term)


def into_ndcg(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield NDCG with one term of DCG or IDCG left out, added twice or not divided."""
    for slip, total in product(all_of(LEFT_OUT, TWICE, UNDIVIDED)(right, sheet), SIDE_OF):

        def instead(calc: Calculation, _: Cell, slip: Calculation = slip, of: str = total) -> float:
            sums = {name: calc.value_used(name) for name in SIDE_OF}
            return calc.ratio(*(sums | {of: slip.instead(calc, Cell.of(of))}).values())

        yield right.with_slip(instead=instead, action=f"{slip.action} in {total.upper()}")


def _row_alone(calc: Calculation, rank: int, action: str) -> Calculation:
    """Return a calculation for single rows only."""
    return replace(calc, sum_rule=lambda rows: nan, rank=rank, action=action)


def _first(right: Calculation, start: int = 1) -> range:
    return range(start, min(right.k, RANKS) + 1)


def another_divisor(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield the calculations that use another rank's divisor, up to the rank after the last.

    In sums only a neighboring rank's divisor is used.
    """
    for j in range(1, right.k + 2):
        text = divisor_at(j, sheet.convention).text
        by = right.discount(j)
        calc = right.with_discount(lambda i, by=by: by)  # type: ignore[misc]
        yield _row_alone(calc, j, f"you divided by {text}, which is the divisor of rank {j}")
        beside = {j - 1, j + 1} & {*_first(right)}
        for i in beside if by != 1 else ():  # else a gain is left undivided
            action = f"you divided by {text} at rank {i}"
            yield slip_at(right, action, lambda a, _, by=by: a.gain / by - a.term, i, i)  # type: ignore[misc]


def another_grade(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield calculations with one wrong grade: of another rank in the same order, or misread."""
    for j in range(1, right.k + 1):
        ranking, ideal = ((order[j - 1],) * right.k for order in (right.ranking, right.ideal))
        calc = replace(right, ranking=ranking, ideal=ideal)
        yield _row_alone(calc, j, f"you used the grade of rank {j}")
    for step, amount in ((1, "higher"), (-1, "lower")):
        ranking, ideal = (_misread(order, step) for order in (right.ranking, right.ideal))
        calc = replace(right, ranking=ranking, ideal=ideal)
        yield _row_alone(calc, 0, f"you used a grade one {amount} than this row’s")


def _misread(grades: Iterable[float], step: int) -> tuple[float, ...]:
    """Return grades misread by a step, or nan if there is no such grade."""
    return tuple(grade + step if grade + step >= 0 else nan for grade in grades)


def document_left_out(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield the ranking without one document, so that the documents below it move up."""
    for i in _first(right):
        action = f"you left out the document at rank {i}, so that those below it moved up"
        ranking = (*right.ranking[: i - 1], *right.ranking[i:])
        yield replace(right, ranking=ranking, k=right.k - 1, rank=i, action=action)


def skip_rank(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield calculations that use a neighbouring rank's divisor from one rank on."""
    starts_falling = right.discount(1) < right.discount(2)  # else log2(i), another mistake
    for i, step in ((i, step) for i in _first(right, 2) for step in (1, -1)):
        action = f"you skipped rank {i}" if step > 0 else f"you counted rank {i - 1} twice"
        calc = right.with_discount(lambda r, i=i, s=step: right.discount(r + s * (r >= i)))  # type: ignore[misc]
        if i > 2 or starts_falling == (step > 0):
            yield replace(calc, rank=i, action=f"{action}, so that all below it moved")


CHANGES: Mapping[str, Change] = {
    "term-left-out": all_of(LEFT_OUT, document_left_out),
    "row-of-the-other-order": lambda right, sheet: [
        _row_alone(replace(right, ranking=right.ideal, ideal=right.ranking), 0, "")
    ],
    "another-rank's-grade": all_of(another_grade, OTHER_GRADE),
    "another-rank's-divisor": another_divisor,
    "rank-skipped": skip_rank,
    "term-twice": TWICE,
    "term-subtracted": in_sums("you subtracted the term of rank {i}", lambda a, _: -2 * a.term),
    "row-undivided": UNDIVIDED,
    "row-otherwise": all_of(
        in_sums(
            "you multiplied by the divisor of rank {i}", lambda a, _: a.gain * a.divisor - a.term
        ),
        in_sums("you used ln for the divisor of rank {i}", lambda a, _: a.term / log(2) - a.term),
        in_sums("you moved the decimal point in the term of rank {i}", lambda a, _: -0.9 * a.term),
    ),
    "two-rows": all_of(
        in_sums(
            "you left out the terms of ranks {i} and {j}", lambda a, b: -a.term - b.term, PAIRS
        ),
        in_sums(
            "you added the terms of ranks {i} and {j} twice", lambda a, b: a.term + b.term, PAIRS
        ),
        in_sums("you used the term of rank {j} at rank {i}", lambda a, b: b.term - a.term, ORDERED),
        in_sums(
            "you swapped the gains of ranks {i} and {j}",
            lambda a, b: (b.gain - a.gain) * (1 / a.divisor - 1 / b.divisor),
            PAIRS,
        ),
    ),
    "slip-in-a-sum": into_ndcg,
}
