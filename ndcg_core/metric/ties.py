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
    """The positions of documents in the input, in score order and grouped by equal scores."""

    groups: tuple[tuple[int, ...], ...]
    ties: str

    @cached_property
    def positions(self) -> list[int]:
        """The positions in the input, in ranked order."""
        return list(chain.from_iterable(self.groups))

    def list_earned_gains(self, gains: Sequence[float]) -> list[float]:
        """Return each document's gain in ranked order, or its tie's mean if ties are averaged.

        gains: the gain of each document, in the order of the input
        """
        if self.ties != "averaged":
            return [gains[position] for position in self.positions]
        earned = []
        for group in self.groups:
            mean = fsum(gains[position] for position in group) / len(group)
            earned += [mean] * len(group)
        return earned

    @cached_property
    def ranks(self) -> list[int]:
        """The rank of each document, in ranked order.

        With the rule "shared", tied documents have their mean rank, rounded down.
        """
        if self.ties != "shared":
            return list(range(1, len(self.positions) + 1))
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
    """Rank documents by score. The convention determines the order of equal scores.

    Without scores, the documents keep their order. Documents that the convention leaves out are not
    in the result. Raises ValueError for bad scores or ids, and for a scored ranking of one document
    if the convention refuses it.

    ids: the ids of the documents. Without ids, the order of the input counts as the order of ids.
    """
    if scores is None:
        order = ScoreOrder(tuple((position,) for position in range(len(grades))), "input")
    elif 0 < len(grades) < convention.fewest:
        raise ValueError(
            f"There is one document, and {convention.title or 'the convention'} refuses to score "
            "fewer than two. A single document is always in the best order."
        )
    else:
        values = _read_scores(scores, len(grades), convention.scores)
        names = _read_ids(ids, len(grades))
        ties = convention.ties
        positions = list(range(len(values)))
        if ties.startswith("id"):
            positions.sort(key=names.__getitem__, reverse=ties == "id-descending")
        elif ties == "worst":
            positions.sort(key=grades.__getitem__)
        elif ties == "reversed":
            positions.reverse()
        positions.sort(key=values.__getitem__, reverse=True)
        groups = groupby(positions, key=values.__getitem__)
        order = ScoreOrder(tuple(tuple(group) for _, group in groups), ties)
    if convention.negative != "left-out":
        return order
    kept_groups = (
        tuple(position for position in group if grades[position] >= 0) for group in order.groups
    )
    return ScoreOrder(tuple(filter(None, kept_groups)), order.ties)


def _read_scores(scores: Iterable[float], n: int, precision: str) -> list[float]:
    """Convert n scores to floats. Raise ValueError for a bad score or another number of scores.

    precision: "float32" or "float64"
    """
    if isinstance(scores, (str, bytes)) or not is_iterable(scores):
        raise ValueError(f"The scores are {short_repr(scores)}. They must be a list of numbers.")
    values = [_read_score(score, rank, precision) for rank, score in enumerate(scores, 1)]
    if len(values) != n:
        raise ValueError(
            f"The number of scores is {len(values)}. It must be {n}, one for each document."
        )
    return values


def _read_score(score: object, position: int, precision: str) -> float:
    """Convert a score to a float of the given precision. Raise ValueError for a bad score."""
    try:
        value = float(score)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        value = inf
    if isinstance(score, (str, bytes, bool)) or not isfinite(value):
        raise ValueError(f"Score {position} is {short_repr(score)}. It must be a finite number.")
    return round_to_float32(value) if precision == "float32" else value


def round_to_float32(value: float) -> float:
    """Round a value to float32 precision. A value that is too large becomes infinite."""
    try:
        return float(unpack("f", pack("f", value))[0])
    except OverflowError:
        return inf if value > 0 else -inf


def _read_ids(ids: Iterable[str] | None, n: int) -> Sequence[Any]:
    """Return n ids, or the numbers 0 to n - 1 without ids. Raise ValueError for bad ids.

    Each id must be a string, and there must be n of them.
    """
    names: Sequence[Any] = range(n) if ids is None else list(ids)
    if len(names) != n:
        raise ValueError(
            f"The number of ids is {len(names)}. It must be {n}, one for each document."
        )
    if ids is not None and not all(map(isinstance, names, repeat(str))):
        position, name = next((n, x) for n, x in enumerate(names, 1) if not isinstance(x, str))
        raise ValueError(f"Id {position} is {short_repr(name)}. It must be a string.")
    return names
