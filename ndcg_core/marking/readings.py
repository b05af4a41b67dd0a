"""Readings: the numbers that an honest author may have used for a cell.

A cell's readings follow from the cells before it, each as it is written, or as it was before it was
rounded. Any number may have been rounded or truncated to 2 to 6 decimals on the way. Neither is a
mistake: see `carried` in `marks`.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from math import ceil, floor, isfinite, isnan, log, log10, nan
from typing import Literal

from ndcg_core.misconceptions.slips import truncate_decimals
from ndcg_core.numerals.numerals import WrittenNumber
from ndcg_core.sheets.calculation import Calculation, Row, find_value_or_nan
from ndcg_core.sheets.cells import SIDE_OF_TOTAL, Cell

Reading = tuple[float, float]
"""A range of values from the lowest to the highest, equal if only one is possible."""

NO_READING: Reading = (nan, nan)

Steps = Literal["as-written", "rounded", "cut", "all-cut"]
"""The possible shortening of numbers on the way: none, rounding, or truncation as well. "all-cut"
means that all written numbers were truncated.
"""
SHORTENED_DECIMALS = range(2, 7)
LOG_DECIMALS = (3, 4)
"""The decimals of logarithms before they are divided, as on a calculator."""

NEAR_UNITS = 2
"""The difference, in units of the last digit, that still counts as a slip in that digit."""
MAX_WIDTH = 0.02
"""The largest such difference, so that no mistake counts as a slip in the last digit."""
CLOSE_TOLERANCE = 1e-9


def list_shortened_values(
    value: float, steps: Steps, min_decimals: int = SHORTENED_DECIMALS[0]
) -> list[float]:
    """Return the values to which a number can be rounded or truncated, as `steps` allow.

    They have `min_decimals` to 6 decimals. A number halfway between two values is rounded to both.
    Returns [] for "as-written", for a number above 1e9 and for one that is not finite.

    >>> sorted({round(x, 3) for x in list_shortened_values(1.585, "rounded")})
    [1.58, 1.585, 1.59]
    >>> min(list_shortened_values(1.5849, "cut"))
    1.58
    """
    if steps == "as-written" or not isfinite(value) or abs(value) > 1e9:
        return []
    numbers = []
    for decimals in range(min_decimals, SHORTENED_DECIMALS.stop):
        scale = 10.0**decimals
        at = value * scale
        numbers += [floor(at + 0.5 + 1e-7) / scale, ceil(at - 0.5 - 1e-7) / scale]
        if steps in ("cut", "all-cut"):
            numbers.append(truncate_decimals(value, decimals))
    return numbers


def is_rounding_of_reading(
    written: WrittenNumber, reading: Reading, unit: float | None = None
) -> bool:
    """Return True if a written number is a rounding of some number of a reading.

    unit: the unit of the rounding. By default, the unit of the written number.
    """
    low, high = reading
    return (
        low <= written.value <= high
        or written.is_rounding_of(low, unit)
        or written.is_rounding_of(high, unit)
    )


def is_truncation_of(written: WrittenNumber, value: float) -> bool:
    """Return True if a written number is a value cut off after two or more decimals.

    >>> is_truncation_of(WrittenNumber(0.69, 0.01), 0.6957)
    True
    >>> is_truncation_of(WrittenNumber(0.6, 0.1), 0.6957)
    False
    """
    plain = written.form == "number" and written.unit <= 0.01 + CLOSE_TOLERANCE
    return plain and -CLOSE_TOLERANCE <= value - written.value < written.unit - CLOSE_TOLERANCE


def find_span(values: Iterable[float]) -> Reading:
    """Return the range from the lowest to the highest value, ignoring nan.

    Returns `NO_READING` if no value is left.

    >>> find_span([2.0, nan, 1.5])
    (1.5, 2.0)
    """
    numbers = [value for value in values if not isnan(value)]
    return (min(numbers), max(numbers)) if numbers else NO_READING


@dataclass(eq=False)
class Readings:
    """The ranges of values that an author may have used for each cell, cached.

    written   the numbers in the cells
    steps     the possible shortening of written and unwritten numbers
    base      the base of the logarithms in the divisors; 0 without logarithms
    printed   the printed cells of the exercise, which have no other readings
    places    the decimals of the number; numbers that are added up have as many
    is_sum    True for the sheet's sums and the numbers before them, False for a share
    """

    calc: Calculation
    written: Mapping[str, WrittenNumber]
    steps: Steps
    base: float = 0.0
    printed: Collection[str] = ()
    places: int = SHORTENED_DECIMALS[0]
    is_sum: bool = True
    _derived: dict[str, list[Reading]] = field(default_factory=dict, init=False)
    _used: dict[str, Reading] = field(default_factory=dict, init=False)

    def derive_readings(self, cell: str) -> list[Reading]:
        """Return a cell's finite readings, sorted, derived from earlier cells or from the rules."""
        if cell not in self._derived:
            ranges = {r for r in self._derive_from_cells(cell) if isfinite(r[0]) and isfinite(r[1])}
            self._derived[cell] = sorted(ranges)
        return self._derived[cell]

    def find_range(self, cell: str) -> Reading:
        """Return the range from the lowest to the highest number of `list_ranges`, cached."""
        if cell not in self._used:
            self._used[cell] = find_span(chain.from_iterable(self.list_ranges(cell)))
        return self._used[cell]

    def list_ranges(self, cell: str) -> list[Reading]:
        """Return each range of values that later cells may have used for a cell.

        A cell without a number has the values that follow from the cells before it, or only
        `NO_READING`.
        """
        derived = self.derive_readings(cell)
        written = self.written.get(cell)
        a_formula = written and written.form == "expression" and ".term." in cell
        if written is None or (
            a_formula and written.is_rounding_of(find_value_or_nan(self.calc, cell))
        ):
            return [*self._shorten_readings(derived)] or [NO_READING]
        value = written.value
        discount = ".discount." in cell
        is_printed = cell in self.printed and written.is_rounding_of(
            find_value_or_nan(self.calc, cell)
        )
        readings = [] if is_printed and not discount else self._find_ranges_behind(cell, derived)
        if discount and cell not in self.printed:
            return [*self._shorten_readings([*readings, (value, value)])]
        min_decimals = self.places if ".term." in cell else SHORTENED_DECIMALS[0]
        return [*readings, *self._shorten_readings([(value, value)], min_decimals)]

    def _find_ranges_behind(self, cell: str, derived: Iterable[Reading]) -> list[Reading]:
        """Return the derived ranges that a written number may be rounded or truncated from.

        Returns [] if there are none, for example for a slip. If any number may have been truncated,
        a number far from all derived values gets a range around itself instead. Authors may use
        logarithms of their own, which differ slightly from a written divisor.
        """
        written = self.written[cell]
        discount = ".discount." in cell
        value = written.value
        half = written.unit / 2 if written.unit < 0.5 else 0.0
        # A slip in the last digit is off by at most this.
        off = max(min(NEAR_UNITS * written.unit, MAX_WIDTH), half) + CLOSE_TOLERANCE
        cut = written.unit if written.unit <= 0.01 + CLOSE_TOLERANCE else 0.0
        ranges = [(-half, half), (0.0, cut)]
        in_a_sum = self.is_sum and ".term." in cell
        is_divisor_truncated = self._is_divisor_truncated(cell)
        if (
            self.steps == "all-cut"
            and in_a_sum
            and not (is_divisor_truncated or self._has_coarse_term(cell))
        ):
            return []
        if self.steps == "all-cut" or is_divisor_truncated:
            ranges.reverse()
        for low, high in [(-off, off)] if discount else ranges:
            at = value + low - CLOSE_TOLERANCE
            to = value + high + CLOSE_TOLERANCE
            if behind := [(max(a, at), min(b, to)) for a, b in derived if a <= to and b >= at]:
                return behind
        if self.steps != "cut" or any(a <= value + off and b >= value - off for a, b in derived):
            return []  # a slip; else a number of its own, of which there was more
        half = min(written.unit, 0.01) / 2
        return [(value - half, value + half)]

    def _is_divisor_truncated(self, cell: str) -> bool:
        """Return True if the divisor written next to a term is truncated, not rounded."""
        name = cell.replace(".term.", ".discount.")
        divisor = self.written.get(name) if ".term." in cell else None
        exact = find_value_or_nan(self.calc, name) if divisor else nan
        return (
            divisor is not None
            and not divisor.is_rounding_of(exact)
            and is_truncation_of(divisor, exact)
        )

    def _has_coarse_term(self, cell: str) -> bool:
        """Return True if a written term of the column has fewer than `places` decimals."""
        column = cell.rpartition(".")[0]
        fine = 1.001 * 10.0**-self.places
        return any(w.unit > fine for c, w in self.written.items() if c.startswith(column))

    def _shorten_readings(
        self, readings: Iterable[Reading], min_decimals: int = SHORTENED_DECIMALS[0]
    ) -> Iterable[Reading]:
        """Yield each reading with its rounded and truncated values, or as a wider range."""
        points = set()
        for low, high in readings:
            if low == high:
                points |= {low, *list_shortened_values(low, self.steps, min_decimals)}
            else:
                lows, highs = (
                    list_shortened_values(end, self.steps, min_decimals) for end in (low, high)
                )
                yield min(low, *lows, low), max(high, *highs, high)
        yield from ((point, point) for point in points)

    def _derive_from_cells(self, cell: str) -> Iterable[Reading]:
        """Return a cell's readings, unsorted, derived from earlier cells or from the rules."""
        at = Cell.parse(cell)
        if at.column in SIDE_OF_TOTAL:
            return self._derive_side_total(SIDE_OF_TOTAL[at.column])
        in_a_row = {
            "gain": self._derive_gain,
            "term": self._derive_term,
            "cumulative": self._derive_cumulative,
        }
        if at.column in in_a_row:
            return in_a_row[at.column](at.side, at.rank)
        if cell == "cg":
            return [self._add_readings(f"actual.gain.{i}" for i in range(1, self.calc.k + 1))]
        if not at.side:
            return self._derive_means() if cell == "mean" else [self._derive_ratio()]
        value = find_value_or_nan(self.calc, cell)
        quotients = self._divide_logarithms(value) if at.column == "discount" else []
        return [(point, point) for point in (value, *quotients)]

    def _divide_logarithms(self, divisor: float) -> Iterable[float]:
        """Yield a divisor as quotients of rounded logarithms.

        Yields nothing for the steps "as-written" and "cut", and for a divisor without logarithms.
        """
        if self.steps in ("rounded", "all-cut") and self.base > 1 and isfinite(divisor):
            for log_of_base in (log(self.base), log10(self.base)):
                for decimals in LOG_DECIMALS:
                    log_of_rank = round(divisor * log_of_base, decimals)
                    yield log_of_rank / round(log_of_base, decimals)

    def _derive_gain(self, side: str, rank: int) -> Iterable[Reading]:
        """Return the gain of a written grade of 0 or more, or else the right gain.

        The result is one reading.
        """
        grade = self.written.get(f"{side}.grade.{rank}")
        exact = find_value_or_nan(self.calc, f"{side}.gain.{rank}")
        value = self.calc.gain(grade.value) if grade and grade.value >= 0 else exact
        return [(value, value)]

    def _derive_term(self, side: str, rank: int) -> Iterable[Reading]:
        """Yield the terms that follow from the gain at a rank and its divisor or weight."""
        gains = self.list_ranges(f"{side}.gain.{rank}")
        divisors = self.list_ranges(f"{side}.discount.{rank}")
        for gain in set(gains):
            for by in set(divisors):
                yield find_span(self.calc.term_rule(Row(g, g, d)) for g in gain for d in by if d)
        divisor = find_value_or_nan(self.calc, f"{side}.discount.{rank}")
        weights = list_shortened_values(1 / divisor, self.steps) if divisor else []
        for weight in set(weights):
            yield find_span(end * weight for gain in gains for end in gain)

    def _derive_cumulative(self, side: str, rank: int) -> Iterable[Reading]:
        """Yield the running sums at a rank, from all terms and from the written sum before."""
        yield self._add_readings(f"{side}.term.{i}" for i in range(1, rank + 1))
        before = f"{side}.cumulative.{rank - 1}"
        if before in self.written:
            (low, high), (a, b) = self.find_range(f"{side}.term.{rank}"), self.find_range(before)
            yield low + a, high + b

    def _derive_side_total(self, side: str) -> Iterable[Reading]:
        """Yield the sum of an order's terms, and its last running sum if it is written."""
        counted = len(self.calc.cut_order(side))
        yield self._add_readings(f"{side}.term.{i}" for i in range(1, counted + 1))
        if (last := f"{side}.cumulative.{counted}") in self.written:
            yield self.find_range(last)

    def _derive_ratio(self) -> Reading:
        """Return the range of NDCG that follows from DCG and IDCG."""
        sums = self.find_range("dcg"), self.find_range("idcg")
        return find_span(self.calc.ratio(a, b) for a in sums[0] for b in sums[1])

    def _derive_means(self) -> Iterable[Reading]:
        """Yield the mean NDCG, and means of truncated NDCGs if the steps are "rounded"."""
        queries = [self, *(Readings(calc, {}, self.steps) for calc in self.calc.others)]
        ends = [query.find_range("ndcg") for query in queries]
        yield sum(low for low, _ in ends) / len(ends), sum(high for _, high in ends) / len(ends)
        for decimals in (2, 3) if self.steps == "rounded" else ():
            scores = [
                truncate_decimals(find_value_or_nan(query.calc, "ndcg"), decimals)
                for query in queries
            ]
            mean = sum(scores) / len(scores)
            yield from ((end, end) for end in (mean, truncate_decimals(mean, self.places)))

    def _add_readings(self, cells: Iterable[str]) -> Reading:
        """Return the range of the sums of the numbers in cells."""
        ends = [self.find_range(cell) for cell in cells]
        return sum(low for low, _ in ends), sum(high for _, high in ends)
