"""Judged: the share of the first k ranks that somebody has judged.

    Judged@k = (judged(1) + ... + judged(k)) / min(k, n)        n documents retrieved

Source: ir_measures' Judged.

>>> Judged([3, None, 0, None], k=3)
0.6666666666666666
"""

from collections.abc import Iterator

from ndcg_core.measures.measure import Measure, Ranked
from ndcg_core.measures.mistakes import CUT, number


def steps(ranking: Ranked) -> Iterator[tuple[float, ...]]:
    """For each rank: judged or not, which is what it counts."""
    return ((known, known) for known in (int(grade is not None) for grade in ranking.top))


Judged = Measure(
    "Judged",
    "Judged share",
    ("judged",),
    steps,
    lambda ranking: len(ranking.top),
    binary=False,
    mistakes={
        **CUT,
        "judged-relevant": number(lambda r: sum(bool(g) for g in r.top) / len(r.top)),
        "judged-unjudged": number(lambda r: sum(g is None for g in r.top) / len(r.top)),
    },
)
