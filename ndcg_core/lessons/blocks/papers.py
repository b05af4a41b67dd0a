"""Questions on paper: a sheet with blanks to fill in, and a printed calculation to audit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ndcg_core.exercises.fading import solved
from ndcg_core.exercises.hinting import hints
from ndcg_core.exercises.mastery import outcome
from ndcg_core.html_builder import Html, html
from ndcg_core.lessons.blocks.questions import Judged
from ndcg_core.lessons.placeholders.values import Value
from ndcg_core.lessons.prose import Prose
from ndcg_core.marking.marks import mark
from ndcg_core.marking.record import Mark
from ndcg_core.marking.unexplained import cell_name
from ndcg_core.marking.verdicts import INVALID, RIGHT, WRONG
from ndcg_core.metric import number
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.misconceptions.misconception import Concept
from ndcg_core.sheets.cells import SIDE_OF
from ndcg_core.sheets.sheet import Sheet


@dataclass(frozen=True)
class Exercise:
    """A sheet with blanks, marked cell by cell; taught: the concepts that have been met."""

    id: str
    ask: Prose
    sheet: Sheet
    tip: Prose | None = None
    kind: str = "sheet"
    taught: frozenset[Concept] | None = None

    @property
    def hint(self) -> Html:
        """The lesson's own hint, or the gentlest one for the first blank."""
        return self.tip.shown() if self.tip else html(hints(self.sheet, self.sheet.blanks[0])[0])

    @cached_property
    def solution(self) -> Mapping[str, str]:
        """Every blank, filled in rightly."""
        given = solved(self.sheet).given
        return {cell: given[cell] for cell in self.sheet.blanks}

    @property
    def worked(self) -> Html:
        """The blanks in words."""
        last = self.sheet.blanks[-1]
        name = cell_name(last)
        return html(f"{name[0].upper()}{name[1:]} is {self.solution[last]}.")

    def judge(self, answer: Any) -> Judged:
        """The marks of what is written, the empty blanks included."""
        if not isinstance(answer, Mapping):
            return Judged(INVALID, "Nothing is written yet.")
        blanks = set(self.sheet.blanks)
        texts = {cell: str(text) for cell, text in answer.items() if cell in blanks}
        written = self.sheet.with_all({cell: text for cell, text in texts.items() if text.strip()})
        marks = tuple(m for m in mark(written, self.taught) if m.cell in blanks)
        return Judged(outcome(marks), "", marks)


@dataclass(frozen=True)
class Audit:
    """A printed calculation with one wrong line: which is it, and what did its author do?

    paper    what is printed
    wrong    the cell that is wrong; mistake, the misconception behind it
    offered  the misconceptions to choose from
    """

    id: str
    ask: Prose
    paper: Sheet
    wrong: str
    mistake: str
    offered: tuple[str, ...]
    tip: Prose
    kind: str = "audit"

    @property
    def hint(self) -> Html:
        """The hint, as HTML."""
        return self.tip.shown()

    @property
    def lines(self) -> Sequence[str]:
        """The cells that may be named."""
        return [c for c in self.paper.cells if c in self.paper.given and ".grade." not in c]

    @cached_property
    def found(self) -> Mark:
        """The mark of the wrong line."""
        return next(m for m in mark(self.paper) if m.cell == self.wrong)

    @property
    def message(self) -> str:
        """What its author did."""
        known = MISCONCEPTIONS[self.mistake]
        return self.found.message if self.found.misconception == known.id else known.message

    @cached_property
    def accepted(self) -> Mapping[str, Html]:
        """The offered mistakes that give the number as it is printed, and what to say of each.

        A 2 at rank 3 printed as 2.000 is not discounted, and it is divided by rank 1's divisor.
        """
        printed = self.paper.given[self.wrong]
        bare = replace(self.paper, given={})
        fitting = (
            mistake
            for mistake in self.offered
            if any(number(v) == printed for v in MISCONCEPTIONS[mistake].numbers(self.wrong, bare))
        )
        return {mistake: self._said(mistake) for mistake in (self.mistake, *fitting)}

    def _said(self, mistake: str) -> Html:
        if mistake == self.mistake:
            return self.worked
        title, printed = MISCONCEPTIONS[mistake].title, self.paper.given[self.wrong]
        return html(f"“{title}” gives {printed} too, so it is as good an answer. ", self.worked)

    @property
    def solution(self) -> Mapping[str, str]:
        """The line and the mistake."""
        return {"cell": self.wrong, "mistake": self.mistake}

    @property
    def worked(self) -> Html:
        """The line, what it should be, and what its author did."""
        exact = Value.of(self.paper.exact(self.wrong) or 0.0).html
        name = cell_name(self.wrong)
        return html(f"{name[0].upper()}{name[1:]} should be ", exact, f". {self.message}")

    def judge(self, answer: Any) -> Judged:
        """What naming a line and a mistake is."""
        chosen = answer if isinstance(answer, Mapping) else {}
        cell, mistake = chosen.get("cell"), chosen.get("mistake")
        if cell not in self.lines or mistake not in self.offered:
            return Judged(INVALID, "Name a line, and what its author did.")
        if cell != self.wrong:
            return Judged(WRONG, html(self._fine(str(cell)), " ", self.worked))
        if mistake not in self.accepted:
            return Judged(WRONG, html("The line is right, the reason is not. ", self.worked))
        return Judged(RIGHT, self.accepted[mistake])

    def _fine(self, cell: str) -> str:
        name, side = cell_name(cell), SIDE_OF.get(cell)
        bare = side and f"{side}.term.1" not in self.paper.given
        source = "the grades" if bare else "what is printed before it"
        return f"{name[0].upper()}{name[1:]} is sound: it follows from {source}."


def misconception_titles(ids: Sequence[str]) -> Mapping[str, str]:
    """The titles of misconceptions, to choose from."""
    return {id: MISCONCEPTIONS[id].title for id in ids}
