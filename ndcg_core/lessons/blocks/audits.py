"""A printed calculation with one mistake in it, made by running the misconception."""

from dataclasses import replace
from math import fsum

from ndcg_core.marking.marks import mark
from ndcg_core.marking.verdicts import WRONG
from ndcg_core.metric import number, short
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.sheets.cells import SIDE_OF, Cell, column
from ndcg_core.sheets.sheet import Sheet


def audit_paper(sheet: Sheet, wrong: str, mistake: str) -> Sheet:
    """The sheet as an author prints who makes one mistake, once, and goes on from there.

    ValueError where the mistake gives no other number for that cell, or the marking does not find
    just that.

    >>> audit_paper(Sheet((3, 2, 3)), "actual.term.2", "no-discount").given["dcg"]
    '6.500'
    """
    values = MISCONCEPTIONS[mistake].numbers(wrong, sheet)
    papers = [_printed(sheet, wrong, value) for value in values]
    faults = [_fault(paper, wrong, mistake) for paper in papers]
    for paper, fault in zip(papers, faults, strict=True):
        if not fault:
            return paper
    raise ValueError(faults[0] if faults else f"{mistake} gives no number for {wrong}.")


def _printed(sheet: Sheet, wrong: str, value: float) -> Sheet:
    side = Cell.of(wrong).side or SIDE_OF.get(wrong, "")
    given = _row_texts(sheet, side, wrong, value) if side else _ratio_texts(sheet, value)
    return replace(sheet, given=given)


def _row_texts(sheet: Sheet, side: str, wrong: str, value: float) -> dict[str, str]:
    k, total = sheet.trace.k, "dcg" if side == "actual" else "idcg"
    terms = column(side, "term", k)
    numbers = {cell: value if cell == wrong else sheet.exact(cell) or 0.0 for cell in terms}
    grades = {cell: short(sheet.exact(cell) or 0.0) for cell in column(side, "grade", k)}
    texts = {cell: number(value) for cell, value in numbers.items()}
    summed = value if wrong == total else fsum(float(text) for text in texts.values())
    return {**grades, **texts, total: number(summed)}


def _ratio_texts(sheet: Sheet, value: float) -> dict[str, str]:
    trace = sheet.trace
    return {"dcg": number(trace.dcg), "idcg": number(trace.idcg), "ndcg": number(value)}


def _fault(paper: Sheet, wrong: str, mistake: str) -> str:
    """Why the marking does not find just this mistake; "" if it does."""
    found = [m for m in mark(paper) if m.verdict == WRONG]
    if [m.cell for m in found] != [wrong]:
        cells = ", ".join(m.cell for m in found) or "nothing"
        return f"the marking finds {cells} wrong, and it should be {wrong} alone."
    if mistake not in (found[0].misconception, *found[0].others):
        return f"the marking takes this for {found[0].misconception}, not for {mistake}."
    return ""
