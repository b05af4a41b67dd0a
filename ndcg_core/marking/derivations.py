"""Readings: the numbers that the author of a sheet may honestly have had in hand for a cell.

A cell's readings follow from the cells before it, each taken as it is written or, where what is
written is only a rounding, as it was before it was rounded. On the way, any number may have been
rounded or cut off to 2 to 6 decimals. Neither is ever a mistake: see `carried` in `marking`.
"""

from collections.abc import Iterable, Mapping
from math import isfinite, nan

from ndcg_core.marking.readings import (
    NOWHERE,
    Reading,
    Steps,
    as_meant,
    between,
    hull,
    near,
    shortened,
)
from ndcg_core.misconceptions.misconception import value_in
from ndcg_core.numerals.numerals import Written
from ndcg_core.sheets.calculation import Calculation, Row
from ndcg_core.sheets.cells import SIDE_OF


class Readings:
    """The readings of every cell of a calculation, worked out when asked for, each only once.

    written   what is written in the cells, as numbers
    steps     what may have been done to them, and to what nobody wrote, on the way
    """

    def __init__(self, calc: Calculation, written: Mapping[str, Written], steps: Steps) -> None:
        self.calc = calc
        self.written = written
        self.steps = steps
        self._derived: dict[str, list[Reading]] = {}
        self._used: dict[str, Reading] = {}

    def derived(self, cell: str) -> list[Reading]:
        """What follows for a cell from the cells before it."""
        if cell not in self._derived:
            found = {r for r in self._follow(cell) if isfinite(r[0]) and isfinite(r[1])}
            self._derived[cell] = sorted(found)
        return self._derived[cell]

    def used(self, cell: str) -> Reading:
        """The range that the cells after it may have taken a cell from."""
        if cell not in self._used:
            self._used[cell] = hull(self.choices(cell))
        return self._used[cell]

    def choices(self, cell: str) -> list[Reading]:
        """The same, one by one: as it follows or as it is written, and each of these shortened."""
        derived, written = self.derived(cell), self.written.get(cell)
        if written is not None:
            derived = [as_meant(written, r) for r in derived if near(written, r)]
            derived.append((written.value, written.value))
        return [*self._shortened(derived)] or [NOWHERE]

    def _shortened(self, readings: Iterable[Reading]) -> Iterable[Reading]:
        """The readings, rounded and cut off; a range is widened by what its ends may become."""
        points = set()
        for low, high in readings:
            if low == high:
                points |= {low, *shortened(low, self.steps)}
            else:
                lows, highs = shortened(low, self.steps), shortened(high, self.steps)
                yield min(low, *lows, low), max(high, *highs, high)
        yield from ((point, point) for point in points)

    def _follow(self, cell: str) -> Iterable[Reading]:
        side, _, rest = cell.partition(".")
        column, _, rank = rest.partition(".")
        if not rest:
            return self._follow_total(cell)
        follow = {"gain": self._gain, "term": self._term, "cumulative": self._cumulative}.get(
            column
        )
        if follow:
            return follow(side, int(rank))
        value = value_in(self.calc, cell)
        return [(value, value)]

    def _gain(self, side: str, rank: int) -> Iterable[Reading]:
        grade = self.written.get(f"{side}.grade.{rank}")
        known = value_in(self.calc, f"{side}.gain.{rank}")
        value = _gain(self.calc, grade.value) if grade and grade.value >= 0 else known
        return [(value, value)]

    def _term(self, side: str, rank: int) -> Iterable[Reading]:
        gains = self.choices(f"{side}.gain.{rank}")
        divisors = self.choices(f"{side}.discount.{rank}")
        for gain in set(gains):
            for by in set(divisors):
                yield between(self.calc.term_rule(Row(g, g, d)) for g in gain for d in by if d)

    def _cumulative(self, side: str, rank: int) -> Iterable[Reading]:
        yield self._sum(f"{side}.term.{i}" for i in range(1, rank + 1))
        before = f"{side}.cumulative.{rank - 1}"
        if before in self.written:
            (low, high), (a, b) = self.used(f"{side}.term.{rank}"), self.used(before)
            yield low + a, high + b

    def _follow_total(self, cell: str) -> Iterable[Reading]:
        if cell == "cg":
            return [self._sum(f"actual.gain.{i}" for i in range(1, self.calc.k + 1))]
        if cell in SIDE_OF:
            return self._side_total(SIDE_OF[cell])
        return [self._ratio() if cell == "ndcg" else self._mean()]

    def _side_total(self, side: str) -> Iterable[Reading]:
        counted = len(self.calc.order(side))
        yield self._sum(f"{side}.term.{i}" for i in range(1, counted + 1))
        last = f"{side}.cumulative.{counted}"
        if last in self.written:
            yield self.used(last)

    def _ratio(self) -> Reading:
        sums = self.used("dcg"), self.used("idcg")
        return between(self.calc.ratio(a, b) for a in sums[0] for b in sums[1])

    def _mean(self) -> Reading:
        queries = [self, *(Readings(calc, {}, self.steps) for calc in self.calc.others)]
        ends = [query.used("ndcg") for query in queries]
        return sum(low for low, _ in ends) / len(ends), sum(high for _, high in ends) / len(ends)

    def _sum(self, cells: Iterable[str]) -> Reading:
        ends = [self.used(cell) for cell in cells]
        return sum(low for low, _ in ends), sum(high for _, high in ends)


def _gain(calc: Calculation, grade: float) -> float:
    try:
        return calc.gain(grade)
    except OverflowError:
        return nan
