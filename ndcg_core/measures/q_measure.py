"""Q-measure: average precision with grades, each precision blended with the gain so far.

    BR(i) = (found(i) + beta cg(i)) / (i + beta cg_I(i))     cg of the ranking, cg_I of its ideal
    Q@k   = (sum of BR(i) over the ranks i <= k with rel(i) = 1) / min(k, R)

beta  how much grades count; 0 gives average precision. Without a cutoff the divisor is R

Source: Sakai (2004), New performance metrics based on multigrade relevance; NTCIREVAL's Q-measure.

>>> Q([0, 1])  # (1 + 1) / (2 + 1)
0.6666666666666666
"""

from collections.abc import Iterator
from itertools import accumulate

from ndcg_core.measures.average_precision import precisions
from ndcg_core.measures.measure import Amount, Measure, Ranked
from ndcg_core.measures.mistakes import CUT, FLAGS, POOL, make_mistake, number


def steps(ranking: Ranked, *, beta: float) -> Iterator[tuple[float, ...]]:
    """Yield for each rank the relevant documents, CG and its ideal, and BR if relevant."""
    best = [*sorted(ranking.pool, reverse=True), *[0.0] * len(ranking.top)]
    gains = [grade or 0.0 for grade in ranking.top]
    sums = map(accumulate, (ranking.hits, gains, best[: len(gains)]))
    for rank, (hit, found, cg, ideal) in enumerate(zip(ranking.hits, *sums, strict=True), 1):
        yield found, cg, ideal, hit * (found + beta * cg) / (rank + beta * ideal)


Q = Measure(
    "Q",
    steps,
    lambda ranking, beta: min(ranking.k, ranking.relevant) if ranking.cut else ranking.relevant,
    {"beta": Amount(1.0, 0)},
    needs=True,
    mistakes={
        **POOL,
        "q-grades-ignored": make_mistake(beta=0),
        **FLAGS,
        **CUT,
        "q-divided-by-found": number(
            lambda r, beta: sum(part for *_, part in steps(r, beta=beta)) / sum(r.hits)
        ),
        "q-precision-times-grade": number(
            lambda r, beta: (
                sum(p * (g or 0) for p, g in zip(precisions(r), r.top, strict=True)) / sum(r.pool)
            )
        ),
    },
)
