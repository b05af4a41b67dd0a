"""Diagnosis: which known mistakes give a number."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isclose, isfinite

from ndcg_core.metric import divisor_at
from ndcg_core.teaching.cells import Cell, column
from ndcg_core.teaching.mistakes import LIKELIEST_FIRST, MISCONCEPTIONS, Misconception
from ndcg_core.teaching.mistakes.kind import value_in
from ndcg_core.teaching.numerals import Written, readable
from ndcg_core.teaching.readings import Readings, fits
from ndcg_core.teaching.rulings import FINE
from ndcg_core.teaching.sheets import Sheet
from ndcg_core.teaching.worlds import World, right_world, with_orders


@dataclass(frozen=True)
class Explanation:
    """A known mistake that gives a number, and the sentence for this cell."""

    misconception: Misconception
    message: str


class Mistaken:
    """A mistaken world, and what follows in it, with and without the cells that are written."""

    def __init__(self, world: World, written: Mapping[str, Written]) -> None:
        self.world = world
        self._readings = Readings(world, {}), Readings(world, written)

    def gives(self, cell: str, number: Written) -> bool:
        """Whether the mistake gives the number."""
        value = value_in(self.world, cell)
        return isfinite(value) and number.fits(value, min(number.unit, FINE))

    def shows(self, cell: str, right: float) -> bool:
        """Whether the mistake changes the cell at all: another logarithm leaves NDCG as it is."""
        return not isclose(value_in(self.world, cell), right, rel_tol=1e-9, abs_tol=1e-12)

    def leads_to(self, cell: str, number: Written) -> bool:
        """Whether the mistake gives the number with steps rounded, or from the cells written."""
        unit = min(number.unit, FINE)
        return any(
            fits(number, reading, unit)
            for readings in self._readings
            for reading in readings.derived(cell)
        )


@dataclass(frozen=True)
class Case:
    """A sheet, its numbers, and the worlds that its mistakes are changes of."""

    sheet: Sheet

    @cached_property
    def written(self) -> Mapping[str, Written]:
        """What is written in the cells, as numbers."""
        base = self.sheet.convention.base
        numbers = {
            cell: readable(text, base)
            for cell, text in self.sheet.given.items()
            if Cell.of(cell).column != "label"
        }
        return {cell: number for cell, number in numbers.items() if number}

    @cached_property
    def right(self) -> World:
        """The right world."""
        return right_world(self.sheet)

    @cached_property
    def worlds(self) -> tuple[World, ...]:
        """The right world with the orders that are written, and the right world."""
        orders = [self._order(side) for side in ("actual", "ideal")]
        written = with_orders(self.right, *orders)
        same = (written.ranking, written.ideal) == (self.right.ranking, self.right.ideal)
        return (self.right,) if same else (written, self.right)

    def _order(self, side: str) -> list[float]:
        exact = self.right.order(side)
        cells = column(side, "grade", len(exact))
        given = [self.written.get(cell) for cell in cells]
        return [
            number.value if number and 0 <= number.value <= 64 else grade
            for number, grade in zip(given, exact, strict=True)
        ]

    def explanations(self, cell: str, number: Written) -> list[Explanation]:
        """The known mistakes that give a number, the likeliest first."""
        exactly = self._explaining(cell, lambda mistaken: mistaken.gives(cell, number))
        right = value_in(self.right, cell)
        return exactly or self._explaining(
            cell, lambda mistaken: mistaken.shows(cell, right) and mistaken.leads_to(cell, number)
        )

    def _explaining(self, cell: str, fits: Callable[["Mistaken"], bool]) -> list[Explanation]:
        hits = (
            (mistake, next(filter(fits, self._nearest(mistake, cell)), None))
            for mistake in MISCONCEPTIONS.values()
            if mistake.speaks_of(cell)
        )
        return [self._explain(mistake, hit.world) for mistake, hit in hits if hit]

    def mistaken(self, cell: str, number: Written) -> bool:
        """Whether a known mistake gives a number, to at least two decimals."""
        return bool(self._explaining(cell, lambda mistaken: mistaken.gives(cell, number)))

    def _nearest(self, mistake: Misconception, cell: str) -> list["Mistaken"]:
        """What a mistake makes of the sheet; of other ranks' divisors, the nearest rank first."""
        rank = Cell.of(cell).rank
        found = self._mistaken[mistake.id]
        return sorted(found, key=lambda m: abs(m.world.rank - rank) if m.world.rank else 0)

    @cached_property
    def _mistaken(self) -> Mapping[str, list["Mistaken"]]:
        return {
            mistake.id: [
                Mistaken(world, self.written)
                for right in self.worlds
                for world in mistake.change(right, self.sheet)
            ]
            for mistake in MISCONCEPTIONS.values()
        }

    def _explain(self, mistake: Misconception, world: World) -> Explanation:
        left = mistake.reverse and _is_own(mistake, self.sheet)
        text = mistake.reverse if left else mistake.message
        divisor = divisor_at(world.rank, self.sheet.convention).text if world.rank else ""
        return Explanation(mistake, text.format(rank=world.rank, divisor=divisor))


def diagnose(value: float | str, cell: str, sheet: Sheet) -> list[Misconception]:
    """The known mistakes that give a number for a cell of a sheet, the likeliest first.

    A number that rounds to the right one, or that no known mistake gives, yields none. The digits
    count: "3.5" is taken as a rounding to one decimal.

    >>> [m.id for m in diagnose("9.00", "dcg", Sheet((3, 2, 3, 0, 1)))]
    ['no-discount']
    """
    number = readable(value, sheet.convention.base) if isinstance(value, str) else _number(value)
    exact = sheet.exact(cell)
    if number is None or exact is None or number.fits(exact, min(number.unit, FINE)):
        return []
    found = Case(sheet).explanations(cell, number)
    return [explanation.misconception for explanation in found]


def likelihood(mistake: Misconception) -> int:
    """Its place in the order of likelihood, 0 for the likeliest."""
    return LIKELIEST_FIRST.index(mistake.id)


def _number(value: float) -> Written | None:
    return readable(repr(float(value))) if isfinite(value) else None


def _is_own(mistake: Misconception, sheet: Sheet) -> bool:
    """Whether the sheet's own convention is what elsewhere would be this mistake."""
    own = {"exponential-gain": sheet.convention.gain, "log2-rank": sheet.convention.discount}
    return own[mistake.id] in ("exponential", "logb(i)")
