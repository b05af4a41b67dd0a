"""What no skill at all would score: the expected NDCG of a random order of the same documents."""

from collections.abc import Iterable
from dataclasses import replace

from ndcg_core.metric.checks import checked
from ndcg_core.metric.conventions import STANDARD, Convention
from ndcg_core.metric.score import ndcg


def shuffled_ndcg(
    grades: Iterable[float],
    k: int | None = None,
    convention: Convention = STANDARD,
    judged: Iterable[float] | None = None,
) -> float:
    """The mean of NDCG@k over all orders of the ranking, every order as likely as any other.

        E[NDCG@k] = mean gain * (1/d(1) + ... + 1/d(k)) / IDCG@k

    A system that gives every document the same score knows nothing: this is its NDCG where ties
    are averaged. grades, k, judged and errors as in `ndcg`.

    >>> shuffled_ndcg([1, 0]) == (1 + ndcg([0, 1])) / 2
    True
    """
    values, _ = checked(grades, convention.gain, reads=convention.reads)
    alike = replace(convention, ties="averaged", scores="float64")
    return ndcg(values, k, alike, judged, scores=[0.0] * len(values))
