"""Precision: the relevant share of the first k ranks.

    P@k = (rel(1) + ... + rel(k)) / k        rel(i) = 1 where r_i >= rel, else 0

of  "k": ranks that are missing are not relevant; "retrieved": divided by the documents that there
    are, where these are fewer

Source: trec_eval's P.

>>> P([3, 0, 1, 0], k=2), P([3, 0, 1, 0], k=3, rel=2)
(0.5, 0.3333333333333333)
"""

from collections.abc import Iterator

from ndcg_core.measures.measure import Measure, Ranked
from ndcg_core.measures.mistakes import CUT, FLAGS, having, number


def steps(ranking: Ranked, *, of: str) -> Iterator[tuple[float, ...]]:
    """For each rank: relevant or not, which is what it counts."""
    return ((hit, hit) for hit in ranking.hits)


def places(ranking: Ranked, *, of: str) -> float:
    """What is divided by: k, or the documents that there are."""
    return ranking.k if of == "k" else len(ranking.top)


P = Measure(
    "P",
    "Precision",
    ("relevant",),
    steps,
    places,
    {"of": ("k", "retrieved")},
    mistakes={
        **FLAGS,
        **CUT,
        "p-divided-by-retrieved": having(of="retrieved"),
        "p-divided-by-relevant": number(lambda r, of: sum(r.hits) / r.relevant),
        "p-grades-added": number(lambda r, of: sum(grade or 0 for grade in r.top) / r.k),
    },
)
