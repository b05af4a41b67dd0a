"""One question of a room, in its phase.

    waiting   not asked yet
    open      answers are taken, and can be changed; only their count is shown
    closed    no answers are taken
    discuss   talk about it and vote again: a second vote, beside which the first is kept
    settled   the second vote is closed
    revealed  the solution is shown, and everybody learns what became of their own answer

The way forward is waiting, open, closed, revealed; by a second vote it is closed, discuss, settled,
revealed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, get_args

Phase = Literal["waiting", "open", "closed", "discuss", "settled", "revealed"]
PHASES: tuple[Phase, ...] = get_args(Phase)
VOTE: Mapping[Phase, int] = MappingProxyType({"open": 1, "discuss": 2})
"""The phases in which answers are taken, and for which vote."""


@dataclass(frozen=True)
class Round:
    """One question of a room.

    question  its reference (`references.find`)
    id        by which its ballots know it, wherever it stands
    votes     how many votes were opened on it: 0, 1 or 2
    results   "hidden", or "shown" where the teacher has put the distribution on the wall
    after     the id of the question of which this is one more of the same kind, alone
    step      where the replay of the solution stands, from 1; 0 where the whole is shown
    """

    question: str
    id: int = 0
    phase: Phase = "waiting"
    votes: int = 0
    results: Literal["hidden", "shown"] = "hidden"
    after: int | None = None
    step: int = 0

    @property
    def vote(self) -> int:
        """The vote for which answers are taken now; 0 where none are."""
        return VOTE.get(self.phase, 0)

    def to(self, phase: Phase) -> "Round":
        """The same in another phase; a vote that opens hides the distribution."""
        votes = max(self.votes, VOTE.get(phase, 0))
        results: Literal["hidden", "shown"] = "hidden" if phase in VOTE else self.results
        results = "shown" if phase == "revealed" else results
        return replace(self, phase=phase, votes=votes, results=results, step=0)
