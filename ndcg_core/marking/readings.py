"""A reading: the lowest and the highest number that somebody may have had in hand.

A number may have been rounded or cut off on the way; what is near it, and what it stands for.
"""

from collections.abc import Iterable
from math import ceil, floor, isfinite, isnan, nan
from typing import Literal

from ndcg_core.numerals.numerals import Written

Reading = tuple[float, float]
"""A lowest and a highest value; the two are equal where only one number can have been meant."""

NOWHERE: Reading = (nan, nan)

Steps = Literal["as-written", "rounded", "cut"]
"""What may have been done to a number on the way: nothing, rounding, or cutting it off too."""
DECIMALS = (2, 3, 4, 5, 6)

NEAR = 2
"""How many units of its last digit a number may be off and still be a slip in the last digit."""
WIDEST = 0.02
"""A last digit is never so coarse that a mistake would pass for a slip."""
CLOSE = 1e-9


def reach(written: Written) -> float:
    """How far what is written may lie from what was meant: rounded, or a slip in its last digit.

    A whole number stands for itself alone: a gain of 3 is not a gain of 2.

    >>> [round(reach(Written(*w)), 6) for w in ((1.26, 0.01), (1.3, 0.1), (3.0, 1.0))]
    [0.02, 0.05, 0.02]
    """
    half = written.unit / 2 if written.unit < 0.5 else 0.0
    return max(min(NEAR * written.unit, WIDEST), half) + CLOSE


def near(written: Written, reading: Reading) -> bool:
    """Whether what is written is a reading, rounded, or a slip in its last digit.

    >>> near(Written(1.263, 0.001), (1.26186, 1.26186)), near(Written(3.0, 1.0), (2.0, 2.0))
    (True, False)
    """
    low, high = reading
    return low - reach(written) <= written.value <= high + reach(written)


def as_meant(written: Written, reading: Reading) -> Reading:
    """The part of a reading that what is written can stand for."""
    low, high = reading
    return max(low, written.value - reach(written)), min(high, written.value + reach(written))


def shortened(value: float, steps: Steps) -> list[float]:
    """What a number may become on the way, a half rounded either way.

    >>> sorted({round(x, 3) for x in shortened(1.585, "rounded")})
    [1.58, 1.585, 1.59]
    >>> min(shortened(1.5849, "cut"))
    1.58
    """
    if steps == "as-written" or not isfinite(value) or abs(value) > 1e9:
        return []
    found = []
    for scale in (10.0**d for d in DECIMALS):
        at = value * scale
        found += [floor(at + 0.5 + 1e-7) / scale, ceil(at - 0.5 - 1e-7) / scale]
        if steps == "cut":
            found.append(floor(at + 1e-7) / scale)
    return found


def fits(written: Written, reading: Reading, unit: float | None = None) -> bool:
    """Whether what is written is a rounding of some number of a reading."""
    low, high = reading
    return low <= written.value <= high or written.fits(low, unit) or written.fits(high, unit)


def is_cut_off(written: Written, value: float) -> bool:
    """Whether what is written has the digits of a value, to at least two decimals, and no more.

    >>> is_cut_off(Written(0.69, 0.01), 0.6957), is_cut_off(Written(0.6, 0.1), 0.6957)
    (True, False)
    """
    plain = written.form == "number" and written.unit <= 0.01 + CLOSE
    return plain and -CLOSE <= value - written.value < written.unit - CLOSE


def hull(readings: Iterable[Reading]) -> Reading:
    """The one range that holds all readings.

    >>> hull([(1.0, 1.0), (1.26, 1.27)])
    (1.0, 1.27)
    """
    lows, highs = zip(*readings, strict=True)
    return min(lows), max(highs)


def between(values: Iterable[float]) -> Reading:
    """The range from the lowest to the highest value; numbers that are none count as not there.

    >>> between([2.0, nan, 1.5])
    (1.5, 2.0)
    """
    known = [value for value in values if not isnan(value)]
    return (min(known), max(known)) if known else NOWHERE
