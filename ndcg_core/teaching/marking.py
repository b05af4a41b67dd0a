"""Marking: what is true of each cell that somebody wrote, and what its author did."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isnan

from ndcg_core.teaching.cells import Cell
from ndcg_core.teaching.diagnosis import Case, Explanation, likelihood
from ndcg_core.teaching.marks_shown import Marks
from ndcg_core.teaching.mistakes import MISCONCEPTIONS
from ndcg_core.teaching.names import name_ruling
from ndcg_core.teaching.numerals import read
from ndcg_core.teaching.order import order_fault, order_rulings
from ndcg_core.teaching.reader import Unreadable
from ndcg_core.teaching.readings import AS_WRITTEN, Readings
from ndcg_core.teaching.rulings import (
    CARRIED,
    FOLLOWS,
    INVALID,
    RIGHT,
    WRONG,
    Evidence,
    Ruling,
    rule,
)
from ndcg_core.teaching.sheets import Sheet
from ndcg_core.teaching.unexplained import say_unexplained

FOR_THE_ORDER = "Right for the order written."
ALMOST_FOR_THE_ORDER = "Right for the order written, but for its last digit."
NO_VALUE = ("nan", "undefined", "none", "no value", "n/a")
"""What may be written where the convention gives NDCG no value."""


@dataclass(frozen=True)
class Mark:
    """The verdict on one cell.

    given          what is written, "" where nothing is
    exact          the exact value; None for a name, nan where NDCG has no value
    verdict        "right", "carried", "last-digit", "wrong" or "invalid"
    misconception  the id of the likeliest known mistake, or None
    message        one or two sentences, "" where a cell is right
    others         the ids of further mistakes that give the same number, the likeliest first
    working        the verdicts on earlier ways of writing the same cell
    """

    cell: str
    given: str
    exact: float | None
    verdict: str
    misconception: str | None = None
    message: str = ""
    others: tuple[str, ...] = ()
    working: tuple["Mark", ...] = ()


def mark(sheet: Sheet) -> Marks:
    """The verdict on every cell that is written or asked for, in the order of the calculation.

    right       the exact value, rounded to the digits given
    carried     what follows from other cells of the sheet as they are written, or rounded
    last-digit  within two units of the last digit
    wrong       anything else, with the known mistake that gives it, if there is one
    invalid     not a number, or nothing

    >>> sheet = Sheet((3, 2, 3, 0, 1), given={"dcg": "6.15", "idcg": "6.32", "ndcg": "0.9731"})
    >>> [(m.cell, m.verdict) for m in mark(sheet)]
    [('dcg', 'right'), ('idcg', 'right'), ('ndcg', 'carried')]
    """
    marking = _Marking(sheet)
    return Marks(marking.mark(cell) for cell in marking.asked)


class _Marking:
    """One sheet being marked: first every verdict, then what explains the wrong ones."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.case = Case(sheet)
        self.as_written = Readings(self.case.right, self.case.written, AS_WRITTEN)
        self.on_the_way = Readings(self.case.right, self.case.written)
        asked = {*sheet.given, *sheet.blanks}
        self.asked = [cell for cell in sheet.cells if cell in asked]

    @cached_property
    def rulings(self) -> Mapping[str, Ruling]:
        """The verdict on what is written in each cell."""
        orders = order_rulings(self.sheet, self.case.written)
        texts = ((cell, self.sheet.given.get(cell, "")) for cell in self.asked)
        return {cell: orders.get(cell) or self.ruling(cell, text) for cell, text in texts}

    @cached_property
    def found(self) -> Mapping[str, list[Explanation]]:
        """The known mistakes behind each wrong number."""
        return {
            cell: self.case.explanations(cell, self.case.written[cell])
            for cell, ruling in self.rulings.items()
            if ruling.verdict == WRONG and cell in self.case.written and not _is_order(cell)
        }

    def mark(self, cell: str) -> Mark:
        """The verdict on a cell and on its working, explained."""
        text, exact, ruling = (
            self.sheet.given.get(cell, ""),
            self.sheet.exact(cell),
            self.rulings[cell],
        )
        known, message, others = self.explained(cell, ruling)
        working = self.sheet.working.get(cell, ())
        earlier = tuple(self.earlier(cell, written) for written in working)
        return Mark(cell, text, exact, ruling.verdict, known, message, others, earlier)

    def earlier(self, cell: str, text: str) -> Mark:
        """The verdict on an earlier way of writing a cell."""
        ruling = self.ruling(cell, text)
        return Mark(cell, text, self.sheet.exact(cell), ruling.verdict, None, ruling.message)

    def ruling(self, cell: str, text: str) -> Ruling:
        """The verdict on a text in a cell."""
        exact = self.sheet.exact(cell)
        if exact is None:
            return name_ruling(self.sheet, cell, text, self.case.written)
        if isnan(exact) and text.strip().lower() in NO_VALUE:
            return Ruling(RIGHT)
        try:
            number = read(text, self.sheet.convention.base)
        except Unreadable as error:
            return Ruling(INVALID, str(error))
        return rule(number, self.evidence(cell, exact))

    def evidence(self, cell: str, exact: float) -> Evidence:
        """What the other cells say about this one."""
        written, rounded = self.as_written.derived(cell), self.on_the_way.derived(cell)
        return Evidence(
            cell, exact, written, rounded, lambda number: self.case.mistaken(cell, number)
        )

    def explained(self, cell: str, ruling: Ruling) -> tuple[str | None, str, tuple[str, ...]]:
        """The likeliest mistake, the sentence, and the other mistakes."""
        if cell in self.found:
            return self.diagnosed(cell)
        fault = order_fault(self.sheet) if _is_order(cell) else None
        if fault and ruling.verdict == WRONG:
            return fault.misconception, fault.message, ()
        if self.is_zero_by_zero(cell, ruling):
            known = MISCONCEPTIONS["all-zero-divides"]
            return known.id, known.message, ()
        message = ruling.message
        if ruling.verdict == CARRIED and self.follows_order(cell):
            message = FOR_THE_ORDER if message == FOLLOWS else ALMOST_FOR_THE_ORDER
        return None, message, ()

    def diagnosed(self, cell: str) -> tuple[str | None, str, tuple[str, ...]]:
        """The same, for a wrong number; a mistake that explains more of the column goes first."""
        found = sorted(self.found[cell], key=lambda e: (-self.support(cell, e), _place(e)))
        if not found:
            verdicts = {c: ruling.verdict for c, ruling in self.rulings.items()}
            return None, say_unexplained(cell, verdicts), ()
        ids = tuple(explanation.misconception.id for explanation in found)
        return ids[0], found[0].message, ids[1:]

    def support(self, cell: str, explanation: Explanation) -> int:
        """How many wrong cells of the same column a mistake explains."""
        column = Cell.of(cell).column
        return sum(
            any(e.misconception is explanation.misconception for e in found)
            for other, found in self.found.items()
            if Cell.of(other).column == column
        )

    def follows_order(self, cell: str) -> bool:
        """Whether a cell is carried on from a wrong grade in its own row."""
        at = Cell.of(cell)
        grade = f"{at.side}.grade.{at.rank}"
        written = self.case.written.get(grade)
        if written is None or grade == cell:
            return False
        return not written.fits(self.sheet.exact(grade) or 0.0, 0.0)

    def is_zero_by_zero(self, cell: str, ruling: Ruling) -> bool:
        """Whether somebody wrote 0/0, nan or the like where nothing is relevant."""
        written = bool(self.sheet.given.get(cell, "").strip())
        zero = cell == "ndcg" and not self.sheet.trace.idcg
        return zero and written and ruling.verdict == INVALID


def _is_order(cell: str) -> bool:
    return cell.startswith("ideal.grade.")


def _place(explanation: Explanation) -> int:
    return likelihood(explanation.misconception)
