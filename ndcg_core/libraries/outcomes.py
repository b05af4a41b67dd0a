"""What every library makes of a ranking: a number, an error, or no one number."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from math import isnan
from typing import Any, Literal

from ndcg_core.libraries.ranking import Group, Ranking, grouped
from ndcg_core.libraries.record import FLOAT32, LIBRARIES, first, seen
from ndcg_core.metric.arguments import explained
from ndcg_core.metric.checks import checked
from ndcg_core.metric.numbers import clipped


@dataclass(frozen=True)
class Outcome:
    """What one library makes of a ranking.

    state   "prints", "refuses" or "not determined"
    reason  the library's error, or why there is no one number; nothing where it prints one
    value   the number it prints, or None
    """

    library: str
    state: Literal["prints", "refuses", "not determined"]
    reason: str = ""
    value: float | None = None


@dataclass(frozen=True)
class Outcomes:
    """Every library's answer: numbers with those who print them, then those who print none."""

    groups: tuple[Group, ...]
    refused: tuple[Outcome, ...]
    undetermined: tuple[Outcome, ...]


@explained
def check(ranking: Ranking) -> None:
    """Raise ValueError for what no library could be told: no grades, no numbers, a wrong k, ..."""
    checked(ranking.grades, reads=("as-is", "kept"))
    for name in ("recommenders-raw", "recommenders-exp"):  # both take negative grades
        ranking.ndcg(name)


@explained
def outcome(ranking: Ranking, name: str) -> Outcome:
    """What a library makes of a ranking.

    >>> outcome(Ranking((3,)), "scikit-learn").state, outcome(Ranking((3,)), "lightgbm").value
    ('refuses', 1.0)
    >>> outcome(Ranking((0.5, 1, 0, 0.25)), "pytrec_eval-ndcg").reason
    'TypeError: Expected relevance to be integer.'
    """
    library = LIBRARIES[name]
    error = first(library.refuses, ranking, name)
    if error:
        return Outcome(name, "refuses", error)
    why, convention = first(library.open, ranking, name), library.convention
    if not why and convention.negative == "refuse" and min(seen(ranking, convention)) < 0:
        why = "We have not run it with a negative grade."
    if why:
        return Outcome(name, "not determined", why)
    return Outcome(name, "prints", value=ranking.ndcg(name))


@explained
def outcomes(ranking: Ranking, ids: Iterable[str] = LIBRARIES) -> Outcomes:
    """All of them, the highest number first.

    >>> answers = outcomes(Ranking((3, -1, 2)), ["ranx-ndcg", "scikit-learn", "xgboost-linear"])
    >>> [(round(group.value, 4), group.ids) for group in answers.groups]
    [(0.9386, ('ranx-ndcg',)), (0.8956, ('xgboost-linear',))]
    >>> [one.library for one in answers.refused]
    ['scikit-learn']
    """
    check(ranking)
    every = [outcome(ranking, name) for name in ids]
    return Outcomes(
        tuple(grouped((one.value, one.library) for one in every if one.value is not None)),
        tuple(one for one in every if one.state == "refuses"),
        tuple(one for one in every if one.state == "not determined"),
    )


@explained
def groups(ranking: Ranking, ids: Iterable[str] = LIBRARIES) -> list[Group]:
    """The numbers of the libraries that print one, the highest first.

    >>> [(round(g.value, 3), g.ids) for g in groups(Ranking((0, 1)), ["lightgbm", "lenskit"])]
    [(1.0, ('lenskit',)), (0.631, ('lightgbm',))]
    """
    return list(outcomes(ranking, ids).groups)


@explained
def nearest(groups: Iterable[Group], printed: str) -> Group | None:
    """The group whose number is nearest to a printed one; None where there is no number.

    >>> nearest(groups(Ranking((0, 1)), ["lightgbm", "lenskit"]), "0.7").ids
    ('lightgbm',)
    """
    wanted = float(read_number(printed))
    numbers = [group for group in groups if not isnan(group.value - wanted)]
    return min(numbers, key=lambda group: abs(group.value - wanted), default=None)


LONGEST = 40
"""More characters are no number that a library prints."""
LARGEST = 400
"""More powers of ten are none either."""


@explained
def prints(value: float, text: str, within: float = 1e-12) -> bool:
    """Whether a value, rounded to the digits of a text, is that text; "nan" is no value.

    within: how exact the value is. What it leaves open may differ, though the text has the digits.

    >>> prints(0.97236, "0.972"), prints(0.97236, "0.9724"), prints(0.97236, ".97")
    (True, True, True)
    >>> prints(0.9723642841729143, "0.9723642468452454", within=1e-6)  # added up in float32
    True
    """
    number = read_number(text)
    if number.is_nan() or value != value:
        return number.is_nan() and value != value
    exponent = number.as_tuple().exponent
    unit = Decimal(1).scaleb(min(int(exponent), 0))
    most = max(unit / 2 + Decimal("1e-12"), Decimal(within * 1.0))
    return abs(number - Decimal(repr(value))) <= most


@explained
def who_prints(ranking: Ranking, printed: str | float, ids: Iterable[str]) -> list[str]:
    """The libraries whose number is this one, to the digits given or to those they compute in.

    printed: a text is a rounding to the digits that it has; a float is that very value.

    >>> who_prints(Ranking((3, 2, 3, 0, 1)), "0.957", ["scikit-learn", "lightgbm"])
    ['lightgbm']
    >>> who_prints(Ranking((3, 2, 3, 0, 1)), 0.957, ["scikit-learn", "lightgbm"])
    []
    """
    matches = prints if isinstance(printed, str) else _is
    read_number(printed if isinstance(printed, str) else repr(printed))
    check(ranking)
    return [name for name in ids if _prints(ranking, name, printed, matches)]


def _prints(ranking: Ranking, name: str, printed: Any, matches: Callable[..., bool]) -> bool:
    value = outcome(ranking, name).value
    if value is None or not matches(value, printed, FLOAT32):  # most are too far off for any
        return False
    return matches(value, printed, LIBRARIES[name].computes_within(ranking))


def _is(value: float, printed: float, within: float) -> bool:
    return value != value if isnan(printed) else abs(value - printed) <= max(within, 1e-12)


@explained
def read_number(text: str) -> Decimal:
    """The number in a text, its digits kept; a comma may stand for the point, % for hundredths.

    >>> read_number("97.24 %"), read_number("0,957")
    (Decimal('0.9724'), Decimal('0.957'))
    """
    tidy = text.strip().replace("−", "-") if len(text) <= LONGEST else ""
    plain = tidy.removesuffix("%").rstrip()
    try:
        number = Decimal(plain.replace(",", ".") if plain.count(",") == 1 else plain)
    except InvalidOperation:
        number = Decimal("Infinity")
    if number.is_infinite() or number.is_snan() or abs(number.adjusted()) > LARGEST:
        raise ValueError(
            f"“{clipped(text)}” is not a number. Write what was printed, such as 0.957."
        )
    return number.scaleb(-2) if tidy.endswith("%") else number
