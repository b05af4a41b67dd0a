"""Marking: what is true of each cell that somebody wrote, and what its author did."""

from collections.abc import Collection

from ndcg_core.marking.sheet_marking import Marking
from ndcg_core.marking.table import Marks
from ndcg_core.marking.verdicts import (
    RIGHT,
    WRONG,
)
from ndcg_core.metric.numbers import as_text
from ndcg_core.misconceptions import MISCONCEPTIONS, Misconception
from ndcg_core.misconceptions.misconception import Concept
from ndcg_core.sheets.sheet import Sheet


def mark(sheet: Sheet, taught: Collection[Concept] | None = None) -> Marks:
    """The verdict on every cell that is written or asked for, in the order of the calculation.

    right       the exact value, rounded to the digits given
    carried     what follows from other cells of the sheet as they are written, or rounded
    last-digit  cut off and not rounded; or within two units of the last digit, by 0.02 at most (a
                share of 1 by 0.004), where no known mistake gives it
    wrong       anything else, with the known mistake that gives it, if there is one
    invalid     not a number, or nothing

    taught: the concepts that the author has met; mistakes about others are kept for later.

    >>> sheet = Sheet((3, 2, 3, 0, 1), given={"dcg": "6.15", "idcg": "6.32", "ndcg": "0.9731"})
    >>> [(m.cell, m.verdict) for m in mark(sheet)]
    [('dcg', 'right'), ('idcg', 'right'), ('ndcg', 'carried')]
    """
    marking = Marking(sheet, taught)
    return Marks(marking.mark(cell) for cell in marking.asked)


def diagnose(value: float | str, cell: str, sheet: Sheet) -> list[Misconception]:
    """The known mistakes that give a number for a cell of a sheet, the likeliest first.

    A number that rounds to the right one, or that no known mistake gives, yields none; nor does a
    mistake that right cells of the sheet speak against. The digits count: "3.5" is taken as a
    rounding to one decimal.

    >>> [m.id for m in diagnose("9.00", "dcg", Sheet((3, 2, 3, 0, 1)))][:1]
    ['no-discount']
    """
    marking = Marking(sheet.with_given(cell, as_text(value)))
    number = marking.case.written.get(cell)
    if number is None or marking.verdicts.get(cell) in (None, RIGHT):
        return []
    found = marking.explained(cell)
    ids = [found.misconception, *found.others] if found.misconception else []
    if marking.verdicts[cell] != WRONG:
        ids += [e.id for e in marking.case.giving(cell, number)]
    return [MISCONCEPTIONS[id] for id in dict.fromkeys(ids)]
