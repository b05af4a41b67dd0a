"""A sheet, its numbers, and their values under each known mistake, throughout or in one step."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from math import isclose, isfinite
from typing import Literal, get_args

from ndcg_core.marking.verdicts import FINE_UNIT
from ndcg_core.misconceptions import MISCONCEPTIONS, Misconception
from ndcg_core.misconceptions.slips import truncate_decimals
from ndcg_core.numerals.numerals import WrittenNumber, read_numeral_or_none
from ndcg_core.sheets.calculation import (
    Calculation,
    find_value_or_nan,
    finish_value_or_nan,
    make_calculation,
    replace_orders,
)
from ndcg_core.sheets.cells import Cell, list_column
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


MistakeKey = tuple[str, bool]
"""A mistake's id, and whether its calculations are about a mean."""
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


Orders = tuple[tuple[float, ...], tuple[float, ...]]
"""The grades of the counted ranks in the actual and in the ideal order."""


@dataclass(frozen=True)
class ExerciseCalculations:
    """The right calculation of an exercise, and its mistaken calculations so far.

    base      the right calculation, preceded by one with the written orders if they differ
    mistaken  the calculations with a mistake, by its key
    """

    base: tuple[Calculation, ...]
    mistaken: dict[MistakeKey, list[Calculation]] = field(default_factory=dict, init=False)


def _make_exercise_calculations(sheet: Sheet, written: Orders) -> ExerciseCalculations:
    """Return the calculations for a sheet without texts, and for the orders that are written."""
    right = make_calculation(sheet)
    other = replace_orders(right, *written)
    same = (other.ranking, other.ideal) == (right.ranking, right.ideal)
    return ExerciseCalculations((right,) if same else (other, right))


CACHED_EXERCISES = 16
"""The number of exercises, with their written orders, whose calculations are kept: about 1 MB each.
A class answers one exercise at a time."""
_find_exercise_calculations = lru_cache(maxsize=CACHED_EXERCISES)(_make_exercise_calculations)


@dataclass(frozen=True, eq=False)
class SheetCase:
    """A sheet with its written numbers, and with its right and its mistaken calculations.

    Cases of the same exercise and orders share their calculations, except for those that also
    depend on the written terms.
    """

    sheet: Sheet
    _mistaken_by_terms: dict[MistakeKey, list[Calculation]] = field(
        default_factory=dict, init=False
    )
    _stepping: dict[int, Calculation] = field(default_factory=dict, init=False)
    _step_values: dict[tuple[int, str], float] = field(default_factory=dict, init=False)

    @cached_property
    def _exercise_calculations(self) -> ExerciseCalculations:
        """The calculations that depend only on the exercise and on the written orders."""
        sheet = self.sheet
        rules = sheet.convention.gain, sheet.convention.discount
        is_constant = all(isinstance(rule, str) for rule in rules)  # a function may change
        find = _find_exercise_calculations if is_constant else _make_exercise_calculations
        exercise = replace(sheet, given={}, working={}, blanks=(), labels=None, name="")
        actual, ideal = (
            self._read_order(side, [term.grade for term in terms])
            for side, terms in (("actual", sheet.trace.actual), ("ideal", sheet.trace.ideal))
        )
        return find(exercise, (actual, ideal))

    def _read_order(self, side: str, exact: Sequence[float]) -> tuple[float, ...]:
        """Return the grades of an order, as they are written or else exact."""
        numbers = map(self.numbers.get, list_column(side, "grade", len(exact)), exact)
        pairs = zip(numbers, exact, strict=True)
        return tuple(n if n is not None and 0 <= n <= 64 else r for n, r in pairs)

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

    @property
    def right_calculation(self) -> Calculation:
        """The right calculation of the sheet."""
        return self._exercise_calculations.base[-1]

    @property
    def base_calculations(self) -> tuple[Calculation, ...]:
        """The right calculation, preceded by one with the written orders if they differ."""
        return self._exercise_calculations.base

    def make_mistaken_calculations(self, id: str, cell: str) -> list[Calculation]:
        """Return all calculations with the mistake `id` about a cell, from a cache.

        The mean has calculations of its own. All other cells share theirs.
        """
        known = self._exercise_calculations.mistaken
        if MISCONCEPTIONS[id].depends_on_terms:
            known = self._mistaken_by_terms
        key = id, cell == "mean"
        if key not in known:
            iterate_calculations = MISCONCEPTIONS[id].iterate_calculations
            known[key] = [
                mistaken
                for base in self.base_calculations
                for mistaken in iterate_calculations(base, self.sheet, cell)
            ]
        return known[key]

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
        unchanged = [find_value_or_nan(source, cell) for source in sources]
        for mistake in MISCONCEPTIONS.values():
            is_slip = mistake.concept == "writing" and mistake.can_change_cell(cell)
            for calc in self.make_mistaken_calculations(mistake.id, cell) if is_slip else ():
                as_long = not calc.decimals or abs(number.unit * 10.0**calc.decimals - 1) < 1e-6
                if not as_long:
                    continue
                if calc.instead is self.right_calculation.instead:
                    values = [finish_value_or_nan(calc, value) for value in unchanged]
                else:
                    values = [find_value_or_nan(calc, cell, source) for source in sources]
                if any(
                    matches_value(number, value) and not isclose(value, right, rel_tol=1e-9)
                    for value, right in zip(values, unchanged, strict=True)
                ):
                    yield MistakeExplanation(mistake, calc)

    def changes_cell(self, calc: Calculation, cell: str) -> bool:
        """Return True if a mistaken calculation changes the number of a cell."""
        right = self.find_value(self.right_calculation, cell)
        return not isclose(self.find_value(calc, cell), right, rel_tol=1e-9)

    def find_value(self, calc: Calculation, cell: str) -> float:
        """Return the number of a cell in a calculation, or NaN, from a cache."""
        if cell not in calc.known_values:
            calc.known_values[cell] = find_value_or_nan(calc, cell)
        return calc.known_values[cell]

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
