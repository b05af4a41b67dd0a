"""Recall: the share of all relevant documents that stands in the first k ranks.

    Recall@k = (rel(1) + ... + rel(k)) / R        R all relevant documents, retrieved or not

of  "relevant": R; "capped": min(k, R), so that 1 can be reached where k is less than R

Source: trec_eval's recall; BEIR's R_cap@k for "capped".

>>> Recall([3, 0, 1, 1], k=2), Recall([3, 0, 1, 1], k=2, of="capped")
(0.3333333333333333, 0.5)
"""

from collections.abc import Iterator

from ndcg_core.measures.measure import Measure, Ranked
from ndcg_core.measures.mistakes import CUT, FLAGS, POOL, having, number


def steps(ranking: Ranked, *, of: str) -> Iterator[tuple[float, ...]]:
    """For each rank: relevant or not, which is what it counts."""
    return ((hit, hit) for hit in ranking.hits)


def relevant(ranking: Ranked, *, of: str) -> float:
    """What is divided by: R, or no more of it than there are places."""
    return ranking.relevant if of == "relevant" else min(ranking.k, ranking.relevant)


Recall = Measure(
    "Recall",
    "Recall",
    ("relevant",),
    steps,
    relevant,
    {"of": ("relevant", "capped")},
    needs=True,
    mistakes={
        **POOL,
        **FLAGS,
        **CUT,
        "recall-capped": having(of="capped"),
        "recall-divided-by-k": number(lambda r, of: sum(r.hits) / r.k),
        "recall-divided-by-pool": number(lambda r, of: sum(r.hits) / len(r.pool)),
    },
)
