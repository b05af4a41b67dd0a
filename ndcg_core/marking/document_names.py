"""The names of documents that somebody wrote beside the ranks."""

from collections.abc import Mapping

from ndcg_core.marking.verdicts import CARRIED, INVALID, RIGHT, WRONG, Ruling
from ndcg_core.metric import short
from ndcg_core.numerals.numerals import Written
from ndcg_core.sheets.cells import Cell, row
from ndcg_core.sheets.sheet import Sheet

ELSEWHERE = "This document stands at another rank."


def name_ruling(sheet: Sheet, cell: str, text: str, written: Mapping[str, Written]) -> Ruling:
    """The verdict on a document's name: right wherever a document of that grade belongs.

    Documents with equal grades may stand in either order, each once.

    >>> sheet = Sheet((1, 3), labels=("Chunk C", "Chunk A"))
    >>> name_ruling(sheet, "ideal.label.1", "A", {}).verdict
    'right'
    """
    at, line = Cell.of(cell), row(sheet.trace, Cell.of(cell))
    docs = _documents(sheet, text)
    if len(docs) != 1:
        return Ruling(INVALID, "There is no document of this name.")
    grade = sheet.grades[docs[0]]
    if at.side == "actual":
        return Ruling(RIGHT) if docs[0] == at.rank - 1 else Ruling(WRONG, ELSEWHERE)
    above = (f"ideal.label.{rank}" for rank in range(1, at.rank))
    if any(_documents(sheet, sheet.given[c]) == docs for c in above if c in sheet.given):
        return Ruling(WRONG, "This document stands further up already.")
    if grade == line.grade:
        return Ruling(RIGHT)
    beside = written.get(f"ideal.grade.{at.rank}")
    if beside and beside.value == grade:
        return Ruling(CARRIED, "It has the grade that is written beside it.")
    return Ruling(WRONG, f"This document has grade {short(grade, 6)}. Look at what belongs here.")


def _documents(sheet: Sheet, text: str) -> list[int]:
    """The retrieved documents that a name can mean: all of it, or its last word."""
    labels = [term.label.casefold() for term in (*sheet.trace.actual, *sheet.trace.beyond)]
    name = text.strip().casefold()
    if name in labels:
        return [labels.index(name)]
    return [i for i, label in enumerate(labels) if name in label.split()[-1:]]
