"""NDCG and its two sums as measures, with `ndcg_core.trace` behind each rank.

    CG@k   = g(r_1) + ... + g(r_k)
    DCG@k  = g(r_1) / log2(2) + ... + g(r_k) / log2(k + 1)
    NDCG@k = DCG@k / IDCG@k        0 where nothing is relevant

gain  "linear": g(r) = r; "exponential": g(r) = 2^r - 1

Other conventions are those of `ndcg_core.ndcg`. What nobody judged earns nothing.

>>> CG([3, 0, 2]), DCG([3, 0, 2]), NDCG([3, 2])
(5.0, 4.0, 1.0)
"""

from collections.abc import Iterator
from functools import lru_cache

from ndcg_core.measures.measure import Measure, Ranked
from ndcg_core.metric import CONVENTIONS, Trace, trace

RULES = {"linear": CONVENTIONS["standard"], "exponential": CONVENTIONS["exponential"]}


@lru_cache(maxsize=64)
def trace_ranking(ranking: Ranked, gain: str) -> Trace:
    """Return the trace of a ranking and of its ideal. An unjudged document has grade 0 in both."""
    grades = [grade or 0.0 for grade in ranking.grades] or [0.0]
    pool = [
        *ranking.pool,
        *[0.0] * (len(grades) - len(ranking.grades) + ranking.grades.count(None)),
    ]
    return trace(grades, ranking.cut, RULES[gain], pool)


def steps(ranking: Ranked, *, gain: str) -> Iterator[tuple[float, ...]]:
    """Yield for each rank the gain, the divisor and their quotient."""
    return ((row.gain, row.discount, row.value) for row in trace_ranking(ranking, gain).actual)


GAINS = {"gain": tuple(RULES)}
CG = Measure(
    "CG",
    lambda ranking, gain: ((worth, worth) for worth, *_ in steps(ranking, gain=gain)),
    choices=GAINS,
    binary=False,
)
DCG = Measure("DCG", steps, choices=GAINS, binary=False)
NDCG = Measure(
    "NDCG",
    steps,
    lambda ranking, gain: trace_ranking(ranking, gain).idcg,
    GAINS,
    binary=False,
)
