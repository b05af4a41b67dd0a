"""Questions answered by an order of documents."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations

from ndcg_core.classroom.asked import Kind, Verdict
from ndcg_core.exercises.drag_tasks import CLOSE, DragExercise
from ndcg_core.html_builder import html
from ndcg_core.lessons.blocks.kinds import DragTask
from ndcg_core.lessons.blocks.wants import UNMOVED, judge
from ndcg_core.metric import number
from ndcg_core.sheets.sheet import Sheet

EXTREMES = {"lowest": ("lower", "lowest"), "highest": ("higher", "highest")}
LEFT = "You left the order as it was."


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
        """An order that does what is asked, and what it scores or the lesson says of it."""
        grades = self._grades(self.solution)
        which = "The best order is" if isinstance(self.task, Sorting) else "One order that does it:"
        shown = html(f"{which} {', '.join(f'{grade:g}' for grade in grades)}.")
        if isinstance(self.task, DragTask):
            return f"{shown} {self.task.done.shown()}"
        return f"{shown} {html(self._scores())}"

    def _scores(self) -> str:
        start, end = self.score(range(len(self.sheet.grades))), self.score(self.solution)
        name = f"NDCG@{self.sheet.trace.k}"
        if abs(end - start) <= CLOSE:
            return f"Its {name} is {number(end)}, as at the start."
        return f"Its {name} is {number(end)}; it was {number(start)} at the start."

    @cached_property
    def solution(self) -> tuple[int, ...]:
        """The documents' places in the first order, in an order that is right.

        >>> sheet = Sheet((1, 3, 2))
        >>> Ordering("", sheet, Sorting(sheet)).solution
        (1, 2, 0)
        """
        places = range(len(self.sheet.grades))
        if isinstance(self.task, DragTask):
            return tuple(rank - 1 for rank in self.task.solution)
        if isinstance(self.task, Sorting):
            return tuple(sorted(places, key=lambda place: -self.sheet.grades[place]))
        found = (order for order in permutations(places) if self._outcome(order) == "right")
        return next(found)

    def read(self, given: object) -> list[int]:
        """Every document once, by its place in the first order, from 0."""
        places = list(given) if isinstance(given, (list, tuple)) else []
        whole = all(isinstance(p, int) and not isinstance(p, bool) for p in places)
        if not whole or sorted(places) != list(range(len(self.sheet.grades))):
            raise ValueError("An order has every document of the board in it, each once.")
        return places

    def judge(self, answer: Sequence[int]) -> Verdict:
        """Whether the order does what is asked."""
        group = " ".join(f"{grade:g}" for grade in self._grades(answer))
        if isinstance(self.task, DragTask):
            lacks = judge(self.task.wants, self.task.board, [place + 1 for place in answer])
            said = LEFT if lacks == UNMOVED else lacks
            return Verdict("wrong" if lacks else "right", group, html(said))
        outcome = self._outcome(answer)
        return Verdict("right" if outcome == "right" else "wrong", group, html(self._said(answer)))

    def _outcome(self, answer: Sequence[int]) -> str:
        if isinstance(self.task, DragExercise):
            return self.task.judge(answer).outcome
        return "right" if self.score(answer) >= self.score(self.solution) - CLOSE else "wrong"

    def _said(self, answer: Sequence[int]) -> str:
        """What is said of an order when it cannot be tried again."""
        if list(answer) == sorted(answer):
            return LEFT
        name, now = f"NDCG@{self.sheet.trace.k}", number(self.score(answer))
        if isinstance(self.task, DragExercise) and self.task.kind == "one-swap":
            return self.task.judge(answer).text
        if isinstance(self.task, DragExercise) and self.task.kind == "same-score":
            said = self.task.judge(answer)
            return said.text if said.outcome == "right" else f"Your order's {name} is {now}."
        more, most = EXTREMES["lowest" if isinstance(self.task, DragExercise) else "highest"]
        if self._outcome(answer) == "right":
            return f"{name} is {now}: no order gets it {more}."
        best = number(self.score(self.solution))
        return f"Your order's {name} is {now}; the {most} there is, {best}."

    def label(self, group: str) -> str:
        """The grades of the order."""
        return html(group)

    def score(self, answer: Sequence[int]) -> float:
        """NDCG of the order."""
        return self.in_order(answer).trace.ndcg

    def in_order(self, answer: Sequence[int]) -> Sheet:
        """The ranking in an order, as a sheet to work out."""
        labels = self.sheet.labels and tuple(self.sheet.labels[place] for place in answer)
        grades = self._grades(answer)
        return replace(self.sheet, grades=grades, labels=labels, given={}, blanks=())

    def _grades(self, answer: Sequence[int]) -> tuple[float, ...]:
        return tuple(self.sheet.grades[place] for place in answer)
