"""What comes of a ranking in every library: a number, an error, or no one number."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ndcg_core.libraries.every import LIBRARIES
from ndcg_core.libraries.limits import first, seen
from ndcg_core.libraries.ranking import Group, Ranking, grouped


@dataclass(frozen=True)
class Outcome:
    """What one library makes of a ranking.

    state  "prints", "refuses" or "not determined"
    words  the library's error, or why there is no one number; nothing where it prints one
    value  the number it prints, or None
    """

    library: str
    state: Literal["prints", "refuses", "not determined"]
    words: str = ""
    value: float | None = None


@dataclass(frozen=True)
class Outcomes:
    """Every library's answer: numbers with those who print them, then those who print none."""

    groups: tuple[Group, ...]
    refused: tuple[Outcome, ...]
    undetermined: tuple[Outcome, ...]


def check(ranking: Ranking) -> None:
    """Raise ValueError for what no library could be told: no grades, no numbers, a wrong k, ..."""
    for name in ("recommenders-raw", "recommenders-exp"):  # both take negative grades
        ranking.ndcg(name)


def outcome(ranking: Ranking, name: str) -> Outcome:
    """What a library makes of a ranking.

    >>> outcome(Ranking((3,)), "scikit-learn").state, outcome(Ranking((3,)), "lightgbm").value
    ('refuses', 1.0)
    >>> outcome(Ranking((0.5, 1, 0, 0.25)), "pytrec_eval-ndcg").words
    'TypeError: Expected relevance to be integer.'
    """
    library = LIBRARIES[name]
    error = first(library.refuses, ranking, name)
    if error:
        return Outcome(name, "refuses", error)
    why = first(library.open, ranking, name) or _unread(ranking, name)
    if why:
        return Outcome(name, "not determined", why)
    return Outcome(name, "prints", value=ranking.ndcg(name))


def _unread(ranking: Ranking, name: str) -> str:
    """Why a ranking with a negative grade has no number here, where nobody has tried one."""
    convention = LIBRARIES[name].convention
    if convention.negative == "refuse" and min(seen(ranking, convention)) < 0:
        return "We have not run it with a negative grade."
    return ""


def outcomes(ranking: Ranking, ids: Iterable[str] = LIBRARIES) -> Outcomes:
    """All of them, the highest number first.

    >>> found = outcomes(Ranking((3, -1, 2)), ["ranx-ndcg", "scikit-learn", "xgboost-linear"])
    >>> [(round(group.value, 4), group.ids) for group in found.groups]
    [(0.9386, ('ranx-ndcg',)), (0.8956, ('xgboost-linear',))]
    >>> [one.library for one in found.refused]
    ['scikit-learn']
    """
    check(ranking)
    found = [outcome(ranking, name) for name in ids]
    return Outcomes(
        tuple(grouped((one.value, one.library) for one in found if one.value is not None)),
        tuple(one for one in found if one.state == "refuses"),
        tuple(one for one in found if one.state == "not determined"),
    )


def groups(ranking: Ranking, ids: Iterable[str] = LIBRARIES) -> list[Group]:
    """The numbers of the libraries that print one, the highest first.

    >>> [(round(g.value, 3), g.ids) for g in groups(Ranking((0, 1)), ["lightgbm", "lenskit"])]
    [(1.0, ('lenskit',)), (0.631, ('lightgbm',))]
    """
    return list(outcomes(ranking, ids).groups)
