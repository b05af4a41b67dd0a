"""Questions about a sheet: blanks to fill in, or a printed calculation to audit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum
from typing import Any

from ndcg_core.content import ContentTable
from ndcg_core.exercises.fading import count_levels, fade_sheet, format_right_value, solve_sheet
from ndcg_core.exercises.hinting import list_hints
from ndcg_core.exercises.mastery import find_outcome
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import Variant, list_practice_variants
from ndcg_core.html_builder import Html, html
from ndcg_core.lessons.blocks.questions import AnswerVerdict, Choice, NumberQuestion
from ndcg_core.lessons.blocks.reading import Reader
from ndcg_core.lessons.placeholders.settings import Value
from ndcg_core.lessons.prose import Prose
from ndcg_core.marking.marks import Mark, mark
from ndcg_core.marking.verdicts import INVALID, RIGHT, WRONG
from ndcg_core.marking.wording import capitalize_text, name_cell
from ndcg_core.metric import number, short
from ndcg_core.metric.worked import adds_up_after_rounding
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.misconceptions.misconception import Concept
from ndcg_core.sheets.cells import SIDE_OF_TOTAL, Cell, list_column
from ndcg_core.sheets.sheet import Sheet


def make_audited_sheet(sheet: Sheet, wrong_cell: str, mistake: str) -> Sheet:
    """Return a printed calculation with one mistake in one cell and in the sums after it.

    Raises ValueError if the mistake does not change that cell, or if the marking does not find
    exactly this mistake.

    >>> make_audited_sheet(Sheet((3, 2, 3)), "actual.term.2", "no-discount").given["dcg"]
    '6.500'
    """
    values = MISCONCEPTIONS[mistake].list_numbers(wrong_cell, sheet)
    printed_sheets = [_fill_in_wrong_value(sheet, wrong_cell, value) for value in values]
    faults = [
        _explain_other_marking(printed_sheet, wrong_cell, mistake)
        for printed_sheet in printed_sheets
    ]
    for printed_sheet, fault in zip(printed_sheets, faults, strict=True):
        if not fault:
            return printed_sheet
    raise ValueError(faults[0] if faults else f"{mistake} gives no number for {wrong_cell}.")


def _fill_in_wrong_value(sheet: Sheet, wrong_cell: str, value: float) -> Sheet:
    """Return a sheet as its author prints it, with a wrong value in one cell.

    The sums after this cell are calculated from the wrong value.
    """
    trace = sheet.trace
    side = Cell.parse(wrong_cell).side or SIDE_OF_TOTAL.get(wrong_cell, "")
    if not side:
        sums = {"dcg": number(trace.dcg), "idcg": number(trace.idcg), "ndcg": number(value)}
        return replace(sheet, given=sums)
    k = trace.k
    total = "dcg" if side == "actual" else "idcg"
    terms = list_column(side, "term", k)
    numbers = {cell: value if cell == wrong_cell else sheet.exact(cell) or 0.0 for cell in terms}
    grades = {cell: short(sheet.exact(cell) or 0.0) for cell in list_column(side, "grade", k)}
    texts = {cell: number(value) for cell, value in numbers.items()}
    summed = value if wrong_cell == total else fsum(float(text) for text in texts.values())
    return replace(sheet, given={**grades, **texts, total: number(summed)})


def _explain_other_marking(printed_sheet: Sheet, wrong_cell: str, mistake: str) -> str:
    """Explain why the marking does not find exactly this mistake. Return "" if it does."""
    wrong_marks = [m for m in mark(printed_sheet) if m.verdict == WRONG]
    if [m.cell for m in wrong_marks] != [wrong_cell]:
        cells = ", ".join(m.cell for m in wrong_marks) or "nothing"
        return f"the marking finds {cells} wrong, but only {wrong_cell} should be."
    if mistake not in (wrong_marks[0].misconception, *wrong_marks[0].others):
        return f"the marking diagnoses {wrong_marks[0].misconception} instead of {mistake}."
    return ""


@dataclass(frozen=True)
class Exercise:
    """A question that asks the learner to fill in the blanks of a sheet.

    taught  the concepts taught so far; None for all
    others  forms of the same exercise with other numbers
    """

    id: str
    ask: Prose
    sheet: Sheet
    hint: Prose
    kind: str = "sheet"
    taught: frozenset[Concept] | None = None
    others: tuple[Any, ...] = ()

    @cached_property
    def solution(self) -> Mapping[str, str]:
        """The right text of each blank, by cell."""
        given = solve_sheet(self.sheet).given
        return {cell: given[cell] for cell in self.sheet.blanks}

    @property
    def worked_solution(self) -> Html:
        """A sentence with the right value of the last blank."""
        last = self.sheet.blanks[-1]
        return html(f"{capitalize_text(name_cell(last))} is {self.solution[last]}.")

    def list_empty_cells(self, answer: Any) -> list[str]:
        """Return the blanks that an answer leaves empty, or all if it is not a mapping."""
        texts = answer if isinstance(answer, Mapping) else {}
        return [cell for cell in self.sheet.blanks if not str(texts.get(cell, "")).strip()]

    def judge(self, answer: Any) -> AnswerVerdict:
        """Mark every blank. Without a mapping of cells to texts, the outcome is "invalid"."""
        if not isinstance(answer, Mapping):
            return AnswerVerdict(INVALID, "There is no answer yet. Fill in the blanks.")
        blanks = set(self.sheet.blanks)
        texts = {cell: str(text) for cell, text in answer.items() if cell in blanks}
        written = self.sheet.with_all({cell: text for cell, text in texts.items() if text.strip()})
        marks = tuple(m for m in mark(written, self.taught) if m.cell in blanks)
        return AnswerVerdict(find_outcome(marks), "", marks)


@dataclass(frozen=True)
class Audit:
    """A printed calculation with one wrong line, which the learner finds and explains.

    printed_sheet  the printed calculation
    wrong          the wrong cell
    mistake        the misconception behind the wrong cell
    offered        the misconceptions to choose from
    """

    id: str
    ask: Prose
    printed_sheet: Sheet
    wrong: str
    mistake: str
    offered: tuple[str, ...]
    hint: Prose
    kind: str = "audit"
    others: tuple[Any, ...] = ()

    @property
    def choosable_cells(self) -> Sequence[str]:
        """The printed cells that the learner can choose. Grades are not among them."""
        return [
            c
            for c in self.printed_sheet.cells
            if c in self.printed_sheet.given and ".grade." not in c
        ]

    @cached_property
    def mark_of_wrong_cell(self) -> Mark:
        """The mark of the wrong cell, from marking the printed sheet."""
        return next(m for m in mark(self.printed_sheet) if m.cell == self.wrong)

    @property
    def explanation(self) -> str:
        """An explanation of the author's mistake."""
        known = self.mark_of_wrong_cell.misconception == self.mistake
        return (
            self.mark_of_wrong_cell.message
            if known
            else MISCONCEPTIONS[self.mistake].format_sentences("The author")
        )

    @cached_property
    def reply_by_mistake_id(self) -> Mapping[str, Html]:
        """The reply to each offered mistake that gives the printed number, by mistake id.

        Several mistakes can give the same number. For example, a term of 2.000 for a grade of 2 at
        rank 3 is either not discounted, or divided by the divisor of rank 1.
        """
        printed = self.printed_sheet.given[self.wrong]
        bare = replace(self.printed_sheet, given={})
        fitting = (
            mistake
            for mistake in self.offered
            if any(
                number(v) == printed for v in MISCONCEPTIONS[mistake].list_numbers(self.wrong, bare)
            )
        )
        return {mistake: self._format_reply(mistake) for mistake in (self.mistake, *fitting)}

    def _format_reply(self, mistake: str) -> Html:
        """Return a reply to a mistake that gives the printed number."""
        if mistake == self.mistake:
            return self.worked_solution
        title = MISCONCEPTIONS[mistake].title
        printed = self.printed_sheet.given[self.wrong]
        return html(
            f"“{title}” also gives {printed}, so this answer is as good. ", self.worked_solution
        )

    @property
    def solution(self) -> Mapping[str, str]:
        """The wrong cell and the mistake behind it."""
        return {"cell": self.wrong, "mistake": self.mistake}

    @property
    def worked_solution(self) -> Html:
        """The right value of the wrong cell and an explanation of the mistake."""
        exact = Value.from_number(self.printed_sheet.exact(self.wrong) or 0.0).html
        name = capitalize_text(name_cell(self.wrong))
        return html(f"{name} should be ", exact, f". {self.explanation}")

    def judge(self, answer: Any) -> AnswerVerdict:
        """Judge a line and a mistake. Accept any offered mistake that gives the printed number."""
        chosen = answer if isinstance(answer, Mapping) else {}
        cell = chosen.get("cell")
        mistake = chosen.get("mistake")
        if cell not in self.choosable_cells or mistake not in self.offered:
            return AnswerVerdict(INVALID, "Choose a line and the mistake in it.")
        if cell != self.wrong:
            return AnswerVerdict(WRONG, self._explain_right_cell(str(cell)))
        if mistake not in self.reply_by_mistake_id:
            sentence = "You found the line, but its author made a different mistake."
            return AnswerVerdict(WRONG, sentence)
        return AnswerVerdict(RIGHT, self.reply_by_mistake_id[mistake])

    def _explain_right_cell(self, cell: str) -> str:
        """Explain that a chosen cell is right, given the numbers that it follows from."""
        name = capitalize_text(name_cell(cell))
        side = SIDE_OF_TOTAL.get(cell)
        bare = side and f"{side}.term.1" not in self.printed_sheet.given
        source = "the grades" if bare else "the printed numbers before it"
        return f"{name} has no mistake of its own. It follows from {source}."


Question = Choice | NumberQuestion | Exercise | Audit
"""A question with an `id`, a text, a hint and a solution, which judges answers."""


def map_mistake_titles(ids: Sequence[str]) -> Mapping[str, str]:
    """Map the ids of misconceptions to their titles."""
    return {id: MISCONCEPTIONS[id].title for id in ids}


AUDIT_QUESTION = (
    "One line of this calculation is wrong. Which line is it, and what did its author do?"
)
MAX_BLANKS = 8
"""The largest number of blanks in an exercise of a check, so that a check stays short."""
AUDIT_COLUMNS = ("grade", "discount", "term")
TOTALS_BY_SIDE = {"actual": {"cg", "dcg", "ndcg"}, "ideal": {"idcg", "ndcg"}}
"""The sums that each order's terms lead to."""


def read_sheet_exercise(table: ContentTable, id: str, reader: Reader) -> Exercise:
    """Read an exercise: a stored variant of a skill at a level, or a ranking with blanks.

    Raises ValueError without blanks, or if the solution is not marked as right.
    """
    ask = reader.read_prose(table, "ask", "Fill in the blanks.")
    skill = table.pop_text("skill", "")
    blanks = table.pop_texts("blanks", [])
    sheet = (
        _read_faded_sheet(table, skill) if skill else _read_sheet_with_blanks(table, blanks, reader)
    )
    sheet = _keep_only_grades_for_cg(sheet)
    hint = reader.read_hint(table)
    if not sheet.blanks:
        table.refuse("there are no blanks. Name a skill or the cells to leave blank.")
    exercise = Exercise(id, ask, sheet, hint, taught=reader.taught)
    if exercise.judge(exercise.solution).outcome != RIGHT:
        table.refuse("the solution of the sheet is not marked as right.")
    return exercise


def list_skill_variants(table: ContentTable, skill: str) -> Sequence[Variant]:
    """Return the stored variants of a skill. Raise ValueError for an unknown skill."""
    if skill not in SKILLS:
        table.refuse(f"there is no skill {skill!r}. The skills are {', '.join(SKILLS)}.")
    return list_practice_variants(skill)


def _read_faded_sheet(table: ContentTable, skill: str) -> Sheet:
    """Return the faded sheet of a table's variant. Raise ValueError for an unknown variant."""
    stored = list_skill_variants(table, skill)
    nth = table.pop_whole_number("variant", 1)
    if nth > len(stored):
        table.refuse(f"variant is {nth}. {skill} has {len(stored)} variants.")
    variant = stored[nth - 1]
    return fade_sheet(variant, table.pop_whole_number("level", count_levels(variant)) - 1)


def _read_sheet_with_blanks(table: ContentTable, blanks: tuple[str, ...], reader: Reader) -> Sheet:
    """Return a sheet with blanks. Raise ValueError for bad cells, or if terms do not add up."""
    sheet = reader.read_setting(table).sheet
    if odd := [cell for cell in blanks if cell not in sheet.cells or blanks.count(cell) > 1]:
        message = f"{odd[0]!r} cannot be left blank. Name each cell once, like actual.term.2."
        table.refuse(message, "blanks")
    for total, rows in (("dcg", sheet.trace.actual), ("idcg", sheet.trace.ideal)):
        if total in blanks and not adds_up_after_rounding(
            [row.value for row in rows], sheet.exact(total) or 0.0
        ):
            table.refuse(f"the terms as they are printed do not add up to {total}.", "blanks")
    return _leave_cells_blank(sheet, blanks)


def _leave_cells_blank(sheet: Sheet, blanks: tuple[str, ...]) -> Sheet:
    """Return a sheet with blanks, and the right values in the cells that they depend on."""
    sides = {Cell.parse(cell).side for cell in blanks}
    of_totals = {side for side, totals in TOTALS_BY_SIDE.items() if totals & set(blanks)}
    worked = sides | of_totals
    parts = ((cell, Cell.parse(cell)) for cell in sheet.cells)
    cells = [cell for cell, at in parts if at.side in worked and at.column in AUDIT_COLUMNS]
    cells += [] if "actual" in worked else [c for c in sheet.cells if c.startswith("actual.grade.")]
    cells += ["dcg", "idcg"] if "ndcg" in blanks else []
    revealing = {cell.replace("grade", "term") for cell in blanks if ".grade." in cell}
    given = {
        cell: format_right_value(sheet, cell) for cell in cells if cell not in {*blanks, *revealing}
    }
    in_order = tuple(cell for cell in sheet.cells if cell in blanks)
    return replace(sheet, given=given, blanks=in_order)


def read_audit(table: ContentTable, id: str, reader: Reader) -> Audit:
    """Read an audit: its wrong cell, the mistake behind it, and the mistakes to choose from.

    Raises ValueError for an unknown mistake, or if the marking does not find exactly this one.
    """
    wrong = table.pop_text("cell")
    mistake = table.pop_text("mistake")
    offered = table.pop_texts("offer")
    for name in (mistake, *offered):
        if name not in MISCONCEPTIONS:
            table.refuse(f"there is no misconception {name!r}.")
    if mistake not in offered or len(set(offered)) < 2:
        table.refuse("offer must contain the mistake itself and at least one other.")
    sheet = reader.read_setting(table).sheet
    try:
        printed_sheet = make_audited_sheet(sheet, wrong, mistake)
    except ValueError as error:
        table.refuse(str(error))
    ask = reader.read_prose(table, "ask", AUDIT_QUESTION)
    return Audit(id, ask, printed_sheet, wrong, mistake, offered, reader.read_hint(table))


def make_skill_exercise(
    table: ContentTable, skill: str, nth: int, id: str, reader: Reader
) -> Exercise:
    """Make an exercise from a skill's nth variant at the last level with few enough blanks.

    If each level has too many blanks, the last level is used. `nth` counts from 1, and after the
    last variant from the first again.
    """
    stored = list_skill_variants(table, skill)
    variant = stored[(nth - 1) % len(stored)]
    sheets = [fade_sheet(variant, level) for level in range(count_levels(variant))]
    fitting = [sheet for sheet in sheets if len(sheet.blanks) <= MAX_BLANKS]
    ask = reader.convert_text(f"{SKILLS[skill].title}. Fill in the blanks.")
    sheet = _keep_only_grades_for_cg((fitting or sheets)[-1])
    gentlest = Prose(html(list_hints(sheet, sheet.blanks[0])[0]))
    return Exercise(id, ask, sheet, gentlest, taught=reader.taught)


def _keep_only_grades_for_cg(sheet: Sheet) -> Sheet:
    """Return a sheet with only its grades filled in if CG is its only blank.

    Any other sheet is returned unchanged.
    """
    if sheet.blanks != ("cg",):
        return sheet
    grades = {cell: text for cell, text in sheet.given.items() if ".grade." in cell}
    return replace(sheet, given=grades)
