"""Faded sheets: the first level leaves the last steps blank, the last level every step."""

from collections.abc import Mapping
from dataclasses import replace
from math import fsum

from ndcg_core.exercises.variants import Variant
from ndcg_core.metric import number, short
from ndcg_core.sheets.cells import Cell, list_column
from ndcg_core.sheets.sheet import Sheet

SHOWN_DECIMALS = 3


def count_levels(variant: Variant) -> int:
    """Return the number of fading levels of a variant.

    At level 0, only one step is blank, usually the last.

    >>> count_levels(Variant("dcg", (3, 1, 0, 2)))
    3
    """
    return len(_list_steps(variant))


def fade_sheet(variant: Variant, level: int) -> Sheet:
    """Return a variant's sheet with the steps up to a level blank and the others filled in.

    Usually the last step of the calculation becomes blank first. At the last level, every cell of
    the skill is blank. A higher level counts as the last, and a negative level as 0.

    >>> sheet = fade_sheet(Variant("dcg", (3, 1, 0, 2)), 1)
    >>> sheet.blanks
    ('actual.term.3', 'actual.term.4', 'dcg')
    """
    stages = _list_steps(variant)
    blank = {cell for stage in stages[: max(0, level) + 1] for cell in stage}
    sheet = variant.unfilled_sheet
    cells = _list_given_cells(variant, blank)
    given = {cell: format_right_value(sheet, cell) for cell in cells}
    return replace(sheet, given=given, blanks=tuple(c for c in sheet.cells if c in blank))


def solve_sheet(sheet: Sheet) -> Sheet:
    """Return a sheet with the right value in every blank.

    >>> solve_sheet(Sheet((3, 0, 2), blanks=("dcg",))).given
    {'dcg': '4.000'}
    """
    return sheet.with_all({cell: format_right_value(sheet, cell) for cell in sheet.blanks})


def format_right_value(sheet: Sheet, cell: str) -> str:
    """Return the right text of a cell: its number, rounded, or its label.

    Grades and gains have at most 6 decimals. Other numbers have `SHOWN_DECIMALS`.
    """
    value = sheet.exact(cell)
    if value is None:
        return sheet.label(cell)
    exactly = Cell.parse(cell).column in ("grade", "gain")
    return short(value, 6) if exactly else number(value, SHOWN_DECIMALS)


def format_displayed_total(sheet: Sheet, cell: str) -> str:
    """Return a total as text, calculated from the rounded numbers on the sheet.

    Other cells get their right text, and so does NDCG if IDCG is 0.

    >>> sheet = Sheet((3, 2, 3, 0, 1))
    >>> format_right_value(sheet, "idcg"), format_displayed_total(sheet, "idcg")
    ('6.323', '6.324')
    """
    if cell not in ("dcg", "idcg", "ndcg", "mean"):
        return format_right_value(sheet, cell)
    if cell == "ndcg":
        dcg, idcg = (float(format_displayed_total(sheet, name)) for name in ("dcg", "idcg"))
        return number(dcg / idcg, SHOWN_DECIMALS) if idcg else format_right_value(sheet, cell)
    if cell == "mean":
        scores = [float(format_displayed_total(query, "ndcg")) for query in (sheet, *sheet.queries)]
        return number(fsum(scores) / len(scores), SHOWN_DECIMALS)
    rows = sheet.trace.actual if cell == "dcg" else sheet.trace.ideal
    return number(fsum(float(number(row.value, SHOWN_DECIMALS)) for row in rows), SHOWN_DECIMALS)


def _list_steps(variant: Variant) -> tuple[tuple[str, ...], ...]:
    """Return a variant's steps in the order in which they become blank, each as its cells.

    Usually the last step of the calculation comes first. A skill about an earlier step begins with
    that step. A step with several cells is split into two.
    """
    k = variant.unfilled_sheet.trace.k
    terms = list_column("actual", "term", k)
    ideal_terms = list_column("ideal", "term", k)
    order = list_column("ideal", "grade", k)
    steps_by_skill: Mapping[str, list[tuple[str, ...]]] = {
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
    if variant.skill in SKILL_COLUMNS:
        full.insert(0, list_column("actual", SKILL_COLUMNS[variant.skill], k))
    middles = ((stage, len(stage) // 2) for stage in steps_by_skill.get(variant.skill, full))
    halved = [half for stage, middle in middles for half in (stage[middle:], stage[:middle])]
    return tuple(dict.fromkeys(stage for stage in halved if stage))


def _list_given_cells(variant: Variant, blank: set[str]) -> tuple[str, ...]:
    """Return the cells that the sheet fills in: the inputs, and the steps that are not blank."""
    sheet = variant.unfilled_sheet
    stages = {cell for stage in _list_steps(variant) for cell in stage}
    k = sheet.trace.k
    sides = {"actual"} | {Cell.parse(cell).side for cell in stages} - {""}
    names = GIVEN_COLUMNS if variant.skill != "cg" else ("grade",)
    columns = (list_column(side, name, k) for side in sides for name in names)
    given = set[str]().union(*columns)
    revealing = {cell.replace("grade", "gain") for cell in blank if ".grade." in cell}
    sums = {"dcg", "idcg"} if "ndcg" in stages else set()
    return tuple(
        cell for cell in sheet.cells if cell in (stages | given | sums) - blank - revealing
    )


SKILL_COLUMNS = {"exponential": "gain", "textbook": "discount"}
"""The columns that are blank first, because a blank for a division would not test the skill."""
GIVEN_COLUMNS = ("grade", "gain", "discount")
"""The columns that are filled in unless a step leaves them blank. CG has no divisors."""
