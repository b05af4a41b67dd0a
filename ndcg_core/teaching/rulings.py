"""The five verdicts, and the rule that gives a number one of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ndcg_core.teaching.cells import Cell
from ndcg_core.teaching.numerals import Written
from ndcg_core.teaching.readings import NEAR, Reading, fits

RIGHT, CARRIED, LAST_DIGIT, WRONG, INVALID = "right", "carried", "last-digit", "wrong", "invalid"
VERDICTS = (RIGHT, CARRIED, LAST_DIGIT, WRONG, INVALID)

FINE = 0.01
"""From two decimals on, the digits alone tell a right number from a mistake."""

TOLERANCE = {"ndcg": 0.004, "mean": 0.004}
WIDEST = 0.02
"""A last digit is never so coarse that a mistake would pass for a slip: see `TOLERANCE`."""


@dataclass(frozen=True)
class Ruling:
    """A verdict, and the sentence that goes with it."""

    verdict: str
    message: str = ""


@dataclass(frozen=True)
class Evidence:
    """All that is known about a cell that somebody wrote.

    exact     its exact value
    written   what follows from the other cells as they are written
    rounded   what follows from them when steps nobody wrote were rounded on the way
    mistaken  whether a known mistake gives a number, to at least two decimals
    """

    cell: str
    exact: float
    written: Sequence[Reading]
    rounded: Sequence[Reading]
    mistaken: Callable[[Written], bool]


FOLLOWS = "It follows from what is written before it."
ON_THE_WAY = "It follows from numbers that were rounded on the way."
NEARLY = "It follows from what is written before it, but for its last digit."
SLIP = "Only the last digit is off. Look at how it was rounded."
COARSE = "This is too coarse to tell. Give at least two decimals."


def rule(number: Written, evidence: Evidence) -> Ruling:
    """The verdict on a number; `wrong` comes without a sentence, which is for diagnosis to find.

    >>> exactly = Evidence("actual.term.2", 1.26186, [(1.26186, 1.26186)], [], lambda number: False)
    >>> [rule(Written(value, 0.001, digits=4), exactly).verdict for value in (1.262, 1.263, 1.893)]
    ['right', 'last-digit', 'wrong']
    """
    fine = number.form == "expression" or number.unit <= FINE * 1.001
    ruling = _fitting(number, evidence, min(number.unit, FINE))
    if ruling:
        return ruling
    if evidence.mistaken(number):
        return Ruling(WRONG)
    if not fine and (ruling := _fitting(number, evidence, number.unit)):
        return ruling if number.digits > 1 else Ruling(INVALID, COARSE)
    return _near(number, evidence) or Ruling(WRONG)


def _fitting(number: Written, evidence: Evidence, unit: float) -> Ruling | None:
    exactly = number.fits(evidence.exact, 0.0)
    formula = number.form == "expression" and not exactly
    if formula and any(fits(number, reading, 0.0) for reading in evidence.written):
        return Ruling(CARRIED, FOLLOWS)
    if exactly or number.fits(evidence.exact, unit):
        return Ruling(RIGHT)
    if any(fits(number, reading, unit) for reading in evidence.written):
        return Ruling(CARRIED, FOLLOWS)
    if any(fits(number, reading, unit) for reading in evidence.rounded):
        return Ruling(CARRIED, ON_THE_WAY)
    return None


def _near(number: Written, evidence: Evidence) -> Ruling | None:
    """A slip in the last digit, of the exact value or of what follows from the other cells."""
    widest = TOLERANCE.get(Cell.of(evidence.cell).column, WIDEST)
    reach = min(NEAR * number.unit, widest) + 1e-9
    if abs(number.value - evidence.exact) <= reach:
        return Ruling(LAST_DIGIT, SLIP)
    near = any(low - reach <= number.value <= high + reach for low, high in evidence.written)
    return Ruling(CARRIED, NEARLY) if near else None
