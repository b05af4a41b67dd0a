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
from ndcg_core.exercises.separation import calculate_mistaken_texts
from ndcg_core.marking.marks import Mark
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.sheets.calculation import make_calculation


def fill_with_mistake(sheet: nc.Sheet, mistake_id: str) -> tuple[str, dict[str, str]] | None:
    """Fill in the blanks with a registered mistake. Return the first wrong cell and all texts.

    The texts are by cell. Sums are calculated from the written terms. Returns None if no blank
    shows the mistake, or if the first blank that shows it is a grade.
    """
    calc = next(iter(MISCONCEPTIONS[mistake_id].change(make_calculation(sheet), sheet)), None)
    texts = dict(calculate_mistaken_texts(calc, sheet)) if calc else {}
    off = (c for c in texts if abs(float(texts[c]) - (sheet.exact(c) or 0.0)) > 0.021)
    first = next(off, ".grade.")
    return None if ".grade." in first else (first, texts)


def list_rival_mistakes(
    sheet: nc.Sheet, mistake_id: str, cells: list[str], texts: dict[str, str]
) -> list[str]:
    """Return the ids of other registered mistakes that give the same texts in these cells.

    mistake_id: the id of the mistake that is left out
    texts: the texts by cell, with three decimals
    """
    return [
        other
        for other in MISCONCEPTIONS
        if other != mistake_id and _gives_same_texts(sheet, other, cells, texts)
    ]


def _gives_same_texts(
    sheet: nc.Sheet, mistake_id: str, cells: list[str], texts: dict[str, str]
) -> bool:
    """Return True if a registered mistake gives the texts in all of these cells.

    A slip, which is in one cell, never gives the texts of several cells.

    texts: the texts by cell, with three decimals
    """
    mistake = MISCONCEPTIONS[mistake_id]
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
    """Return NDCG for a gain and a divisor, or 0.0 if IDCG is 0."""
    sums = [
        sum(gain(r) / divisor(i) for i, r in enumerate(order[:k], 1))
        for order in (list(grades), sorted(grades, reverse=True))
    ]
    return sums[0] / sums[1] if sums[1] else 0.0


def make_gain_function(sheet: nc.Sheet) -> Gain:
    """Return a function from a grade r to its gain: 2^r - 1 if gain is exponential, else r."""
    return (lambda r: 2.0**r - 1) if sheet.convention.gain == "exponential" else float


def make_divisor_function(sheet: nc.Sheet) -> Divisor:
    """Return a function from a rank i to its divisor, log2(i + 1).

    For the discount "logb(i)", the divisor is max(1, log2(i)).
    """
    if sheet.convention.discount == "logb(i)":
        return lambda i: max(1.0, math.log2(i))
    return lambda i: math.log2(i + 1)


@dataclass(frozen=True)
class Habit:
    """An honest person's way of rounding or truncating numbers.

    logs      "exact"; "rounded" or "cut" logarithms with `places` decimals; "weight", a rounded
              1 / log2(rank + 1) as a factor; "ln" or "lg", a rounded logarithm divided by another
    places    the decimals of logarithms and weights
    cuts      the share of written numbers that are truncated and not rounded
    decimals  the possible numbers of decimals of written numbers
    """

    rng: Random
    logs: str = "exact"
    places: int = 2
    cuts: float = 0.0
    decimals: tuple[int, ...] = (2, 3, 4, 5, 6)

    def format_number(self, value: float) -> str:
        """Round or truncate a number to a random number of decimals, and return it as text."""
        decimals = self.rng.choice(self.decimals)
        if self.rng.random() < self.cuts:
            value = math.floor(value * 10**decimals + 1e-7) / 10**decimals
        return f"{value:.{decimals}f}"

    def shorten_divisor(self, divisor: float) -> float:
        """Return a divisor in the habit's form: exact, rounded, cut, or from rounded logarithms."""
        if self.logs == "cut":
            return math.floor(divisor * 10**self.places + 1e-9) / 10**self.places
        if self.logs in ("ln", "lg") and divisor > 1:
            log = math.log if self.logs == "ln" else math.log10
            return round(log(2**divisor), self.places) / round(log(2), self.places)
        return round(divisor, self.places) if self.logs == "rounded" else divisor

    def calculate_term(self, gain: float, divisor: float) -> float:
        """Return gain / divisor. For `logs` "weight", round 1 / divisor and multiply instead."""
        if self.logs == "weight":
            return gain * round(1 / divisor, self.places)
        return gain / divisor


def fill_blanks(sheet: nc.Sheet, habit: Habit) -> dict[str, str]:
    """Return an honest person's texts for the blanks, by cell.

    Each number is calculated from earlier numbers, as the person wrote them or exactly.
    """
    given = dict(sheet.given)
    blanks = set(sheet.blanks)
    texts: dict[str, str] = {}
    gain = make_gain_function(sheet)
    divisor = make_divisor_function(sheet)

    def fill_cell(cell: str, value: float, is_plain: bool = False) -> float:
        """Fill in a cell if it is blank. Return its written or exact number for later steps.

        is_plain: True to write the number without rounding
        """
        if cell in blanks:
            texts[cell] = f"{value:g}" if is_plain else habit.format_number(value)
            return habit.rng.choice([value, float(texts[cell])])
        return float(given[cell]) if cell in given else value

    sums = {}
    for side, total in (("actual", "dcg"), ("ideal", "idcg")):
        terms = []
        for rank, grade in enumerate(list_counted_grades(sheet, side), 1):
            r = fill_cell(f"{side}.grade.{rank}", grade, is_plain=True)
            g = fill_cell(f"{side}.gain.{rank}", gain(r), is_plain=True)
            d = habit.shorten_divisor(fill_cell(f"{side}.discount.{rank}", divisor(rank)))
            terms.append(fill_cell(f"{side}.term.{rank}", habit.calculate_term(g, d)))
        sums[total] = fill_cell(total, sum(terms))
    cg = sum(gain(r) for r in list_counted_grades(sheet, "actual"))
    fill_cell("cg", cg, is_plain=True)
    ndcg = fill_cell("ndcg", sums["dcg"] / sums["idcg"] if sums["idcg"] else 0.0)
    if "mean" in blanks:
        others = [calculate_sheet_ndcg(grades, sheet) for grades in sheet.others]
        fill_cell("mean", (ndcg + sum(others)) / (1 + len(others)))
    return texts


def compute_sum_range(sheet: nc.Sheet, side: str, habit: Habit) -> tuple[float, float]:
    """Return the lowest and the highest sum of an order's terms that a habit allows.

    Each term is the written number, or the calculated number if the habit shortens it to the
    written number.

    side: "actual" or "ideal"; all terms of this order must be filled in
    """
    ends = []
    for rank, grade in enumerate(list_counted_grades(sheet, side), 1):
        written = sheet.given[f"{side}.term.{rank}"]
        divisor = float(
            sheet.given.get(f"{side}.discount.{rank}", make_divisor_function(sheet)(rank))
        )
        calculated = habit.calculate_term(
            make_gain_function(sheet)(grade), habit.shorten_divisor(divisor)
        )
        value = float(written)
        unit = 10.0 ** -len(written.partition(".")[2])
        is_rounded = habit.cuts < 1 and abs(calculated - value) <= unit / 2 + 1e-9
        is_truncated = habit.cuts > 0 and -1e-9 <= calculated - value < unit
        ends.append(sorted((value, calculated if is_rounded or is_truncated else value)))
    return sum(low for low, _ in ends), sum(high for _, high in ends)


def list_counted_grades(sheet: nc.Sheet, side: str) -> list[float]:
    """Return the grades of an order of a sheet, "actual" or "ideal", down to the cutoff."""
    k = min(sheet.k or len(sheet.grades), len(sheet.grades))
    if side == "actual":
        return list(sheet.grades[:k])
    pool = sheet.judged if sheet.judged is not None else sheet.grades
    return sorted(pool, reverse=True)[:k]


def calculate_sheet_ndcg(grades: tuple[float, ...], sheet: nc.Sheet) -> float:
    """Return the NDCG of grades with a sheet's gain, divisor and cutoff."""
    return calculate_ndcg(grades, make_gain_function(sheet), make_divisor_function(sheet), sheet.k)


@dataclass(frozen=True)
class SlipInputs:
    """The right numbers behind a cell, from which slips are calculated.

    gains, divisors  the gains and divisors of the cell's order
    other_gains      the gains of the other order
    index, adjacent  the indices of the slip's rank and of an adjacent rank, from 0
    dcg, idcg        the sums of the sheet
    scores           the NDCG of every query
    """

    cell: str
    right: float
    gains: list[float]
    divisors: list[float]
    other_gains: list[float]
    index: int
    adjacent: int
    dcg: float
    idcg: float
    scores: list[float]

    @property
    def term(self) -> float:
        """The term at the rank of the slip."""
        return self.gains[self.index] / self.divisors[self.index]

    def divide_gain(self, gain: float) -> float:
        """Return a gain divided by the divisor at the rank of the slip."""
        return gain / self.divisors[self.index]


def make_slip_inputs(sheet: nc.Sheet, cell: str, rng: Random) -> SlipInputs | None:
    """Return the numbers from which slips in a cell are made, or None if no slip is possible.

    No slip is possible if nothing is relevant or if there is only one rank. Slips in a sum are at a
    random rank.
    """
    sides = ("ideal", "actual") if cell.startswith("i") else ("actual", "ideal")
    gains, other_gains = (
        [*map(make_gain_function(sheet), list_counted_grades(sheet, side))] for side in sides
    )
    dcg = sheet.exact("dcg") or 0.0
    idcg = sheet.exact("idcg") or 0.0
    ranks = range(len(gains))
    if len(ranks) < 2 or not idcg:
        return None
    index = int(cell.rpartition(".")[2]) - 1 if "." in cell else rng.choice(ranks)
    adjacent = rng.choice([rank for rank in (index - 1, index + 1) if rank in ranks])
    divisors = [make_divisor_function(sheet)(rank + 1) for rank in ranks]
    scores = [
        calculate_ndcg(g, make_gain_function(sheet), make_divisor_function(sheet), sheet.k)
        for g in (sheet.grades, *sheet.others)
    ]
    right = sheet.exact(cell) or 0.0
    return SlipInputs(cell, right, gains, divisors, other_gains, index, adjacent, dcg, idcg, scores)


Slips = Mapping[str, tuple[str, Callable[[SlipInputs, Random], float]]]
"""Slips by description: the registered mistake that may be named for a slip, or "", and a function
that calculates the wrong number."""
ROW_SLIPS: Slips = {
    "the next row's gain": (
        "another-rank's-grade",
        lambda w, _: w.divide_gain(w.gains[w.adjacent]),
    ),
    "any row's gain": ("another-rank's-grade", lambda w, rng: w.divide_gain(rng.choice(w.gains))),
    "the other order's gain": (
        "row-of-the-other-order",
        lambda w, _: w.divide_gain(w.other_gains[w.index]),
    ),
    "a grade misread": ("", lambda w, _: w.divide_gain(w.gains[w.index] + 1)),
    "a divisor two rows down": (
        "another-rank's-divisor",
        lambda w, _: w.gains[w.index] / log2(w.index + 4),
    ),
    "divisor over gain": (
        "other-operation",
        lambda w, _: w.divisors[w.index] / (w.gains[w.index] or 1),
    ),
    "gain minus divisor": (
        "other-operation",
        lambda w, _: abs(w.gains[w.index] - w.divisors[w.index]),
    ),
    "gain plus divisor": ("other-operation", lambda w, _: w.gains[w.index] + w.divisors[w.index]),
    "a square root": ("", lambda w, _: w.gains[w.index] / sqrt(w.index + 1)),
    "divided twice": ("other-operation", lambda w, _: w.divide_gain(w.term)),
}
SUM_SLIPS: Slips = {
    "a term left out": ("term-left-out", lambda w, _: w.right - w.term),
    "a term twice": ("term-twice", lambda w, _: w.right + w.term),
    "two terms left out": (
        "two-rows",
        lambda w, _: w.right - w.term - w.gains[w.adjacent] / w.divisors[w.adjacent],
    ),
    "a term subtracted": ("term-subtracted", lambda w, _: w.right - 2 * w.term),
    "one neighbour's gain": (
        "another-rank's-grade",
        lambda w, _: w.right - w.term + w.divide_gain(w.gains[w.adjacent]),
    ),
    "one other gain": (
        "another-rank's-grade",
        lambda w, rng: w.right - w.term + w.divide_gain(rng.choice(w.gains)),
    ),
    "one neighbour's divisor": (
        "another-rank's-divisor",
        lambda w, _: w.right - w.term + w.gains[w.index] / w.divisors[w.adjacent],
    ),
    "two rows exchanged": (
        "two-rows",
        lambda w, _: (
            w.right
            + (w.gains[w.adjacent] - w.gains[w.index])
            * (1 / w.divisors[w.index] - 1 / w.divisors[w.adjacent])
        ),
    ),
    "one gain undivided": ("row-undivided", lambda w, _: w.right - w.term + w.gains[w.index]),
    "a rank skipped": (
        "rank-skipped",
        lambda w, _: sum(g / log2(i + 2 + (i >= w.index)) for i, g in enumerate(w.gains)),
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


def get_slips(cell: str) -> Slips:
    """Return the possible slips in a term, DCG, IDCG, NDCG or mean, by description.

    Returns {} for any other cell.
    """
    by_cell = {"dcg": SUM_SLIPS, "idcg": SUM_SLIPS, "ndcg": NDCG_SLIPS, "mean": MEAN_SLIPS}
    return ROW_SLIPS if ".term." in cell else by_cell.get(cell, {})


def fill_blanks_before(sheet: nc.Sheet, cell: str) -> nc.Sheet:
    """Return a copy of a sheet with the blanks before a cell filled in correctly.

    Numbers other than grades and gains have three decimals.
    """
    texts = {}
    for blank in sheet.blanks:
        if blank == cell:
            break
        exact = sheet.exact(blank)
        is_plain = ".grade." in blank or ".gain." in blank or blank == "cg"
        texts[blank] = f"{exact:g}" if is_plain else f"{exact:.3f}"
    return sheet.with_all(texts)


def matches_registered_mistake(text: str, sheet: nc.Sheet, cell: str) -> bool:
    """Return True if a registered mistake gives a number in a cell that rounds to the text."""
    unit = 10.0 ** -len(text.partition(".")[2])
    numbers = (n for m in MISCONCEPTIONS.values() for n in m.list_numbers(cell, sheet))
    return any(abs(float(text) - number) <= unit / 2 + 1e-9 for number in numbers)


def mark_texts(sheet: nc.Sheet, texts: Mapping[str, str]) -> dict[str, Mark]:
    """Mark a sheet with these texts in its cells. Return the marks by cell."""
    return {mark.cell: mark for mark in nc.mark(sheet.with_all(texts))}
