"""Diagnosis: which known mistakes give a number, and what speaks against them.

A mistake explains a wrong cell where it gives its number to all digits: made throughout ("whole"),
or made just here, from what is written before it ("step"). What is right is evidence too: a right
cell that the same mistake would have changed speaks against it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import fsum, isclose, isfinite, isnan, nan
from typing import Literal

from ndcg_core.teaching.cells import SIDE_OF, Cell, column
from ndcg_core.teaching.mistakes import LIKELIEST_FIRST, MISCONCEPTIONS, Misconception
from ndcg_core.teaching.mistakes.kind import value_in
from ndcg_core.teaching.numerals import Written, meant, readable
from ndcg_core.teaching.rulings import FINE, LAST_DIGIT, RIGHT, SHARES, WRONG
from ndcg_core.teaching.sheets import Sheet
from ndcg_core.teaching.stepping import Steps
from ndcg_core.teaching.unexplained import leads_to
from ndcg_core.teaching.worlds import World, right_world, with_orders

Against = Literal["nothing", "printed", "elsewhere", "beside", "here"]
"""What speaks against a mistake: nothing; cells handed out with the sheet; right cells of the same
hand elsewhere; right rows beside this one, so that it was made in this row alone; or cells that
this one follows from, and then it is none."""
STRENGTH: Mapping[Against, int] = {
    "nothing": 0,
    "printed": 1,
    "elsewhere": 2,
    "beside": 3,
    "here": 4,
}
ROUNDED = 3
"""The decimals of terms that somebody may have rounded before adding them; with fewer, too many
mistakes come near any number."""
IN_A_ROW = ("gain", "discount", "term")


@dataclass(frozen=True)
class Explanation:
    """A known mistake that gives a number, the world in which it does, and what is against it."""

    misconception: Misconception
    world: World
    against: Against = "nothing"
    fit: Literal["exact", "rounded"] = "exact"

    @property
    def id(self) -> str:
        """The misconception's id."""
        return self.misconception.id


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
        return {
            cell: meant(number, self.sheet.exact(cell) or 0.0)
            for cell, number in numbers.items()
            if number
        }

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

    def mistaken(self, id: str) -> list[World]:
        """What a mistake makes of the sheet."""
        if id not in self._mistaken:
            change = MISCONCEPTIONS[id].change
            self._mistaken[id] = [w for right in self.worlds for w in change(right, self.sheet)]
        return self._mistaken[id]

    @cached_property
    def _mistaken(self) -> dict[str, list[World]]:
        return {}

    def gives(self, cell: str, number: Written) -> bool:
        """Whether a known mistake, made throughout, gives a number to all its digits."""
        return next(self.giving(cell, number), None) is not None

    def giving(self, cell: str, number: Written) -> Iterator[Explanation]:
        """The known mistakes that give a number when they are made throughout."""
        for mistake, world in chain(self.speaking(cell), self.slips(cell, number)):
            if _is(number, self.value(world, cell)):
                yield Explanation(mistake, world)

    def speaking(self, cell: str) -> Iterator[tuple[Misconception, World]]:
        """The mistakes that can be about a cell; of other ranks' divisors, the nearest first."""
        rank = Cell.of(cell).rank
        for mistake in MISCONCEPTIONS.values():
            if mistake.concept != "writing" and mistake.speaks_of(cell):
                worlds = self.mistaken(mistake.id)
                if mistake.id == "another-rank's-divisor":
                    worlds = sorted(worlds, key=lambda world: abs(world.rank - rank))
                yield from ((mistake, world) for world in worlds)

    def slips(self, cell: str, number: Written) -> Iterator[tuple[Misconception, World]]:
        """The slips in writing a number of so many decimals down."""
        for mistake in MISCONCEPTIONS.values():
            if mistake.concept == "writing" and mistake.speaks_of(cell):
                worlds = self.mistaken(mistake.id)
                yield from ((mistake, w) for w in worlds if _has(number, w.decimals))

    def value(self, world: World, cell: str) -> float:
        """The number that a world puts into a cell, worked out once."""
        known = self._values.setdefault(id(world), {})
        if cell not in known:
            known[cell] = value_in(world, cell)
        return known[cell]

    @cached_property
    def _values(self) -> dict[int, dict[str, float]]:
        return {}


class Diagnosis:
    """The known mistakes behind the wrong cells of a sheet whose verdicts are known."""

    def __init__(self, case: Case, verdicts: Mapping[str, str]) -> None:
        self.case = case
        self.verdicts = verdicts
        self._steps: dict[int, Steps] = {}
        self._found: dict[str, list[Explanation]] = {}
        self._support: dict[tuple[str, str], Counter[object]] = {}

    def explanations(self, cell: str) -> list[Explanation]:
        """The known mistakes that give what is written in a cell, the likeliest first.

        A mistake that explains more of the column goes first; then one that the author's own right
        cells do not speak against; then one made throughout before a slip; then the likelier one.
        """
        if cell not in self.case.written:
            return []
        return sorted(self._explaining(cell), key=lambda found: self._order(cell, found))

    def support(self, cell: str, found: Explanation) -> int:
        """How many wrong cells of the same column a mistake explains, made in the same way."""
        column = _column(cell)
        if column not in self._support:
            beside = (c for c in self._wrong if _column(c) == column)
            self._support[column] = Counter(
                way for c in beside for way in {_way(e) for e in self._every(c)}
            )
        return self._support[column][_way(found)]

    def _order(self, cell: str, found: Explanation) -> tuple[int, int, bool, bool, int]:
        return (
            -self.support(cell, found),
            max(1, STRENGTH[found.against]),
            found.misconception.scope == "cell",
            found.against == "printed",
            LIKELIEST_FIRST.index(found.id),
        )

    @cached_property
    def _wrong(self) -> list[str]:
        return [c for c, v in self.verdicts.items() if v == WRONG and c in self.case.written]

    @cached_property
    def _right(self) -> list[str]:
        """The cells whose numbers are evidence: right, and no data of the exercise."""
        fine = [c for c, v in self.verdicts.items() if v in (RIGHT, LAST_DIGIT)]
        return [c for c in fine if c in self.case.written and not c.startswith("actual.grade.")]

    def _explaining(self, cell: str) -> list[Explanation]:
        """Of each mistake, the way that explains most and has least against it."""
        best: dict[str, Explanation] = {}
        for found in self._every(cell):
            known = best.setdefault(found.id, found)
            if self._rank(cell, found) < self._rank(cell, known):
                best[found.id] = found
        return list(best.values())

    def _rank(self, cell: str, found: Explanation) -> tuple[int, int]:
        return STRENGTH[found.against], -self.support(cell, found)

    def _every(self, cell: str) -> list[Explanation]:
        """Every way of every mistake that gives what is written in a cell."""
        if cell not in self._found:
            found = [*self._all(cell)] or [*self._rounded(cell)] or [*self._slipped(cell)]
            self._found[cell] = found
        return self._found[cell]

    def _all(self, cell: str) -> Iterator[Explanation]:
        number = self.case.written[cell]
        for mistake, world in self.case.speaking(cell):
            against = self._speaks_against(mistake, world, cell, number)
            if against != "here":
                yield Explanation(mistake, world, against)

    def _slipped(self, cell: str) -> Iterator[Explanation]:
        """The slips in writing down what is right, or what follows from what is written."""
        number = self.case.written[cell]
        for mistake, world in self.case.slips(cell, number):
            values = (self._stepped(world, cell), self.case.value(world, cell))
            if any(_is(number, value) for value in values):
                yield Explanation(mistake, world)

    def _rounded(self, cell: str) -> Iterator[Explanation]:
        """The mistakes whose terms give a sum when each is rounded as the sum is."""
        number, side = self.case.written[cell], SIDE_OF.get(cell, "")
        if not side or not _has(number, ROUNDED):
            return
        for mistake, world in self.case.speaking(cell):
            if _is(number, _sum_rounded(world, side)) and self._against(world, cell) == "nothing":
                yield Explanation(mistake, world, fit="rounded")

    def _speaks_against(
        self, mistake: Misconception, world: World, cell: str, number: Written
    ) -> Against:
        """What speaks against a mistake; "here" too where it does not give the number at all."""
        here = _is(number, self._stepped(world, cell))
        if here and not self._refuted(mistake, world, cell):
            return "nothing"
        if not here and not _is(number, self.case.value(world, cell)):
            return "here"
        if mistake.scope == "cell":
            return "nothing"
        against = "here" if here else self._against(world, cell)
        in_a_row = Cell.of(cell).column in IN_A_ROW
        return "beside" if against == "here" and in_a_row else against

    def _stepped(self, world: World, cell: str) -> float:
        return self._steps.setdefault(id(world), Steps(world, self.case.written)).value(cell)

    def _refuted(self, mistake: Misconception, world: World, cell: str) -> bool:
        """Whether the same step was taken rightly elsewhere in the column."""
        if mistake.scope == "cell":
            return False
        beside = (c for c in self._right if _column(c) == _column(cell) and self._own(c))
        return any(self._changes(world, c) for c in beside)

    def _against(self, world: World, cell: str) -> Against:
        """What speaks against a mistake that was made throughout."""
        changed = [c for c in self._right if c != cell and self._counts(c, cell)]
        if cell in SHARES:
            changed += [c for c in ("dcg", "idcg") if c in self.case.written]
        changed = [c for c in changed if self._speaks(c, world, cell)]
        if any(self._is_here(other, cell) for other in changed):
            return "here"
        if any(self._own(other) for other in changed):
            return "elsewhere"
        return "printed" if changed else "nothing"

    def _speaks(self, other: str, world: World, cell: str) -> bool:
        """Whether a mistake would have changed another cell; a sum, from the terms that stand."""
        if Cell.of(other).side or leads_to(other, cell):
            return self._changes(world, other)
        return not _is(self.case.written[other], self._stepped(world, other))

    def _counts(self, other: str, cell: str) -> bool:
        """Whether a right cell is evidence for another: not what follows from it, nor what was
        handed out and has nothing to do with it.
        """
        return not leads_to(cell, other) and (self._own(other) or leads_to(other, cell))

    def _is_here(self, other: str, cell: str) -> bool:
        """Whether a cell is the next thing that another is worked out from, in the same hand."""
        if cell in SHARES:
            return other in ("dcg", "idcg")
        at, place = Cell.of(other), Cell.of(cell)
        sums = place.column in ("dcg", "idcg", "cg", "cumulative")
        summed = sums and leads_to(other, cell) and at.column in ("term", "cumulative")
        return self._own(other) and (summed or _column(other) == _column(cell))

    def _changes(self, world: World, cell: str) -> bool:
        """Whether a world has another number here than the right one, and than what is written."""
        value, right = self.case.value(world, cell), self.case.value(self.case.right, cell)
        same = isnan(value) or isclose(value, right, rel_tol=1e-9)
        return not same and not _is(self.case.written[cell], value)

    def _own(self, cell: str) -> bool:
        """Whether a cell was written by the one who made the mistake, and not handed out."""
        return not self.case.sheet.blanks or cell in self.case.sheet.blanks


def _is(number: Written, value: float) -> bool:
    """Whether a number is a value, to all its digits and to at least two decimals."""
    return isfinite(value) and number.fits(value, min(number.unit, FINE))


def _sum_rounded(world: World, side: str) -> float:
    try:
        return fsum(round(row.term, ROUNDED) for row in world.rows(side))
    except (ArithmeticError, ValueError):
        return nan


def _has(number: Written, decimals: int) -> bool:
    return number.form == "number" and abs(number.unit * 10.0**decimals - 1) < 1e-6


def _way(found: Explanation) -> object:
    """What makes two cells' explanations one: the same world, or the same kind of slip."""
    return found.id if found.misconception.scope == "cell" else id(found.world)


def _column(cell: str) -> tuple[str, str]:
    at = Cell.of(cell)
    return at.side, at.column


def is_reversed(mistake: Misconception, sheet: Sheet) -> bool:
    """Whether the sheet's own convention is what elsewhere would be this mistake."""
    own = {"exponential-gain": sheet.convention.gain, "log2-rank": sheet.convention.discount}
    return own.get(mistake.id, "") in ("exponential", "logb(i)")
