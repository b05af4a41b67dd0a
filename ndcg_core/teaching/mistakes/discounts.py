"""Mistakes about the discount: what a gain is divided by."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import e, log, log2

from ndcg_core.teaching.mistakes.kind import Misconception
from ndcg_core.teaching.sheets import Sheet
from ndcg_core.teaching.worlds import World


def divide_by(divisor: Callable[[int], float]) -> Callable[[World, Sheet], Iterator[World]]:
    """The change that gives every rank this divisor, in both orders."""

    def change(right: World, sheet: Sheet) -> Iterator[World]:
        yield right.with_discount(divisor)

    return change


def _other_rank_rule(right: World, sheet: Sheet) -> Iterator[World]:
    """log2(i) for log2(i+1), and the reverse."""
    if sheet.convention.discount == "log2(i+1)":
        yield right.with_discount(lambda i: max(1.0, log2(i)))
    elif sheet.convention.discount == "logb(i)":
        yield right.with_discount(lambda i: log2(i + 1))


def _logarithm(base: float) -> Callable[[World, Sheet], Iterator[World]]:
    """The sheet's own discount with a logarithm to another base."""

    def change(right: World, sheet: Sheet) -> Iterator[World]:
        first = sheet.convention.base
        if sheet.convention.discount == "log2(i+1)":
            yield right.with_discount(lambda i: log(i + 1) / log(base))
        elif sheet.convention.discount == "logb(i)":
            yield right.with_discount(lambda i: 1.0 if i < first else log(i) / log(base))

    return change


def _multiply(right: World, sheet: Sheet) -> Iterator[World]:
    yield right.with_discount(lambda i: 1 / right.discount(i))


def _upside_down(right: World, sheet: Sheet) -> Iterator[World]:
    yield replace(right, discount=lambda i: right.discount(right.k + 1 - i))


def _divisor_of(right: World, rank: int) -> World:
    return replace(right.with_discount(lambda i: right.discount(rank)), rank=rank)


def _another_rank(right: World, sheet: Sheet) -> Iterator[World]:
    for rank in range(1, right.k + 1):
        yield _divisor_of(right, rank)


ABOUT_DISCOUNTS = (
    Misconception(
        "no-discount",
        "No discount",
        "The gain is counted in full, wherever it stands. Look at what a place further down costs.",
        divide_by(lambda i: 1.0),
        legitimate="This is cumulative gain, CG.",
    ),
    Misconception(
        "log2-rank",
        "log2(i), rank 1 undivided",
        "The divisor is the logarithm of the rank itself. Look at what stands inside the logarithm "
        "here.",
        _other_rank_rule,
        seen="Textbooks and course pages; source document 001 has it as its convention.",
        legitimate="Järvelin and Kekäläinen 2002 with b = 2, LETOR and LensKit divide so.",
        reverse="The logarithm is taken of rank + 1, so even rank 2 is discounted. Look at the "
        "rank from which this convention starts to discount.",
    ),
    Misconception(
        "log2-rank-plus-2",
        "Shifted twice",
        "The rank is shifted twice, as if a program that counts from 0 were fed ranks that start "
        "at 1. Look at the divisor of rank 1.",
        divide_by(lambda i: log2(i + 2)),
        seen="log2(i + 2) is right in a program that counts from 0, as in source document 002.",
    ),
    Misconception(
        "natural-log",
        "Natural logarithm",
        "This is the natural logarithm, ln. Look at the base that is asked for.",
        _logarithm(e),
        seen="log in most programming languages and on many calculators is ln.",
        legitimate="Burges et al. 2005, Spark and ML.NET use it; in NDCG the base cancels.",
    ),
    Misconception(
        "log10",
        "Logarithm to base 10",
        "This is the logarithm to base 10. Look at the base that is asked for.",
        _logarithm(10.0),
        seen="log on a pocket calculator.",
    ),
    Misconception(
        "reciprocal-rank",
        "Divided by the rank",
        "The gain is divided by the rank itself. Look at the function that the rank goes through "
        "first.",
        divide_by(float),
        legitimate='CatBoost offers it as denominator="Position".',
    ),
    Misconception(
        "reciprocal-rank-plus-1",
        "Divided by rank + 1",
        "The gain is divided by rank + 1. Look at the function that rank + 1 goes through first.",
        divide_by(lambda i: i + 1.0),
    ),
    Misconception(
        "log2-then-plus-1",
        "Bracket misplaced",
        "The 1 is added after the logarithm is taken. Look at where the bracket closes.",
        divide_by(lambda i: log2(i) + 1),
    ),
    Misconception(
        "multiply",
        "Multiplied by the logarithm",
        "The gain is multiplied by the logarithm, so places further down earn more. Look at the "
        "operation between the two.",
        _multiply,
    ),
    Misconception(
        "counted-from-the-bottom",
        "Ranks counted upwards",
        "The ranks are counted from the bottom, so the last place goes undivided. Look at which "
        "end rank 1 is.",
        _upside_down,
    ),
    Misconception(
        "another-rank's-divisor",
        "Another rank's divisor",
        "Divided by {divisor}: that is rank {rank}'s divisor. Look at the rank this row stands at.",
        _another_rank,
        seen="Source document 000 does it four times.",
        columns=("term", "discount"),
    ),
)
