"""Questions on paper, read from TOML: sheets and audits."""

from dataclasses import replace

from ndcg_core.content import Table
from ndcg_core.exercises.fading import fade, filled, levels
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.stored import variants_for
from ndcg_core.lessons.blocks.audits import audit_paper
from ndcg_core.lessons.blocks.papers import Audit, Exercise
from ndcg_core.lessons.blocks.reading import Reader
from ndcg_core.marking.verdicts import RIGHT
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.sheets.sheet import Sheet

AUDIT = "One line of this calculation is wrong. Which, and what did its author do?"
MOST_BLANKS = 8
"""A check's sheet has at most so many blanks: the gate asks for care, not for endurance."""
SHOWN = ("grade", "discount", "term")
TOTALS = {"actual": {"cg", "dcg", "ndcg"}, "ideal": {"idcg", "ndcg"}}
"""The sums that each order's terms lead to."""


def read_sheet(table: Table, id: str, reader: Reader) -> Exercise:
    """A sheet: of a skill's stored list, faded to a level, or of a ranking and its blanks."""
    ask = reader.prose(table, "ask", "Fill in the blanks.")
    skill, blanks = table.text("skill", ""), table.texts("blanks", [])
    sheet = _faded(table, skill) if skill else _left_blank(table, blanks, reader)
    sheet, hint = _bare(sheet), reader.hint(table)
    if not sheet.blanks:
        table.refuse("there are no blanks; name a skill, or the cells to leave blank.")
    exercise = Exercise(id, ask, sheet, hint, taught=reader.taught)
    if exercise.judge(exercise.solution).outcome != RIGHT:
        table.refuse("the sheet's own solution is not marked right.")
    return exercise


def _faded(table: Table, skill: str) -> Sheet:
    if skill not in SKILLS:
        table.refuse(f"there is no skill {skill!r}; there are {', '.join(SKILLS)}.")
    stored = variants_for(skill)
    nth = table.whole("variant", 1)
    if nth > len(stored):
        table.refuse(f"variant is {nth}; {skill} has {len(stored)}.")
    variant = stored[nth - 1]
    return fade(variant, table.whole("level", levels(variant)) - 1)


def _left_blank(table: Table, blanks: tuple[str, ...], reader: Reader) -> Sheet:
    sheet = reader.setting(table).sheet
    if odd := [cell for cell in blanks if cell not in sheet.cells or blanks.count(cell) > 1]:
        said = f"{odd[0]!r} cannot be left blank; a cell is called like actual.term.2, and once."
        table.refuse(said, "blanks")
    return _with_blanks(sheet, blanks)


def _with_blanks(sheet: Sheet, blanks: tuple[str, ...]) -> Sheet:
    """The sheet with these cells blank, and with what they are worked out from filled in."""
    named = {cell.partition(".")[0] for cell in blanks if "." in cell}
    of_totals = {side for side, totals in TOTALS.items() if totals & set(blanks)}
    worked = named | of_totals
    shown = [cell for cell in sheet.cells if cell.partition(".")[0] in worked]
    shown = [cell for cell in shown if _column(cell) in SHOWN]
    shown += [] if "actual" in worked else [c for c in sheet.cells if c.startswith("actual.grade.")]
    shown += ["dcg", "idcg"] if "ndcg" in blanks else []
    revealing = {cell.replace("grade", "term") for cell in blanks if _column(cell) == "grade"}
    given = {cell: filled(sheet, cell) for cell in shown if cell not in {*blanks, *revealing}}
    in_order = tuple(cell for cell in sheet.cells if cell in blanks)
    return replace(sheet, given=given, blanks=in_order)


def _column(cell: str) -> str:
    return cell.split(".")[1] if "." in cell else cell


def read_audit(table: Table, id: str, reader: Reader) -> Audit:
    """An audit: the cell that is wrong, the mistake behind it, and the mistakes offered."""
    wrong, mistake, offered = table.text("cell"), table.text("mistake"), table.texts("offer")
    for name in (mistake, *offered):
        if name not in MISCONCEPTIONS:
            table.refuse(f"there is no misconception {name!r}.")
    if mistake not in offered or len(set(offered)) < 2:
        table.refuse("offer must hold the mistake itself, and at least one other.")
    sheet = reader.setting(table).sheet
    try:
        paper = audit_paper(sheet, wrong, mistake)
    except ValueError as error:
        table.refuse(str(error))
    ask = reader.prose(table, "ask", AUDIT)
    return Audit(id, ask, paper, wrong, mistake, offered, reader.hint(table))


def of_skill(table: Table, skill: str, nth: int, id: str, reader: Reader) -> Exercise:
    """A sheet of a skill's nth stored list, as much of it blank as a check asks for."""
    stored = variants_for(skill) if skill in SKILLS else []
    if not stored:
        table.refuse(f"there is no skill {skill!r}; there are {', '.join(SKILLS)}.")
    variant = stored[(nth - 1) % len(stored)]
    sheets = [fade(variant, level) for level in range(levels(variant))]
    fitting = [sheet for sheet in sheets if len(sheet.blanks) <= MOST_BLANKS]
    ask = reader.inline(f"{SKILLS[skill].title}. Fill in the blanks.")
    return Exercise(id, ask, _bare((fitting or sheets)[-1]), taught=reader.taught)


def _bare(sheet: Sheet) -> Sheet:
    """Where only CG is asked for, without the divisors: a gain is added up undivided."""
    if sheet.blanks != ("cg",):
        return sheet
    kept = {cell: text for cell, text in sheet.given.items() if ".grade." in cell}
    return replace(sheet, given=kept)
