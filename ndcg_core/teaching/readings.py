"""Readings: the numbers that the author of a sheet may honestly have had in hand for a cell.

A cell's readings follow from the cells before it, each taken as it is written or, where what is
written is only a rounding, as it was before it was rounded. A cell nobody wrote may have been
rounded on the way, to 2 to 6 decimals. Rounding is never a mistake: see `carried` in `marking`.
"""

from collections.abc import Iterable, Mapping
from itertools import product
from math import isfinite, isnan, nan

from ndcg_core.teaching.cells import SIDE_OF
from ndcg_core.teaching.numerals import Written
from ndcg_core.teaching.worlds import World

Reading = tuple[float, float]
"""A lowest and a highest value; the two are equal where only one number can have been meant."""

NOWHERE: Reading = (nan, nan)

ON_THE_WAY = (2, 3, 4, 5, 6)
AS_WRITTEN = ()
NEAR = 2
"""How many units of its last digit a number may be off and still be a slip in the last digit."""


class Readings:
    """The readings of every cell of a world, worked out when asked for, each only once.

    written   what is written in the cells, as numbers
    digits    the decimals to which unwritten steps may have been rounded: ON_THE_WAY or AS_WRITTEN
    """

    def __init__(
        self, world: World, written: Mapping[str, Written], digits: tuple[int, ...] = ON_THE_WAY
    ) -> None:
        self.world = world
        self.written = written
        self.digits = digits
        self._derived: dict[str, list[Reading]] = {}

    def derived(self, cell: str) -> list[Reading]:
        """What follows for a cell from the cells before it."""
        if cell not in self._derived:
            found = {r for r in self._follow(cell) if isfinite(r[0]) and isfinite(r[1])}
            self._derived[cell] = sorted(found)
        return self._derived[cell]

    def used(self, cell: str) -> list[Reading]:
        """What the cells after it may have taken a cell for."""
        derived, written = self.derived(cell), self.written.get(cell)
        if written is None:
            return [self._rounded(reading) for reading in self._spread(derived)] or [NOWHERE]
        point = written.value
        agreeing = [r for r in derived if near(written, r)]
        return [(min(point, low), max(point, high)) for low, high in agreeing] or [(point, point)]

    def _spread(self, readings: list[Reading]) -> Iterable[Reading]:
        """The readings and, of those that are single numbers, their roundings."""
        points = {low for low, high in readings if low == high}
        points |= {round(point, digits) for point in points for digits in self.digits}
        return [*((point, point) for point in points), *(r for r in readings if r[0] != r[1])]

    def _rounded(self, reading: Reading) -> Reading:
        """A range, made wide enough for its ends to have been rounded."""
        low, high = reading
        if low == high:
            return reading
        lows, highs = [round(low, d) for d in self.digits], [round(high, d) for d in self.digits]
        return min(low, *lows, low), max(high, *highs, high)

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
        value = self.world.value(cell)
        return [(value, value)]

    def _gain(self, side: str, rank: int) -> Iterable[Reading]:
        grade = self.written.get(f"{side}.grade.{rank}")
        known = self.world.value(f"{side}.gain.{rank}")
        value = _gain(self.world, grade.value) if grade and grade.value >= 0 else known
        return [(value, value)]

    def _term(self, side: str, rank: int) -> Iterable[Reading]:
        gains, divisors = self.used(f"{side}.gain.{rank}"), self.used(f"{side}.discount.{rank}")
        return [_between(g / d for g in gain for d in by if d) for gain in gains for by in divisors]

    def _cumulative(self, side: str, rank: int) -> Iterable[Reading]:
        yield self._sum(f"{side}.term.{i}" for i in range(1, rank + 1))
        before = f"{side}.cumulative.{rank - 1}"
        if before in self.written:
            low, high = hull(self.used(f"{side}.term.{rank}"))
            yield from ((low + a, high + b) for a, b in self.used(before))

    def _follow_total(self, cell: str) -> Iterable[Reading]:
        if cell == "cg":
            return [self._sum(f"actual.gain.{i}" for i in range(1, self.world.k + 1))]
        if cell in SIDE_OF:
            return self._side_total(SIDE_OF[cell])
        return self._ratio() if cell == "ndcg" else [self._mean()]

    def _side_total(self, side: str) -> Iterable[Reading]:
        counted = len(self.world.order(side))
        yield self._sum(f"{side}.term.{i}" for i in range(1, counted + 1))
        last = f"{side}.cumulative.{counted}"
        if last in self.written:
            yield from self.used(last)

    def _ratio(self) -> Iterable[Reading]:
        for dcg, idcg in product(self.used("dcg"), self.used("idcg")):
            yield _between(self.world.ratio(a, b) for a in dcg for b in idcg)

    def _mean(self) -> Reading:
        queries = [self, *(Readings(world, {}, self.digits) for world in self.world.others)]
        ends = [hull(query.used("ndcg")) for query in queries]
        return sum(low for low, _ in ends) / len(ends), sum(high for _, high in ends) / len(ends)

    def _sum(self, cells: Iterable[str]) -> Reading:
        ends = [hull(self.used(cell)) for cell in cells]
        return sum(low for low, _ in ends), sum(high for _, high in ends)


def near(written: Written, reading: Reading) -> bool:
    """Whether what is written is a reading, rounded, or a slip in its last digit.

    >>> near(Written(1.263, 0.001), (1.26186, 1.26186))
    True
    """
    low, high = reading
    return low - NEAR * written.unit <= written.value <= high + NEAR * written.unit


def fits(written: Written, reading: Reading, unit: float | None = None) -> bool:
    """Whether what is written is a rounding of some number of a reading."""
    low, high = reading
    return low <= written.value <= high or written.fits(low, unit) or written.fits(high, unit)


def hull(readings: Iterable[Reading]) -> Reading:
    """The one range that holds all readings.

    >>> hull([(1.0, 1.0), (1.26, 1.27)])
    (1.0, 1.27)
    """
    lows, highs = zip(*readings, strict=True)
    return min(lows), max(highs)


def _between(values: Iterable[float]) -> Reading:
    known = [value for value in values if not isnan(value)]
    return (min(known), max(known)) if known else NOWHERE


def _gain(world: World, grade: float) -> float:
    try:
        return world.gain(grade)
    except OverflowError:
        return nan
