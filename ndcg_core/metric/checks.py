"""Checks of grades and arguments, with the sentences that refuse bad ones.

A grade is a finite number of 0 or more. A convention may also accept others. Positions count from
1, as ranks do.
"""

from collections.abc import Iterable, Mapping, Set
from math import inf, trunc
from operator import index

from ndcg_core.metric.gains import Gain, call_gain, choose_sort_key, find_gain_function
from ndcg_core.metric.numbers import read_finite, short_repr

LARGEST_SUM = 1.79e308
"""The limit for the sum of all gains, a little below the largest float."""

MAX_RANK = 10**15
SAFE_GRADE = 1000
"""Grades up to this are safe under every gain."""


def check_grades(
    grades: Iterable[float],
    gain: Gain = "linear",
    noun: str = "grade",
    reads: tuple[str, str] | None = None,
    fewest: int = 1,
) -> tuple[list[float], list[float]]:
    """Return the grades as floats, in the given order and from best to worst.

    reads: the convention's treatment of negative and of fractional grades (`Convention.reads`).
    Grades that are left out stay in the first list, because scores and names belong to them.
    fewest: 0 if an empty ranking is allowed.

    This is the fastest check for good grades. `_convert_grades` finds the bad one in the others.
    """
    values = grades if type(grades) is list else list_values(grades, noun)
    if not values and not fewest:
        return values, []
    if not isinstance(gain, str):
        values = _convert_grades(values, gain, noun, reads or ("refuse", "kept"))
        return values, sorted(
            _drop_unranked(values, reads), key=choose_sort_key(gain), reverse=True
        )
    try:
        best = sorted(values, reverse=True)
        total = sum(best, 0.0)  # nan if a grade is; no plain float if a grade is of an odd type
        good = type(total) is float and best[-1] >= 0 and total <= LARGEST_SUM
        whole = reads is None or reads[1] == "kept" or all(value % 1 == 0 for value in values)
        if good and whole and (gain == "linear" or best[0] <= SAFE_GRADE):
            return values, best
    except Exception:  # odd things raise all sorts when they are compared or added
        pass
    values = _convert_grades(values, gain, noun, reads or ("refuse", "kept"))
    return values, sorted(_drop_unranked(values, reads), reverse=True)


def _drop_unranked(values: list[float], reads: tuple[str, str] | None) -> list[float]:
    """Drop the grades of documents that the convention leaves out of the ranking."""
    return [r for r in values if r >= 0] if reads and reads[0] == "left-out" else values


def count_ranks(k: object, n: int, noun: str = "cutoff k") -> int:
    """Return the number of the n ranks that count.

    All n count if k is None or larger than n.
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
    is_list = isinstance(k, Iterable) and not isinstance(k, (str, bytes))
    scores = " Pass scores by name: ndcg(y_true, scores=y_score)." if is_list else ""
    raise ValueError(
        f"The {noun} is {short_repr(k)}. It must be a whole number, 1 or more, "
        f"or None for the whole list.{scores}"
    )


def list_values(grades: object, noun: str) -> list[float]:
    """Return the values of a list, tuple, range, generator or one-dimensional array as a list."""
    if hasattr(grades, "tolist"):
        grades = grades.tolist()  # an array's own way to plain numbers
    unordered_or_text = isinstance(grades, (str, bytes, bytearray, Mapping, Set))
    if isinstance(grades, Iterable) and not unordered_or_text:
        return list(grades)
    raise ValueError(
        f"The {noun}s are {short_repr(grades)}. They must be a list of numbers, such as [3, 2, 3, "
        "0, 1]."
    )


def _convert_grades(
    grades: list[float], gain: Gain, noun: str, reads: tuple[str, str]
) -> list[float]:
    """Convert the grades to floats, or raise ValueError for the first one that cannot be scored."""
    if not grades:
        raise ValueError(f"There are no {noun}s. Give at least one, such as [3].")
    values = []
    total = 0.0
    for place, grade in enumerate(grades, 1):
        value = read_finite(grade)
        if value is None or (value < 0 and reads[0] == "refuse"):
            must = _MUST_BE_FINITE + _advise_on(grade) if value is None else _MUST_NOT_BE_NEGATIVE
            raise ValueError(f"{_name_place(noun, place)} is {short_repr(grade)}. {must}.")
        if isinstance(gain, str) or value > 0:  # else below 0 nobody judged
            value = _apply_rules(value, *reads)
        try:
            total += abs(calculate_gain_or_inf(value, gain))
        except ValueError as reason:  # a gain of one's own, and it has none for this grade
            raise ValueError(
                f"{_name_place(noun, place)} is {short_repr(grade)}: {reason}."
            ) from None
        if total > LARGEST_SUM:
            safe = f"With {gain} gain, grades up to {SAFE_GRADE} are safe"
            must = safe if isinstance(gain, str) else "The sum of all gains must stay finite"
            raise ValueError(
                f"{_name_place(noun, place)} is {short_repr(grade)}, too large to add. {must}."
            )
        values.append(value)
    return values


_MUST_BE_FINITE = "It must be a finite number, 0 or more"
_MUST_NOT_BE_NEGATIVE = (
    "It must be 0 or more. Some libraries read it as 0 and others subtract it: see the app’s page "
    "“Which library?”"
)


def _apply_rules(value: float, negative: str, fractions: str) -> float:
    if value < 0 and negative == "as-zero":
        return 0.0
    return float(trunc(value)) if fractions == "dropped" else value


def _advise_on(grade: object) -> str:
    """Return advice for a grade that is not a number."""
    if isinstance(grade, Iterable) and not isinstance(grade, (str, bytes)):
        return ". For several queries, make a call for each"
    try:
        is_missing = grade is None or bool(grade != grade)
    except Exception:  # a missing value of pandas has no truth, and some numbers no order
        is_missing = type(grade).__name__ in ("NAType", "Decimal")
    return ", and 0 for an unjudged document" if is_missing else ""


def _name_place(noun: str, place: int) -> str:
    return f"The {noun} at {'rank' if noun == 'grade' else 'position'} {place}"


def calculate_gain_or_inf(value: float, gain: Gain) -> float:
    """Return g(value), or infinity if it overflows.

    A gain function of the user may raise ValueError.
    """
    if not isinstance(gain, str):
        return call_gain(gain, value)
    try:
        return find_gain_function(gain)(value)
    except OverflowError:
        return inf
