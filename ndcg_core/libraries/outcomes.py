"""The outcome of every library for a ranking: a number, an error, or no single value."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import isnan
from typing import Literal

from ndcg_core.libraries.ranking import LibraryGroup, Ranking, group_equal_numbers
from ndcg_core.libraries.record import (
    FLOAT32_TOLERANCE,
    LIBRARIES,
    explain_first_limit,
    list_input_grades,
)
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.checks import prepare_grades
from ndcg_core.numerals.numerals import read_printed_number


@dataclass(frozen=True)
class Outcome:
    """The result of one library for a ranking.

    state   "prints", "refuses" or "not determined"
    reason  the library's error, or the reason for an undetermined number; empty for a number
    value   the printed number, or None
    instead the output in place of a number, if it is known: "-1", "nan"
    """

    library: str
    state: Literal["prints", "refuses", "not determined"]
    reason: str = ""
    value: float | None = None
    instead: str = ""


@dataclass(frozen=True)
class Outcomes:
    """The results of libraries: groups with equal numbers, refusals, and unknown numbers."""

    groups: tuple[LibraryGroup, ...]
    refused: tuple[Outcome, ...]
    undetermined: tuple[Outcome, ...]


@explain_bad_calls
def check_ranking(ranking: Ranking) -> None:
    """Raise ValueError for a ranking that no library accepts, such as an empty ranking."""
    prepare_grades(ranking.grades, grade_rules=("as-is", "kept"))
    for name in ("recommenders-raw", "recommenders-exp"):  # both conventions accept negative grades
        ranking.calculate_ndcg(name)


@explain_bad_calls
def find_outcome(ranking: Ranking, name: str) -> Outcome:
    """Return a library's outcome for a ranking: its number, or the reason for no number.

    name: the library's id.

    >>> ranking = Ranking((3,))
    >>> find_outcome(ranking, "scikit-learn").state, find_outcome(ranking, "lightgbm").value
    ('refuses', 1.0)
    >>> find_outcome(Ranking((0.5, 1, 0, 0.25)), "pytrec_eval-ndcg").reason
    'TypeError: Expected relevance to be integer.'
    """
    library = LIBRARIES[name]
    error = explain_first_limit(library.refuses, ranking, name)
    if error:
        return Outcome(name, "refuses", error)
    convention = library.convention
    for limit in library.open:
        if limit.applies_to(ranking, convention):
            why = limit.explain(ranking, convention)
            return Outcome(name, "not determined", why, instead=limit.instead)
    if convention.negative == "refuse" and min(list_input_grades(ranking, convention)) < 0:
        why = "We have not run this library with a negative grade."
        return Outcome(name, "not determined", why)
    return Outcome(name, "prints", value=ranking.calculate_ndcg(name))


@explain_bad_calls
def collect_outcomes(ranking: Ranking, ids: Iterable[str] = LIBRARIES) -> Outcomes:
    """Return the results of libraries for a ranking, grouped, with the highest number first.

    Raises ValueError for a ranking that no library accepts.

    >>> ids = ["ranx-ndcg", "scikit-learn", "xgboost-linear"]
    >>> outcomes = collect_outcomes(Ranking((3, -1, 2)), ids)
    >>> [(round(group.value, 4), group.ids) for group in outcomes.groups]
    [(0.9386, ('ranx-ndcg',)), (0.8956, ('xgboost-linear',))]
    >>> [outcome.library for outcome in outcomes.refused]
    ['scikit-learn']
    """
    check_ranking(ranking)
    outcomes = [find_outcome(ranking, name) for name in ids]
    numbers = [
        (outcome.value, outcome.library) for outcome in outcomes if outcome.value is not None
    ]
    return Outcomes(
        tuple(group_equal_numbers(numbers)),
        tuple(outcome for outcome in outcomes if outcome.state == "refuses"),
        tuple(outcome for outcome in outcomes if outcome.state == "not determined"),
    )


@explain_bad_calls
def group_outcomes(ranking: Ranking, ids: Iterable[str] = LIBRARIES) -> list[LibraryGroup]:
    """Group the libraries that print the same number for a ranking, the highest number first.

    >>> groups = group_outcomes(Ranking((0, 1)), ["lightgbm", "lenskit"])
    >>> [(round(group.value, 3), group.ids) for group in groups]
    [(1.0, ('lenskit',)), (0.631, ('lightgbm',))]
    """
    return list(collect_outcomes(ranking, ids).groups)


@explain_bad_calls
def rounds_to(value: float, printed: str | float, tolerance: float = 1e-12) -> bool:
    """Return True if a value, rounded to the printed digits, is the printed number.

    NaN is only equal to a printed NaN, or to a text such as "nan" or "None".

    printed: a text, which may be rounded, or an exact float. tolerance: the precision of the value.
    A difference up to the tolerance is allowed, even if the digits differ.

    >>> rounds_to(0.97236, "0.972"), rounds_to(0.97236, "0.9724"), rounds_to(0.97236, 0.972)
    (True, True, False)
    >>> rounds_to(0.9723642841729143, "0.9723642468452454", 1e-6)  # added up in float32
    True
    """
    number = read_printed_number(printed)
    if isnan(number.value) or isnan(value):
        return isnan(number.value) and isnan(value)
    return number.is_rounding_of(value) or abs(number.value - value) <= tolerance


@explain_bad_calls
def list_matching_libraries(
    ranking: Ranking, printed: str | float, ids: Iterable[str]
) -> list[str]:
    """Return the ids of the libraries whose number for a ranking rounds to a printed number.

    Raises ValueError for a text that is no number, or for a ranking that no library accepts.

    >>> ranking = Ranking((3, 2, 3, 0, 1))
    >>> list_matching_libraries(ranking, "NDCG = 0.957", ["scikit-learn", "lightgbm"])
    ['lightgbm']
    >>> list_matching_libraries(ranking, 0.957, ["scikit-learn", "lightgbm"])
    []
    """
    read_printed_number(printed)
    check_ranking(ranking)
    return [name for name in ids if _prints_number(ranking, name, printed)]


def _prints_number(ranking: Ranking, name: str, printed: str | float) -> bool:
    """Return True if a library's result for a ranking rounds to a printed number."""
    value = find_outcome(ranking, name).value
    # The cheap check with the largest tolerance rules out most libraries.
    if value is None or not rounds_to(value, printed, FLOAT32_TOLERANCE):
        return False
    return rounds_to(value, printed, LIBRARIES[name].choose_tolerance(ranking))


@explain_bad_calls
def list_possible_outcomes(
    ranking: Ranking, printed: str | float, ids: Iterable[str] = LIBRARIES
) -> list[Outcome]:
    """Return the undetermined outcomes that could equal a printed number.

    If the output in place of NDCG is unknown, any number from 0 to 1 is possible.

    >>> [outcome.library for outcome in list_possible_outcomes(Ranking((0, 0, 0)), "-1")]
    ['r-gbm']
    """
    value = read_printed_number(printed).value
    outcomes = (find_outcome(ranking, name) for name in ids)
    return [
        outcome
        for outcome in outcomes
        if outcome.state == "not determined"
        and (rounds_to(float(outcome.instead), printed) if outcome.instead else 0 <= value <= 1)
    ]
