"""Checks of grades and cutoffs, with error messages for bad values.

A grade is a finite number of 0 or more. Some conventions also accept negative grades. Positions in
error messages count from 1, as ranks do.
"""

from collections.abc import Iterable, Mapping, Set
from math import inf, trunc
from operator import index

from ndcg_core.metric.gains import Gain, call_gain_function, choose_sort_key, find_gain_function
from ndcg_core.metric.numbers import read_finite, short_repr

LARGEST_SUM = 1.79e308
"""The limit for the sum of all gains, a little below the largest float."""

MAX_RANK = 10**15
SAFE_GRADE = 1000
"""The highest grade whose gain is finite for every named gain."""


def prepare_grades(
    grades: Iterable[float],
    gain: Gain = "linear",
    noun: str = "grade",
    grade_rules: tuple[str, str] | None = None,
    fewest: int = 1,
) -> tuple[list[float], list[float]]:
    """Check grades, and return two lists: in the given order, and from best to worst.

    The second list has no grades of documents that the convention leaves out. The first list
    keeps such grades, because each has a score and a name. Raises ValueError for a bad grade.

    noun: the word for a grade in messages. grade_rules: the treatment of negative and of fractional
    grades (`Convention.grade_rules`). fewest: 0 if an empty ranking is allowed.

    Usual grades need no conversion, and a list of them is returned without a copy.
    `_convert_grades` handles all other input, and finds the first bad grade.
    """
    values = grades if type(grades) is list else convert_to_list(grades, noun)
    if not values and not fewest:
        return values, []
    if not isinstance(gain, str):
        values = _convert_grades(values, gain, noun, grade_rules or ("refuse", "kept"))
        return values, sorted(
            _drop_left_out_grades(values, grade_rules), key=choose_sort_key(gain), reverse=True
        )
    try:
        best = sorted(values, reverse=True)
        total = sum(best, 0.0)  # NaN if a grade is NaN; not a float if a grade has an unusual type
        good = type(total) is float and best[-1] >= 0 and total <= LARGEST_SUM
        keeps_fractions = grade_rules is None or grade_rules[1] == "kept"
        whole = keeps_fractions or all(value % 1 == 0 for value in values)
        if good and whole and (gain == "linear" or best[0] <= SAFE_GRADE):
            return values, best
    except Exception:  # unusual types can raise any error when they are compared or added
        pass
    values = _convert_grades(values, gain, noun, grade_rules or ("refuse", "kept"))
    return values, sorted(_drop_left_out_grades(values, grade_rules), reverse=True)


def _drop_left_out_grades(values: list[float], grade_rules: tuple[str, str] | None) -> list[float]:
    """Return the grades, but drop grades below 0 if the convention leaves their documents out."""
    return [r for r in values if r >= 0] if grade_rules and grade_rules[0] == "left-out" else values


def count_ranks(k: object, n: int, noun: str = "cutoff k") -> int:
    """Return the number of ranks that count: k, but at most n, or n if k is None.

    Raises ValueError if k is not a whole number of 1 or more.

    noun: the word for k in the message.
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


def convert_to_list(grades: object, noun: str) -> list[float]:
    """Convert a sequence, generator or array to a list. Raise ValueError for anything else.

    A text, a set and a dictionary are refused.
    """
    if hasattr(grades, "tolist"):
        grades = grades.tolist()  # an array or a column of a data frame
    unordered_or_text = isinstance(grades, (str, bytes, bytearray, Mapping, Set))
    if isinstance(grades, Iterable) and not unordered_or_text:
        return list(grades)
    raise ValueError(
        f"The {noun}s are {short_repr(grades)}. They must be a list of numbers, such as [3, 2, 3, "
        "0, 1]."
    )


def _convert_grades(
    grades: list[float], gain: Gain, noun: str, grade_rules: tuple[str, str]
) -> list[float]:
    """Convert grades to floats by the convention's rules for negative and fractional grades.

    Raises ValueError for an empty list and for the first bad grade.

    grade_rules: the treatment of negative and of fractional grades.
    """
    if not grades:
        raise ValueError(f"There are no {noun}s. Give at least one, such as [3].")
    values = []
    total = 0.0
    for rank, grade in enumerate(grades, 1):
        value = read_finite(grade)
        if value is None or (value < 0 and grade_rules[0] == "refuse"):
            must = _MUST_NOT_BE_NEGATIVE
            if value is None:
                must = _MUST_BE_FINITE + _advise_on_grade(grade)
            raise ValueError(f"{_name_position(noun, rank)} is {short_repr(grade)}. {must}.")
        if isinstance(gain, str) or value > 0:  # a grade below 0 means unjudged to a gain function
            value = _apply_grade_rules(value, *grade_rules)
        try:
            total += abs(calculate_gain_or_inf(value, gain))
        except ValueError as reason:  # the user's own gain fails for this grade
            raise ValueError(
                f"{_name_position(noun, rank)} is {short_repr(grade)}: {reason}."
            ) from None
        if total > LARGEST_SUM:
            safe = f"With {gain} gain, grades up to {SAFE_GRADE} are safe"
            must = safe if isinstance(gain, str) else "The sum of all gains must stay finite"
            raise ValueError(
                f"{_name_position(noun, rank)} is {short_repr(grade)}, too large to add. {must}."
            )
        values.append(value)
    return values


_MUST_BE_FINITE = "It must be a finite number, 0 or more"
_MUST_NOT_BE_NEGATIVE = (
    "It must be 0 or more. Some libraries read it as 0 and others subtract it: see the app’s page "
    "“Which library?”"
)


def _apply_grade_rules(value: float, negative: str, fractions: str) -> float:
    """Return a grade after applying the rules for negative and for fractional grades."""
    if value < 0 and negative == "as-zero":
        return 0.0
    return float(trunc(value)) if fractions == "dropped" else value


def _advise_on_grade(grade: object) -> str:
    """Return advice to end a message about a grade that is not a finite number, or ""."""
    if isinstance(grade, Iterable) and not isinstance(grade, (str, bytes)):
        return ". For several queries, make a call for each"
    try:
        is_missing = grade is None or bool(grade != grade)
    except Exception:  # bool(pandas.NA) raises, and so do some comparisons
        is_missing = type(grade).__name__ in ("NAType", "Decimal")
    return ", and 0 for an unjudged document" if is_missing else ""


def _name_position(noun: str, position: int) -> str:
    """Return the subject of a message, such as "The grade at rank 2"."""
    return f"The {noun} at {'rank' if noun == 'grade' else 'position'} {position}"


def calculate_gain_or_inf(grade: float, gain: Gain) -> float:
    """Return a grade's gain, or infinity if it overflows.

    Raises ValueError if a user's gain fails.
    """
    if not isinstance(gain, str):
        return call_gain_function(gain, grade)
    try:
        return find_gain_function(gain)(grade)
    except OverflowError:
        return inf
