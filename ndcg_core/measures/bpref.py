"""Bpref, and common mistakes in its calculation."""

from collections.abc import Iterator
from dataclasses import replace

from ndcg_core.measures.measure import Measure, Ranked
from ndcg_core.measures.mistakes import (
    POOL_MISTAKES,
    THRESHOLD_MISTAKES,
    make_ranking_mistake,
    make_value_mistake,
)


def iterate_steps(ranking: Ranked) -> Iterator[tuple[float, ...]]:
    """Yield the values at each rank: relevance, irrelevant documents above, undivided term.

    Only documents that are judged irrelevant count, not unjudged ones.
    """
    r = ranking.relevant_count
    above = 0
    for grade, hit in zip(ranking.top, ranking.hits, strict=True):
        most = min(max(len(ranking.pool) - r, above), r)  # a pool may lack retrieved documents
        yield hit, above, hit * (1 - min(above, r) / most if above else 1.0)
        above += grade is not None and not hit


Bpref = Measure(
    "Bpref",
    iterate_steps,
    lambda ranking: ranking.relevant_count,
    has_cutoff=False,
    needs_relevant=True,
    negative_value=None,
    mistakes={
        **THRESHOLD_MISTAKES,
        "bpref-unjudged-not-relevant": make_ranking_mistake(
            lambda r: replace(
                r,
                grades=tuple(grade or 0.0 for grade in r.grades),
                pool=(*r.pool, *[0.0 for grade in r.grades if grade is None]),
            )
        ),
        **POOL_MISTAKES,
        "bpref-divided-by-found": make_value_mistake(
            lambda r: sum(part for *_, part in iterate_steps(r)) / sum(r.hits)
        ),
    },
)
"""Bpref: how rarely documents judged not relevant are ranked above relevant documents.

::

    bpref = (1/R) (sum over the retrieved relevant documents of 1 - min(n, R) / min(N, R))

R is the number of relevant documents, N the number of documents judged not relevant, and n the
number of documents judged not relevant that are above the relevant document. Unjudged documents are
skipped, and so are documents with a grade below 0, as in trec_eval. Bpref has no cutoff.

Parameters
----------
rel : float, default 1
    The lowest grade of a relevant document.
empty : float, default 0.0
    The value of a query with nothing relevant.

References
----------
Buckley and Voorhees (2004), Retrieval evaluation with incomplete information.

Examples
--------
>>> Bpref([1, None, 0, 1])  # R = 2, N = 1: (1 + (1 - 1/1)) / 2
0.5
>>> Bpref([0, 1], judged=[1])  # the 0 was judged too
0.0
"""
