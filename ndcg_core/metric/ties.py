"""The ranking by a system's scores, and the treatment of equal scores.

input          equal scores keep the order of the input; reversed: the opposite order
id-descending  documents by id, descending (trec_eval); id-ascending: ascending
worst          the lowest grade first
averaged       each tied rank earns the mean gain of the tied documents: the mean DCG over all
               their orders (McSherry & Najork 2008)
shared         all tied documents get their mean rank, rounded down
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby, repeat
from math import fsum, inf, isfinite
from struct import pack, unpack
from typing import Any

from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.numbers import is_iterable, short_repr


@dataclass(frozen=True)
class ScoreOrder:
    """The input places sorted by score, in groups of equal scores."""

    groups: tuple[tuple[int, ...], ...]
    ties: str

    @cached_property
    def places(self) -> list[int]:
        """Return the input places in ranked order."""
        return list(chain.from_iterable(self.groups))

    def earn_in_order(self, gains: Sequence[float]) -> list[float]:
        """Return the gains in ranked order. Averaged ties get the mean of their group."""
        if self.ties != "averaged":
            return [gains[place] for place in self.places]
        earned = []
        for group in self.groups:
            mean = fsum(gains[place] for place in group) / len(group)
            earned += [mean] * len(group)
        return earned

    @cached_property
    def ranks(self) -> list[int]:
        """Return each document's rank. Tied documents share their mean rank."""
        if self.ties != "shared":
            return list(range(1, len(self.places) + 1))
        first = 1
        ranks = []
        for group in self.groups:
            ranks += [first + (len(group) - 1) // 2] * len(group)
            first += len(group)
        return ranks


def rank_by_score(
    grades: Sequence[float],
    scores: Iterable[float] | None,
    convention: Convention,
    ids: Iterable[str] | None = None,
) -> ScoreOrder:
    """Return the order in which a convention ranks documents with these scores.

    Without scores the documents keep their order.

    A document that is left out has no place in the order. ids: the documents' ids. Without them,
    the order of the input counts as the order of ids.
    """
    if scores is None:
        order = ScoreOrder(tuple((place,) for place in range(len(grades))), "input")
    elif 0 < len(grades) < convention.fewest:
        raise ValueError(
            f"There is one document, and {convention.title or 'the convention'} refuses to score "
            "fewer than two. A single document is always in the best order."
        )
    else:
        values = _check_scores(scores, len(grades), convention.scores)
        names = _check_ids(ids, len(grades))
        ties = convention.ties
        places = list(range(len(values)))
        if ties.startswith("id"):
            places.sort(key=names.__getitem__, reverse=ties == "id-descending")
        elif ties == "worst":
            places.sort(key=grades.__getitem__)
        elif ties == "reversed":
            places.reverse()
        places.sort(key=values.__getitem__, reverse=True)
        groups = groupby(places, key=values.__getitem__)
        order = ScoreOrder(tuple(tuple(group) for _, group in groups), ties)
    if convention.negative != "left-out":
        return order
    left = (tuple(place for place in group if grades[place] >= 0) for group in order.groups)
    return ScoreOrder(tuple(filter(None, left)), order.ties)


def _check_scores(scores: Iterable[float], n: int, precision: str) -> list[float]:
    if isinstance(scores, (str, bytes)) or not is_iterable(scores):
        raise ValueError(f"The scores are {short_repr(scores)}. They must be a list of numbers.")
    values = [_check_score(score, place, precision) for place, score in enumerate(scores, 1)]
    if len(values) != n:
        raise ValueError(
            f"The number of scores is {len(values)}. It must be {n}, one for each document."
        )
    return values


def _check_score(score: object, place: int, precision: str) -> float:
    try:
        value = float(score)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        value = inf
    if isinstance(score, (str, bytes, bool)) or not isfinite(value):
        raise ValueError(f"Score {place} is {short_repr(score)}. It must be a finite number.")
    return round_to_float32(value) if precision == "float32" else value


def round_to_float32(value: float) -> float:
    """Round a value to the nearest float32."""
    try:
        return float(unpack("f", pack("f", value))[0])
    except OverflowError:
        return inf if value > 0 else -inf


def _check_ids(ids: Iterable[str] | None, n: int) -> Sequence[Any]:
    names: Sequence[Any] = range(n) if ids is None else list(ids)
    if len(names) != n:
        raise ValueError(
            f"The number of ids is {len(names)}. It must be {n}, one for each document."
        )
    if ids is not None and not all(map(isinstance, names, repeat(str))):
        raise ValueError("Document ids must be strings.")
    return names
