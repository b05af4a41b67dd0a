"""People who fill in sheets, for the examination of the marking: their arithmetic is their own.

Nothing here is taken from the marking, and the right numbers are worked out anew. What a registered
mistake makes of a sheet is its own calculation.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import log2, sqrt
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


@dataclass(frozen=True)
class Worked:
    """A sheet as its author has worked it out, right until the slip.

    gains, divisors, terms   of the order that the cell belongs to; other: the other order's gains
    at                       the rank of the slip, from 0; next: a rank beside it
    sums                     DCG and IDCG; scores: NDCG of every query
    """

    gains: list[float]
    divisors: list[float]
    other: list[float]
    at: int
    next: int
    sums: tuple[float, float]
    scores: list[float]
    right: float

    @property
    def terms(self) -> list[float]:
        """What each rank earns."""
        return [g / d for g, d in zip(self.gains, self.divisors, strict=True)]

    def sum_with(self, term: float) -> float:
        """The sum with another number at the rank of the slip."""
        return sum(self.terms) - self.terms[self.at] + term


def work(sheet: nc.Sheet, cell: str, rng: Random) -> Worked | None:
    """The work on a cell; None where an order has one rank only."""
    side = "ideal" if cell.startswith("i") else "actual"
    gain, divisor = gain_of(sheet), divisor_of(sheet)
    orders = {name: [gain(r) for r in order_of(sheet, name)] for name in ("actual", "ideal")}
    gains, other = orders.pop(side), next(iter(orders.values()))
    ranks = range(len(gains))
    if len(ranks) < 2:
        return None
    at = int(cell.rpartition(".")[2]) - 1 if "." in cell else rng.choice(ranks)
    beside = rng.choice([rank for rank in (at - 1, at + 1) if rank in ranks])
    divisors = [divisor(rank + 1) for rank in ranks]
    dcg, idcg = sheet.exact("dcg") or 0.0, sheet.exact("idcg") or 0.0
    scores = [bare_ndcg(grades, sheet) for grades in (sheet.grades, *sheet.others)]
    right = sheet.exact(cell) or 0.0
    return Worked(gains, divisors, other, at, beside, (dcg, idcg), scores, right)


Slip = Callable[[Worked, Random], float]
ROW_SLIPS: Mapping[str, Slip] = {
    "the gain of the row beside it": lambda w, _: w.gains[w.next] / w.divisors[w.at],
    "the gain of any row": lambda w, rng: rng.choice(w.gains) / w.divisors[w.at],
    "the other order's gain": lambda w, _: w.other[w.at] / w.divisors[w.at],
    "a grade misread by one": lambda w, _: (w.gains[w.at] + 1) / w.divisors[w.at],
    "the divisor of two rows down": lambda w, _: w.gains[w.at] / log2(w.at + 4),
    "divisor over gain": lambda w, _: w.divisors[w.at] / (w.gains[w.at] or 1),
    "gain minus divisor": lambda w, _: abs(w.gains[w.at] - w.divisors[w.at]),
    "gain plus divisor": lambda w, _: w.gains[w.at] + w.divisors[w.at],
    "the square root of the rank": lambda w, _: w.gains[w.at] / sqrt(w.at + 1),
    "divided twice": lambda w, _: w.terms[w.at] / w.divisors[w.at],
}
SUM_SLIPS: Mapping[str, Slip] = {
    "a term left out": lambda w, _: w.sum_with(0),
    "a term twice": lambda w, _: w.sum_with(2 * w.terms[w.at]),
    "two terms left out": lambda w, _: w.sum_with(0) - w.terms[w.next],
    "a term subtracted": lambda w, _: w.sum_with(-w.terms[w.at]),
    "a neighbour's gain in one row": lambda w, _: w.sum_with(w.gains[w.next] / w.divisors[w.at]),
    "any gain in one row": lambda w, rng: w.sum_with(rng.choice(w.gains) / w.divisors[w.at]),
    "a neighbour's divisor": lambda w, _: w.sum_with(w.gains[w.at] / w.divisors[w.next]),
    "two rows exchanged": lambda w, _: (
        w.sum_with(w.gains[w.next] / w.divisors[w.at])
        + (w.gains[w.at] - w.gains[w.next]) / w.divisors[w.next]
    ),
    "one gain undivided": lambda w, _: w.sum_with(w.gains[w.at]),
    "a rank skipped": lambda w, _: sum(
        g / log2(i + 2 + (i >= w.at)) for i, g in enumerate(w.gains)
    ),
    "off by one in adding": lambda w, rng: w.right + rng.choice((1, -1, 0.1, -0.1)),
    "the mean of the terms": lambda w, _: w.right / len(w.gains),
}
LAST_SLIPS: Mapping[str, Slip] = {
    "what is missing to 1": lambda w, _: 1 - w.right,
    "over both sums": lambda w, _: w.sums[0] / (sum(w.sums) or 1),
    "a term left out of DCG": lambda w, _: (w.sums[0] - w.terms[w.at]) / (w.sums[1] or 1),
    "a term left out of IDCG": lambda w, _: w.sums[0] / ((w.sums[1] - w.terms[w.at]) or 1),
    "off by a tenth": lambda w, rng: w.right + rng.choice((0.1, -0.1)),
    "a sum misread by one": lambda w, _: (w.sums[0] + 1) / (w.sums[1] or 1),
}
MEAN_SLIPS: Mapping[str, Slip] = {
    "the scores added up": lambda w, _: sum(w.scores),
    "one query alone": lambda w, rng: rng.choice(w.scores),
    "one query too many": lambda w, _: sum(w.scores) / (len(w.scores) + 1),
    "the scores multiplied": lambda w, _: math.prod(w.scores),
}
"""Thirty-two slips of single cells, none taken from the registry."""


def slips_of(cell: str) -> Mapping[str, Slip]:
    """The slips that can be made in a cell."""
    if ".term." in cell:
        return ROW_SLIPS
    of = {"dcg": SUM_SLIPS, "idcg": SUM_SLIPS, "ndcg": LAST_SLIPS, "mean": MEAN_SLIPS}
    return of.get(cell, {})


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
