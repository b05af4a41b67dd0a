"""The yes-or-no measures: a document counts as relevant from a threshold on, and only then.

    rel(i)  = 1 where r_i >= t, else 0        t the threshold
    P@k     = (rel(1) + ... + rel(k)) / k
    R@k     = (rel(1) + ... + rel(k)) / R     R all relevant documents, retrieved or not
    RR      = 1 / i for the first i with rel(i) = 1, or 0
    AP      = (sum of P@i over the ranks i with rel(i) = 1) / R

As in trec_eval (P, recall, recip_rank, map), whose `-l` is the threshold.
"""

from collections.abc import Iterable
from math import fsum

from ndcg_core.metric.checks import checked, cutoff


def precision(grades: Iterable[float], k: int | None = None, threshold: float = 1) -> float:
    """P@k: the relevant share of the first k ranks; ranks that are missing are not relevant.

    >>> precision([3, 0, 1, 0], k=2), precision([3, 0, 1, 0], k=3, threshold=2)
    (0.5, 0.3333333333333333)
    """
    hits = _hits(grades, threshold)
    cutoff(k, 1)  # refuses what is none
    places = len(hits) if k is None else int(k)
    return sum(hits[:places]) / places


def recall(
    grades: Iterable[float],
    k: int | None = None,
    threshold: float = 1,
    judged: Iterable[float] | None = None,
) -> float:
    """R@k: the share of all relevant documents that stand in the first k ranks; 0 without any.

    judged: the grades of all judged documents, the retrieved ones included.

    >>> recall([3, 0, 1, 0], k=1), recall([3, 0, 1, 0], judged=[3, 0, 1, 0, 2, 2])
    (0.5, 0.5)
    """
    hits = _hits(grades, threshold)
    relevant = sum(hits if judged is None else _hits(judged, threshold))
    return sum(hits[: cutoff(k, len(hits))]) / relevant if relevant else 0.0


def reciprocal_rank(grades: Iterable[float], threshold: float = 1) -> float:
    """RR: 1 / the rank of the first relevant document; 0 without any.

    >>> reciprocal_rank([0, 1, 3]), reciprocal_rank([0, 1, 3], threshold=2)
    (0.5, 0.3333333333333333)
    """
    ranks = (rank for rank, hit in enumerate(_hits(grades, threshold), 1) if hit)
    return 1 / next(ranks, float("inf"))


def average_precision(
    grades: Iterable[float], threshold: float = 1, judged: Iterable[float] | None = None
) -> float:
    """AP: the mean, over all relevant documents, of the precision at their ranks; 0 if missed.

    >>> average_precision([3, 0, 1, 0])  # (1/1 + 2/3) / 2
    0.8333333333333333
    """
    hits = _hits(grades, threshold)
    relevant = sum(hits if judged is None else _hits(judged, threshold))
    ranks = [rank for rank, hit in enumerate(hits, 1) if hit]
    at_hits = [nth / rank for nth, rank in enumerate(ranks, 1)]
    return fsum(at_hits) / relevant if relevant else 0.0


def _hits(grades: Iterable[float], threshold: float) -> list[int]:
    values, _ = checked(grades)
    if not threshold > 0:
        raise ValueError(f"The threshold is {threshold}; it must be a number above 0.")
    return [int(grade >= threshold) for grade in values]
