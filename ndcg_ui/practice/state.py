"""What the session holds of a learner's practice on sheets, and which sheet comes next."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import cast

import streamlit as st

from ndcg_core.exercises.fading import levels, solved
from ndcg_core.exercises.mastery import Progress
from ndcg_core.exercises.variants import Variant
from ndcg_ui.components.events import Inbox
from ndcg_ui.page.keys import key
from ndcg_ui.practice.exercise import MIXED, Exercise, entered
from ndcg_ui.practice.record import Record, credited, next_variant
from ndcg_ui.replays.replay import ReplayState

PAGE = "practice"
STATE = key(PAGE, "state")
SHEET, PLAYER, STORE = key(PAGE, "sheet"), key(PAGE, "player"), key(PAGE, "keep")
LATELY = 40
"""So many lists are remembered as seen."""


@dataclass(frozen=True)
class SheetPractice:
    """What the session holds of a learner's practice on sheets.

    exercise  the one on the screen
    record    how it went so far, by skill
    choice    the skill that was chosen, or "mixed"
    seen      the lists handed out lately
    replay    where the solution's replay stands
    inbox     the last entry on the sheet; it counts once the browser has stored the record
    """

    exercise: Exercise | None = None
    record: Record = field(default_factory=dict)
    choice: str = MIXED
    seen: tuple[Variant, ...] = ()
    replay: ReplayState = field(default_factory=ReplayState)
    inbox: Inbox = field(default_factory=lambda: Inbox(counts="stored"))

    @property
    def current(self) -> Exercise:
        """The exercise on the screen, once there is one."""
        assert self.exercise is not None
        return self.exercise

    def beginning(self, variant: Variant, level: int | None, number: int = 1) -> SheetPractice:
        """Begin `variant`, at the level the learner has reached unless one is named."""
        reached = self.record.get(variant.skill, Progress()).level if level is None else level
        level = max(0, min(reached, levels(variant) - 1))
        exercise = Exercise(variant, level, number)
        return replace(self, exercise=exercise, replay=replace(self.replay, at=0))

    def with_another(self) -> SheetPractice:
        """Hand out a list not seen lately, for the skill that is chosen."""
        variant = next_variant(self.choice, self.record, self.seen, Random())
        return replace(self, seen=(*self.seen, variant)[-LATELY:]).beginning(variant, None)

    def same_again(self) -> SheetPractice:
        """Hand out the same list once more."""
        now = self.current
        return self.beginning(now.variant, now.level, now.number + 1)

    def choosing(self, choice: str) -> SheetPractice:
        """Practise the chosen skill; another list where the one on the screen is not about it."""
        chosen, now = replace(self, choice=choice), self.exercise
        fits = now is not None and choice in (MIXED, now.variant.skill)
        back_to_mixed = choice != self.choice and choice == MIXED
        return chosen if fits and not back_to_mixed else chosen.with_another()

    def after_entry(self) -> SheetPractice:
        """Take over what the learner wrote, each entry once the record that it adds to is known."""
        entry, before = self.inbox.take(SHEET), self.current
        if STORE not in self.inbox.last or entry.get("form") != before.form:
            return self
        after = before if before.result == "shown" else entered(before, entry)
        return replace(
            self,
            exercise=after,
            record=credited(self.record, before, after),
            inbox=self.inbox.acknowledging(SHEET, entry),
        )

    def solved(self) -> SheetPractice:
        """Fill in the solution; an exercise that was open counts as a miss."""
        before, record = self.current, self.record
        if before.result == "open":
            record = credited(record, before, replace(before, result="wrong"))
        texts = dict(solved(before.blank).given)
        shown = {cell: texts[cell] for cell in before.blank.blanks}
        after = replace(before, texts=shown, checked="checked", result="shown")
        return replace(self, exercise=after, record=record)


def kept() -> SheetPractice:
    """Return what the session holds."""
    return cast(SheetPractice, st.session_state.get(STATE, SheetPractice()))


def keep(state: SheetPractice) -> SheetPractice:
    """Keep all of it in one go."""
    st.session_state[STATE] = state
    return state
