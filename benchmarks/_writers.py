"""People who fill in sheets, for the examination of the marking: their arithmetic is their own.

Nothing here is taken from the marking, and the right numbers are worked out anew. What a registered
mistake makes of a sheet is its own calculation.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import log, log2, sqrt
from random import Random

import ndcg_core as nc
from ndcg_core.exercises.separation import written_by
from ndcg_core.marking.marks import Mark
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.sheets.calculation import right_calculation


def carried_through(sheet: nc.Sheet, id: str) -> tuple[str, dict[str, str]] | None:
    """The first wrong blank and all blanks, of somebody with a mistake who uses what is printed.

    None where the mistake does not show in any blank, or first in an order.
    """
    calc = next(iter(MISCONCEPTIONS[id].change(right_calculation(sheet), sheet)), None)
    texts = dict(written_by(calc, sheet)) if calc else {}
    off = (c for c in texts if abs(float(texts[c]) - (sheet.exact(c) or 0.0)) > 0.021)
    first = next(off, ".grade.")
    return None if ".grade." in first else (first, texts)


def rivals(sheet: nc.Sheet, id: str, cells: list[str], texts: dict[str, str]) -> list[str]:
    """The other mistakes that give what is written in all of these cells."""
    return [other for other in MISCONCEPTIONS if other != id and _gives(sheet, other, cells, texts)]


def column_of(sheet: nc.Sheet, id: str) -> dict[str, str] | None:
    """The column of terms, every row with the mistake; None where it does not show."""
    cells = [f"actual.term.{i}" for i in range(1, sheet.count("actual") + 1)]
    texts = {}
    for cell in cells:
        numbers = MISCONCEPTIONS[id].numbers(cell, sheet)
        if not numbers:
            return None
        texts[cell] = f"{numbers[0]:.3f}"
    shows = any(abs(float(texts[c]) - (sheet.exact(c) or 0.0)) > 0.021 for c in cells)
    return texts if shows else None


def _gives(sheet: nc.Sheet, id: str, cells: list[str], texts: dict[str, str]) -> bool:
    mistake = MISCONCEPTIONS[id]
    if mistake.scope == "cell" and len(cells) > 1:
        return False
    return all(
        any(abs(float(texts[c]) - n) <= 0.00051 for n in mistake.numbers(c, sheet)) for c in cells
    )


Gain = Callable[[float], float]
Divisor = Callable[[int], float]
DIVISORS: tuple[Divisor, ...] = (
    *(sqrt, lambda i: sqrt(i + 1), lambda i: log2(i + 3), lambda i: 1 + log(i), lambda i: 2.0**i),
    *(lambda i: float(i * i), lambda i: log2(i) + 2, lambda i: 2 * log2(i + 1) - 1),
    lambda i: max(1.0, round(log2(i + 1))),
)
GAINS: tuple[Gain, ...] = (lambda r: r + 1.0, lambda r: 3.0**r - 1, sqrt, lambda r: r**3.0)


def unregistered(grades: tuple[float, ...]) -> Iterator[float]:
    """NDCG of mistakes that no registry holds."""
    for divisor in DIVISORS:
        yield ratio(grades, float, divisor)
    for gain in GAINS:
        yield ratio(grades, gain, lambda i: log2(i + 1))
    ndcg = bare_ndcg(grades, nc.Sheet(grades))
    yield from (ndcg**2, 1 - ndcg, ndcg / 2)
    yield bare_ndcg(grades[1:] or (1.0,), nc.Sheet(grades))  # the first rank forgotten
    yield sum(r / log2(i + 1) for i, r in enumerate(grades, 1)) / max(grades)


def ratio(grades: tuple[float, ...], gain: Gain, divisor: Divisor, k: int | None = None) -> float:
    """NDCG by any gain and divisor; 0 where nothing earns anything."""
    sums = [
        sum(gain(r) / divisor(i) for i, r in enumerate(order[:k], 1))
        for order in (list(grades), sorted(grades, reverse=True))
    ]
    return sums[0] / sums[1] if sums[1] else 0.0


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

    logs   "exact"; "rounded", "cut" or "weight": 1.58 for log2(3), or 0.63 for 1 / log2(3), to so
           many places; "ln" or "lg": one rounded logarithm divided by another
    cuts   how often a number is cut off and not rounded
    """

    rng: Random
    logs: str = "exact"
    places: int = 2
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
        if self.logs == "cut":
            return math.floor(divisor * 10**self.places + 1e-9) / 10**self.places
        if self.logs in ("ln", "lg") and divisor > 1:
            log = math.log if self.logs == "ln" else math.log10
            return round(log(2**divisor), self.places) / round(log(2), self.places)
        return round(divisor, self.places) if self.logs == "rounded" else divisor

    def term(self, gain: float, divisor: float) -> float:
        """A gain over a divisor; or times its weight, from a table of these."""
        if self.logs == "weight":
            return gain * round(1 / divisor, self.places)
        return gain / divisor


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
            terms.append(step(f"{side}.term.{rank}", habit.term(g, d)))
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
    return ratio(grades, gain_of(sheet), divisor_of(sheet), sheet.k)


def right_before(sheet: nc.Sheet, cell: str) -> nc.Sheet:
    """The sheet with every blank before a cell filled in rightly."""
    texts = {}
    for blank in sheet.blanks:
        if blank == cell:
            break
        exact = sheet.exact(blank)
        plain = ".grade." in blank or ".gain." in blank or blank == "cg"
        texts[blank] = f"{exact:g}" if plain else f"{exact:.3f}"
    return sheet.with_all(texts)


def is_known(text: str, sheet: nc.Sheet, cell: str) -> bool:
    """Whether a registered mistake, from the start or just here, gives a text to all its digits."""
    unit = 10.0 ** -len(text.partition(".")[2])
    numbers = (n for m in MISCONCEPTIONS.values() for n in m.numbers(cell, sheet))
    return any(abs(float(text) - number) <= unit / 2 + 1e-9 for number in numbers)


def marks_of(sheet: nc.Sheet, texts: Mapping[str, str]) -> dict[str, Mark]:
    """The marks of a sheet with these texts."""
    return {mark.cell: mark for mark in nc.mark(sheet.with_all(texts))}
