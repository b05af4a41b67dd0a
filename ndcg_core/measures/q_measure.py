"""Q-measure, and common mistakes in its calculation."""

from collections.abc import Iterator
from itertools import accumulate

from ndcg_core.measures.average_precision import list_precisions
from ndcg_core.measures.measure import Amount, Measure, Ranked
from ndcg_core.measures.mistakes import (
    CUTOFF_MISTAKES,
    POOL_MISTAKES,
    THRESHOLD_MISTAKES,
    make_choice_mistake,
    make_value_mistake,
)


def iterate_steps(ranking: Ranked, *, beta: float) -> Iterator[tuple[float, ...]]:
    """Yield the values at each rank: relevant documents so far, CG, ideal CG, undivided term.

    The undivided term is the blended ratio at the rank of a relevant document, else 0.
    """
    best = [*sorted(ranking.pool, reverse=True), *[0.0] * len(ranking.top)]
    gains = [grade or 0.0 for grade in ranking.top]
    sums = map(accumulate, (ranking.hits, gains, best[: len(gains)]))
    for rank, (hit, found, cg, ideal) in enumerate(zip(ranking.hits, *sums, strict=True), 1):
        yield found, cg, ideal, hit * (found + beta * cg) / (rank + beta * ideal)


Q = Measure(
    "Q",
    iterate_steps,
    lambda ranking, beta: (
        min(ranking.k, ranking.relevant_count) if ranking.cut else ranking.relevant_count
    ),
    {"beta": Amount(1.0, 0)},
    needs_relevant=True,
    mistakes={
        **POOL_MISTAKES,
        "q-grades-ignored": make_choice_mistake(beta=0),
        **THRESHOLD_MISTAKES,
        **CUTOFF_MISTAKES,
        "q-divided-by-found": make_value_mistake(
            lambda r, beta: sum(part for *_, part in iterate_steps(r, beta=beta)) / sum(r.hits)
        ),
        "q-precision-times-grade": make_value_mistake(
            lambda r, beta: (
                sum(p * (g or 0) for p, g in zip(list_precisions(r), r.top, strict=True))
                / sum(r.pool)
            )
        ),
    },
)
"""Q-measure: average precision that blends each precision with the gain so far.

::

    BR(i) = (found(i) + beta cg(i)) / (i + beta cg_I(i))
    Q@k   = (sum of BR(i) over the relevant ranks i <= k) / min(k, R)

cg is the cumulated gain of the ranking, cg_I of its ideal order. Without a cutoff the divisor
is R, the number of relevant documents.

Parameters
----------
beta : float, default 1.0
    The weight of the grades. With 0, Q-measure is average precision.
rel : float, default 1
    The lowest grade of a relevant document.
empty : float, default 0.0
    The value of a query with nothing relevant.

References
----------
Sakai (2004), New performance metrics based on multigrade relevance. NTCIREVAL: Q-measure.

Examples
--------
>>> Q([0, 1])  # (1 + 1) / (2 + 1)
0.6666666666666666
"""
