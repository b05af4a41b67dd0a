"""Simulated people who fill in sheets, to test the marking with independent arithmetic.

Nothing here uses the marking, and the right numbers are calculated independently. Only registered
mistakes use their own calculations.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import log2, sqrt
from random import Random

import ndcg_core as nc
from ndcg_core.exercises.separation import calculate_blanks
from ndcg_core.marking.marks import Mark
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.sheets.calculation import make_calculation


def carry_mistake(sheet: nc.Sheet, id: str) -> tuple[str, dict[str, str]] | None:
    """Return the first wrong blank and all blanks of an author with a mistake.

    The author uses the printed numbers. Returns None if the mistake is visible in no blank, or
    first in an order.
    """
    calc = next(iter(MISCONCEPTIONS[id].change(make_calculation(sheet), sheet)), None)
    texts = dict(calculate_blanks(calc, sheet)) if calc else {}
    off = (c for c in texts if abs(float(texts[c]) - (sheet.exact(c) or 0.0)) > 0.021)
    first = next(off, ".grade.")
    return None if ".grade." in first else (first, texts)


def find_rivals(sheet: nc.Sheet, id: str, cells: list[str], texts: dict[str, str]) -> list[str]:
    """Return the other mistakes that give the same text in all of these cells."""
    return [
        other
        for other in MISCONCEPTIONS
        if other != id and _gives_texts(sheet, other, cells, texts)
    ]


def _gives_texts(sheet: nc.Sheet, id: str, cells: list[str], texts: dict[str, str]) -> bool:
    mistake = MISCONCEPTIONS[id]
    if mistake.scope == "cell" and len(cells) > 1:
        return False
    return all(
        any(abs(float(texts[c]) - n) <= 0.00051 for n in mistake.list_numbers(c, sheet))
        for c in cells
    )


Gain = Callable[[float], float]
Divisor = Callable[[int], float]


def calculate_ndcg(
    grades: tuple[float, ...], gain: Gain, divisor: Divisor, k: int | None = None
) -> float:
    """Return NDCG by any gain and divisor, or 0 if IDCG is 0."""
    sums = [
        sum(gain(r) / divisor(i) for i, r in enumerate(order[:k], 1))
        for order in (list(grades), sorted(grades, reverse=True))
    ]
    return sums[0] / sums[1] if sums[1] else 0.0


def choose_gain(sheet: nc.Sheet) -> Gain:
    """Return the gain of the sheet's convention."""
    return (lambda r: 2.0**r - 1) if sheet.convention.gain == "exponential" else float


def choose_divisor(sheet: nc.Sheet) -> Divisor:
    """Return the divisor of the sheet's convention."""
    if sheet.convention.discount == "logb(i)":
        return lambda i: max(1.0, math.log2(i))
    return lambda i: math.log2(i + 1)


@dataclass(frozen=True)
class Habit:
    """An honest person's way to shorten numbers, drawn at random.

    logs   "exact"; "rounded", "cut" or "weight": 1.58 for log2(3), or 0.63 for 1 / log2(3), to so
           many places; "ln" or "lg": one rounded logarithm divided by another
    cuts   the share of numbers that are cut off and not rounded
    """

    rng: Random
    logs: str = "exact"
    places: int = 2
    cuts: float = 0.0
    decimals: tuple[int, ...] = (2, 3, 4, 5, 6)

    def write_number(self, value: float) -> str:
        """Return the number as text."""
        decimals = self.rng.choice(self.decimals)
        if self.rng.random() < self.cuts:
            value = math.floor(value * 10**decimals + 1e-7) / 10**decimals
        return f"{value:.{decimals}f}"

    def write_divisor(self, divisor: float) -> float:
        """Return the divisor that this person calculates."""
        if self.logs == "cut":
            return math.floor(divisor * 10**self.places + 1e-9) / 10**self.places
        if self.logs in ("ln", "lg") and divisor > 1:
            log = math.log if self.logs == "ln" else math.log10
            return round(log(2**divisor), self.places) / round(log(2), self.places)
        return round(divisor, self.places) if self.logs == "rounded" else divisor

    def calculate_term(self, gain: float, divisor: float) -> float:
        """Return a gain over a divisor, or times a weight from a table."""
        if self.logs == "weight":
            return gain * round(1 / divisor, self.places)
        return gain / divisor


def fill_blanks(sheet: nc.Sheet, habit: Habit) -> dict[str, str]:
    """Fill in the blanks as an honest person, each from the numbers before it."""
    given = dict(sheet.given)
    blanks = set(sheet.blanks)
    texts: dict[str, str] = {}
    gain = choose_gain(sheet)
    divisor = choose_divisor(sheet)

    def write_step(cell: str, value: float, plain: bool = False) -> float:
        """Write a blank, and return the written or the calculated number for later steps."""
        if cell in blanks:
            texts[cell] = f"{value:g}" if plain else habit.write_number(value)
            return habit.rng.choice([value, float(texts[cell])])
        return float(given[cell]) if cell in given else value

    sums = {}
    for side, total in (("actual", "dcg"), ("ideal", "idcg")):
        terms = []
        for rank, grade in enumerate(cut_order(sheet, side), 1):
            r = write_step(f"{side}.grade.{rank}", grade, plain=True)
            g = write_step(f"{side}.gain.{rank}", gain(r), plain=True)
            d = habit.write_divisor(write_step(f"{side}.discount.{rank}", divisor(rank)))
            terms.append(write_step(f"{side}.term.{rank}", habit.calculate_term(g, d)))
        sums[total] = write_step(total, sum(terms))
    cg = sum(gain(r) for r in cut_order(sheet, "actual"))
    write_step("cg", cg, plain=True)
    ndcg = write_step("ndcg", sums["dcg"] / sums["idcg"] if sums["idcg"] else 0.0)
    if "mean" in blanks:
        others = [calculate_sheet_ndcg(grades, sheet) for grades in sheet.others]
        write_step("mean", (ndcg + sum(others)) / (1 + len(others)))
    return texts


def find_sum_range(sheet: nc.Sheet, side: str, habit: Habit) -> tuple[float, float]:
    """Return the lowest and highest sum of honest people.

    Each term is as written, or as calculated if this author's rounding or cutting gives the written
    one.
    """
    ends = []
    for rank, grade in enumerate(cut_order(sheet, side), 1):
        written = sheet.given[f"{side}.term.{rank}"]
        divisor = float(sheet.given.get(f"{side}.discount.{rank}", choose_divisor(sheet)(rank)))
        worked = habit.calculate_term(choose_gain(sheet)(grade), habit.write_divisor(divisor))
        value = float(written)
        unit = 10.0 ** -len(written.partition(".")[2])
        rounded = habit.cuts < 1 and abs(worked - value) <= unit / 2 + 1e-9
        cut = habit.cuts > 0 and -1e-9 <= worked - value < unit
        ends.append(sorted((value, worked if rounded or cut else value)))
    return sum(low for low, _ in ends), sum(high for _, high in ends)


def cut_order(sheet: nc.Sheet, side: str) -> list[float]:
    """Return the grades of one order, cut at k."""
    k = min(sheet.k or len(sheet.grades), len(sheet.grades))
    if side == "actual":
        return list(sheet.grades[:k])
    pool = sheet.judged if sheet.judged is not None else sheet.grades
    return sorted(pool, reverse=True)[:k]


def calculate_sheet_ndcg(grades: tuple[float, ...], sheet: nc.Sheet) -> float:
    """Return NDCG of the grades, with the sheet's gain, divisor and cutoff."""
    return calculate_ndcg(grades, choose_gain(sheet), choose_divisor(sheet), sheet.k)


@dataclass(frozen=True)
class Worked:
    """An author's work on one cell, right up to the slip.

    gains, divisors   of the order that the cell belongs to; other: the other order's gains
    at, next          the rank of the slip, from 0, and a rank beside it
    dcg, idcg         of the sheet; scores: NDCG of every query
    """

    cell: str
    right: float
    gains: list[float]
    divisors: list[float]
    other: list[float]
    at: int
    next: int
    dcg: float
    idcg: float
    scores: list[float]

    @property
    def term(self) -> float:
        """The term at the rank of the slip."""
        return self.gains[self.at] / self.divisors[self.at]

    def divide_gain(self, gain: float) -> float:
        """Return another gain over the divisor at the rank of the slip."""
        return gain / self.divisors[self.at]


def work_on_cell(sheet: nc.Sheet, cell: str, rng: Random) -> Worked | None:
    """Return the work on a cell, or None if nothing is relevant or there is only one rank."""
    sides = ("ideal", "actual") if cell.startswith("i") else ("actual", "ideal")
    gains, other = ([*map(choose_gain(sheet), cut_order(sheet, side))] for side in sides)
    dcg = sheet.exact("dcg") or 0.0
    idcg = sheet.exact("idcg") or 0.0
    ranks = range(len(gains))
    if len(ranks) < 2 or not idcg:
        return None
    at = int(cell.rpartition(".")[2]) - 1 if "." in cell else rng.choice(ranks)
    beside = rng.choice([rank for rank in (at - 1, at + 1) if rank in ranks])
    divisors = [choose_divisor(sheet)(rank + 1) for rank in ranks]
    scores = [
        calculate_ndcg(g, choose_gain(sheet), choose_divisor(sheet), sheet.k)
        for g in (sheet.grades, *sheet.others)
    ]
    right = sheet.exact(cell) or 0.0
    return Worked(cell, right, gains, divisors, other, at, beside, dcg, idcg, scores)


Slips = Mapping[str, tuple[str, Callable[[Worked, Random], float]]]
"""Slips by what is done, each with the mistake that it may be called, or ""."""
ROW_SLIPS: Slips = {
    "the next row's gain": ("another-rank's-grade", lambda w, _: w.divide_gain(w.gains[w.next])),
    "any row's gain": ("another-rank's-grade", lambda w, rng: w.divide_gain(rng.choice(w.gains))),
    "the other order's gain": ("row-of-the-other-order", lambda w, _: w.divide_gain(w.other[w.at])),
    "a grade misread": ("", lambda w, _: w.divide_gain(w.gains[w.at] + 1)),
    "a divisor two rows down": (
        "another-rank's-divisor",
        lambda w, _: w.gains[w.at] / log2(w.at + 4),
    ),
    "divisor over gain": ("other-operation", lambda w, _: w.divisors[w.at] / (w.gains[w.at] or 1)),
    "gain minus divisor": ("other-operation", lambda w, _: abs(w.gains[w.at] - w.divisors[w.at])),
    "gain plus divisor": ("other-operation", lambda w, _: w.gains[w.at] + w.divisors[w.at]),
    "a square root": ("", lambda w, _: w.gains[w.at] / sqrt(w.at + 1)),
    "divided twice": ("other-operation", lambda w, _: w.divide_gain(w.term)),
}
SUM_SLIPS: Slips = {
    "a term left out": ("term-left-out", lambda w, _: w.right - w.term),
    "a term twice": ("term-twice", lambda w, _: w.right + w.term),
    "two terms left out": (
        "two-rows",
        lambda w, _: w.right - w.term - w.gains[w.next] / w.divisors[w.next],
    ),
    "a term subtracted": ("term-subtracted", lambda w, _: w.right - 2 * w.term),
    "one neighbour's gain": (
        "another-rank's-grade",
        lambda w, _: w.right - w.term + w.divide_gain(w.gains[w.next]),
    ),
    "one other gain": (
        "another-rank's-grade",
        lambda w, rng: w.right - w.term + w.divide_gain(rng.choice(w.gains)),
    ),
    "one neighbour's divisor": (
        "another-rank's-divisor",
        lambda w, _: w.right - w.term + w.gains[w.at] / w.divisors[w.next],
    ),
    "two rows exchanged": (
        "two-rows",
        lambda w, _: (
            w.right
            + (w.gains[w.next] - w.gains[w.at]) * (1 / w.divisors[w.at] - 1 / w.divisors[w.next])
        ),
    ),
    "one gain undivided": ("row-undivided", lambda w, _: w.right - w.term + w.gains[w.at]),
    "a rank skipped": (
        "rank-skipped",
        lambda w, _: sum(g / log2(i + 2 + (i >= w.at)) for i, g in enumerate(w.gains)),
    ),
    "off by one": ("one-off", lambda w, rng: w.right + rng.choice((1, -1, 0.1, -0.1))),
    "the mean of the terms": ("terms-averaged", lambda w, _: w.right / len(w.gains)),
}
NDCG_SLIPS: Slips = {
    "taken from 1": ("one-minus", lambda w, _: 1 - w.right),
    "over both sums": ("divided-by-both", lambda w, _: w.dcg / (w.dcg + w.idcg)),
    "DCG without a term": ("slip-in-a-sum", lambda w, _: (w.dcg - w.term) / w.idcg),
    "off by a tenth": ("one-off", lambda w, rng: w.right + rng.choice((0.1, -0.1))),
    "DCG misread by one": ("", lambda w, _: (w.dcg + 1) / w.idcg),
}
MEAN_SLIPS: Slips = {
    "scores added up": ("not-averaged", lambda w, _: sum(w.scores)),
    "one query alone": ("not-averaged", lambda w, rng: rng.choice(w.scores)),
    "one query too many": ("not-averaged", lambda w, _: sum(w.scores) / (len(w.scores) + 1)),
    "scores multiplied": ("not-averaged", lambda w, _: math.prod(w.scores)),
}


def list_slips(cell: str) -> Slips:
    """Return the 31 slips that can be made in a cell."""
    of = {"dcg": SUM_SLIPS, "idcg": SUM_SLIPS, "ndcg": NDCG_SLIPS, "mean": MEAN_SLIPS}
    return ROW_SLIPS if ".term." in cell else of.get(cell, {})


def fill_before(sheet: nc.Sheet, cell: str) -> nc.Sheet:
    """Return the sheet with every blank before a cell filled in correctly."""
    texts = {}
    for blank in sheet.blanks:
        if blank == cell:
            break
        exact = sheet.exact(blank)
        plain = ".grade." in blank or ".gain." in blank or blank == "cg"
        texts[blank] = f"{exact:g}" if plain else f"{exact:.3f}"
    return sheet.with_all(texts)


def has_registered_mistake(text: str, sheet: nc.Sheet, cell: str) -> bool:
    """Return True if a registered mistake gives a number to all its digits."""
    unit = 10.0 ** -len(text.partition(".")[2])
    numbers = (n for m in MISCONCEPTIONS.values() for n in m.list_numbers(cell, sheet))
    return any(abs(float(text) - number) <= unit / 2 + 1e-9 for number in numbers)


def mark_texts(sheet: nc.Sheet, texts: Mapping[str, str]) -> dict[str, Mark]:
    """Return the marks of a sheet with these texts."""
    return {mark.cell: mark for mark in nc.mark(sheet.with_all(texts))}
