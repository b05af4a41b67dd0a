"""Written numbers, read in many forms: "1.263", "1,26", "97.2 %", "7/log2(3)", "1 1/2".

written   = member ("=" member)*          the last member counts, and all others must agree with it
member    = number | formula | name       names label a number: "NDCG = 0.972", "DCG: 6.149"
number    = sign digits decimals "..."? "%"?

`spelling` normalizes signs and commas, and `reader` has the grammar of a formula. No text is ever
executed as code. A text gives a number, or a sentence about the reason for none.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isclose, isfinite, nan
from typing import Literal

from ndcg_core.metric.numbers import format_all_digits
from ndcg_core.numerals import refusals
from ndcg_core.numerals.reader import UncertainValue, evaluate_formula
from ndcg_core.numerals.refusals import UnreadableError
from ndcg_core.numerals.spelling import MAX_LENGTH as MAX_LENGTH
from ndcg_core.numerals.spelling import normalize_separators, split_at_equals

NUMBER_PATTERN = re.compile(r"([+-]?) ?(\d+\.?\d*|\.\d+)(?:e([+-]?\d+))?", re.ASCII)
RANGE_PATTERN = re.compile(r"(\d+\.?\d*%?|\.\d+%?) ?- ?(?:\d+\.?\d*|\.\d+)%?", re.ASCII)
"""Two numbers with a dash between them, which are a range if the second is larger."""
CLOSE_TOLERANCE = 1e-12
"""The largest difference between two exact calculations of the same number."""


@dataclass(frozen=True)
class WrittenNumber:
    """A number, with the precision of the text that somebody wrote.

    value   the value of the number
    unit    one unit of the last digit: 0.001 for "1.263"; 0 if nothing is rounded
    form    "number"; "cut off" for a truncated one such as "1.26..."; or "expression"
    digits  the number of significant digits of a plain number, trailing zeros included
    """

    value: float
    unit: float
    form: Literal["number", "cut off", "expression"] = "number"
    digits: int = 0

    def is_rounding_of(self, x: float, unit: float | None = None) -> bool:
        """Return True if x rounds to this number. A tie may be rounded up or down.

        If dots follow the number, x may also exceed this number by up to one unit.

        unit: the unit to use instead of the number's unit
        """
        unit = self.unit if unit is None else unit
        beyond = (x - self.value) * (-1 if self.value < 0 else 1)
        tolerance = unit if self.form == "cut off" and beyond > 0 else unit / 2
        return abs(beyond) <= tolerance + CLOSE_TOLERANCE * max(1.0, abs(x))


@lru_cache(maxsize=4096)
def read_numeral(text: str, base: float = 2.0) -> WrittenNumber:
    """Parse a written number, formula or equation. Raise UnreadableError for other texts.

    base: the base of “log” without a base.
    """
    parts = split_at_equals(text)
    return _read_equation([normalize_separators(part, base) for part in parts], parts, base)


def read_numeral_or_none(text: str, base: float = 2.0) -> WrittenNumber | None:
    """Parse a written number, formula or equation, or return None for other texts."""
    try:
        return read_numeral(text, base)
    except UnreadableError:
        return None


NO_VALUE_WORDS = frozenset(
    ("nan", "-nan", "none", "null", "undefined", "not defined", "no value", "n/a", "na")
)
"""Words for a missing value in the output of programs, in lower case."""


def read_printed_number(printed: object) -> WrittenNumber:
    """Parse a number that a program printed. Words such as "nan" and "None" give NaN.

    The unit of a float is 0. Raises UnreadableError for other texts, and ValueError for values
    that are neither a text nor a number.

    >>> read_printed_number("≈0.957").unit, read_printed_number(0.957).unit
    (0.001, 0.0)
    >>> read_printed_number("None").value
    nan
    """
    text = format_all_digits(printed)
    if text.strip().casefold() in NO_VALUE_WORDS:
        return WrittenNumber(nan, 0.0)
    return read_numeral(text) if isinstance(printed, str) else replace(read_numeral(text), unit=0.0)


GROUPED_DIGITS = re.compile(r"\s*[+-]?[1-9]\d{0,2}(?:_\d{3})+(?:\.\d*)?\s*", re.ASCII)


def read_plain_number(text: str) -> float | None:
    """Parse a number such as "1.5", "−3e2", "1_000" or "nan". Return None for other texts.

    >>> [read_plain_number(text) for text in ("1_000", "−1", "1_0", "3/2")]
    [1000.0, -1.0, None, None]
    """
    if "_" in text and not GROUPED_DIGITS.fullmatch(text):
        return None
    try:
        return float(text.replace("−", "-"))
    except ValueError:
        return None


def _read_equation(members: list[str], texts: list[str], base: float) -> WrittenNumber:
    """Return the last number of an equation. Raise UnreadableError if another one differs.

    members: the sides of the equation, with normalized spelling. texts: the same sides as written.
    """
    last = _read_member(members[-1], base)
    for member, text in zip(members[:-1], texts, strict=False):
        number = evaluate_formula(member, base)
        if not _is_same_number(number, last, members[-1].endswith("%")):
            plain = _match_plain_number(member)
            sentence = refusals.DIFFER if plain else refusals.IS_NOT
            value = f"{number.value:.6g}"
            raise UnreadableError(sentence.format(one=text, value=value, last=texts[-1]))
    return last


def _is_same_number(member: UncertainValue, last: WrittenNumber, is_percent: bool) -> bool:
    """Return True if a number equals the last one of its equation within their precision.

    "0.97 * 100 = 97 %" is also accepted.

    is_percent: True if the last number has a percent sign
    """
    tolerance = member.error + (last.unit / 2 if last.form == "expression" else last.unit)
    if last.unit and isclose(2 * member.error, last.unit):  # as many decimals in both: "0.97~0.98"
        tolerance = last.unit / 2
    values = [member.value, member.value / 100] if is_percent else [member.value]
    return any(
        abs(v - last.value) <= tolerance + CLOSE_TOLERANCE * max(1.0, abs(v)) for v in values
    )


def _read_member(member: str, base: float) -> WrittenNumber:
    """Parse one member of an equation: a plain number or a formula.

    Raises UnreadableError for other texts and for a range such as "2-3".
    """
    if match := _match_plain_number(member):
        return _make_number(match, 2 if member.endswith("%") else 0, _count_dots(member))
    result = evaluate_formula(member, base)
    if result.value < 0 and (ends := RANGE_PATTERN.fullmatch(member)):
        raise UnreadableError(refusals.RANGE.format(text=member, first=ends[1]))
    return WrittenNumber(result.value, 2 * result.error, "expression")


def _match_plain_number(member: str) -> re.Match[str] | None:
    """Match a number, allowing brackets, dots for omitted digits, and a "%", or return None."""
    bare = member.removesuffix("%").rstrip()
    dots = _count_dots(bare)
    if dots:
        bare = bare[:-dots].rstrip()
    inside = bare[1:-1].strip() if bare[:1] == "(" and bare[-1:] == ")" else bare
    return NUMBER_PATTERN.fullmatch(inside)


def _count_dots(member: str) -> int:
    """Count the dots at the end that mark omitted digits. A single dot does not count."""
    bare = member.removesuffix("%").rstrip()
    dots = len(bare) - len(bare.rstrip("."))
    return dots if dots > 1 else 0


def _make_number(match: re.Match[str], shift: int, dots: int) -> WrittenNumber:
    """Make a written number from a match of `NUMBER_PATTERN`.

    Raises UnreadableError if the number is too large or has too many decimals. shift: 2 for a
    percentage, else 0. dots: the number of dots that mark omitted digits.
    """
    sign, mantissa, power = match.groups()
    exponent = int(power or 0) - shift
    value = float(f"{sign}{mantissa}e{exponent}")
    decimals = len(mantissa.partition(".")[2]) - exponent
    if not isfinite(value) or decimals < -300:
        raise UnreadableError(refusals.TOO_LARGE)
    digits = len(mantissa.replace(".", "").lstrip("0"))
    return WrittenNumber(value, 10.0**-decimals, "cut off" if dots else "number", digits)
