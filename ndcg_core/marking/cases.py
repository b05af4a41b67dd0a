"""A sheet, its numbers, and what each known mistake makes of it: throughout, or in one step."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain
from math import fsum, isfinite, nan
from typing import Literal, get_args

from ndcg_core.marking.verdicts import FINE
from ndcg_core.misconceptions import MISCONCEPTIONS, Misconception
from ndcg_core.misconceptions.misconception import value_in
from ndcg_core.misconceptions.slips import cut_off
from ndcg_core.numerals.numerals import Written, readable
from ndcg_core.sheets.calculation import Calculation, Row, right_calculation, with_orders
from ndcg_core.sheets.cells import SIDE_OF, Cell, column
from ndcg_core.sheets.sheet import Sheet


class Steps:
    """The numbers of a calculation whose author takes every number that is written as it stands.

    >>> right = right_calculation(Sheet((3, 0, 2)))
    >>> Steps(right, {"actual.term.3": Written(2.0, 1.0)}).value("dcg")
    5.0
    """

    def __init__(self, calc: Calculation, written: Mapping[str, Written]) -> None:
        self.calc = calc
        self.written = written
        self._numbers: dict[str, float] = {}

    def value(self, cell: str) -> float:
        """The number that follows for a cell; nan where there is none."""
        if cell not in self._numbers:
            try:
                self._numbers[cell] = self.calc.finish(self._value(cell))
            except (ArithmeticError, ValueError):
                self._numbers[cell] = nan
        return self._numbers[cell]

    def _used(self, cell: str) -> float:
        written = self.written.get(cell)
        return self.value(cell) if written is None else written.value

    def _value(self, cell: str) -> float:
        at, calc, used = Cell.of(cell), self.calc, self._used
        if at.column in SIDE_OF:
            return self._sum(SIDE_OF[at.column], calc.count(SIDE_OF[at.column]))
        if at.column == "cg":
            ranks = range(1, len(calc.order("actual")) + 1)
            return fsum(used(f"actual.gain.{rank}") for rank in ranks)
        if at.column == "ndcg":
            return calc.ratio(used("dcg"), used("idcg"))
        if at.column == "mean":
            return calc.mean_with(used("dcg"), used("idcg"), used("ndcg"))
        if at.rank <= len(calc.order(at.side)):
            if at.column == "cumulative":
                return self._sum(at.side, at.rank)
            if at.column == "term":
                return calc.term_rule(self._row(at.side, at.rank))
            if at.column == "gain":
                gain = calc.gain if at.side == "actual" else calc.ideal_gain
                return gain(self._grade(at.side, at.rank))
        return calc.value(cell)

    def _grade(self, side: str, rank: int) -> float:
        written = self.written.get(f"{side}.grade.{rank}")
        order = self.calc.order(side)
        grade = order[rank - 1] if rank <= len(order) else nan
        return grade if written is None else written.value

    def _row(self, side: str, rank: int) -> Row:
        return Row(
            self._grade(side, rank),
            self._used(f"{side}.gain.{rank}"),
            self._used(f"{side}.discount.{rank}"),
        )

    def _sum(self, side: str, ranks: int) -> float:
        rows = [
            self._row(side, rank)._replace(term=self._used(f"{side}.term.{rank}"))
            for rank in range(1, ranks + 1)
        ]
        return self.calc.sum_rule(rows)


SHORTENINGS = (partial(round, ndigits=2), partial(round, ndigits=3), partial(cut_off, decimals=2))


def in_styles(
    calc: Calculation, shortenings: Sequence[Callable[[float], float]] = SHORTENINGS
) -> Iterator[Calculation]:
    """A calculation by people who shorten its terms, divisors or weights before they add up.

    >>> right = right_calculation(Sheet((3, 2)))
    >>> [calc.total("actual") for calc in in_styles(right)][1]  # 3 + 2 / 1.58
    4.265822784810126
    """
    for short in shortenings:
        yield replace(calc, term_rule=lambda row, s=short: s(calc.term_rule(row)))  # type: ignore[misc]
        yield _divided(calc, short)
        yield _divided(calc, lambda value, s=short: 1 / s(1 / value))  # type: ignore[misc]


def _divided(calc: Calculation, by: Callable[[float], float]) -> Calculation:
    discount, ideal = calc.discount, calc.ideal_discount
    return replace(calc, discount=lambda i: by(discount(i)), ideal_discount=lambda i: by(ideal(i)))


STYLES = 3 * len(SHORTENINGS)

NAMED = 0.006
"""Up to this chance that any number would fit one of the mistakes that are as likely, a mistake is
named from one number."""
POSSIBLE = 0.05
"""Up to this chance, one is thought possible whose numbers were shortened on the way."""


Against = Literal["nothing", "printed", "elsewhere", "beside", "here"]
"""What speaks against a mistake: nothing; cells handed out with the sheet; right cells of the same
hand elsewhere; right rows beside this one, so that it was made in this row alone; or cells that
this one follows from, and then it is none."""
STRENGTH: Mapping[Against, int] = {name: n for n, name in enumerate(get_args(Against))}


@dataclass(frozen=True)
class MistakeExplanation:
    """A known mistake that gives a number, the calculation that does, and what is against it.

    ways: the same mistake at other ranks, where it gives the number too with as little against it
    """

    misconception: Misconception
    calc: Calculation
    against: Against = "nothing"
    fit: Literal["exact", "rounded"] = "exact"
    ways: tuple[Calculation, ...] = ()

    @property
    def id(self) -> str:
        return self.misconception.id


@dataclass(frozen=True, eq=False)
class SheetCase:
    """A sheet, its numbers, and the calculations that its mistakes are changes of."""

    sheet: Sheet
    _mistaken: dict[tuple[str, bool], list[Calculation]] = field(default_factory=dict, init=False)
    _values: dict[int, dict[str, float]] = field(default_factory=dict, init=False)

    @cached_property
    def written(self) -> Mapping[str, Written]:
        base, given = self.sheet.convention.base, self.sheet.given.items()
        texts = {cell: text for cell, text in given if Cell.of(cell).column != "label"}
        numbers = {cell: readable(text, base) for cell, text in texts.items()}
        return {cell: number for cell, number in numbers.items() if number}

    @cached_property
    def right(self) -> Calculation:
        return right_calculation(self.sheet)

    @cached_property
    def calcs(self) -> tuple[Calculation, ...]:
        """The right calculation with the orders that are written, and the right calculation."""
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

    def mistaken(self, id: str, cell: str) -> list[Calculation]:
        """What a mistake that can be about a cell makes of the sheet: alike for all but a mean."""
        key = id, cell == "mean"
        if key not in self._mistaken:
            calcs = MISCONCEPTIONS[id].calcs
            self._mistaken[key] = [
                w for right in self.calcs for w in calcs(right, self.sheet, cell)
            ]
        return self._mistaken[key]

    def gives(self, cell: str, number: Written) -> bool:
        """Whether a known mistake, made throughout, gives a number to all its digits; a slip in
        writing it down is none.
        """
        return any(is_value(number, self.value(c, cell), c.factor) for _, c in self.whole(cell))

    def giving(self, cell: str, number: Written) -> Iterator[MistakeExplanation]:
        """The known mistakes that give a number when they are made throughout."""
        for mistake, calc in chain(self.whole(cell), self.slips(cell, number)):
            if is_value(number, self.value(calc, cell), calc.factor):
                yield MistakeExplanation(mistake, calc)

    def whole(self, cell: str) -> Iterator[tuple[Misconception, Calculation]]:
        """Those that are made throughout."""
        return ((m, calc) for m, calc in self.speaking(cell) if m.scope == "throughout")

    def speaking(self, cell: str) -> Iterator[tuple[Misconception, Calculation]]:
        """The mistakes that can be about a cell; of other ranks' numbers, the nearest first."""
        rank = Cell.of(cell).rank
        for mistake in MISCONCEPTIONS.values():
            if mistake.concept != "writing" and mistake.speaks_of(cell):
                calcs = self.mistaken(mistake.id, cell)
                nearest_first = sorted(calcs, key=lambda calc: abs(calc.rank - rank))
                yield from ((mistake, calc) for calc in nearest_first)

    def slips(self, cell: str, number: Written) -> Iterator[tuple[Misconception, Calculation]]:
        """The slips in writing a number of so many decimals down."""
        for mistake in MISCONCEPTIONS.values():
            plain = number.form == "number" and mistake.concept == "writing"
            for calc in self.mistaken(mistake.id, cell) if plain else ():
                if abs(number.unit * 10.0**calc.decimals - 1) < 1e-6:
                    yield mistake, calc

    def value(self, calc: Calculation, cell: str) -> float:
        """The number that a calculation puts into a cell, worked out once."""
        numbers = self._values.setdefault(id(calc), {})
        if cell not in numbers:
            numbers[cell] = value_in(calc, cell)
        return numbers[cell]


def is_value(number: Written, value: float, factor: float = 1.0) -> bool:
    """Whether a number is a value, to all its digits and to at least two decimals.

    factor: how many times too large the value is, so that 97 has the two decimals of 0.97.
    """
    return isfinite(value) and number.fits(value, min(number.unit, factor * FINE))
