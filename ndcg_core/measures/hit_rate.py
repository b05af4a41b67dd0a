"""Hit rate: 1 where anything in the first k ranks is relevant, else 0.

    Hit@k = max(rel(1), ..., rel(k))

Source: trec_eval's success; over many queries its mean is the hit rate of recommender systems.

>>> Hit([0, 0, 2], k=2), Hit([0, 0, 2], k=3)
(0.0, 1.0)
"""

from collections.abc import Iterator

from ndcg_core.measures.measure import Measure, Ranked
from ndcg_core.measures.mistakes import CUT, FLAGS, number


def steps(ranking: Ranked) -> Iterator[tuple[float, ...]]:
    """For each rank: relevant or not, and 1 at the first that is."""
    first = ranking.hits.index(1) if any(ranking.hits) else None
    return ((hit, float(place == first)) for place, hit in enumerate(ranking.hits))


Hit = Measure(
    "Hit",
    "Hit rate",
    ("relevant",),
    steps,
    mistakes={
        **FLAGS,
        **CUT,
        "hit-counted": number(lambda r: sum(r.hits)),
        "hit-share": number(lambda r: sum(r.hits) / r.k),
    },
)
