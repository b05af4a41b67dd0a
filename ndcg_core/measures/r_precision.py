"""R-precision: precision at rank R, the number of relevant documents.

    Rprec = (rel(1) + ... + rel(R)) / R

Source: trec_eval's Rprec.

>>> Rprec([0, 3, 2, 0, 1], judged=[0, 3, 2, 0, 1, 2])  # R = 4: two of the first four
0.5
"""

from collections.abc import Iterator

from ndcg_core.measures.measure import Measure, Ranked
from ndcg_core.measures.mistakes import FLAGS, POOL, number


def steps(ranking: Ranked) -> Iterator[tuple[float, ...]]:
    """For each rank: relevant or not, which is what it counts down to rank R."""
    r = ranking.relevant
    return ((hit, hit * (rank <= r)) for rank, hit in enumerate(ranking.hits, 1))


Rprec = Measure(
    "Rprec",
    "R-precision",
    ("relevant",),
    steps,
    lambda ranking: ranking.relevant,
    cuts=False,
    needs=True,
    mistakes={
        **POOL,
        **FLAGS,
        "rprec-whole-list": number(lambda r: sum(r.hits) / len(r.grades)),
        "rprec-recall": number(lambda r: sum(r.hits) / r.relevant),
    },
)
