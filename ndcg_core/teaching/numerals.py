"""What somebody wrote, read as a number: "1.263", "7/log2(3)", "2/1.585", "(2^3-1)/log2(4)".

A number standing alone may have a decimal comma: "1,26" is 1.26; "1,263" could also mean a thousand
and is refused. A formula is worked out by `reader`; nothing is ever evaluated as code.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite

from ndcg_core.teaching.reader import Unreadable, evaluate

LONGEST = 200
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(?:e([+-]?\d{1,3}))?", re.ASCII)
COMMA = re.compile(r"([+-]?)(\d+),(\d+)", re.ASCII)
RAISED = re.compile("[⁰¹²³⁴-⁹]+")
SIGNS = str.maketrans(dict(zip("−–×·÷∕⁄₀₁₂\u00a0\u202f\u2009", "--**///012   ", strict=True)))
RAISED_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
CLOSE = 1e-9
"""How close two exact calculations of the same number come."""


@dataclass(frozen=True)
class Written:
    """A number as somebody wrote it.

    value    what it comes to
    unit     one unit of its last digit: 0.001 for "1.263"; 0 where nothing is rounded: "7/log2(3)"
    form     "number" or "expression"
    digits   how many significant digits a plain number has, closing zeros included
    """

    value: float
    unit: float
    form: str = "number"
    digits: int = 0

    def fits(self, x: float, unit: float | None = None) -> bool:
        """Whether x, rounded as this is, is this; half up and half even are both fine."""
        half = (self.unit if unit is None else unit) / 2
        return abs(self.value - x) <= half + CLOSE * max(1.0, abs(x))


@lru_cache(maxsize=4096)
def read(text: str, base: float = 2.0) -> Written:
    """The number that is written, or Unreadable with a sentence.

    base: the base of a bare "log", which is that of the sheet's convention.

    >>> read("1.263"), read("7/log2(3)").value
    (Written(value=1.263, unit=0.001, form='number', digits=4), 4.416508275000202)
    """
    plain = _tidied(text)
    if match := NUMBER.fullmatch(plain.removesuffix("%").rstrip()):
        return _number(match, 2 if plain.endswith("%") else 0)
    result = evaluate(plain, base)
    return Written(result.value, 2 * result.error, "expression")


def readable(text: str, base: float = 2.0) -> Written | None:
    """The number that is written, or None.

    >>> readable("two") is None
    True
    """
    try:
        return read(text, base)
    except Unreadable:
        return None


def _tidied(text: str) -> str:
    if len(text) > LONGEST:
        raise Unreadable(f"This is {len(text)} characters long; {LONGEST} are enough for a number.")
    plain = text.strip().translate(SIGNS).lower().lstrip("=≈~ ")
    plain = RAISED.sub(lambda run: f"^({run[0].translate(RAISED_DIGITS)})", plain)
    if not plain:
        raise Unreadable("Nothing is written here yet.")
    match = COMMA.fullmatch(plain)
    return _with_point(match) if match else plain


def _with_point(match: re.Match[str]) -> str:
    sign, whole, decimals = match.groups()
    if len(decimals) == 3 and whole.strip("0") and len(whole) < 4:
        raise Unreadable(
            f"{whole},{decimals} can mean {whole}.{decimals} or {whole}{decimals}; write decimals "
            "with a point."
        )
    return f"{sign}{whole}.{decimals}"


def _number(match: re.Match[str], shift: int) -> Written:
    mantissa, exponent = match[1], int(match[2] or 0) - shift
    value = float(f"{match[0].partition('e')[0]}e{exponent}")
    decimals = len(mantissa.partition(".")[2]) - exponent
    if not isfinite(value) or decimals < -300:
        raise Unreadable("This number is too large.")
    digits = len(mantissa.replace(".", "").lstrip("0"))
    return Written(value, 10.0**-decimals, "number", digits)
