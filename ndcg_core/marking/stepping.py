"""One step in a calculation, taken from what is written before it: a mistake made just here."""

from collections.abc import Mapping
from math import fsum, nan

from ndcg_core.numerals.numerals import Written
from ndcg_core.sheets.calculation import Calculation, Row
from ndcg_core.sheets.cells import SIDE_OF, Cell

ROUNDED = 3
"""The decimals of terms that somebody may have rounded before adding them; with fewer, too many
mistakes come near any number."""


class Steps:
    """The numbers of a calculation whose author takes every number that is written as it stands.

    >>> from ndcg_core.sheets.sheet import Sheet
    >>> from ndcg_core.sheets.right_calculation import right_calculation
    >>> right = right_calculation(Sheet((3, 0, 2)))
    >>> Steps(right, {"actual.term.3": Written(2.0, 1.0)}).value("dcg")
    5.0
    """

    def __init__(self, calc: Calculation, written: Mapping[str, Written]) -> None:
        self.calc = calc
        self.written = written
        self._known: dict[str, float] = {}

    def value(self, cell: str) -> float:
        """The number that follows for a cell; nan where there is none."""
        if cell not in self._known:
            try:
                self._known[cell] = self.calc.finish(self._value(cell))
            except (ArithmeticError, ValueError):
                self._known[cell] = nan
        return self._known[cell]

    def _used(self, cell: str) -> float:
        written = self.written.get(cell)
        return self.value(cell) if written is None else written.value

    def _value(self, cell: str) -> float:
        at = Cell.of(cell)
        if at.column in SIDE_OF:
            return self._sum(SIDE_OF[at.column], self.calc.count(SIDE_OF[at.column]))
        if at.column == "cg":
            ranks = range(1, len(self.calc.order("actual")) + 1)
            return fsum(self._used(f"actual.gain.{rank}") for rank in ranks)
        if at.column == "ndcg":
            return self.calc.ratio(self._used("dcg"), self._used("idcg"))
        if at.column == "mean":
            return self.calc.mean_with(*(self._used(before) for before in ("dcg", "idcg", "ndcg")))
        if not at.side or at.rank > len(self.calc.order(at.side)):
            return self.calc.value(cell)
        return self._in_row(at)

    def _in_row(self, at: Cell) -> float:
        if at.column == "cumulative":
            return self._sum(at.side, at.rank)
        if at.column == "term":
            return self.calc.term_rule(self._row(at.side, at.rank))
        if at.column == "gain":
            return self._gain(at.side, self._grade(at.side, at.rank))
        return self.calc.value(str(at))

    def _grade(self, side: str, rank: int) -> float:
        written = self.written.get(f"{side}.grade.{rank}")
        order = self.calc.order(side)
        known = order[rank - 1] if rank <= len(order) else nan
        return known if written is None else written.value

    def _row(self, side: str, rank: int) -> Row:
        return Row(
            self._grade(side, rank),
            self._used(f"{side}.gain.{rank}"),
            self._used(f"{side}.discount.{rank}"),
        )

    def _gain(self, side: str, grade: float) -> float:
        return (self.calc.gain if side == "actual" else self.calc.ideal_gain)(grade)

    def _sum(self, side: str, ranks: int) -> float:
        rows = [
            self._row(side, rank)._replace(term=self._used(f"{side}.term.{rank}"))
            for rank in range(1, ranks + 1)
        ]
        return self.calc.sum_rule(rows)


def sum_rounded(calc: Calculation, side: str) -> float:
    """DCG of one side from terms rounded before they are added; nan where there is none."""
    try:
        return fsum(round(row.term, ROUNDED) for row in calc.rows(side))
    except (ArithmeticError, ValueError):
        return nan
