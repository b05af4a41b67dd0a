"""Measures that count documents down to a rank: precision, recall, hit rate and others."""

from collections.abc import Iterator

from ndcg_core.measures.measure import Measure, Ranked
from ndcg_core.measures.mistakes import (
    CUTOFF_MISTAKES,
    POOL_MISTAKES,
    THRESHOLD_MISTAKES,
    make_choice_mistake,
    make_divided_by_k_mistake,
    make_value_mistake,
)

Steps = Iterator[tuple[float, ...]]


def iterate_hit_steps(ranking: Ranked, *, of: str) -> Steps:
    """Yield the relevance twice at each rank, the second time as the undivided term.

    The choice `of` only affects the divisor.
    """
    return ((hit, hit) for hit in ranking.hits)


def iterate_hit_steps_to_r(ranking: Ranked) -> Steps:
    """Yield the relevance and the undivided term at each rank. They are equal down to rank R.

    R is the number of relevant documents. The undivided term is 0 below rank R.
    """
    r = ranking.relevant_count
    return ((hit, hit * (rank <= r)) for rank, hit in enumerate(ranking.hits, 1))


def iterate_first_hit_steps(ranking: Ranked) -> Steps:
    """Yield the relevance and the term at each rank.

    The term is 1 at the first relevant document, else 0.
    """
    first = ranking.hits.index(1) if any(ranking.hits) else None
    return ((hit, float(index == first)) for index, hit in enumerate(ranking.hits))


def iterate_judged_steps(ranking: Ranked) -> Steps:
    """Yield two equal numbers at each rank: 1 for a judged document, else 0.

    The second number is the undivided term.
    """
    return ((judged, judged) for judged in (int(grade is not None) for grade in ranking.top))


P = Measure(
    "P",
    iterate_hit_steps,
    lambda ranking, of: ranking.k if of == "k" else len(ranking.top),
    {"of": ("k", "retrieved")},
    mistakes={
        **THRESHOLD_MISTAKES,
        **CUTOFF_MISTAKES,
        "p-divided-by-retrieved": make_choice_mistake(of="retrieved"),
        "p-divided-by-relevant": make_value_mistake(lambda r, of: sum(r.hits) / r.relevant_count),
        "p-grades-added": make_value_mistake(
            lambda r, of: sum(grade or 0 for grade in r.top) / r.k
        ),
    },
)
"""Precision: the share of relevant documents in the first k ranks.

::

    P@k = (rel(1) + ... + rel(k)) / k

Parameters
----------
of : {"k", "retrieved"}
    The divisor. With "k", missing ranks are not relevant. With "retrieved", a ranking shorter than
    k is divided by its length.
rel : float, default 1
    The lowest grade of a relevant document.

References
----------
trec_eval: P.

Examples
--------
>>> P([3, 0, 1, 0], k=2), P([3, 0, 1, 0], k=3, rel=2)
(0.5, 0.3333333333333333)
"""
Recall = Measure(
    "Recall",
    iterate_hit_steps,
    lambda ranking, of: (
        ranking.relevant_count if of == "relevant" else min(ranking.k, ranking.relevant_count)
    ),
    {"of": ("relevant", "capped")},
    needs_relevant=True,
    mistakes={
        **POOL_MISTAKES,
        **THRESHOLD_MISTAKES,
        **CUTOFF_MISTAKES,
        "recall-capped": make_choice_mistake(of="capped"),
        "recall-divided-by-k": make_divided_by_k_mistake(lambda r, of: sum(r.hits)),
        "recall-divided-by-pool": make_value_mistake(lambda r, of: sum(r.hits) / len(r.pool)),
    },
)
"""Recall: the share of all relevant documents that are in the first k ranks.

::

    Recall@k = (rel(1) + ... + rel(k)) / R

Parameters
----------
of : {"relevant", "capped"}
    The divisor: R, or min(k, R), so that 1 can be reached. "capped" is BEIR's R_cap@k.
rel : float, default 1
    The lowest grade of a relevant document.
empty : float, default 0.0
    The value of a query with nothing relevant.

References
----------
trec_eval: recall.

Examples
--------
>>> Recall([3, 0, 1, 1], k=2), Recall([3, 0, 1, 1], k=2, of="capped")
(0.3333333333333333, 0.5)
"""
Rprec = Measure(
    "Rprec",
    iterate_hit_steps_to_r,
    lambda ranking: ranking.relevant_count,
    has_cutoff=False,
    needs_relevant=True,
    mistakes={
        **POOL_MISTAKES,
        **THRESHOLD_MISTAKES,
        "rprec-whole-list": make_value_mistake(lambda r: sum(r.hits) / len(r.grades)),
        "rprec-recall": make_value_mistake(lambda r: sum(r.hits) / r.relevant_count),
    },
)
"""R-precision: the precision at rank R, the number of relevant documents.

::

    Rprec = (rel(1) + ... + rel(R)) / R

Parameters
----------
rel : float, default 1
    The lowest grade of a relevant document.
empty : float, default 0.0
    The value of a query with nothing relevant.

References
----------
trec_eval: Rprec.

Examples
--------
>>> Rprec([0, 3, 2, 0, 1], judged=[0, 3, 2, 0, 1, 2])  # R = 4: two of the first four
0.5
"""
Hit = Measure(
    "Hit",
    iterate_first_hit_steps,
    mistakes={
        **THRESHOLD_MISTAKES,
        **CUTOFF_MISTAKES,
        "hit-counted": make_value_mistake(lambda r: sum(r.hits)),
        "hit-share": make_value_mistake(lambda r: sum(r.hits) / r.k),
    },
)
"""Hit rate: 1 if a relevant document is in the first k ranks, else 0.

::

    Hit@k = max(rel(1), ..., rel(k))

Parameters
----------
rel : float, default 1
    The lowest grade of a relevant document.

References
----------
trec_eval: success.

Examples
--------
>>> Hit([0, 0, 2], k=2), Hit([0, 0, 2], k=3)
(0.0, 1.0)
"""
Judged = Measure(
    "Judged",
    iterate_judged_steps,
    lambda ranking: len(ranking.top),
    is_binary=False,
    mistakes={
        **CUTOFF_MISTAKES,
        "judged-relevant": make_value_mistake(lambda r: sum(bool(g) for g in r.top) / len(r.top)),
        "judged-unjudged": make_value_mistake(lambda r: sum(g is None for g in r.top) / len(r.top)),
    },
)
"""Judged share: the share of judged documents in the first k ranks.

::

    Judged@k = (judged(1) + ... + judged(k)) / min(k, n)

n is the number of retrieved documents.

References
----------
ir_measures: Judged.

Examples
--------
>>> Judged([3, None, 0, None], k=3)
0.6666666666666666
"""
