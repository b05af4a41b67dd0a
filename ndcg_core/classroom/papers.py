"""Questions answered on a sheet, and by an order: marked by the engine that marks all sheets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from ndcg_core.classroom.asked import (
    GROUP_NAMES,
    RIGHT_GROUP,
    UNKNOWN,
    UNREADABLE,
    Kind,
    Verdict,
    fields,
)
from ndcg_core.exercises.drag_tasks import CLOSE, DragExercise, Judged
from ndcg_core.exercises.fading import filled
from ndcg_core.html_builder import html
from ndcg_core.lessons.blocks.kinds import DragTask
from ndcg_core.lessons.blocks.wants import judge
from ndcg_core.marking.marks import mark
from ndcg_core.marking.record import Mark
from ndcg_core.marking.unexplained import cell_name
from ndcg_core.marking.verdicts import INVALID, WRONG
from ndcg_core.metric import number
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.misconceptions.misconception import Concept
from ndcg_core.sheets.cells import Cell
from ndcg_core.sheets.sheet import Sheet


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
        """The texts of the blanks that were filled in."""
        return fields(given, self.sheet.blanks, "fill in what is asked for")

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
            return Verdict("wrong", first.misconception or UNKNOWN, html(first.message))
        invalid = next((m for m in marks if m.verdict == INVALID), None)
        if invalid:
            return Verdict("invalid", UNREADABLE, html(_of(invalid)))
        return Verdict("right", RIGHT_GROUP, html(marks[-1].message or "Right."))

    def label(self, group: str) -> str:
        """What the authors of this group did."""
        if group in GROUP_NAMES:
            return "empty or not a number" if group == UNREADABLE else GROUP_NAMES[group]
        return html(MISCONCEPTIONS[group].deed)


def _of(mark: Mark) -> str:
    return f"{_sentence(cell_name(mark.cell))}: {mark.message}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


@dataclass(frozen=True)
class Sorting:
    """The task to bring a list into the order that scores most; ValueError where it is in it."""

    sheet: Sheet

    def __post_init__(self) -> None:
        if list(self.best) == list(self.sheet.grades):
            raise ValueError("The list is in its best order already; there is nothing to sort.")

    @property
    def best(self) -> tuple[float, ...]:
        """The grades in the best order: the highest on top."""
        return tuple(sorted(self.sheet.grades, reverse=True))

    @property
    def text(self) -> str:
        """What is asked."""
        return f"Make NDCG@{self.sheet.trace.k} as high as you can."

    @property
    def worked(self) -> str:
        """The best order."""
        grades = ", ".join(f"{grade:g}" for grade in self.best)
        return f"The highest grades stand on top: {grades}."

    def judge(self, order: Sequence[int]) -> Judged:
        """Whether an order scores as much as the best one."""
        now, best = (
            replace(self.sheet, grades=grades, given={}).trace.ndcg
            for grades in (tuple(self.sheet.grades[place] for place in order), self.best)
        )
        if now >= best - CLOSE:
            return Judged("right", f"NDCG@{self.sheet.trace.k} is {number(now)}: none is higher.")
        return Judged("wrong", f"{number(now)}. It can go higher: look for the best grade below.")


@dataclass(frozen=True)
class Ordering:
    """Documents to bring into an order; orders of the same grades are one group, as "3 2 0"."""

    asked: str
    sheet: Sheet
    task: DragTask | DragExercise | Sorting
    kind: Kind = "order"

    @property
    def ask(self) -> str:
        """What is asked."""
        return self.asked

    @property
    def worked(self) -> str:
        """What the lesson says of it once it is done, or an order that does what is asked."""
        if isinstance(self.task, DragTask):
            return self.task.done.shown()
        return html(self.task.worked if isinstance(self.task, Sorting) else _done(self.task))

    def read(self, given: object) -> list[int]:
        """Every document once, by its place in the first order, from 0."""
        places = list(given) if isinstance(given, (list, tuple)) else []
        whole = all(isinstance(p, int) and not isinstance(p, bool) for p in places)
        if not whole or sorted(places) != list(range(len(self.sheet.grades))):
            raise ValueError("An order has every document of the board in it, each once.")
        return places

    def judge(self, answer: Sequence[int]) -> Verdict:
        """Whether the order does what is asked."""
        group = " ".join(f"{self.sheet.grades[place]:g}" for place in answer)
        if isinstance(self.task, DragTask):
            lacks = judge(self.task.wants, self.task.board, [place + 1 for place in answer])
            right, said = not lacks, lacks or "Right."
        else:
            judged = self.task.judge(answer)
            right, said = judged.outcome == "right", judged.text
        return Verdict("right" if right else "wrong", group, html(said))

    def label(self, group: str) -> str:
        """The grades of the order."""
        return html(group)

    def score(self, answer: Sequence[int]) -> float:
        """NDCG of the order."""
        grades = tuple(self.sheet.grades[place] for place in answer)
        return replace(self.sheet, grades=grades, labels=None, given={}, blanks=()).trace.ndcg


def _done(task: DragExercise) -> str:
    """An order that does what a task asks, the first of all that there are, and what it scores."""
    orders = permutations(range(len(task.grades)))
    done = next(order for order in orders if task.judge(order).outcome == "right")
    grades = ", ".join(f"{task.grades[place]:g}" for place in done)
    return f"One order that does it is {grades}. {task.judge(done).text}"


def bare_grades(sheet: Sheet, blanks: tuple[str, ...]) -> Sheet:
    """The sheet with its grades written down and nothing else, and these blanks."""
    sides = {Cell.of(cell).side or "actual" for cell in blanks} | {"actual"}
    grades = (c for c in sheet.cells if Cell.of(c).column == "grade" and Cell.of(c).side in sides)
    given = {c: filled(sheet, c) for c in grades if c.startswith("actual") and c not in blanks}
    return replace(sheet, given=given, blanks=blanks)
