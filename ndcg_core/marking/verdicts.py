"""The five verdicts, and the rule that gives a number one of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, Literal

from ndcg_core.marking.readings import (
    CLOSE_TOLERANCE,
    MAX_WIDTH,
    NEAR_UNITS,
    Reading,
    Steps,
    is_rounding_of_reading,
    is_truncation_of,
    list_shortened_values,
)
from ndcg_core.numerals.numerals import WrittenNumber

Verdict = Literal["right", "carried", "last-digit", "wrong", "invalid"]
RIGHT: Final = "right"
CARRIED: Final = "carried"
LAST_DIGIT: Final = "last-digit"
WRONG: Final = "wrong"
INVALID: Final = "invalid"

FINE_UNIT = 0.01
"""With two decimals or more, the digits alone distinguish right numbers from mistakes."""

SHARE_CELLS = ("ndcg", "mean")
"""Cells with a share of 1, for which one decimal says almost nothing."""
CLOSE_SHARE = 0.004
"""The largest error of such a number that counts as a slip in its last digit."""
MAX_AGREEING_ERROR = 0.0005
"""A number with more decimals than three that is no further off agrees to three. Tables of
logarithms differ by as much, and a mistake that is as near cannot be told apart. Above 1 it is
a share."""
MAX_UNIT_ERROR = 0.002


Certainty = Literal["", "named", "possible", "unknown"]
"""The certainty of a diagnosis, or "" if there is nothing to explain."""


@dataclass(frozen=True)
class Ruling:
    """The verdict on a cell and its message. `Mark` in `marks` explains each field."""

    verdict: Verdict
    message: str = ""
    misconception: str | None = None
    certainty: Certainty = ""
    others: tuple[str, ...] = ()
    deeds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Evidence:
    """The known facts about a written cell.

    exact            the exact value
    derive_readings  a function that returns the values that follow from the other cells, as they
                     are written or with steps rounded or truncated
    fits_mistake     a function that returns True if a known mistake gives a number, to at least
                     two decimals
    """

    cell: str
    exact: float
    derive_readings: Callable[[Steps], Sequence[Reading]]
    fits_mistake: Callable[[WrittenNumber], bool]

    @property
    def written_readings(self) -> Sequence[Reading]:
        """The values that follow from the other cells as they are written."""
        return self.derive_readings("as-written")


FOLLOWS_REPLY = "This number follows from the numbers before it."
ROUNDED_REPLY = "This number follows from numbers that were rounded on the way."
TRUNCATED_BEFORE_REPLY = "This number follows from numbers that were truncated on the way."
LAST_DIGIT_CARRIED_REPLY = (
    "This number follows from the numbers before it, except for the last digit."
)
ROUNDING_REPLY = "Only the last digit is off. Check the rounding."
TRUNCATED_REPLY = "Only the last digit is off. The number is truncated, not rounded."
COARSE_REPLY = "This number has too few digits to mark. Give at least two decimals."


def rule_on_number(number: WrittenNumber, evidence: Evidence) -> Ruling:
    """Return the ruling on a number. For "wrong", the diagnosis adds the message.

    >>> readings = lambda steps: [(1.25, 1.263)] if steps == "cut" else []
    >>> term = Evidence("actual.term.2", 1.26186, readings, lambda number: False)
    >>> numbers = [WrittenNumber(value, 0.001, digits=4) for value in (1.262, 1.263, 1.893)]
    >>> [rule_on_number(number, term).verdict for number in numbers]
    ['right', 'last-digit', 'wrong']
    """
    ruling = _rule_on_coarse_share(number, evidence) or _rule_on_fit(
        number, evidence, min(number.unit, FINE_UNIT)
    )
    ruling = (
        ruling
        or _forgive_shortened_number(number, evidence)
        or _forgive_later_decimals(number, evidence)
    )
    if ruling:
        return ruling
    ruling = _rule_on_coarse_number(number, evidence) or _forgive_truncated_numbers(
        number, evidence
    )
    ruling = ruling or _forgive_last_digit_in_row(number, evidence)
    return ruling if ruling and not evidence.fits_mistake(number) else Ruling(WRONG)


def _rule_on_fit(number: WrittenNumber, evidence: Evidence, unit: float) -> Ruling | None:
    """Return the ruling on a number that fits the exact value or a reading, or None.

    unit: the precision with which the number must fit.
    """
    exactly = number.is_rounding_of(evidence.exact, 0.0)
    formula = number.form == "expression" and not exactly
    if formula and any(
        is_rounding_of_reading(number, reading, 0.0) for reading in evidence.written_readings
    ):
        return Ruling(CARRIED, FOLLOWS_REPLY)
    if exactly or number.is_rounding_of(evidence.exact, unit):
        return Ruling(RIGHT)
    if any(is_rounding_of_reading(number, reading, unit) for reading in evidence.written_readings):
        return Ruling(CARRIED, FOLLOWS_REPLY)
    is_truncated = is_truncation_of(number, evidence.exact)
    # Hardly any two digits of a share are out of reach.
    if is_truncated and evidence.cell == "ndcg":
        return Ruling(LAST_DIGIT, TRUNCATED_REPLY)
    if not is_truncated and any(
        is_truncation_of(number, end) for end in chain.from_iterable(evidence.written_readings)
    ):
        return Ruling(CARRIED, LAST_DIGIT_CARRIED_REPLY)
    if unit < number.unit:  # a coarse number is right as far as it goes, or told apart by mistakes
        return None
    if any(
        is_rounding_of_reading(number, reading, unit)
        for reading in evidence.derive_readings("rounded")
    ):
        return Ruling(CARRIED, ROUNDED_REPLY)
    return Ruling(LAST_DIGIT, TRUNCATED_REPLY) if is_truncated else None


def _forgive_shortened_number(number: WrittenNumber, evidence: Evidence) -> Ruling | None:
    """Return a "last-digit" ruling if a row's cell has the shortened exact value, or None.

    The value may be rounded or truncated to 2 to 6 decimals, and be padded with zeros.
    """
    in_a_row = "." in evidence.cell and number.form == "number"
    ends = list_shortened_values(evidence.exact, "cut") if in_a_row else []
    return (
        Ruling(LAST_DIGIT, ROUNDING_REPLY)
        if any(abs(number.value - end) < CLOSE_TOLERANCE for end in ends)
        else None
    )


def _forgive_later_decimals(number: WrittenNumber, evidence: Evidence) -> Ruling | None:
    """Return a ruling that forgives a small difference from the third decimal on, or None.

    The limit is 0.0005 for a share. For another number, it grows with the exact value, up to 0.002.
    A known mistake that explains the difference does not matter. Formulas and coarser numbers are
    not forgiven.
    """
    if number.form == "expression" or number.unit > MAX_AGREEING_ERROR:
        return None
    reach = (
        MAX_AGREEING_ERROR
        if evidence.cell in SHARE_CELLS
        else MAX_AGREEING_ERROR * max(1.0, abs(evidence.exact))
    )
    reach = min(reach, MAX_UNIT_ERROR) + 1e-9
    if abs(number.value - evidence.exact) <= reach:
        return Ruling(LAST_DIGIT, ROUNDING_REPLY)
    near = any(
        low - reach <= number.value <= high + reach for low, high in evidence.written_readings
    )
    return Ruling(CARRIED, LAST_DIGIT_CARRIED_REPLY) if near else None


def _forgive_truncated_numbers(number: WrittenNumber, evidence: Evidence) -> Ruling | None:
    """Return a ruling that forgives a number that follows from truncated numbers, or None.

    The verdict is "last-digit" near the exact value, and otherwise "carried".
    """
    unit = min(number.unit, FINE_UNIT)
    all_truncated = evidence.derive_readings("all-cut")
    fitting = any(
        is_rounding_of_reading(number, reading, unit) for reading in evidence.derive_readings("cut")
    )
    fitting = fitting or any(low <= number.value <= high for low, high in all_truncated)
    if not (
        fitting or any(is_truncation_of(number, end) for end in chain.from_iterable(all_truncated))
    ):
        return None
    reach = (
        min(NEAR_UNITS * number.unit, CLOSE_SHARE if evidence.cell in SHARE_CELLS else MAX_WIDTH)
        + 1e-9
    )
    if abs(number.value - evidence.exact) <= reach:
        return Ruling(LAST_DIGIT, ROUNDING_REPLY)
    near = any(
        low - reach <= number.value <= high + reach for low, high in evidence.written_readings
    )
    return Ruling(CARRIED, LAST_DIGIT_CARRIED_REPLY if near else TRUNCATED_BEFORE_REPLY)


def _forgive_last_digit_in_row(number: WrittenNumber, evidence: Evidence) -> Ruling | None:
    """Return a ruling that forgives a last digit off by one in a row's cell, or None.

    For example, 1 / 2.0003 may have been truncated.
    """
    in_a_row = "." in evidence.cell and number.form == "number"
    off = abs(number.value - evidence.exact)
    near = number.unit <= FINE_UNIT * 1.001 and off <= number.unit * (1 + 1e-6)
    return Ruling(LAST_DIGIT, ROUNDING_REPLY) if in_a_row and near else None


def _rule_on_coarse_share(number: WrittenNumber, evidence: Evidence) -> Ruling | None:
    """Return an "invalid" ruling for a share with one decimal that may be right, or None.

    One decimal is too coarse unless it is the exact value.
    """
    if evidence.cell not in SHARE_CELLS or not has_one_decimal(number):
        return None
    if number.is_rounding_of(evidence.exact, 0.0):
        return None
    nearby = (evidence.exact, *chain.from_iterable(evidence.written_readings))
    near = any(abs(number.value - value) < number.unit + 1e-9 for value in nearby)
    return Ruling(INVALID, COARSE_REPLY) if near else None


def has_one_decimal(number: WrittenNumber) -> bool:
    """Return True for a number with one decimal that is no formula.

    >>> [has_one_decimal(WrittenNumber(0.5, unit)) for unit in (1, 0.1, 0.01)]
    [False, True, False]
    """
    return number.form != "expression" and FINE_UNIT * 1.001 < number.unit < 0.5


def _rule_on_coarse_number(number: WrittenNumber, evidence: Evidence) -> Ruling | None:
    """Return a ruling on a number with at most one decimal, or None if nothing fits it.

    A single digit is too coarse to be right. Formulas and finer numbers also get None.
    """
    if number.form == "expression" or number.unit <= FINE_UNIT * 1.001:
        return None
    ruling = _rule_on_fit(number, evidence, number.unit)
    if ruling is None or number.digits > 1:
        return ruling
    return Ruling(INVALID, COARSE_REPLY)
