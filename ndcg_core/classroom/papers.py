"""Questions answered on a sheet: marked by the engine that marks all sheets."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ndcg_core.classroom.asked import (
    GROUP_NAMES,
    RIGHT_GROUP,
    UNKNOWN,
    UNREADABLE,
    Kind,
    Verdict,
    fields,
    first_sentence,
)
from ndcg_core.exercises.fading import filled
from ndcg_core.html_builder import html
from ndcg_core.marking.marks import Mark, mark
from ndcg_core.marking.verdicts import INVALID, WRONG
from ndcg_core.marking.wording import LATER, WRITE_DOWN, cell_name
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.misconceptions.misconception import Concept
from ndcg_core.numerals.numerals import read
from ndcg_core.numerals.refusals import Unreadable
from ndcg_core.sheets.cells import Cell
from ndcg_core.sheets.sheet import Sheet

UNMET = "No mistake that the lessons have come to so far gives this number."


@dataclass(frozen=True)
class FillingIn:
    """A sheet with blanks; an answer is grouped by the first mistake in it.

    asked   what is asked, as HTML
    taught  the concepts that have been met; None for all
    """

    asked: str
    sheet: Sheet
    taught: frozenset[Concept] | None = None
    kind: Kind = "sheet"

    @property
    def ask(self) -> str:
        """What is asked."""
        return self.asked

    @property
    def worked(self) -> str:
        """What stands in the last blank."""
        last = self.sheet.blanks[-1]
        return html(f"{_sentence(cell_name(last))} is {filled(self.sheet, last)}.")

    def read(self, given: object) -> dict[str, str]:
        """The texts of the blanks that were filled in; ValueError for what is no number."""
        found = fields(given, self.sheet.blanks, "fill in what is asked for")
        for cell in filter(self._holds_a_number, found):
            try:
                read(found[cell], self.sheet.convention.base)
            except Unreadable as error:
                raise ValueError(f"{_sentence(cell_name(cell))}: {error}") from None
        return found

    def _holds_a_number(self, cell: str) -> bool:
        """Names are none; and where nothing is relevant, 0/0 is an answer to NDCG."""
        zero_by_zero = cell == "ndcg" and not self.sheet.trace.idcg
        return self.sheet.exact(cell) is not None and not zero_by_zero

    def marks(self, answer: Mapping[str, str]) -> list[Mark]:
        """The marks of the blanks, in the order of the calculation."""
        blanks = set(self.sheet.blanks)
        return [m for m in mark(self.sheet.with_all(answer), self.taught) if m.cell in blanks]

    def judge(self, answer: Mapping[str, str]) -> Verdict:
        """Right where every blank is; else what its author did first."""
        marks = self.marks(answer)
        wrong = [m for m in marks if m.verdict == WRONG]
        if wrong:
            first = next((m for m in wrong if m.misconception), wrong[0])
            return Verdict("wrong", first.misconception or UNKNOWN, self._said(first))
        invalid = next((m for m in marks if m.verdict == INVALID), None)
        if invalid:
            return Verdict("invalid", UNREADABLE, self._said(invalid))
        return Verdict("right", RIGHT_GROUP, html(marks[-1].message))

    def _said(self, mark: Mark) -> str:
        """What is said of a cell once nothing can be tried again."""
        said = UNMET if mark.message == LATER else mark.message.removesuffix(f" {WRITE_DOWN}")
        if mark.verdict == INVALID:
            said = first_sentence(said) if mark.given else "It was left empty."
        several = len(self.sheet.blanks) > 1
        return html(f"{_sentence(cell_name(mark.cell))}: {said}" if several else said)

    def label(self, group: str) -> str:
        """What the authors of this group did."""
        if group in GROUP_NAMES:
            return "empty or not a number" if group == UNREADABLE else GROUP_NAMES[group]
        return html(MISCONCEPTIONS[group].action)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def bare_grades(sheet: Sheet, blanks: tuple[str, ...]) -> Sheet:
    """The sheet with its grades written down and nothing else, and these blanks."""
    sides = {Cell.of(cell).side or "actual" for cell in blanks} | {"actual"}
    grades = (c for c in sheet.cells if Cell.of(c).column == "grade" and Cell.of(c).side in sides)
    given = {c: filled(sheet, c) for c in grades if c.startswith("actual") and c not in blanks}
    return replace(sheet, given=given, blanks=blanks)
