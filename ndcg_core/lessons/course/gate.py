"""The gate of a lesson: two questions right in a row, without a hint, on different lists."""

from dataclasses import dataclass, replace
from typing import Literal

from ndcg_core.marking.verdicts import INVALID, RIGHT

IN_A_ROW = 2


@dataclass(frozen=True)
class Gate:
    """Where a learner stands at a gate.

    queue    the places of the questions, the one being asked first
    run      how many were right in a row without a hint
    asked    how many were answered; it names the present try
    hint     "none", or "shown" for the question being asked
    state    "open" or "passed"
    """

    queue: tuple[int, ...] = ()
    run: int = 0
    asked: int = 0
    hint: Literal["none", "shown"] = "none"
    state: Literal["open", "passed"] = "open"

    @classmethod
    def of(cls, count: int) -> "Gate":
        """A gate with so many questions, none asked yet."""
        return cls(tuple(range(count)))

    @property
    def at(self) -> int:
        """The place of the question being asked."""
        return self.queue[0]

    def fits(self, count: int) -> bool:
        """Whether this gate is of so many questions: a lesson may have been edited since."""
        return sorted(self.queue) == list(range(count))


def with_hint(gate: Gate) -> Gate:
    """The gate once the hint of its question was looked at; that question no longer counts."""
    return replace(gate, hint="shown")


def answered(gate: Gate, outcome: str) -> Gate:
    """The gate after its question was answered; "invalid" changes nothing.

    Right without a hint counts; right with a hint neither counts nor breaks the row; a miss starts
    the row again. Either way the question goes to the back of the queue.

    >>> gate = answered(Gate.of(3), "right")
    >>> gate.run, gate.queue, answered(gate, "right").state
    (1, (1, 2, 0), 'passed')
    """
    if outcome == INVALID or gate.state == "passed":
        return gate
    run = gate.run if gate.hint == "shown" else gate.run + 1
    if outcome != RIGHT:
        run = 0
    queue = (*gate.queue[1:], gate.queue[0])
    return Gate(queue, run, gate.asked + 1, "none", "passed" if run >= IN_A_ROW else "open")
