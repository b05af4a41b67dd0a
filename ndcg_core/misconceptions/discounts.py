"""Mistakes about the discount: what a gain is divided by."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import e, fsum, log, log2

from ndcg_core.metric import divisor_at
from ndcg_core.misconceptions.misconception import Change, Misconception, change_to
from ndcg_core.sheets.calculation import Calculation, Row
from ndcg_core.sheets.sheet import Sheet


def divide_by(divisor: Callable[[int], float]) -> Change:
    """The change that gives every rank this divisor, in both orders."""
    return lambda right, sheet: [right.with_discount(divisor)]


def undivided(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Gains left undivided, row by row or only when they are summed; or divisors of 1."""
    yield replace(right, term_rule=lambda row: row.gain)
    yield replace(right, sum_rule=sum_of_gains, action="added up the gains and not the terms")
    yield right.with_discount(lambda i: 1.0)


def sum_of_gains(rows: Sequence[Row]) -> float:
    """The gains added up, no divisor in sight: CG where DCG was asked for."""
    return fsum(row.gain for row in rows)


def other_rank_rule(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """log2(i) for log2(i+1), and the reverse."""
    if sheet.convention.discount == "log2(i+1)":
        yield right.with_discount(lambda i: max(1.0, log2(i)))
    elif sheet.convention.discount == "logb(i)":
        yield right.with_discount(lambda i: log2(i + 1))


def logarithm(base: float) -> Change:
    """The sheet's own discount with a logarithm to another base."""

    def change(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
        first = sheet.convention.base
        if sheet.convention.discount == "log2(i+1)":
            yield right.with_discount(lambda i: log(i + 1) / log(base))
        elif sheet.convention.discount == "logb(i)":
            yield right.with_discount(lambda i: 1.0 if i < first else log(i) / log(base))

    return change


def upside_down(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """The divisors counted from below: the last rank gets the first one's."""
    yield replace(right, discount=lambda i: right.discount(right.k + 1 - i))


def _all_divided_by(right: Calculation, divisor: float) -> Calculation:
    return right.with_discount(lambda i: divisor)


def another_rank(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """One rank's divisor under another rank's gain, up to the rank after the last."""
    for rank in range(1, right.k + 2):
        divisor = divisor_at(rank, sheet.convention).text
        action = f"divided by {divisor}, which is rank {rank}'s divisor"
        yield replace(_all_divided_by(right, right.discount(rank)), rank=rank, action=action)


def over_the_last(rows: Sequence[Row]) -> float:
    """The sum of the gains over the divisor of the last of `rows`; 0 without rows."""
    return sum_of_gains(rows) / rows[-1].divisor if rows else 0.0


def grade_first(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """g(r / d) in place of g(r) / d; another number only where the gain is not the grade."""
    if sheet.convention.gain == "exponential":
        yield replace(right, term_rule=lambda row: right.gain(row.grade / row.divisor))


BASE = "Look at the base that is asked for."


ABOUT_DISCOUNTS = (
    Misconception(
        "no-discount",
        "No discount",
        "counted every gain in full, wherever it stands",
        "Look at what a place further down costs.",
        undivided,
        "discount",
    ),
    Misconception(
        "log2-rank",
        "log2(i), rank 1 undivided",
        "divided by log2(i), the logarithm of the rank itself",
        "Look at what stands inside the logarithm here.",
        other_rank_rule,
        "discount",
        reverse=(
            "divided by log2(i + 1), the logarithm of rank + 1",
            "Look at the rank from which this convention starts to discount.",
        ),
    ),
    Misconception(
        "log2-rank-plus-2",
        "Shifted twice",
        "divided by log2(i + 2), the rank shifted twice",
        "Look at the divisor of rank 1.",
        divide_by(lambda i: log2(i + 2)),
        "discount",
    ),
    Misconception(
        "natural-log",
        "Natural logarithm",
        "used the natural logarithm, ln",
        BASE,
        logarithm(e),
        "discount",
    ),
    Misconception(
        "log10",
        "Logarithm to base 10",
        "used the logarithm to base 10",
        BASE,
        logarithm(10.0),
        "discount",
    ),
    Misconception(
        "reciprocal-rank",
        "Divided by the rank",
        "divided by the rank itself, without a logarithm",
        "Look at the function that the rank goes through first.",
        divide_by(float),
        "discount",
    ),
    Misconception(
        "reciprocal-rank-plus-1",
        "Divided by rank + 1",
        "divided by rank + 1, without a logarithm",
        "Look at the function that rank + 1 goes through first.",
        divide_by(lambda i: i + 1.0),
        "discount",
    ),
    Misconception(
        "log2-then-plus-1",
        "Bracket misplaced",
        "added the 1 after the logarithm, as log2(i) + 1",
        "Look at where the bracket closes.",
        divide_by(lambda i: log2(i) + 1),
        "discount",
    ),
    Misconception(
        "counted-from-zero",
        "Ranks counted from 0",
        "counted the ranks from 0 and divided by their logarithm, where that is above 1",
        "Look at the divisors of ranks 2 and 3.",
        divide_by(lambda i: max(1.0, log2(max(1, i - 1)))),
        "discount",
    ),
    Misconception(
        "multiply",
        "Multiplied by the logarithm",
        "multiplied by the divisor, so that places further down earn more",
        "Look at the operation between the two.",
        change_to(term_rule=lambda row: row.gain * row.divisor),
        "discount",
    ),
    Misconception(
        "running-sum-divided",
        "The sum divided, not the terms",
        "added up the gains first and divided their sum by the last divisor",
        "Look at what is divided, and what is added up after.",
        change_to(sum_rule=over_the_last),
        "discount",
        columns=("cumulative", "dcg", "idcg", "ndcg", "mean"),
    ),
    Misconception(
        "discounted-grade",
        "The grade discounted",
        "divided the grade before it was turned into a gain",
        "Look at what is divided: the grade, or its gain.",
        grade_first,
        "exponential",
    ),
    Misconception(
        "counted-from-the-bottom",
        "Ranks counted upwards",
        "counted the ranks from the bottom, so that the last place goes undivided",
        "Look at which end rank 1 is.",
        upside_down,
        "discount",
    ),
    Misconception(
        "another-rank's-divisor",
        "Another rank's divisor",
        "divided by the divisor of another rank",
        "Look at the rank this row stands at.",
        another_rank,
        "discount",
        "cell",
        columns=("term", "discount"),
    ),
)
