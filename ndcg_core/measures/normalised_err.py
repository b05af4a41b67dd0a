"""Normalised expected reciprocal rank: ERR as a share of what the best order of the pool reaches.

    nERR@k = ERR@k / (ERR@k of the judged pool, sorted)        0 where nothing is relevant

largest  as for ERR

>>> nERR([0, 1])  # 1/2 of stopping at rank 2, against 1/2 at rank 1
0.5
"""

from dataclasses import replace

from ndcg_core.measures.expected_reciprocal_rank import ERR, steps
from ndcg_core.measures.measure import Ranked


def ideal(ranking: Ranked, *, largest: float | None) -> float:
    """ERR of the judged pool, the best first."""
    best = replace(ranking, grades=tuple(sorted(ranking.pool, reverse=True)), cut=ranking.k)
    return sum(part for *_, part in steps(best, largest=largest))


nERR = replace(ERR, symbol="nERR", title="Normalised ERR", over=ideal, mistakes={})
