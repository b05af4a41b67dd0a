"""Measures that count documents down to a rank as a share of something.

    P@k      = (rel(1) + ... + rel(k)) / k        rel(i) = 1 where r_i >= rel, else 0
    Recall@k = (rel(1) + ... + rel(k)) / R        R all relevant documents, retrieved or not
    Rprec    = (rel(1) + ... + rel(R)) / R        precision at rank R
    Hit@k    = max(rel(1), ..., rel(k))           over many queries its mean is the hit rate
    Judged@k = (judged(1) + ... + judged(k)) / min(k, n)        n documents retrieved

of  of P: "k", ranks that are missing are not relevant; "retrieved": divided by the documents that
    there are, where these are fewer. Of Recall: "relevant": R; "capped": min(k, R), so that 1 can
    be reached where k is less than R

Source: trec_eval's P, recall, Rprec and success; BEIR's R_cap@k for "capped"; ir_measures' Judged.

>>> P([3, 0, 1, 0], k=2), P([3, 0, 1, 0], k=3, rel=2)
(0.5, 0.3333333333333333)
>>> Recall([3, 0, 1, 1], k=2), Recall([3, 0, 1, 1], k=2, of="capped")
(0.3333333333333333, 0.5)
>>> Rprec([0, 3, 2, 0, 1], judged=[0, 3, 2, 0, 1, 2])  # R = 4: two of the first four
0.5
>>> Hit([0, 0, 2], k=2), Hit([0, 0, 2], k=3), Judged([3, None, 0, None], k=3)
(0.0, 1.0, 0.6666666666666666)
"""

from collections.abc import Iterator

from ndcg_core.measures.measure import Measure, Ranked
from ndcg_core.measures.mistakes import CUT, FLAGS, POOL, make_mistake, number

Steps = Iterator[tuple[float, ...]]


def hits(ranking: Ranked, *, of: str) -> Steps:
    """Yield the relevance of each rank, which is also its term."""
    return ((hit, hit) for hit in ranking.hits)


def hits_to_r(ranking: Ranked) -> Steps:
    """Yield the relevance of each rank, which is its term down to rank R."""
    r = ranking.relevant
    return ((hit, hit * (rank <= r)) for rank, hit in enumerate(ranking.hits, 1))


def first_hit(ranking: Ranked) -> Steps:
    """Yield the relevance of each rank, and 1 at the first relevant one."""
    first = ranking.hits.index(1) if any(ranking.hits) else None
    return ((hit, float(place == first)) for place, hit in enumerate(ranking.hits))


def mark_judged(ranking: Ranked) -> Steps:
    """Yield 1 for each rank with a judged document, which is also its term, else 0."""
    return ((judged, judged) for judged in (int(grade is not None) for grade in ranking.top))


P = Measure(
    "P",
    hits,
    lambda ranking, of: ranking.k if of == "k" else len(ranking.top),
    {"of": ("k", "retrieved")},
    mistakes={
        **FLAGS,
        **CUT,
        "p-divided-by-retrieved": make_mistake(of="retrieved"),
        "p-divided-by-relevant": number(lambda r, of: sum(r.hits) / r.relevant),
        "p-grades-added": number(lambda r, of: sum(grade or 0 for grade in r.top) / r.k),
    },
)
Recall = Measure(
    "Recall",
    hits,
    lambda ranking, of: ranking.relevant if of == "relevant" else min(ranking.k, ranking.relevant),
    {"of": ("relevant", "capped")},
    needs=True,
    mistakes={
        **POOL,
        **FLAGS,
        **CUT,
        "recall-capped": make_mistake(of="capped"),
        "recall-divided-by-k": number(lambda r, of: sum(r.hits) / r.k),
        "recall-divided-by-pool": number(lambda r, of: sum(r.hits) / len(r.pool)),
    },
)
Rprec = Measure(
    "Rprec",
    hits_to_r,
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
Hit = Measure(
    "Hit",
    first_hit,
    mistakes={
        **FLAGS,
        **CUT,
        "hit-counted": number(lambda r: sum(r.hits)),
        "hit-share": number(lambda r: sum(r.hits) / r.k),
    },
)
Judged = Measure(
    "Judged",
    mark_judged,
    lambda ranking: len(ranking.top),
    binary=False,
    mistakes={
        **CUT,
        "judged-relevant": number(lambda r: sum(bool(g) for g in r.top) / len(r.top)),
        "judged-unjudged": number(lambda r: sum(g is None for g in r.top) / len(r.top)),
    },
)
