"""The comparison of two systems, query by query."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan, nan

from ndcg_core.evaluation.scoring.queries import Evaluation

EVEN_TOLERANCE = 1e-12
"""The largest difference between two scores that counts as rounding."""


def list_common_queries(first: Mapping[str, float], second: Mapping[str, float]) -> list[str]:
    """Return the sorted queries for which both systems have a value other than NaN."""
    return sorted(q for q in first if not isnan(first[q]) and not isnan(second.get(q, nan)))


@dataclass(frozen=True)
class Difference:
    """The difference between two systems for one query, with the systems' scores.

    Attributes
    ----------
    query : str
        The name of the query.
    first, second : float
        The scores of the two systems.
    """

    query: str
    first: float
    second: float

    @property
    def value(self) -> float:
        """The second score minus the first."""
        return self.second - self.first

    @property
    def winner(self) -> str:
        """The system with the higher score, "first" or "second", or "even" for equal scores."""
        if abs(self.value) <= EVEN_TOLERANCE:
            return "even"
        return "second" if self.value > 0 else "first"


@dataclass(frozen=True)
class Comparison:
    """The evaluations of two systems, with the difference between them for each query.

    Attributes
    ----------
    first, second : Evaluation
        The evaluations of the two systems.
    differences : tuple of Difference
        The scores of both systems for each query.
    """

    first: Evaluation
    second: Evaluation
    differences: tuple[Difference, ...]

    @property
    def won(self) -> Mapping[str, int]:
        """The number of queries that "first" wins, that "second" wins, and that are "even"."""
        winners = [difference.winner for difference in self.differences]
        return {who: winners.count(who) for who in ("first", "second", "even")}


def compare(first: Evaluation, second: Evaluation) -> Comparison:
    """Compare two systems query by query. Raise ValueError if their queries differ.

    >>> from ndcg_core.evaluation.scoring.queries import Query, evaluate
    >>> a, b = evaluate([Query("q", (0, 1))]), evaluate([Query("q", (1, 0))])
    >>> compare(a, b).differences[0].winner
    'second'
    """
    if set(first.scores) != set(second.scores):
        odd = ", ".join(sorted(set(first.scores) ^ set(second.scores)))
        raise ValueError(f"Only one of the systems returned documents for these queries: {odd}.")
    pairs = ((name, score, second.scores[name]) for name, score in first.scores.items())
    return Comparison(first, second, tuple(Difference(*pair) for pair in pairs))
