"""Progress in a skill: two right exercises in a row raise the level, two misses lower it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from ndcg_core.marking.marks import Mark
from ndcg_core.marking.verdicts import INVALID, WRONG

STREAK_LENGTH = 2
Outcome = Literal["right", "wrong", "invalid"]


@dataclass(frozen=True)
class Progress:
    """A learner's progress in one skill.

    level    the fading level, which is higher if more of the sheet is blank
    top      the highest level
    run      the number of right exercises in a row at this level; negative for misses in a row
    streak   the number of right exercises in a row, with or without hints
    right    the number of right exercises
    missed   the number of wrong exercises
    hints    the number of hints
    shown    the lists whose solution was shown recently; exercises with these lists do not count
    """

    level: int = 0
    top: int = 0
    run: int = 0
    streak: int = 0
    right: int = 0
    missed: int = 0
    hints: int = 0
    shown: tuple[str, ...] = ()


def find_outcome(marks: Iterable[Mark]) -> Outcome:
    """Return "wrong" if a mark is wrong, else "invalid" if a mark is invalid, else "right".

    >>> find_outcome([])
    'right'
    """
    verdicts = {mark.verdict for mark in marks}
    if WRONG in verdicts:
        return WRONG
    return INVALID if INVALID in verdicts else "right"


def advance_progress(progress: Progress, outcome: Outcome, hint_count: int = 0) -> Progress:
    """Return the progress after an exercise. The outcome "invalid" changes nothing.

    A right exercise with a hint does not count for the next level, but it ends a run of misses.

    hint_count: the number of hints that the learner opened for the exercise.

    >>> advance_progress(advance_progress(Progress(top=3), "right"), "right").level
    1
    """
    if outcome == INVALID:
        return progress
    counted = replace(progress, hints=progress.hints + hint_count)
    if outcome == "right":
        run = max(progress.run, 0) + (0 if hint_count else 1)
        moved = replace(counted, right=progress.right + 1, streak=progress.streak + 1, run=run)
        level = min(progress.level + 1, progress.top)
    else:
        run = min(progress.run, 0) - 1
        moved = replace(counted, missed=progress.missed + 1, streak=0, run=run)
        level = max(progress.level - 1, 0)
    return moved if abs(run) < STREAK_LENGTH else replace(moved, level=level, run=0)
