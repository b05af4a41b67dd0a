"""Reciprocal rank, and common mistakes in its calculation."""

from collections.abc import Iterator
from math import inf

from ndcg_core.measures.measure import Measure, Ranked
from ndcg_core.measures.mistakes import (
    CUTOFF_MISTAKES,
    THRESHOLD_MISTAKES,
    make_choice_mistake,
    make_value_mistake,
)


def iterate_steps(ranking: Ranked, *, of: str) -> Iterator[tuple[float, ...]]:
    """Yield the relevance and the undivided term at each rank.

    The undivided term is 1 / rank at each relevant rank, or only at the first if `of` is "first".
    """
    counted = list_relevant_ranks(ranking)[:1] if of == "first" else list_relevant_ranks(ranking)
    hits = enumerate(ranking.hits, 1)
    return ((hit, 1 / rank if rank in counted else 0.0) for rank, hit in hits)


def list_relevant_ranks(ranking: Ranked) -> list[int]:
    """Return the ranks, from 1, of the relevant documents within the cutoff."""
    return [rank for rank, hit in enumerate(ranking.hits, 1) if hit]


RR = Measure(
    "RR",
    iterate_steps,
    lambda ranking, of: {"first": 1, "every": ranking.relevant_count, "found": sum(ranking.hits)}[
        of
    ],
    {"of": ("first", "every", "found")},
    mistakes={
        **THRESHOLD_MISTAKES,
        **CUTOFF_MISTAKES,
        "rr-rank-itself": make_value_mistake(lambda r, of: next(iter(list_relevant_ranks(r)), inf)),
        "rr-rank-from-0": make_value_mistake(
            lambda r, of: 1 / (next(iter(list_relevant_ranks(r)), inf) - 1)
        ),
        "rr-rank-plus-1": make_value_mistake(
            lambda r, of: 1 / (next(iter(list_relevant_ranks(r)), inf) + 1)
        ),
        "rr-last-relevant": make_value_mistake(
            lambda r, of: 1 / next(reversed(list_relevant_ranks(r)), inf)
        ),
        "rr-every-relevant": make_choice_mistake(of="every"),
    },
)
"""Reciprocal rank: 1 divided by the rank of the first relevant document.

::

    RR@k = 1 / i for the first relevant rank i <= k, or 0

The mean over queries is called MRR.

Parameters
----------
of : {"first", "every", "found"}
    "first": the first relevant document only. "every": the mean of 1 / i over all relevant
    documents. "found": the mean over the retrieved relevant documents.
rel : float, default 1
    The lowest grade of a relevant document.

References
----------
trec_eval: recip_rank.

Examples
--------
>>> RR([0, 1, 3]), RR([0, 1, 3], rel=2), RR([0, 0, 3], k=2)
(0.5, 0.3333333333333333, 0.0)
"""
