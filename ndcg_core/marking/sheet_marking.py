"""The marking of one sheet: every cell's ruling, then the diagnosis of those that are wrong."""

from collections.abc import Collection, Mapping
from functools import cached_property
from math import isnan

from ndcg_core.marking.cases import Case
from ndcg_core.marking.derivations import Readings
from ndcg_core.marking.diagnosis import Diagnosis
from ndcg_core.marking.document_names import name_ruling
from ndcg_core.marking.ideal_order import OrderFault, order_fault, order_rulings
from ndcg_core.marking.readings import Steps
from ndcg_core.marking.record import Mark
from ndcg_core.marking.unexplained import say_unexplained
from ndcg_core.marking.verdicts import (
    CARRIED,
    CUT,
    FOLLOWS,
    INVALID,
    RIGHT,
    WRONG,
    Evidence,
    Ruling,
    Verdict,
    rule,
)
from ndcg_core.marking.wording import Diagnosed, author, say, with_bounds
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.misconceptions.misconception import Concept
from ndcg_core.numerals.numerals import meant, read
from ndcg_core.numerals.reader import Unreadable
from ndcg_core.sheets.cells import Cell
from ndcg_core.sheets.sheet import Sheet

FOR_THE_ORDER = "Right for the order written."
ALMOST_FOR_THE_ORDER = "Right for the order written, but for its last digit."
NO_VALUE = ("nan", "undefined", "none", "no value", "n/a")
"""What may be written where the convention gives NDCG no value."""


class Marking:
    """One sheet being marked: first every verdict, then what explains the wrong ones."""

    def __init__(self, sheet: Sheet, taught: Collection[Concept] | None = None) -> None:
        self.sheet = sheet
        self.taught = taught
        self.case = Case(sheet)
        self.readings: dict[Steps, Readings] = {
            steps: Readings(self.case.right, self.case.written, steps)
            for steps in ("as-written", "rounded", "cut")
        }
        asked = {*sheet.given, *sheet.blanks}
        self.asked = [cell for cell in sheet.cells if cell in asked]

    @cached_property
    def rulings(self) -> Mapping[str, Ruling]:
        """The verdict on what is written in each cell."""
        orders = order_rulings(self.sheet, self.case.written, self.fault)
        texts = ((cell, self.sheet.given.get(cell, "")) for cell in self.asked)
        return {cell: orders.get(cell) or self.ruling(cell, text) for cell, text in texts}

    @cached_property
    def fault(self) -> OrderFault | None:
        """What is wrong with the ideal order as a whole."""
        return order_fault(self.sheet)

    @cached_property
    def verdicts(self) -> Mapping[str, Verdict]:
        """The same, without the sentences."""
        return {cell: ruling.verdict for cell, ruling in self.rulings.items()}

    @cached_property
    def diagnosis(self) -> Diagnosis:
        """The known mistakes behind the wrong numbers."""
        return Diagnosis(self.case, self.verdicts)

    def mark(self, cell: str) -> Mark:
        """The verdict on a cell and on its working, explained."""
        text, exact = self.sheet.given.get(cell, ""), self.sheet.exact(cell)
        said, verdict = self.explained(cell), self.verdicts[cell]
        working = self.sheet.working.get(cell, ())
        earlier = tuple(self.earlier(cell, written) for written in working)
        message = with_bounds(cell, self.case.written.get(cell), said.message)
        known, others, sure = said.misconception, said.others, said.certainty
        return Mark(cell, text, exact, verdict, known, message, others, earlier, sure)

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
        return rule(meant(number, exact), self.evidence(cell, exact))

    def evidence(self, cell: str, exact: float) -> Evidence:
        """What the other cells say about this one."""
        return Evidence(
            cell,
            exact,
            lambda steps: self.readings[steps].derived(cell),
            lambda number: self.case.gives(cell, number),
        )

    def explained(self, cell: str) -> Diagnosed:
        """The likeliest mistake, how sure it is, the sentence, and the other mistakes."""
        ruling = self.rulings[cell]
        if ruling.verdict == WRONG:
            return self.faulty_order(ruling) if _is_order(cell) else self.diagnosed(cell)
        if self.is_zero_by_zero(cell, ruling):
            known = MISCONCEPTIONS["all-zero-divides"]
            return Diagnosed(known.id, "named", f"{author(self.sheet)} {known.deed}. {known.look}")
        message = ruling.message
        if ruling.verdict == CARRIED and self.follows_order(cell):
            message = FOR_THE_ORDER if message == FOLLOWS else ALMOST_FOR_THE_ORDER
        return Diagnosed("cut-off" if message == CUT else None, "", message)

    def faulty_order(self, ruling: Ruling) -> Diagnosed:
        """What is wrong with the ideal order as a whole."""
        fault = self.fault
        known = fault.misconception if fault else None
        return Diagnosed(
            known, "named" if known else "unknown", fault.message if fault else ruling.message
        )

    def diagnosed(self, cell: str) -> Diagnosed:
        """The known mistakes behind a wrong number, or where to look first."""
        found = self.diagnosis.explanations(cell)
        if not found:
            if not self.case.written.get(cell):
                return Diagnosed(None, "", self.rulings[cell].message)
            return Diagnosed(None, "unknown", say_unexplained(cell, self.verdicts))
        counted = [(e, self.diagnosis.support(cell, e)) for e in found]
        return say(self.sheet, cell, self.case.written[cell], counted, self.taught)

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
