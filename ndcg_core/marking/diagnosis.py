"""Diagnosis: the known mistakes that give a number, and the evidence against them.

A mistake explains a wrong cell if it gives the cell's number to all digits. It is made in all steps
("whole"), or only here, from the numbers written before ("step"). Right cells are evidence too: a
right cell that the mistake would change is evidence against it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from math import isclose, isfinite, isnan

from ndcg_core.marking.cases import (
    POSSIBLE,
    ROW_COLUMNS,
    STRENGTH,
    STYLES,
    Against,
    MistakeExplanation,
    SheetCase,
    in_styles,
    is_value,
)
from ndcg_core.marking.readings import is_cut_off
from ndcg_core.marking.verdicts import LAST_DIGIT, RIGHT, SHARES, WRONG
from ndcg_core.marking.wording import STEPS_BEFORE, TELLING, column_of, leads_to
from ndcg_core.misconceptions import MISCONCEPTIONS, Misconception
from ndcg_core.numerals.numerals import Written
from ndcg_core.sheets.calculation import Calculation, value_in
from ndcg_core.sheets.cells import SIDE_OF, Cell

SLIPS = 20
"""The approximate number of ways to write one digit of a number wrongly."""


class Diagnosis:
    """The known mistakes behind the wrong cells of a sheet."""

    def __init__(self, case: SheetCase, verdicts: Mapping[str, str]) -> None:
        self.case = case
        self.verdicts = verdicts
        self._explanations: dict[str, list[MistakeExplanation]] = {}
        self._numbers: dict[str, dict[str, int]] = {}

    def explanations(self, cell: str) -> list[MistakeExplanation]:
        """Return the known mistakes that give the number of a cell, the likeliest first.

        A mistake that explains more of the column comes first, then one without evidence from the
        author's own right cells against it, then one made in all steps before a slip, then the
        likelier one. A share with two decimals fits many mistakes, so an unlikely mistake does not
        explain it.
        """
        if cell not in self.case.written_numbers:
            return []
        ordered = sorted(self._explaining(cell), key=_order)
        rounded = (
            1e-9 < self.case.written_numbers[cell].unit < 0.5
        )  # a whole number stands for itself
        chances = (self.chance(cell, e.id) / e.calc.factor for e in ordered)
        unlikely = cell in SHARES and rounded and min(chances, default=0.0) > POSSIBLE
        return [] if unlikely else ordered

    @cached_property
    def _cells(self) -> Counter[tuple[object, object]]:
        """Count the wrong cells of each column that a mistake explains in the same way."""
        ways = ((column_of(c), {_way(e) for e in self._every(c)}) for c in self._wrong)
        return Counter((column, way) for column, of_one in ways for way in of_one)

    def chance(self, cell: str, id: str) -> float:
        """Return the chance that a random number fits this mistake or one that is as likely.

        The possible numbers of a cell are assumed to extend as far as the right number or this one.
        """
        if cell not in self._numbers:
            places: dict[str, int] = {}
            numbers: set[float] = set()
            for mistake, calc in self.case.whole(cell):
                value = self.case.step_value(calc, cell)
                if isfinite(value) and not self._is_refuted(calc, cell):
                    numbers.add(round(value, 6))
                places[mistake.id] = len(numbers)
            self._numbers[cell] = places
        number = self.case.written_numbers[cell]
        spread = max(1.0, abs(self.case.value(self.case.right, cell)), abs(number.value))
        return self._numbers[cell].get(id, SLIPS) * number.unit / spread

    @cached_property
    def _wrong(self) -> list[str]:
        return [
            c for c, v in self.verdicts.items() if v == WRONG and c in self.case.written_numbers
        ]

    @cached_property
    def _right(self) -> list[str]:
        """Return the cells that are evidence: right, and not printed in the exercise."""
        fine = [c for c, v in self.verdicts.items() if v in (RIGHT, LAST_DIGIT)]
        return [
            c for c in fine if c in self.case.written_numbers and not c.startswith("actual.grade.")
        ]

    def _explaining(self, cell: str) -> Iterator[MistakeExplanation]:
        """Yield each mistake in the ways with the most explained cells and the least evidence
        against.
        """
        counted = (
            replace(e, cells=self._cells[column_of(cell), _way(e)]) for e in self._every(cell)
        )
        of: dict[str, list[MistakeExplanation]] = {}
        for explanation in sorted(counted, key=_rank):
            of.setdefault(explanation.id, []).append(explanation)
        for first, *more in of.values():
            same = first.calc.rank, first.calc.average
            more = [e for e in more if (e.calc.rank, e.calc.average) != same]
            yield replace(first, ways=tuple(e.calc for e in more if _rank(e) == _rank(first)))

    def _every(self, cell: str) -> list[MistakeExplanation]:
        """Return every variant of every mistake that gives the number of a cell."""
        if cell not in self._explanations:
            slips = self.case.slips(cell, self.case.written_numbers[cell])
            self._explanations[cell] = (
                [*self._all(cell)] or [*self._explain_by_rounding(cell)] or [*slips]
            )
        return self._explanations[cell]

    def _all(self, cell: str) -> Iterator[MistakeExplanation]:
        """Yield mistakes that no cell here contradicts, and totals of other whole calculations.

        The totals count regardless of the cells before them. For a mean, they count if no cell of
        its author leads to it.
        """
        number = self.case.written_numbers[cell]
        own = cell == "mean" and any(self._own(c) for c in self._right if leads_to(c, cell))
        coarse = cell in SHARES and number.unit > TELLING * 1.001
        whole = not (own or coarse or Cell.of(cell).side or cell == "cg")
        for mistake, calc in self.case.speaking(cell):
            against = self._speaks_against(mistake, calc, cell, number)
            stronger = STRENGTH[against] > STRENGTH["printed"] and mistake.scope == "throughout"
            if whole and stronger and is_value(number, self.case.value(calc, cell), calc.factor):
                against = "printed"
            if against != "here":
                yield MistakeExplanation(mistake, calc, against)

    def _explain_by_rounding(self, cell: str) -> Iterator[MistakeExplanation]:
        """Yield the mistakes that give a sum of numbers that were rounded or cut off."""
        number = self.case.written_numbers[cell]
        if cell not in SIDE_OF or number.form == "expression":
            return
        for mistake, calc in self.case.whole(cell):
            same = isclose(self.case.value(calc, cell), self.case.value(self.case.right, cell))
            if same or STYLES * self.chance(cell, mistake.id) > POSSIBLE:
                continue
            fits = any(is_value(number, value_in(one, cell)) for one in in_styles(calc))
            fits = fits or is_cut_off(number, self.case.value(calc, cell))
            if fits and self._against(calc, cell) == "nothing":
                yield MistakeExplanation(mistake, calc, "rounding")

    def _speaks_against(
        self, mistake: Misconception, calc: Calculation, cell: str, number: Written
    ) -> Against:
        """Return the strongest evidence against a mistake, such as "here" or "nothing"."""
        stepped = self.case.step_value(calc, cell)
        right = value_in(self.case.stepping, cell)
        here = is_value(number, stepped, calc.factor) and not isclose(stepped, right, rel_tol=1e-9)
        whole = self.case.shows(calc, cell)
        whole = whole and is_value(number, self.case.value(calc, cell), calc.factor)
        if not here and not whole:
            return "here"
        in_a_row = Cell.of(cell).column in ROW_COLUMNS
        if mistake.scope == "cell":
            return "nothing" if here or in_a_row else self._against(calc, cell)
        orders = [(one.ranking, one.ideal) for one in self.case.calcs]
        row = (c for c in self._right if in_a_row and leads_to(c, cell))
        odd = [c for c in row if (".grade." in c or self._own(c)) and self._changes(calc, c)]
        of_order = in_a_row and (calc.ranking, calc.ideal) not in orders
        if any(self._own(other) or (of_order and ".grade." in other) for other in odd):
            return "here"
        if here and not self._is_refuted(calc, cell):
            return "elsewhere" if odd else "nothing"
        against = "here" if here else self._against(calc, cell)
        if against == "nothing" and odd:
            return "elsewhere"
        return "beside" if against == "here" and in_a_row and not of_order else against

    def _is_refuted(self, calc: Calculation, cell: str) -> bool:
        """Return True if the same step is right elsewhere in the column."""
        beside = (c for c in self._right if column_of(c) == column_of(cell) and self._own(c))
        return any(self._changes(calc, c) for c in beside)

    def _against(self, calc: Calculation, cell: str) -> Against:
        """Return the evidence against a whole calculation.

        Cells that follow from this one do not count, nor do printed cells that are unrelated to it.
        """
        sums = [c for c in ("dcg", "idcg") if cell in SHARES and c in self.case.written_numbers]
        changed = []
        for other in [*self._right, *sums]:
            before = leads_to(other, cell)
            if other == cell or leads_to(cell, other) or not (before or self._own(other)):
                continue
            if before or Cell.of(other).side:
                speaks = self._changes(calc, other)
            else:  # a sum, from the terms that stand
                speaks = not is_value(
                    self.case.written_numbers[other], self.case.step_value(calc, other)
                )
            changed += [other] * speaks
        if any(self._is_here(other, cell) for other in changed):
            return "here"
        if any(map(self._own, changed)):
            return "elsewhere"
        return "printed" if changed else "nothing"

    def _is_here(self, other: str, cell: str) -> bool:
        """Return True if the author calculated another cell directly from this one."""
        if cell in SHARES:
            return other in STEPS_BEFORE[cell][0]
        at, place = Cell.of(other), Cell.of(cell)
        sums = place.column in ("dcg", "idcg", "cg", "cumulative")
        summed = sums and leads_to(other, cell) and at.column in ("term", "cumulative")
        return self._own(other) and (summed or column_of(other) == column_of(cell))

    def _changes(self, calc: Calculation, cell: str) -> bool:
        """Return True if a calculation gives neither the right number nor the written one."""
        value = self.case.value(calc, cell)
        right = self.case.value(self.case.right, cell)
        same = isnan(value) or isclose(value, right, rel_tol=1e-9)
        return not same and not is_value(self.case.written_numbers[cell], value)

    def _own(self, cell: str) -> bool:
        """Return True if the author wrote the cell. Printed cells of an exercise do not count."""
        return not self.case.sheet.blanks or cell in self.case.sheet.blanks


def _way(explanation: MistakeExplanation) -> object:
    """Return a key that is equal for explanations of the same calculation or kind of slip."""
    return explanation.id if explanation.misconception.scope == "cell" else id(explanation.calc)


def _rank(explanation: MistakeExplanation) -> tuple[int, int]:
    return STRENGTH[explanation.against], -explanation.cells


def _order(explanation: MistakeExplanation) -> tuple[int, int, bool, bool, int]:
    return (
        -explanation.cells,
        max(STRENGTH["printed"], STRENGTH[explanation.against]),
        explanation.misconception.scope == "cell",
        explanation.against == "printed",
        [*MISCONCEPTIONS].index(explanation.id),
    )
