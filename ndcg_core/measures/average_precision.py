"""Average precision, and common mistakes in its calculation."""

from collections.abc import Iterator
from itertools import accumulate
from math import fsum

from ndcg_core.measures.measure import Measure, Ranked
from ndcg_core.measures.mistakes import (
    CUTOFF_MISTAKES,
    POOL_MISTAKES,
    THRESHOLD_MISTAKES,
    make_choice_mistake,
    make_divided_by_k_mistake,
    make_value_mistake,
)
from ndcg_core.measures.reciprocal_rank import list_relevant_ranks


def list_precisions(ranking: Ranked) -> list[float]:
    """Return the precisions P@1, P@2, ... at the ranks that count."""
    return [found / rank for rank, found in enumerate(accumulate(ranking.hits), 1)]


def iterate_steps(ranking: Ranked, *, of: str) -> Iterator[tuple[float, ...]]:
    """Yield the values at each rank: relevant documents so far, precision, undivided term.

    The undivided term is the precision if the document is relevant, else 0. The choice `of` only
    affects the divisor.
    """
    sums = zip(ranking.hits, accumulate(ranking.hits), list_precisions(ranking), strict=True)
    return ((found, p, hit * p) for hit, found, p in sums)


def calculate_divisor(ranking: Ranked, *, of: str) -> float:
    """Return the divisor of AP: the number of relevant documents that `of` selects.

    "relevant" selects all of them, "capped" at most k, and "found" those at the ranks that count.
    """
    capped = min(ranking.k, ranking.relevant_count)
    return {"relevant": ranking.relevant_count, "capped": capped, "found": sum(ranking.hits)}[of]


AP = Measure(
    "AP",
    iterate_steps,
    calculate_divisor,
    {"of": ("relevant", "capped", "found")},
    needs_relevant=True,
    mistakes={
        "ap-divided-by-found": make_choice_mistake(of="found"),
        "ap-capped": make_choice_mistake(of="capped"),
        **POOL_MISTAKES,
        **THRESHOLD_MISTAKES,
        **CUTOFF_MISTAKES,
        "ap-divided-by-k": make_divided_by_k_mistake(
            lambda r, of: fsum(p for *_, p in iterate_steps(r, of=of))
        ),
        "ap-precision-at-every-rank": make_value_mistake(
            lambda r, of: fsum(list_precisions(r)) / len(r.top)
        ),
        "ap-not-averaged": make_value_mistake(
            lambda r, of: fsum(p for *_, p in iterate_steps(r, of=of))
        ),
        "ap-reciprocal-ranks": make_value_mistake(
            lambda r, of: sum(1 / rank for rank in list_relevant_ranks(r)) / r.relevant_count
        ),
        "ap-before-the-document": make_value_mistake(
            lambda r, of: (
                sum(nth / rank for nth, rank in enumerate(list_relevant_ranks(r)))
                / r.relevant_count
            )
        ),
    },
)
"""Average precision: the mean of the precision at the ranks of the relevant documents.

::

    AP@k = (rel(1) P@1 + rel(2) P@2 + ... + rel(k) P@k) / N

rel(i) is 1 for a relevant document, else 0. The mean over queries is called MAP.

Parameters
----------
of : {"relevant", "capped", "found"}
    The divisor N. "relevant": all R relevant documents, retrieved or not, as in trec_eval.
    "capped": min(k, R), so that 1 can be reached. "found": the relevant documents in the first k
    ranks.
rel : float, default 1
    The lowest grade of a relevant document.
empty : float, default 0.0
    The value of a query with nothing relevant.

References
----------
trec_eval: map and map_cut.

Examples
--------
>>> AP([3, 0, 1, 0], judged=[3, 0, 1, 0, 2])  # (1/1 + 2/3) / 3
0.5555555555555555
>>> AP([3, 0, 1, 0], judged=[3, 0, 1, 0, 2], k=1, of="capped")
1.0
"""
