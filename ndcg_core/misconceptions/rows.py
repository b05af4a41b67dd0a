"""Slips in one row, or with one or two rows of a sum, such as another rank's divisor."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations, permutations, product
from math import log, nan

from ndcg_core.metric import divisor_at
from ndcg_core.misconceptions.misconception import Change, combine_changes
from ndcg_core.sheets.calculation import Calculation, Row
from ndcg_core.sheets.cells import SIDE_OF_TOTAL, Cell
from ndcg_core.sheets.sheet import Sheet

MAX_SLIP_RANKS = 8
"""The last rank at which slips in a sum are tried. With more ranks, slips give any number."""

Ranks = Callable[[range], Iterable[tuple[int, int]]]
"""A function that yields the ranks i and j of each slip, given the ranks that count."""
EACH_RANK: Ranks = lambda ranks: zip(ranks, ranks, strict=True)  # noqa: E731
RANK_PAIRS: Ranks = partial(combinations, r=2)
ORDERED_RANK_PAIRS: Ranks = partial(permutations, r=2)
AddedAmount = Callable[[Row, Row], float]
"""A function that returns the amount a slip adds to a sum, from the rows of ranks i and j."""


def make_slip(
    right: Calculation, action: str, added_amount: AddedAmount, i: int, j: int
) -> Calculation:
    """Return the calculation with an error added to each sum that reaches ranks `i` and `j`."""

    def add_slip(calc: Calculation, cell: Cell) -> float:
        rows = calc.list_rows_to(cell) if cell.column in ("cumulative", *SIDE_OF_TOTAL) else ()
        amount = added_amount(rows[i - 1], rows[j - 1]) if max(i, j) <= len(rows) else 0.0
        return calc.derive_value(cell) + amount

    return right.with_slip(instead=add_slip, rank=i, action=action.format(i=i, j=j))


def make_slip_change(action: str, added_amount: AddedAmount, ranks: Ranks = EACH_RANK) -> Change:
    """Return a change that yields a calculation for a slip at each rank or pair of ranks.

    Ranks after `MAX_SLIP_RANKS` are not tried.
    """
    return lambda right, sheet: [
        make_slip(right, action, added_amount, i, j) for i, j in ranks(_list_slip_ranks(right))
    ]


TERM_LEFT_OUT = make_slip_change("you left out the term of rank {i}", lambda a, _: -a.term)
TERM_ADDED_TWICE = make_slip_change("you added the term of rank {i} twice", lambda a, _: a.term)
OTHER_GRADE_USED = make_slip_change(
    "you used the grade of rank {j} at rank {i}",
    lambda a, b: b.gain / a.divisor - a.term,
    ORDERED_RANK_PAIRS,
)
GAIN_UNDIVIDED = make_slip_change(
    "you left the gain of rank {i} undivided", lambda a, _: a.gain - a.term
)


def iterate_ndcg_slips(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield calculations of NDCG with a slip in DCG or IDCG."""
    for slip, total in product(
        combine_changes(TERM_LEFT_OUT, TERM_ADDED_TWICE, GAIN_UNDIVIDED)(right, sheet),
        SIDE_OF_TOTAL,
    ):

        def divide_slipped_sums(
            calc: Calculation, _: Cell, slip: Calculation = slip, total: str = total
        ) -> float:
            sums = {name: calc.find_used_value(name) for name in SIDE_OF_TOTAL}
            sums[total] = slip.instead(calc, Cell.parse(total))
            return calc.ratio(sums["dcg"], sums["idcg"])

        yield right.with_slip(
            instead=divide_slipped_sums, action=f"{slip.action} in {total.upper()}"
        )


def _limit_to_rows(calc: Calculation, rank: int, action: str) -> Calculation:
    """Return a copy with NaN sums and the given rank and action, for row cells only."""
    return replace(calc, sum_rule=lambda rows: nan, rank=rank, action=action)


def _list_slip_ranks(right: Calculation, start: int = 1) -> range:
    """Return the counted ranks from `start` to `MAX_SLIP_RANKS`."""
    return range(start, min(right.k, MAX_SLIP_RANKS) + 1)


def use_another_divisor(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield calculations that use another rank's divisor, up to the rank after the last.

    In sums, only the divisor of a neighboring rank is used.
    """
    for j in range(1, right.k + 2):
        text = divisor_at(j, sheet.convention).text
        by = right.discount(j)
        calc = right.with_discount(lambda i, by=by: by)  # type: ignore[misc]
        yield _limit_to_rows(calc, j, f"you divided by {text}, which is the divisor of rank {j}")
        neighbors = {j - 1, j + 1} & {*_list_slip_ranks(right)}
        for i in neighbors if by != 1 else ():  # a divisor of 1 is another mistake
            action = f"you divided by {text} at rank {i}"
            yield make_slip(right, action, lambda a, _, by=by: a.gain / by - a.term, i, i)  # type: ignore[misc]


def use_another_grade(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield calculations with a wrong grade: another rank's, or the right one plus or minus 1.

    The grade is wrong in rows only. Sums are NaN.
    """
    for j in range(1, right.k + 1):
        ranking, ideal = ((order[j - 1],) * right.k for order in (right.ranking, right.ideal))
        calc = replace(right, ranking=ranking, ideal=ideal)
        yield _limit_to_rows(calc, j, f"you used the grade of rank {j}")
    for step, amount in ((1, "higher"), (-1, "lower")):
        ranking, ideal = (_shift_grades(order, step) for order in (right.ranking, right.ideal))
        calc = replace(right, ranking=ranking, ideal=ideal)
        yield _limit_to_rows(calc, 0, f"you used a grade one {amount} than this row’s")


def _shift_grades(grades: Iterable[float], step: int) -> tuple[float, ...]:
    """Return each grade plus `step`, or NaN if the sum is negative."""
    return tuple(grade + step if grade + step >= 0 else nan for grade in grades)


def leave_out_document(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield calculations whose ranking lacks one document, so that those below it move up.

    The cutoff of the ranking is one lower. The ideal order stays the same.
    """
    for i in _list_slip_ranks(right):
        action = f"you left out the document at rank {i}, so the documents below it moved up"
        ranking = (*right.ranking[: i - 1], *right.ranking[i:])
        yield replace(right, ranking=ranking, k=right.k - 1, rank=i, action=action)


def shift_divisors(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield calculations whose divisors skip one rank, or count one rank twice."""
    starts_falling = right.discount(1) < right.discount(2)  # else log2(i), another mistake
    for i, step in ((i, step) for i in _list_slip_ranks(right, 2) for step in (1, -1)):
        action = f"you skipped rank {i}" if step > 0 else f"you counted rank {i - 1} twice"
        calc = right.with_discount(lambda r, i=i, s=step: right.discount(r + s * (r >= i)))  # type: ignore[misc]
        if i > 2 or starts_falling == (step > 0):
            yield replace(calc, rank=i, action=f"{action}, so all ranks below it moved")


CHANGES: Mapping[str, Change] = {
    "term-left-out": combine_changes(TERM_LEFT_OUT, leave_out_document),
    "row-of-the-other-order": lambda right, sheet: [
        _limit_to_rows(replace(right, ranking=right.ideal, ideal=right.ranking), 0, "")
    ],
    "another-rank's-grade": combine_changes(use_another_grade, OTHER_GRADE_USED),
    "another-rank's-divisor": use_another_divisor,
    "rank-skipped": shift_divisors,
    "term-twice": TERM_ADDED_TWICE,
    "term-subtracted": make_slip_change(
        "you subtracted the term of rank {i}", lambda a, _: -2 * a.term
    ),
    "row-undivided": GAIN_UNDIVIDED,
    "row-otherwise": combine_changes(
        make_slip_change(
            "you multiplied by the divisor of rank {i}", lambda a, _: a.gain * a.divisor - a.term
        ),
        make_slip_change(
            "you used ln for the divisor of rank {i}", lambda a, _: a.term / log(2) - a.term
        ),
        make_slip_change(
            "you moved the decimal point in the term of rank {i}", lambda a, _: -0.9 * a.term
        ),
    ),
    "two-rows": combine_changes(
        make_slip_change(
            "you left out the terms of ranks {i} and {j}", lambda a, b: -a.term - b.term, RANK_PAIRS
        ),
        make_slip_change(
            "you added the terms of ranks {i} and {j} twice",
            lambda a, b: a.term + b.term,
            RANK_PAIRS,
        ),
        make_slip_change(
            "you used the term of rank {j} at rank {i}",
            lambda a, b: b.term - a.term,
            ORDERED_RANK_PAIRS,
        ),
        make_slip_change(
            "you swapped the gains of ranks {i} and {j}",
            lambda a, b: (b.gain - a.gain) * (1 / a.divisor - 1 / b.divisor),
            RANK_PAIRS,
        ),
    ),
    "slip-in-a-sum": iterate_ndcg_slips,
}
