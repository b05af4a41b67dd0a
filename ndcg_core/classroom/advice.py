"""What to do after a first vote: explain, let them discuss, or go on."""

from dataclasses import dataclass
from typing import Literal

FEWEST = 5
"""Answers without which a share says nothing."""


@dataclass(frozen=True)
class Thresholds:
    """Below which share of right answers to explain, and up to which to discuss, in percent.

    Sources differ: 30 to 70, 35 to 70, 30 to 80; so it is a setting.
    """

    explain_below: int = 30
    discuss_to: int = 70

    def __post_init__(self) -> None:
        low, high = self.explain_below, self.discuss_to
        if not (isinstance(low, int) and isinstance(high, int) and 0 <= low <= high <= 100):
            raise ValueError(
                f"The thresholds are {low} and {high}; they must be whole percentages, "
                "0 to 100, the lower one first."
            )


@dataclass(frozen=True)
class Advice:
    """What seems best, and why."""

    do: Literal["", "explain", "discuss", "go on"]
    text: str


def advise(right: int, of: int, at: Thresholds | None = None) -> Advice:
    """The advice for so many right answers of so many.

    >>> advise(10, 40).do, advise(12, 40).do, advise(28, 40).do, advise(29, 40).do
    ('explain', 'discuss', 'discuss', 'go on')
    """
    at = at or Thresholds()
    if of < FEWEST:
        return Advice("", f"{of} answered: too few to go by." if of else "Nobody has answered.")
    said = f"{right} of {of} are right"
    if 100 * right < at.explain_below * of:
        return Advice("explain", f"{said}: too few to convince the others. Explain it first.")
    if 100 * right <= at.discuss_to * of:
        return Advice("discuss", f"{said}: let neighbours convince one another, then vote again.")
    return Advice("go on", f"{said}: show the solution and go on.")
