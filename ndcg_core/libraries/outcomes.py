"""The outcome of every library for a ranking: a number, an error, or no single number."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import isnan
from typing import Literal

from ndcg_core.libraries.ranking import Ranking, TieGroup, group_equal
from ndcg_core.libraries.record import FLOAT32, LIBRARIES, first, grades_seen
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.checks import check_grades
from ndcg_core.numerals.numerals import read_printed


@dataclass(frozen=True)
class Outcome:
    """The result of one library for a ranking.

    state   "prints", "refuses" or "not determined"
    reason  the library's error, or the reason for an undetermined number; empty for a number
    value   the number it prints, or None
    instead the output in place of a number, if it is known: "-1", "nan"
    """

    library: str
    state: Literal["prints", "refuses", "not determined"]
    reason: str = ""
    value: float | None = None
    instead: str = ""


@dataclass(frozen=True)
class Outcomes:
    """Every library's result: the numbers with their libraries, then those without one."""

    groups: tuple[TieGroup, ...]
    refused: tuple[Outcome, ...]
    undetermined: tuple[Outcome, ...]


@explain_bad_calls
def check(ranking: Ranking) -> None:
    """Raise ValueError for a ranking that no library accepts, such as one without grades."""
    check_grades(ranking.grades, reads=("as-is", "kept"))
    for name in ("recommenders-raw", "recommenders-exp"):  # both take negative grades
        ranking.ndcg(name)


@explain_bad_calls
def outcome(ranking: Ranking, name: str) -> Outcome:
    """Return the result of a library for a ranking.

    >>> outcome(Ranking((3,)), "scikit-learn").state, outcome(Ranking((3,)), "lightgbm").value
    ('refuses', 1.0)
    >>> outcome(Ranking((0.5, 1, 0, 0.25)), "pytrec_eval-ndcg").reason
    'TypeError: Expected relevance to be integer.'
    """
    library = LIBRARIES[name]
    error = first(library.refuses, ranking, name)
    if error:
        return Outcome(name, "refuses", error)
    convention = library.convention
    for limit in library.open:
        if limit.applies(ranking, convention):
            why = limit.message(ranking, convention)
            return Outcome(name, "not determined", why, instead=limit.instead)
    if convention.negative == "refuse" and min(grades_seen(ranking, convention)) < 0:
        return Outcome(name, "not determined", "We have not run it with a negative grade.")
    return Outcome(name, "prints", value=ranking.ndcg(name))


@explain_bad_calls
def outcomes(ranking: Ranking, ids: Iterable[str] = LIBRARIES) -> Outcomes:
    """Return the results of all libraries, the highest number first.

    >>> answers = outcomes(Ranking((3, -1, 2)), ["ranx-ndcg", "scikit-learn", "xgboost-linear"])
    >>> [(round(group.value, 4), group.ids) for group in answers.groups]
    [(0.9386, ('ranx-ndcg',)), (0.8956, ('xgboost-linear',))]
    >>> [one.library for one in answers.refused]
    ['scikit-learn']
    """
    check(ranking)
    every = [outcome(ranking, name) for name in ids]
    return Outcomes(
        tuple(group_equal((one.value, one.library) for one in every if one.value is not None)),
        tuple(one for one in every if one.state == "refuses"),
        tuple(one for one in every if one.state == "not determined"),
    )


@explain_bad_calls
def groups(ranking: Ranking, ids: Iterable[str] = LIBRARIES) -> list[TieGroup]:
    """Return the numbers with the libraries that print them, the highest first.

    >>> [(round(g.value, 3), g.ids) for g in groups(Ranking((0, 1)), ["lightgbm", "lenskit"])]
    [(1.0, ('lenskit',)), (0.631, ('lightgbm',))]
    """
    return list(outcomes(ranking, ids).groups)


@explain_bad_calls
def prints(value: float, printed: str | float, within: float = 1e-12) -> bool:
    """Return True if a value, rounded to the printed digits, is the printed number.

    "nan" stands for no value.

    printed: as `numerals.read_printed` reads it: a text is rounded, a float is exact. within: the
    precision of the value. A difference within it is allowed, even if the digits differ.

    >>> prints(0.97236, "0.972"), prints(0.97236, "0.9724"), prints(0.97236, 0.972)
    (True, True, False)
    >>> prints(0.9723642841729143, "0.9723642468452454", within=1e-6)  # added up in float32
    True
    """
    number = read_printed(printed)
    if isnan(number.value) or isnan(value):
        return isnan(number.value) and isnan(value)
    return number.fits(value) or abs(number.value - value) <= within


@explain_bad_calls
def who_prints(ranking: Ranking, printed: str | float, ids: Iterable[str]) -> list[str]:
    """Return the libraries that print this number, to its digits or their precision.

    >>> who_prints(Ranking((3, 2, 3, 0, 1)), "NDCG = 0.957", ["scikit-learn", "lightgbm"])
    ['lightgbm']
    >>> who_prints(Ranking((3, 2, 3, 0, 1)), 0.957, ["scikit-learn", "lightgbm"])
    []
    """
    read_printed(printed)
    check(ranking)
    return [name for name in ids if _prints(ranking, name, printed)]


def _prints(ranking: Ranking, name: str, printed: str | float) -> bool:
    value = outcome(ranking, name).value
    if value is None or not prints(value, printed, FLOAT32):  # most are too far off for any
        return False
    return prints(value, printed, LIBRARIES[name].computes_within(ranking))


@explain_bad_calls
def who_may_print(
    ranking: Ranking, printed: str | float, ids: Iterable[str] = LIBRARIES
) -> list[Outcome]:
    """Return the libraries without a single number that may have printed this one.

    >>> [one.library for one in who_may_print(Ranking((0, 0, 0)), "-1")]
    ['r-gbm']
    """
    value = read_printed(printed).value
    every = (outcome(ranking, name) for name in ids)
    return [
        one
        for one in every
        if one.state == "not determined"
        and (prints(float(one.instead), printed) if one.instead else 0 <= value <= 1)
    ]
