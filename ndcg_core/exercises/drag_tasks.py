"""Tasks done by moving documents, and whether an order does what was asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ndcg_core.metric import dcg, delta_ndcg, ndcg, number

CLOSE = 1e-12


@dataclass(frozen=True)
class DragExercise:
    """A ranking and what to do with it.

    kind    "lowest": bring NDCG@k as low as it goes; "one-swap": raise NDCG by swapping two
            documents, those that raise it most; "same-score": find another order of different
            grades with the same NDCG
    grades  the ranking to begin with; an order is told by its documents' places in it, from 0

    >>> DragExercise("lowest", (3, 0, 2), 2).judge([1, 2, 0]).outcome
    'right'
    """

    kind: Literal["lowest", "one-swap", "same-score"]
    grades: tuple[float, ...]
    k: int

    @property
    def text(self) -> str:
        """What is asked."""
        return {
            "lowest": f"Make NDCG@{self.k} as low as you can.",
            "one-swap": f"One swap of two documents raises NDCG@{self.k} most. Make it.",
            "same-score": f"Find another order of the grades with the same NDCG@{self.k}.",
        }[self.kind]

    def judge(self, order: Sequence[int]) -> "Judged":
        """Whether an order of the documents does what is asked, and what it scores."""
        if list(order) == list(range(len(self.grades))):
            return Judged("open", "Nothing is moved yet.")
        moved = [self.grades[place] for place in order]
        return _JUDGES[self.kind](self, order, moved)

    @cached_property
    def start(self) -> float:
        """NDCG@k of the ranking to begin with."""
        return ndcg(self.grades, self.k)


@dataclass(frozen=True)
class Judged:
    """What is said of an order: outcome "open", "right" or "wrong", and a sentence."""

    outcome: Literal["open", "right", "wrong"]
    text: str


def _lowest(task: DragExercise, order: Sequence[int], moved: Sequence[float]) -> Judged:
    lowest, now = ndcg(sorted(task.grades), task.k), ndcg(moved, task.k)
    if now <= lowest + CLOSE:
        return Judged("right", f"{number(now)}, and it goes no lower: the worst grades are on top.")
    return Judged("wrong", f"{number(now)}. It can go lower: look for the best grade within k.")


def _one_swap(task: DragExercise, order: Sequence[int], moved: Sequence[float]) -> Judged:
    away = [i for i, place in enumerate(order) if place != i]
    if len(away) != 2:
        return Judged("wrong", "That is more than one swap: two documents change places, no more.")
    best = max(max(row) for row in delta_ndcg(task.grades, task.k))
    gained = ndcg(moved, task.k) - task.start
    if gained >= best - CLOSE:
        return Judged("right", f"That adds {number(gained)} to NDCG, more than any other swap.")
    if gained > CLOSE:
        return Judged("wrong", f"That adds {number(gained)}; another swap adds more.")
    return Judged("wrong", f"That changes NDCG by {number(gained)}; it should rise.")


def _same_score(task: DragExercise, order: Sequence[int], moved: Sequence[float]) -> Judged:
    if list(moved) == list(task.grades):
        return Judged("wrong", "Those documents have the same grade: the grades did not move.")
    # The scores are equal where DCG is, and DCG tells without a division.
    if abs(dcg(moved, task.k) - dcg(task.grades, task.k)) <= CLOSE:
        return Judged("right", "Another order, the same NDCG: one number cannot tell them apart.")
    now = ndcg(moved, task.k)
    return Judged("wrong", f"{number(now)} here, {number(task.start)} at the start.")


_JUDGES = {"lowest": _lowest, "one-swap": _one_swap, "same-score": _same_score}

TASKS = (
    DragExercise("lowest", (3, 2, 3, 0, 1), 3),
    DragExercise("one-swap", (1, 0, 3, 2, 0), 5),
    DragExercise("same-score", (3, 1, 2, 0, 2), 3),
    DragExercise("lowest", (2, 3, 0, 1, 3, 0), 3),
    DragExercise("one-swap", (0, 2, 1, 3), 4),
    DragExercise("same-score", (2, 3, 1, 1, 0), 2),
)
"""Tasks to begin with; each can be done, and is not done at its start (tested)."""
