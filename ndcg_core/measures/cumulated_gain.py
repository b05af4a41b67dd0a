"""NDCG, DCG and CG as measures, with the steps of `ndcg_core.trace`."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from math import nan

from ndcg_core.measures.measure import Measure, Ranked
from ndcg_core.measures.mistakes import (
    CUTOFF_MISTAKES,
    ORDER_MISTAKES,
    POOL_MISTAKES,
    make_value_mistake,
)
from ndcg_core.metric import CONVENTIONS, Trace, trace

GAIN_CONVENTIONS = {"linear": CONVENTIONS["standard"], "exponential": CONVENTIONS["exponential"]}


@lru_cache(maxsize=64)
def trace_ranking(ranking: Ranked, gain: str) -> Trace:
    """Return the trace of a ranking, with grade 0 for its unjudged documents.

    An empty ranking is traced as one document of grade 0.
    """
    grades = [grade or 0.0 for grade in ranking.grades] or [0.0]
    pool = [
        *ranking.pool,
        *[0.0] * (len(grades) - len(ranking.grades) + ranking.grades.count(None)),
    ]
    return trace(grades, ranking.cut, GAIN_CONVENTIONS[gain], pool)


def iterate_steps(ranking: Ranked, *, gain: str) -> Iterator[tuple[float, ...]]:
    """Yield the values at each rank: gain, divisor, and term, which is gain / divisor."""
    return ((row.gain, row.discount, row.value) for row in trace_ranking(ranking, gain).actual)


def _calculate_ndcg_with_sorted_top(ranking: Ranked, *, gain: str) -> float:
    """Return NDCG with an ideal order of the first k documents, or NaN if k cuts none off."""
    if ranking.k >= len(ranking.grades):
        return nan
    top = tuple(grade or 0.0 for grade in ranking.top)
    sorted_top = trace_ranking(replace(ranking, grades=top, pool=top), gain)
    return trace_ranking(ranking, gain).dcg / sorted_top.idcg


GAIN_CHOICES = {"gain": tuple(GAIN_CONVENTIONS)}
CG = Measure(
    "CG",
    lambda ranking, gain: ((value, value) for value, *_ in iterate_steps(ranking, gain=gain)),
    choices=GAIN_CHOICES,
    is_binary=False,
    mistakes=CUTOFF_MISTAKES,
)
"""Cumulated gain: the sum of the gains.

::

    CG@k = g(r_1) + ... + g(r_k)

Parameters
----------
gain : {"linear", "exponential"}
    g(r) = r, or g(r) = 2^r - 1.

Examples
--------
>>> CG([3, 0, 2])
5.0
"""
DCG = Measure(
    "DCG",
    iterate_steps,
    choices=GAIN_CHOICES,
    is_binary=False,
    mistakes={**CUTOFF_MISTAKES, **ORDER_MISTAKES},
)
"""Discounted cumulated gain: the gains, each divided by the discount of its rank.

::

    DCG@k = g(r_1) / log2(2) + ... + g(r_k) / log2(k + 1)

Parameters
----------
gain : {"linear", "exponential"}
    g(r) = r, or g(r) = 2^r - 1.

Examples
--------
>>> DCG([3, 0, 2])  # 3 + 0 + 2/2
4.0
"""
NDCG = Measure(
    "NDCG",
    iterate_steps,
    lambda ranking, gain: trace_ranking(ranking, gain).idcg,
    GAIN_CHOICES,
    is_binary=False,
    mistakes={
        **POOL_MISTAKES,
        "ndcg-ideal-from-top-k": make_value_mistake(_calculate_ndcg_with_sorted_top),
        **CUTOFF_MISTAKES,
        **ORDER_MISTAKES,
    },
)
"""Normalized DCG: DCG divided by the DCG of the ideal order.

::

    NDCG@k = DCG@k / IDCG@k

The value is 0 if nothing is relevant. Unjudged documents have no gain. `ndcg_core.ndcg` has all
conventions.

Parameters
----------
gain : {"linear", "exponential"}
    g(r) = r, or g(r) = 2^r - 1.

References
----------
Järvelin and Kekäläinen (2002), Cumulated gain-based evaluation of IR techniques.

Examples
--------
>>> NDCG([3, 2]), round(NDCG([2, 3]), 3)  # 1; (2 + 3/log2(3)) / (3 + 2/log2(3))
(1.0, 0.913)
"""
