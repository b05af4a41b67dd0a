"""Reciprocal rank, and the mistakes that people make with it."""

from collections.abc import Iterator
from math import inf

from ndcg_core.measures.measure import Measure, Ranked
from ndcg_core.measures.mistakes import CUT, FLAGS, make_mistake, number


def steps(ranking: Ranked, *, of: str) -> Iterator[tuple[float, ...]]:
    """Yield for each rank its relevance, and 1 / rank if the rank counts."""
    counted = ranks(ranking)[:1] if of == "first" else ranks(ranking)
    hits = enumerate(ranking.hits, 1)
    return ((hit, 1 / rank if rank in counted else 0.0) for rank, hit in hits)


def ranks(ranking: Ranked) -> list[int]:
    """Return the ranks of the relevant documents that count."""
    return [rank for rank, hit in enumerate(ranking.hits, 1) if hit]


RR = Measure(
    "RR",
    steps,
    lambda ranking, of: {"first": 1, "every": ranking.relevant, "found": sum(ranking.hits)}[of],
    {"of": ("first", "every", "found")},
    mistakes={
        **FLAGS,
        **CUT,
        "rr-rank-itself": number(lambda r, of: next(iter(ranks(r)), inf)),
        "rr-rank-from-0": number(lambda r, of: 1 / (next(iter(ranks(r)), inf) - 1)),
        "rr-rank-plus-1": number(lambda r, of: 1 / (next(iter(ranks(r)), inf) + 1)),
        "rr-last-relevant": number(lambda r, of: 1 / next(reversed(ranks(r)), inf)),
        "rr-every-relevant": make_mistake(of="every"),
    },
)
"""Reciprocal rank: 1 divided by the rank of the first relevant document.

::

    RR@k = 1 / i for the first relevant rank i <= k, or 0

The mean over queries is called MRR.

Parameters
----------
of : {"first", "every", "found"}
    "every" takes the mean of 1 / i over all relevant documents, "found" over the retrieved ones.
rel : float, default 1
    A document is relevant if its grade is at least this.

References
----------
trec_eval: recip_rank.

Examples
--------
>>> RR([0, 1, 3]), RR([0, 1, 3], rel=2), RR([0, 0, 3], k=2)
(0.5, 0.3333333333333333, 0.0)
"""
