"""What may be scored, and the sentence for what may not.

A grade is a finite number, 0 or more. Positions count from 1, as ranks do.
"""

import reprlib
from collections.abc import Iterable, Mapping, Set
from decimal import Decimal
from math import inf, isfinite
from numbers import Real
from operator import index

from ndcg_core.metric.gains import GAINS

LARGEST_SUM = 1.79e308
"""All gains together may reach this: a little below the largest float, as a sum may be rounded."""

MODEST = 1000
"""Grades up to this are safe under every gain."""


def checked(
    grades: Iterable[float], gain: str = "linear", noun: str = "grade"
) -> tuple[list[float], list[float]]:
    """The grades as a list of plain numbers, and the same from best to worst.

    The fewest steps that let only good grades pass; `_plain` finds the culprit in the others.

    >>> checked((3, 0, 2))
    ([3, 0, 2], [3, 2, 0])
    """
    values = grades if type(grades) is list else _listed(grades, noun)
    try:
        best = sorted(values, reverse=True)
        total = sum(best, 0.0)  # nan if a grade is; no plain float if a grade is of an odd type
        good = type(total) is float and best[-1] >= 0 and total <= LARGEST_SUM
        if good and (gain == "linear" or best[0] <= MODEST):
            return values, best
    except Exception:  # odd things raise all sorts when they are compared or added
        pass
    values = _plain(values, gain, noun)
    return values, sorted(values, reverse=True)


def cutoff(k: object, n: int, noun: str = "cutoff k") -> int:
    """How many ranks of a list of n count: all when k is None or beyond the list.

    >>> cutoff(None, 5), cutoff(3, 5), cutoff(10, 5)
    (5, 3, 5)
    """
    if k is None:
        return n
    if type(k) is int and k >= 1:
        return k if k < n else n
    try:
        ranks = 0 if isinstance(k, bool) else index(k)  # type: ignore[arg-type]
    except TypeError:
        ranks = 0
    if ranks >= 1:
        return min(ranks, n)
    raise ValueError(
        f"The {noun} is {shown(k)}; it must be a whole number, 1 or more, "
        "or None for the whole list."
    )


LONGEST_SHOWN = 40


def shown(value: object) -> str:
    """The value as Python writes it, but never longer than half a line.

    >>> shown("two"), shown(10**5000)
    ("'two'", 'an int')
    """
    try:
        return clipped(reprlib.repr(value))
    except Exception:  # an int of thousands of digits refuses to be written
        name = type(value).__name__
        return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def clipped(text: str, longest: int = LONGEST_SHOWN) -> str:
    """A text that somebody wrote, for a sentence about it: its beginning, with … for the rest.

    What no page or file can carry, half of a surrogate pair, becomes �.

    >>> clipped("3, two, 1"), clipped("a" * 1000, 5)
    ('3, two, 1', 'aaaa…')
    """
    short = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return writable(short)


def writable(text: str) -> str:
    r"""The text without halves of surrogate pairs, which UTF-8 cannot hold.

    >>> writable("A\ud800B")
    'A�B'
    """
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _listed(grades: object, noun: str) -> list[float]:
    """The grades one by one, from any list, tuple, range, generator or one-dimensional array."""
    if hasattr(grades, "tolist"):
        grades = grades.tolist()  # an array's own way to plain numbers
    unordered_or_text = isinstance(grades, (str, bytes, bytearray, Mapping, Set))
    if isinstance(grades, Iterable) and not unordered_or_text:
        return list(grades)
    raise ValueError(
        f"The {noun}s are {shown(grades)}; they must be a list of numbers, such as [3, 2, 3, 0, 1]."
    )


def _plain(grades: list[float], gain: str, noun: str) -> list[float]:
    """The grades as floats, or the sentence about the first that may not be scored."""
    if not grades:
        raise ValueError(f"There are no {noun}s; at least one is needed, such as [3].")
    values = []
    earned = 0.0
    for place, grade in enumerate(grades, 1):
        value = _number(grade)
        if value is None:
            must = "it must be a finite number, 0 or more"
            raise ValueError(f"{_subject(noun, place)} is {shown(grade)}; {must}.")
        earned += _earned(value, gain)
        if earned > LARGEST_SUM:
            must = f"with {gain} gain, grades up to {MODEST} are safe"
            raise ValueError(
                f"{_subject(noun, place)} is {shown(grade)}, too large to add; {must}."
            )
        values.append(value)
    return values


def _subject(noun: str, place: int) -> str:
    return f"The {noun} at {'rank' if noun == 'grade' else 'position'} {place}"


def _number(grade: object) -> float | None:
    """The grade as a float, or None if it may not be scored."""
    if hasattr(grade, "item") and not getattr(grade, "ndim", 0):
        grade = grade.item()  # a number from an array
    if not isinstance(grade, (Real, Decimal)):
        return None
    try:
        value = float(grade)
    except (OverflowError, ValueError):
        return None
    return value if isfinite(value) and value >= 0 else None


def _earned(value: float, gain: str) -> float:
    try:
        return GAINS[gain](value)
    except OverflowError:
        return inf
