"""People who fill in sheets, for the examination of the marking: their arithmetic is their own.

Nothing here is taken from the marking, and the right numbers are worked out anew.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

import ndcg_core as nc
from ndcg_core.marking.marks import Mark
from ndcg_core.misconceptions import MISCONCEPTIONS

Gain = Callable[[float], float]
Divisor = Callable[[int], float]


def gain_of(sheet: nc.Sheet) -> Gain:
    """The gain of the sheet's convention."""
    return (lambda r: 2.0**r - 1) if sheet.convention.gain == "exponential" else float


def divisor_of(sheet: nc.Sheet) -> Divisor:
    """The divisor of the sheet's convention."""
    if sheet.convention.discount == "logb(i)":
        return lambda i: max(1.0, math.log2(i))
    return lambda i: math.log2(i + 1)


@dataclass(frozen=True)
class Habit:
    """How an honest person shortens numbers: decimals and way of each step, drawn anew.

    logs   "exact", or "two" for somebody who takes 1.58 for log2(3)
    cuts   how often a number is cut off and not rounded
    """

    rng: Random
    logs: str = "exact"
    cuts: float = 0.0
    decimals: tuple[int, ...] = (2, 3, 4, 5, 6)

    def text(self, value: float) -> str:
        """The number as it is written."""
        decimals = self.rng.choice(self.decimals)
        if self.rng.random() < self.cuts:
            value = math.floor(value * 10**decimals + 1e-7) / 10**decimals
        return f"{value:.{decimals}f}"

    def log(self, divisor: float) -> float:
        """A divisor as it is used."""
        if self.logs == "exact":
            return divisor
        return math.floor(divisor * 100 + 1e-9) / 100 if self.logs == "cut" else round(divisor, 2)


def fill(sheet: nc.Sheet, habit: Habit) -> dict[str, str]:
    """What an honest person writes into the blanks, each from what stands before it."""
    given, blanks = dict(sheet.given), set(sheet.blanks)
    texts: dict[str, str] = {}
    gain, divisor = gain_of(sheet), divisor_of(sheet)

    def step(cell: str, value: float, plain: bool = False) -> float:
        """Write a blank down; then go on from what is written, or from what was worked out."""
        if cell in blanks:
            texts[cell] = f"{value:g}" if plain else habit.text(value)
            return habit.rng.choice([value, float(texts[cell])])
        return float(given[cell]) if cell in given else value

    sums = {}
    for side, total in (("actual", "dcg"), ("ideal", "idcg")):
        terms = []
        for rank, grade in enumerate(order_of(sheet, side), 1):
            r = step(f"{side}.grade.{rank}", grade, plain=True)
            g = step(f"{side}.gain.{rank}", gain(r), plain=True)
            d = habit.log(step(f"{side}.discount.{rank}", divisor(rank)))
            terms.append(step(f"{side}.term.{rank}", g / d))
        sums[total] = step(total, sum(terms))
    cg = sum(gain(r) for r in order_of(sheet, "actual"))
    step("cg", cg, plain=True)
    ndcg = step("ndcg", sums["dcg"] / sums["idcg"] if sums["idcg"] else 0.0)
    if "mean" in blanks:
        others = [bare_ndcg(grades, sheet) for grades in sheet.others]
        step("mean", (ndcg + sum(others)) / (1 + len(others)))
    return texts


def order_of(sheet: nc.Sheet, side: str) -> list[float]:
    """The grades of one order, cut at k."""
    k = min(sheet.k or len(sheet.grades), len(sheet.grades))
    if side == "actual":
        return list(sheet.grades[:k])
    pool = sheet.judged if sheet.judged is not None else sheet.grades
    return sorted(pool, reverse=True)[:k]


def bare_ndcg(grades: tuple[float, ...], sheet: nc.Sheet) -> float:
    """NDCG of another query of the sheet."""
    gain, divisor = gain_of(sheet), divisor_of(sheet)
    k = sheet.k or len(grades)
    sums = [
        sum(gain(r) / divisor(i) for i, r in enumerate(order[:k], 1))
        for order in (list(grades), sorted(grades, reverse=True))
    ]
    return sums[0] / sums[1] if sums[1] else 0.0


def right_before(sheet: nc.Sheet, cell: str, decimals: int = 3) -> nc.Sheet:
    """The sheet with every blank before a cell filled in rightly."""
    texts = {}
    for blank in sheet.blanks:
        if blank == cell:
            break
        exact = sheet.exact(blank)
        plain = ".grade." in blank or ".gain." in blank or blank == "cg"
        texts[blank] = f"{exact:g}" if plain else f"{exact:.{decimals}f}"
    return sheet.with_all(texts)


def known_numbers(sheet: nc.Sheet, cell: str) -> list[float]:
    """Every number that a registered mistake gives for a cell, from the start or just here."""
    return [n for m in MISCONCEPTIONS.values() for n in m.numbers(cell, sheet)]


def is_known(text: str, numbers: list[float]) -> bool:
    """Whether a text is one of these numbers to all its digits."""
    unit = 10.0 ** -len(text.partition(".")[2])
    return any(abs(float(text) - number) <= unit / 2 + 1e-9 for number in numbers)


def marks_of(sheet: nc.Sheet, texts: Mapping[str, str]) -> dict[str, Mark]:
    """The marks of a sheet with these texts."""
    return {mark.cell: mark for mark in nc.mark(sheet.with_all(texts))}
