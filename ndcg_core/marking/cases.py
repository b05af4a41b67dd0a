"""A sheet, its numbers, and their values under each known mistake, throughout or in one step."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from math import isclose, isfinite
from typing import Literal, get_args

from ndcg_core.marking.verdicts import FINE_UNIT
from ndcg_core.misconceptions import MISCONCEPTIONS, Misconception
from ndcg_core.misconceptions.slips import truncate_decimals
from ndcg_core.numerals.numerals import WrittenNumber, read_numeral_or_none
from ndcg_core.sheets.calculation import (
    Calculation,
    find_value_or_nan,
    make_calculation,
    replace_orders,
)
from ndcg_core.sheets.cells import ORDER_SIDES, Cell, list_column
from ndcg_core.sheets.sheet import Sheet

ROW_COLUMNS = ("gain", "discount", "term")
"""The columns of a row that are calculated."""
SHORTENINGS = (
    partial(round, ndigits=2),
    partial(round, ndigits=3),
    partial(truncate_decimals, decimals=2),
)
STYLE_COUNT = 3 * len(SHORTENINGS)


def iterate_shortened_calculations(
    calc: Calculation, shortenings: Sequence[Callable[[float], float]] = SHORTENINGS
) -> Iterator[Calculation]:
    """Yield three calculations for each function: it shortens all terms, divisors or weights.

    >>> right = make_calculation(Sheet((3, 2)))
    >>> shortened = iterate_shortened_calculations(right)
    >>> [calc.calculate_total("actual") for calc in shortened][1]  # 3 + 2 / 1.58
    4.265822784810126
    """
    for short in shortenings:
        yield replace(calc, term_rule=lambda row, s=short: s(calc.term_rule(row)))  # type: ignore[misc]
        yield calc.with_shortened_divisors(short)
        yield calc.with_shortened_divisors(lambda value, s=short: 1 / s(1 / value))  # type: ignore[misc]


MAX_NAMED_CHANCE = 0.006
"""A mistake is named from one number if the chance that any number fits is at most this."""
MAX_POSSIBLE_CHANCE = 0.05
"""The same limit for calling a mistake possible if numbers were rounded before."""


MistakeKey = tuple[str, bool, tuple[str, ...]]
"""A mistake's id, whether it is about a mean, and the terms that its calculations depend on."""
Against = Literal["nothing", "rounding", "printed", "elsewhere", "beside", "here"]
"""The kinds of evidence against a mistake, from the weakest to the strongest.

nothing    no evidence
rounding   the mistake gives the number only if numbers were rounded on the way
printed    cells that are printed in the exercise
elsewhere  right cells that the author wrote elsewhere
beside     right rows beside this one, so the mistake was made in this row alone
here       cells that this one follows from, which rule out the mistake
"""
EVIDENCE_STRENGTH: Mapping[Against, int] = {name: n for n, name in enumerate(get_args(Against))}


@dataclass(frozen=True)
class MistakeExplanation:
    """A known mistake that gives a number, its calculation, and the evidence against it.

    ways   the same mistake at other ranks with the same number and as little evidence against it
    cells  the number of wrong cells of the same column that it explains in the same way
    """

    misconception: Misconception
    calc: Calculation
    against: Against = "nothing"
    ways: tuple[Calculation, ...] = ()
    cells: int = 1

    @property
    def id(self) -> str:
        """The id of the mistake."""
        return self.misconception.id


@dataclass(frozen=True, eq=False)
class SheetCase:
    """A sheet with its written numbers, and with its right and its mistaken calculations."""

    sheet: Sheet
    _mistaken: dict[MistakeKey, list[Calculation]] = field(default_factory=dict, init=False)
    _values: dict[int, dict[str, float]] = field(default_factory=dict, init=False)
    _stepping: dict[int, Calculation] = field(default_factory=dict, init=False)
    _step_values: dict[tuple[int, str], float] = field(default_factory=dict, init=False)

    def with_sheet(self, sheet: Sheet) -> "SheetCase":
        """Return a case for a sheet of the same exercise and orders, sharing calculations.

        The mistaken calculations are shared, because they depend only on the orders. Those that
        also depend on the written terms are kept for each text of these terms.
        """
        case = SheetCase(sheet)
        names = ("right_calculation", "base_calculations", "_mistaken", "_values")
        shared = {name: getattr(self, name) for name in names}
        vars(case).update(shared)
        return case

    @cached_property
    def written_numbers(self) -> Mapping[str, WrittenNumber]:
        """The numbers as they are written, by cell. Names and unreadable texts are left out."""
        base = self.sheet.convention.base
        given = self.sheet.given.items()
        texts = {cell: text for cell, text in given if Cell.parse(cell).column != "label"}
        numbers = {cell: read_numeral_or_none(text, base) for cell, text in texts.items()}
        return {cell: number for cell, number in numbers.items() if number}

    @cached_property
    def numbers(self) -> Mapping[str, float]:
        """The values of the readable numbers, by cell."""
        return {cell: number.value for cell, number in self.written_numbers.items()}

    @cached_property
    def right_calculation(self) -> Calculation:
        """The right calculation of the sheet."""
        return make_calculation(self.sheet)

    @cached_property
    def base_calculations(self) -> tuple[Calculation, ...]:
        """The right calculation, preceded by one with the written orders if they differ."""
        orders = []
        for side in ORDER_SIDES:
            exact = self.right_calculation.cut_order(side)
            numbers = map(self.numbers.get, list_column(side, "grade", len(exact)), exact)
            pairs = zip(numbers, exact, strict=True)
            orders.append([n if n is not None and 0 <= n <= 64 else r for n, r in pairs])
        written = replace_orders(self.right_calculation, *orders)
        same = (written.ranking, written.ideal) == (
            self.right_calculation.ranking,
            self.right_calculation.ideal,
        )
        return (self.right_calculation,) if same else (written, self.right_calculation)

    def make_mistaken_calculations(self, id: str, cell: str) -> list[Calculation]:
        """Return all calculations with the mistake `id` about a cell, from a cache.

        The mean has calculations of its own. All other cells share theirs.
        """
        terms: tuple[str, ...] = ()
        if MISCONCEPTIONS[id].depends_on_terms:
            cells = list_column("ideal", "term", self.sheet.count("ideal"))
            terms = tuple(self.sheet.given.get(name, "") for name in cells)
        key = id, cell == "mean", terms
        if key not in self._mistaken:
            iterate_calculations = MISCONCEPTIONS[id].iterate_calculations
            self._mistaken[key] = [
                mistaken
                for base in self.base_calculations
                for mistaken in iterate_calculations(base, self.sheet, cell)
            ]
        return self._mistaken[key]

    def explain_by_repeated_mistakes(
        self, cell: str, number: WrittenNumber
    ) -> Iterator[MistakeExplanation]:
        """Yield an explanation for each variant of a repeated mistake that gives a number.

        A repeated mistake is made in every step.

        number: the number in the cell, which the mistake must also change.
        """
        for mistake, calc in self.iterate_repeated_mistakes(cell):
            if self.changes_cell(calc, cell) and matches_value(
                number, self.find_value(calc, cell), calc.factor
            ):
                yield MistakeExplanation(mistake, calc)

    def iterate_repeated_mistakes(self, cell: str) -> Iterator[tuple[Misconception, Calculation]]:
        """Yield the pairs of `iterate_mistakes_about` with mistakes made in every step."""
        return (
            (m, calc) for m, calc in self.iterate_mistakes_about(cell) if m.scope == "throughout"
        )

    def iterate_mistakes_about(self, cell: str) -> Iterator[tuple[Misconception, Calculation]]:
        """Yield each mistake that can change a cell, with each of its calculations.

        The calculations of a mistake begin with those at the nearest ranks. Mistakes in writing
        down a number are left out.
        """
        rank = Cell.parse(cell).rank
        for mistake in MISCONCEPTIONS.values():
            if mistake.concept != "writing" and mistake.can_change_cell(cell):
                calcs = self.make_mistaken_calculations(mistake.id, cell)
                nearest_first = sorted(calcs, key=lambda calc: abs(calc.rank - rank))
                yield from ((mistake, calc) for calc in nearest_first)

    def explain_by_slips(self, cell: str, number: WrittenNumber) -> Iterator[MistakeExplanation]:
        """Yield an explanation for each slip in writing that gives a number for a cell.

        The slip is in the right number, or in the number that follows from the numbers before.
        """
        before = {name: n for name, n in self.numbers.items() if name != cell}
        sources = (self.right_calculation.with_written(before), *self.base_calculations)
        for mistake in MISCONCEPTIONS.values():
            is_slip = mistake.concept == "writing" and mistake.can_change_cell(cell)
            for calc in self.make_mistaken_calculations(mistake.id, cell) if is_slip else ():
                as_long = not calc.decimals or abs(number.unit * 10.0**calc.decimals - 1) < 1e-6
                if as_long and any(
                    matches_value(number, value)
                    and not isclose(value, source.find_value(cell), rel_tol=1e-9)
                    for source in sources
                    if isfinite(value := find_value_or_nan(calc, cell, source))
                ):
                    yield MistakeExplanation(mistake, calc)

    def changes_cell(self, calc: Calculation, cell: str) -> bool:
        """Return True if a mistaken calculation changes the number of a cell."""
        right = self.find_value(self.right_calculation, cell)
        return not isclose(self.find_value(calc, cell), right, rel_tol=1e-9)

    def find_value(self, calc: Calculation, cell: str) -> float:
        """Return the number of a cell in a calculation, or NaN, from a cache."""
        numbers = self._values.setdefault(id(calc), {})
        if cell not in numbers:
            numbers[cell] = find_value_or_nan(calc, cell)
        return numbers[cell]

    def find_step_value(self, calc: Calculation, cell: str) -> float:
        """Return a cell's number in `calc`, based on the numbers written before it, or NaN."""
        if calc.instead is not self.right_calculation.instead:
            return find_value_or_nan(calc, cell, self.stepwise_calculation)
        if id(calc) not in self._stepping:
            self._stepping[id(calc)] = calc.with_written(self.numbers)
        key = id(calc), cell
        if key not in self._step_values:
            self._step_values[key] = find_value_or_nan(self._stepping[id(calc)], cell)
        return self._step_values[key]

    @cached_property
    def stepwise_calculation(self) -> Calculation:
        """The right calculation from the numbers that the author wrote before each cell."""
        return self.right_calculation.with_written(self.numbers)


def matches_value(number: WrittenNumber, value: float, factor: float = 1.0) -> bool:
    """Return True if a written number is a value rounded to two decimals or more.

    factor: the factor by which the value is too large, so that 97 has the two decimals of 0.97.
    """
    return isfinite(value) and number.is_rounding_of(value, min(number.unit, factor * FINE_UNIT))
