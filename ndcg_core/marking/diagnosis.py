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
    EVIDENCE_STRENGTH,
    MAX_POSSIBLE_CHANCE,
    ROW_COLUMNS,
    STYLE_COUNT,
    Against,
    MistakeExplanation,
    SheetCase,
    iterate_shortened_calculations,
    matches_value,
)
from ndcg_core.marking.readings import is_truncation_of
from ndcg_core.marking.verdicts import LAST_DIGIT, RIGHT, SHARE_CELLS, WRONG
from ndcg_core.marking.wording import STEPS_BEFORE, TELLING_CHANCE, find_side_and_column, is_used_by
from ndcg_core.misconceptions import MISCONCEPTIONS, Misconception
from ndcg_core.numerals.numerals import WrittenNumber
from ndcg_core.sheets.calculation import Calculation, find_value_or_nan
from ndcg_core.sheets.cells import SIDE_OF_TOTAL, Cell

SLIP_CHANCE = 20
"""The approximate number of ways to write one digit of a number wrongly."""


class Diagnosis:
    """The known mistakes behind the wrong cells of a sheet."""

    def __init__(self, case: SheetCase, verdicts: Mapping[str, str]) -> None:
        self.case = case
        self.verdicts = verdicts
        self._explanations: dict[str, list[MistakeExplanation]] = {}
        self._numbers: dict[str, dict[str, int]] = {}

    def list_explanations(self, cell: str) -> list[MistakeExplanation]:
        """Return explanations of a cell's number by known mistakes, the likeliest first.

        Returns [] for a cell without a readable number.

        A mistake that explains more of the column comes first, then one without evidence from the
        author's own right cells against it, then one made in all steps before a slip, then one
        without evidence from printed cells, then the likelier one. A share with two decimals fits
        many mistakes, so an unlikely mistake does not explain it.
        """
        if cell not in self.case.written_numbers:
            return []
        ordered = sorted(self._find_explanations(cell), key=_make_cell_count_key)
        rounded = 1e-9 < self.case.written_numbers[cell].unit < 0.5  # a whole number is exact
        chances = (self.estimate_chance(cell, e.id) / e.calc.factor for e in ordered)
        unlikely = (
            cell in SHARE_CELLS and rounded and min(chances, default=0.0) > MAX_POSSIBLE_CHANCE
        )
        return [] if unlikely else ordered

    @cached_property
    def _explained_counts(self) -> Counter[tuple[object, object]]:
        """The number of wrong cells that a calculation explains, by column and calculation."""
        ways = (
            (find_side_and_column(c), {_identify_calculation(e) for e in self._list_variants(c)})
            for c in self._readable_wrong_cells
        )
        return Counter((column, way) for column, of_one in ways for way in of_one)

    def estimate_chance(self, cell: str, id: str) -> float:
        """Return the chance that a random number fits a mistake or a likelier one.

        The possible numbers of a cell are assumed to extend as far as the right number or this one.
        """
        if cell not in self._numbers:
            places: dict[str, int] = {}
            numbers: set[float] = set()
            for mistake, calc in self.case.iterate_repeated_mistakes(cell):
                value = self.case.find_step_value(calc, cell)
                if isfinite(value) and not self._is_refuted(calc, cell):
                    numbers.add(round(value, 6))
                places[mistake.id] = len(numbers)
            self._numbers[cell] = places
        number = self.case.written_numbers[cell]
        spread = max(
            1.0, abs(self.case.find_value(self.case.right_calculation, cell)), abs(number.value)
        )
        return self._numbers[cell].get(id, SLIP_CHANCE) * number.unit / spread

    @cached_property
    def _readable_wrong_cells(self) -> list[str]:
        """The wrong cells that have a readable number."""
        return [
            c for c, v in self.verdicts.items() if v == WRONG and c in self.case.written_numbers
        ]

    @cached_property
    def _evidence_cells(self) -> list[str]:
        """The right or nearly right cells that count as evidence: all but the ranking's grades."""
        fine = [c for c, v in self.verdicts.items() if v in (RIGHT, LAST_DIGIT)]
        return [
            c for c in fine if c in self.case.written_numbers and not c.startswith("actual.grade.")
        ]

    def _find_explanations(self, cell: str) -> Iterator[MistakeExplanation]:
        """Yield the best explanation of a cell for each mistake.

        It has the least evidence against it, and among those, explains the most cells. Equally good
        explanations at other ranks are its `ways`.
        """
        counted = (
            replace(
                e,
                cells=self._explained_counts[find_side_and_column(cell), _identify_calculation(e)],
            )
            for e in self._list_variants(cell)
        )
        by_mistake: dict[str, list[MistakeExplanation]] = {}
        for explanation in sorted(counted, key=_make_evidence_key):
            by_mistake.setdefault(explanation.id, []).append(explanation)
        for first, *others in by_mistake.values():
            variant = _identify_variant(first.calc, cell)
            ways = tuple(
                other.calc
                for other in others
                if _identify_variant(other.calc, cell) != variant
                if _make_evidence_key(other) == _make_evidence_key(first)
            )
            yield replace(first, ways=ways)

    def _list_variants(self, cell: str) -> list[MistakeExplanation]:
        """Return every variant of the mistakes that give the number of a cell.

        Sums of rounded numbers count only if no other mistake is possible, and slips in writing
        count only if there is no such sum.
        """
        if cell not in self._explanations:
            slips = self.case.explain_by_slips(cell, self.case.written_numbers[cell])
            self._explanations[cell] = (
                [*self._iterate_possible_mistakes(cell)]
                or [*self._iterate_rounding_mistakes(cell)]
                or [*slips]
            )
        return self._explanations[cell]

    def _iterate_possible_mistakes(self, cell: str) -> Iterator[MistakeExplanation]:
        """Yield explanations of a cell by possible mistakes, with the evidence against each.

        A mistake that the cells before contradict is left out, unless it gives a total when it is
        made in all steps. For a mean, this counts only if no cell of its author leads to it.
        """
        number = self.case.written_numbers[cell]
        own = cell == "mean" and any(
            self._is_written_by_author(c) for c in self._evidence_cells if is_used_by(c, cell)
        )
        coarse = cell in SHARE_CELLS and number.unit > TELLING_CHANCE * 1.001
        whole = not (own or coarse or Cell.parse(cell).side or cell == "cg")
        for mistake, calc in self.case.iterate_mistakes_about(cell):
            against = self._find_evidence(mistake, calc, cell, number)
            stronger = (
                EVIDENCE_STRENGTH[against] > EVIDENCE_STRENGTH["printed"]
                and mistake.scope == "throughout"
            )
            if (
                whole
                and stronger
                and matches_value(number, self.case.find_value(calc, cell), calc.factor)
            ):
                against = "printed"
            if against != "here":
                yield MistakeExplanation(mistake, calc, against)

    def _iterate_rounding_mistakes(self, cell: str) -> Iterator[MistakeExplanation]:
        """Yield explanations of DCG or IDCG by mistakes, with numbers shortened on the way.

        Yields nothing for other cells, and for formulas.
        """
        number = self.case.written_numbers[cell]
        if cell not in SIDE_OF_TOTAL or number.form == "expression":
            return
        for mistake, calc in self.case.iterate_repeated_mistakes(cell):
            same = isclose(
                self.case.find_value(calc, cell),
                self.case.find_value(self.case.right_calculation, cell),
            )
            if same or STYLE_COUNT * self.estimate_chance(cell, mistake.id) > MAX_POSSIBLE_CHANCE:
                continue
            fits = any(
                matches_value(number, find_value_or_nan(one, cell))
                for one in iterate_shortened_calculations(calc)
            )
            fits = fits or is_truncation_of(number, self.case.find_value(calc, cell))
            if fits and self._weigh_evidence(calc, cell) == "nothing":
                yield MistakeExplanation(mistake, calc, "rounding")

    def _find_evidence(
        self, mistake: Misconception, calc: Calculation, cell: str, number: WrittenNumber
    ) -> Against:
        """Return the kind of the strongest evidence against a mistake (see `Against`).

        Returns "here" if the mistake does not give the number.
        """
        stepped = self.case.find_step_value(calc, cell)
        right = self.case.find_step_value(self.case.right_calculation, cell)
        here = matches_value(number, stepped, calc.factor) and not isclose(
            stepped, right, rel_tol=1e-9
        )
        whole = self.case.changes_cell(calc, cell)
        whole = whole and matches_value(number, self.case.find_value(calc, cell), calc.factor)
        if not here and not whole:
            return "here"
        in_a_row = Cell.parse(cell).column in ROW_COLUMNS
        if mistake.scope == "cell":
            return "nothing" if here or in_a_row else self._weigh_evidence(calc, cell)
        orders = [(one.ranking, one.ideal) for one in self.case.base_calculations]
        row = (c for c in self._evidence_cells if in_a_row and is_used_by(c, cell))
        odd = [
            c
            for c in row
            if (".grade." in c or self._is_written_by_author(c))
            and self._gives_third_number(calc, c)
        ]
        of_order = in_a_row and (calc.ranking, calc.ideal) not in orders
        if any(
            self._is_written_by_author(other) or (of_order and ".grade." in other) for other in odd
        ):
            return "here"
        if here and not self._is_refuted(calc, cell):
            return "elsewhere" if odd else "nothing"
        against = "here" if here else self._weigh_evidence(calc, cell)
        if against == "nothing" and odd:
            return "elsewhere"
        return "beside" if against == "here" and in_a_row and not of_order else against

    def _is_refuted(self, calc: Calculation, cell: str) -> bool:
        """Return True if a mistake would change a right cell in the column of `cell`.

        Only cells that the author wrote count.
        """
        beside = (
            c
            for c in self._evidence_cells
            if find_side_and_column(c) == find_side_and_column(cell)
            and self._is_written_by_author(c)
        )
        return any(self._gives_third_number(calc, c) for c in beside)

    def _weigh_evidence(self, calc: Calculation, cell: str) -> Against:
        """Return the strongest kind of evidence against a mistake that is made in all steps.

        Cells that follow from this one do not count, nor do printed cells that are unrelated to it.
        """
        sums = [
            c for c in ("dcg", "idcg") if cell in SHARE_CELLS and c in self.case.written_numbers
        ]
        changed = []
        for other in [*self._evidence_cells, *sums]:
            before = is_used_by(other, cell)
            if (
                other == cell
                or is_used_by(cell, other)
                or not (before or self._is_written_by_author(other))
            ):
                continue
            if before or Cell.parse(other).side:
                speaks = self._gives_third_number(calc, other)
            else:  # a sum, from the terms that stand
                speaks = not matches_value(
                    self.case.written_numbers[other], self.case.find_step_value(calc, other)
                )
            changed += [other] * speaks
        if any(self._is_directly_related(other, cell) for other in changed):
            return "here"
        if any(map(self._is_written_by_author, changed)):
            return "elsewhere"
        return "printed" if changed else "nothing"

    def _is_directly_related(self, other: str, cell: str) -> bool:
        """Return True if `other` is directly before `cell`, a sum or share, or in its column.

        The cells directly before a sum are terms and running sums. The author must have written the
        other cell, except for one that a share follows from.
        """
        if cell in SHARE_CELLS:
            return other in STEPS_BEFORE[cell][0]
        at = Cell.parse(other)
        place = Cell.parse(cell)
        sums = place.column in ("dcg", "idcg", "cg", "cumulative")
        summed = sums and is_used_by(other, cell) and at.column in ("term", "cumulative")
        return self._is_written_by_author(other) and (
            summed or find_side_and_column(other) == find_side_and_column(cell)
        )

    def _gives_third_number(self, calc: Calculation, cell: str) -> bool:
        """Return True if a calculation gives neither the right number nor the written one.

        Returns False if it gives no number at all.
        """
        value = self.case.find_value(calc, cell)
        right = self.case.find_value(self.case.right_calculation, cell)
        same = isnan(value) or isclose(value, right, rel_tol=1e-9)
        return not same and not matches_value(self.case.written_numbers[cell], value)

    def _is_written_by_author(self, cell: str) -> bool:
        """Return True if the author wrote the cell. Printed cells of an exercise do not count."""
        return not self.case.sheet.blanks or cell in self.case.sheet.blanks


def _identify_calculation(explanation: MistakeExplanation) -> object:
    """Return a key that is equal for explanations of the same calculation or kind of slip."""
    return explanation.id if explanation.misconception.scope == "cell" else id(explanation.calc)


def _identify_variant(calc: Calculation, cell: str) -> tuple[object, ...]:
    """Return a key that is equal for variants of a mistake with the same rank and operation.

    In a row, different words mean different operations. In a total, the words do not count.
    """
    action = calc.action if Cell.parse(cell).side else ""
    return calc.rank, calc.average, action


def _make_evidence_key(explanation: MistakeExplanation) -> tuple[int, int]:
    """Return a sort key that puts explanations with less evidence against them first."""
    return EVIDENCE_STRENGTH[explanation.against], -explanation.cells


def _make_cell_count_key(explanation: MistakeExplanation) -> tuple[int, int, bool, bool, int]:
    """Return a sort key that puts explanations of more cells first."""
    return (
        -explanation.cells,
        max(EVIDENCE_STRENGTH["printed"], EVIDENCE_STRENGTH[explanation.against]),
        explanation.misconception.scope == "cell",
        explanation.against == "printed",
        [*MISCONCEPTIONS].index(explanation.id),
    )
