"""One ranking as it is handed to every library, and the numbers that come back."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ndcg_core.metric import Convention, Trace, ndcg, trace


@dataclass(frozen=True)
class Ranking:
    """What a library may be told.

    grades  the grade of each document, in the order of the input
    k       the cutoff asked for, or None
    judged  the grades of all judged documents, or None; see `ndcg_core.ndcg`
    scores  the system's score for each document, or None where the order is the ranking
    labels  the documents' names; those of judged but unretrieved ones may follow

    >>> Ranking((3, 2, 3, 0, 1)).ndcg("lightgbm")
    0.9574784666412693
    """

    grades: tuple[float, ...]
    k: int | None = None
    judged: tuple[float, ...] | None = None
    scores: tuple[float, ...] | None = None
    labels: tuple[str, ...] | None = None

    def ndcg(self, convention: Convention | str) -> float:
        """NDCG under a convention, or under the convention of a name."""
        ids = None if self.labels is None else self.labels[: len(self.grades)]
        return ndcg(self.grades, self.k, convention, self.judged, self.scores, ids)

    def trace(self, convention: Convention | str) -> Trace:
        """Every step of the same."""
        return trace(self.grades, self.k, convention, self.judged, self.labels, self.scores)

    def with_k(self, k: int | None) -> "Ranking":
        """The same ranking, another cutoff."""
        return replace(self, k=k)


def same(first: float, second: float) -> bool:
    """Whether two libraries print the same number, no value at all included.

    >>> same(0.1 + 0.2, 0.3), same(float("nan"), float("nan")), same(0.0, float("nan"))
    (True, True, False)
    """
    if first != first or second != second:
        return first != first and second != second
    return abs(first - second) < 1e-9


@dataclass(frozen=True)
class Group:
    """The libraries that print one number."""

    value: float
    ids: tuple[str, ...]


def groups(ranking: Ranking, ids: Iterable[str]) -> list[Group]:
    """The number of each library, the highest first, equal ones together, no value last.

    >>> [(round(g.value, 3), g.ids) for g in groups(Ranking((0, 1)), ["lightgbm", "lenskit"])]
    [(1.0, ('lenskit',)), (0.631, ('lightgbm',))]
    """
    values = [(ranking.ndcg(name), name) for name in ids]
    values.sort(key=lambda pair: (pair[0] != pair[0], -pair[0] if pair[0] == pair[0] else 0.0))
    found: list[Group] = []
    for value, name in values:
        if found and same(found[-1].value, value):
            found[-1] = replace(found[-1], ids=(*found[-1].ids, name))
        else:
            found.append(Group(value, (name,)))
    return found
