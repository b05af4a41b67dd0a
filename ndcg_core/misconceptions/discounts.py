"""Mistakes about the discount, the divisor of a gain."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import e, fsum, log, log2, nan

from ndcg_core.misconceptions.misconception import Change, make_field_change
from ndcg_core.sheets.calculation import Calculation, Row, TermRule
from ndcg_core.sheets.sheet import Sheet


def make_divisor_change(divisor: Callable[[int], float]) -> Change:
    """Return a change that uses `divisor` as the divisor of each rank in both orders."""
    return lambda right, sheet: [right.with_discount(divisor)]


def leave_out_divisors(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield three calculations: with undivided terms, with sums of gains, with divisors of 1."""
    yield replace(right, term_rule=lambda row: row.gain)
    yield replace(right, sum_rule=sum_gains, action="you added up the gains instead of the terms")
    yield right.with_discount(lambda i: 1.0)


def sum_gains(rows: Sequence[Row]) -> float:
    """Return the sum of the gains without divisors: CG in place of DCG."""
    return fsum(row.gain for row in rows)


def use_other_logarithm(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield a calculation with log2(i) instead of log2(i+1), or log2(i+1) instead of logb(i).

    Yields nothing for any other discount.
    """
    if sheet.convention.discount == "log2(i+1)":
        yield right.with_discount(lambda i: max(1.0, log2(i)))
    elif sheet.convention.discount == "logb(i)":
        yield right.with_discount(lambda i: log2(i + 1))


def make_logarithm_change(base: float) -> Change:
    """Return a change that uses `base` for the logarithm in the sheet's discount.

    The change yields nothing for a discount without a logarithm.
    """

    def change_logarithm(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
        first = sheet.convention.base
        if sheet.convention.discount == "log2(i+1)":
            yield right.with_discount(lambda i: log(i + 1) / log(base))
        elif sheet.convention.discount == "logb(i)":
            yield right.with_discount(lambda i: 1.0 if i < first else log(i) / log(base))

    return change_logarithm


def use_other_operation(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield calculations with a term other than gain / divisor, such as gain − divisor."""
    divisors = replace(right, term_rule=lambda row: row.divisor, action="you entered the divisor")
    yield replace(divisors, sum_rule=lambda rows: nan)  # nobody adds up a column of divisors
    actions: Mapping[str, TermRule] = {
        "you divided the divisor by the gain": lambda row: row.divisor / (row.gain or nan),
        "you subtracted the divisor from the gain": lambda row: row.gain - row.divisor,
        "you subtracted the gain from the divisor": lambda row: row.divisor - row.gain,
        "you added the divisor to the gain": lambda row: row.gain + row.divisor,
        "you divided twice by the divisor": lambda row: row.gain / row.divisor**2,
    }
    for action, rule in actions.items():
        yield replace(right, term_rule=rule, action=action)


def divide_grade_first(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield a calculation with g(r / d) instead of g(r) / d, if the gain is exponential."""
    if sheet.convention.gain == "exponential":
        yield replace(right, term_rule=lambda row: right.gain(row.grade / row.divisor))


CHANGES: Mapping[str, Change] = {
    "no-discount": leave_out_divisors,
    "log2-rank": use_other_logarithm,
    "log2-rank-plus-2": make_divisor_change(lambda i: log2(i + 2)),
    "natural-log": make_logarithm_change(e),
    "log10": make_logarithm_change(10.0),
    "reciprocal-rank": make_divisor_change(float),
    "reciprocal-rank-plus-1": make_divisor_change(lambda i: i + 1.0),
    "log2-then-plus-1": make_divisor_change(lambda i: log2(i) + 1),
    "counted-from-zero": make_divisor_change(lambda i: max(1.0, log2(max(1, i - 1)))),
    "multiply": make_field_change(term_rule=lambda row: row.gain * row.divisor),
    "running-sum-divided": make_field_change(
        sum_rule=lambda rows: sum_gains(rows) / rows[-1].divisor if rows else 0.0
    ),
    "discounted-grade": divide_grade_first,
    "counted-from-the-bottom": lambda right, sheet: [
        replace(right, discount=lambda i: right.discount(right.k + 1 - i))
    ],
    "other-operation": use_other_operation,
    "terms-averaged": make_field_change(
        sum_rule=lambda rows: fsum(row.term for row in rows) / len(rows)
    ),
}
