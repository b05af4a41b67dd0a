"""One exercise from first blank to last verdict. No Streamlit here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from ndcg_core.exercises.fading import fade
from ndcg_core.exercises.hinting import hints
from ndcg_core.exercises.mastery import outcome
from ndcg_core.exercises.variants import Variant, to_link
from ndcg_core.marking.marks import Mark, mark
from ndcg_core.plain_data import texts
from ndcg_core.sheets.sheet import Sheet

MIXED = "mixed"


@dataclass(frozen=True)
class Exercise:
    """A variant faded to a level, what is written so far, and how it went.

    number  which try of this list it is, from 1
    texts   what stands in each blank
    judged  the blanks that were marked at least once: a first mark counts, a correction does not
    asked   the blanks a hint was asked for, one entry each hint
    result  "open"; "right" when every blank was right at first; "wrong" when one was not;
            "shown" when the solution was
    """

    variant: Variant
    level: int
    number: int
    texts: Mapping[str, str] = field(default_factory=dict)
    judged: frozenset[str] = frozenset()
    asked: tuple[str, ...] = ()
    result: Literal["open", "right", "wrong", "shown"] = "open"
    checked: Literal["not yet", "checked"] = "not yet"

    @property
    def form(self) -> str:
        """The name of this try, the same after a server restart."""
        return "/".join([*to_link(self.variant).values(), str(self.level), str(self.number)])

    @cached_property
    def blank(self) -> Sheet:
        """The sheet as it is handed out."""
        return fade(self.variant, self.level)

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet with what is written in it."""
        return self.blank.with_all({cell: text for cell, text in self.texts.items() if text})

    @cached_property
    def marks(self) -> list[Mark]:
        """The verdicts on what is written; on the empty blanks too, once it was checked.

        Worked out once for each entry: the page asks for them several times.
        """
        whole = self.checked == "checked"
        blanks = set(self.blank.blanks)
        return [
            m
            for m in mark(self.sheet)
            if m.cell in blanks and (whole or self.texts.get(m.cell, "").strip())
        ]

    @property
    def done(self) -> bool:
        """Whether every blank holds something that is not wrong."""
        good = {m.cell for m in self.marks if m.verdict not in ("wrong", "invalid")}
        return good == set(self.blank.blanks)

    @property
    def hints(self) -> list[str]:
        """The hints asked for so far, in order."""
        counts: dict[str, int] = {}
        given = []
        for cell in self.asked:
            given.append(hints(self.blank, cell)[counts.get(cell, 0)])
            counts[cell] = counts.get(cell, 0) + 1
        return given


def entered(exercise: Exercise, entry: Mapping[str, Any]) -> Exercise:
    """Return the exercise after what the learner wrote, checked or asked for."""
    blanks = set(exercise.blank.blanks)
    why, cell = entry.get("why"), str(entry.get("cell"))
    checked = "checked" if why == "check" else exercise.checked
    now = replace(exercise, texts=texts(entry.get("texts"), blanks), checked=checked)
    if why == "hint" and cell in blanks:
        left = exercise.asked.count(cell) < len(hints(exercise.blank, cell))
        now = replace(now, asked=(*now.asked, cell) if left else now.asked)
    return _judged(now)


def _judged(exercise: Exercise) -> Exercise:
    """Count each blank's first mark; "invalid" costs nothing and may be tried again."""
    first = [m for m in exercise.marks if m.cell not in exercise.judged and m.verdict != "invalid"]
    result = exercise.result
    if result == "open":
        result = "wrong" if outcome(first) == "wrong" else "right" if exercise.done else "open"
    now = replace(exercise, judged=exercise.judged | {m.cell for m in first}, result=result)
    vars(now)["marks"] = exercise.marks  # of the same texts
    return now
