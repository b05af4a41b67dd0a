"""Faded sheets: the skill or the last steps are blank first, then more and more, until all are."""

from collections.abc import Mapping
from dataclasses import replace
from math import fsum

from ndcg_core.exercises.variants import Variant
from ndcg_core.metric import number, short
from ndcg_core.sheets.cells import Cell, column
from ndcg_core.sheets.sheet import Sheet

SHOWN_DECIMALS = 3


def levels(variant: Variant) -> int:
    """Return the number of fading levels. Level 0 leaves only the last step blank.

    >>> levels(Variant("dcg", (3, 1, 0, 2)))
    3
    """
    return len(_stages(variant))


def fade(variant: Variant, level: int) -> Sheet:
    """Return the sheet of a variant with the last steps blank and earlier ones filled in.

    A level beyond the last counts as the last, where every cell of the skill is blank.

    >>> sheet = fade(Variant("dcg", (3, 1, 0, 2)), 1)
    >>> sheet.blanks
    ('actual.term.3', 'actual.term.4', 'dcg')
    """
    stages = _stages(variant)
    blank = {cell for stage in stages[: max(0, level) + 1] for cell in stage}
    sheet = variant.blank_sheet
    cells = _given_cells(variant, blank)
    given = {cell: right_text(sheet, cell) for cell in cells}
    return replace(sheet, given=given, blanks=tuple(c for c in sheet.cells if c in blank))


def solve(sheet: Sheet) -> Sheet:
    """Fill in every blank of a sheet with its right value.

    >>> solve(Sheet((3, 0, 2), blanks=("dcg",))).given
    {'dcg': '4.000'}
    """
    return sheet.with_all({cell: right_text(sheet, cell) for cell in sheet.blanks})


def right_text(sheet: Sheet, cell: str) -> str:
    """Return the right content of a cell, formatted for display."""
    value = sheet.exact(cell)
    if value is None:
        return sheet.label(cell)
    exactly = Cell.of(cell).column in ("grade", "gain")
    return short(value, 6) if exactly else number(value, SHOWN_DECIMALS)


def total_from_displayed(sheet: Sheet, cell: str) -> str:
    """Return a total calculated from the displayed, rounded numbers.

    >>> sheet = Sheet((3, 2, 3, 0, 1))
    >>> right_text(sheet, "idcg"), total_from_displayed(sheet, "idcg")
    ('6.323', '6.324')
    """
    if cell not in ("dcg", "idcg", "ndcg", "mean"):
        return right_text(sheet, cell)
    if cell == "ndcg":
        dcg, idcg = (float(total_from_displayed(sheet, name)) for name in ("dcg", "idcg"))
        return number(dcg / idcg, SHOWN_DECIMALS) if idcg else right_text(sheet, cell)
    if cell == "mean":
        scores = [float(total_from_displayed(query, "ndcg")) for query in (sheet, *sheet.queries)]
        return number(fsum(scores) / len(scores), SHOWN_DECIMALS)
    rows = sheet.trace.actual if cell == "dcg" else sheet.trace.ideal
    return number(fsum(float(number(row.value, SHOWN_DECIMALS)) for row in rows), SHOWN_DECIMALS)


def _stages(variant: Variant) -> tuple[tuple[str, ...], ...]:
    """Return the steps of a skill, starting with the last step."""
    k = variant.blank_sheet.trace.k
    terms, ideal_terms = column("actual", "term", k), column("ideal", "term", k)
    order = column("ideal", "grade", k)
    of: Mapping[str, list[tuple[str, ...]]] = {
        "cg": [("cg",)],
        "term": [(f"actual.{name}.{variant.rank}",) for name in ("term", "discount", "gain")],
        "dcg": [("dcg",), terms],
        "ideal-order": [order],
        "idcg": [("idcg",), ideal_terms, order],
        "mean": [("mean",), ("ndcg",)],
        "mean-empty": [("mean",), ("ndcg",)],
        "nothing-relevant": [("ndcg",), ("dcg", "idcg")],
        "judged-pool": [order, ("ndcg",), ("idcg",), ideal_terms],
    }
    full = [("ndcg",), ("idcg",), ideal_terms, order, ("dcg",), terms]
    if variant.skill in OWN:
        full.insert(0, column("actual", OWN[variant.skill], k))
    middles = ((stage, len(stage) // 2) for stage in of.get(variant.skill, full))
    halved = [half for stage, middle in middles for half in (stage[middle:], stage[:middle])]
    return tuple(dict.fromkeys(stage for stage in halved if stage))


def _given_cells(variant: Variant, blank: set[str]) -> tuple[str, ...]:
    """Return the filled-in cells: the steps that are not blank, and their inputs."""
    sheet = variant.blank_sheet
    stages = {cell for stage in _stages(variant) for cell in stage}
    k = sheet.trace.k
    sides = {"actual"} | {Cell.of(cell).side for cell in stages} - {""}
    names = GIVEN if variant.skill != "cg" else ("grade",)
    columns = (column(side, name, k) for side in sides for name in names)
    given = set[str]().union(*columns)
    telling = {cell.replace("grade", "gain") for cell in blank if ".grade." in cell}
    sums = {"dcg", "idcg"} if "ndcg" in stages else set()
    return tuple(cell for cell in sheet.cells if cell in (stages | given | sums) - blank - telling)


OWN = {"exponential": "gain", "textbook": "discount"}
"""For skills about one column, its blanks come first, because a division would not test it."""
GIVEN = ("grade", "gain", "discount")
"""The columns that are filled in unless a step leaves them blank. CG asks for the gains itself and
has no divisors."""
