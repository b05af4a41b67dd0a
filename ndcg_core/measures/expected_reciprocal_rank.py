"""Expected reciprocal rank, its normalized form, and common mistakes in its calculation."""

from collections.abc import Iterator
from dataclasses import replace
from math import prod

from ndcg_core.measures.measure import Amount, Measure, Ranked
from ndcg_core.measures.mistakes import (
    CUTOFF_MISTAKES,
    ORDER_MISTAKES,
    POOL_MISTAKES,
    make_ranking_mistake,
    make_value_mistake,
)


def list_stop_probabilities(ranking: Ranked, largest: float | None) -> list[float]:
    """Return for each counted rank the probability that its document satisfies the reader."""
    top = max((*ranking.pool, 0.0)) if largest is None else largest
    return [2.0 ** (min(grade or 0.0, top) - top) - 2.0**-top for grade in ranking.top]


def iterate_steps(ranking: Ranked, *, largest: float | None) -> Iterator[tuple[float, ...]]:
    """Yield the values at each rank: chance to stop there, chance to get there, and term.

    The chance to stop is that of a reader who gets there. The term is the product of both chances,
    divided by the rank.
    """
    reach = 1.0
    for rank, stop in enumerate(list_stop_probabilities(ranking, largest), 1):
        yield stop, reach, reach * stop / rank
        reach *= 1 - stop


def _calculate_swapped_err(ranking: Ranked, largest: float | None) -> float:
    """Return ERR with the probabilities of stopping and of continuing swapped."""
    stops = list_stop_probabilities(ranking, largest)
    return sum(prod(stops[:n]) * (1 - stop) / (n + 1) for n, stop in enumerate(stops))


def calculate_ideal_err(ranking: Ranked, *, largest: float | None) -> float:
    """Return ERR of the judged pool in its best order, at the cutoff of the ranking."""
    best = replace(ranking, grades=tuple(sorted(ranking.pool, reverse=True)), cut=ranking.k)
    return sum(part for *_, part in iterate_steps(best, largest=largest))


ERR = Measure(
    "ERR",
    iterate_steps,
    choices={"largest": Amount(None, 0, 1000)},
    is_binary=False,
    mistakes={
        **CUTOFF_MISTAKES,
        **ORDER_MISTAKES,
        "err-everybody-comes": make_value_mistake(
            lambda r, largest: sum(
                s / rank for rank, s in enumerate(list_stop_probabilities(r, largest), 1)
            )
        ),
        "err-rank-ignored": make_value_mistake(
            lambda r, largest: sum(s * p for s, p, _ in iterate_steps(r, largest=largest))
        ),
        "err-stop-for-go-on": make_value_mistake(_calculate_swapped_err),
        "err-one-grade-more": make_ranking_mistake(
            lambda r: replace(r, pool=(*r.pool, max((*r.pool, 0)) + 1))
        ),
    },
)
"""Expected reciprocal rank: the mean of 1 / rank over the ranks where readers stop.

::

    stop(i)  = (2^r_i - 1) / 2^largest
    reach(i) = (1 - stop(1)) ... (1 - stop(i-1))
    ERR@k    = reach(1) stop(1) / 1 + ... + reach(k) stop(k) / k

stop(i) is the probability that the document at rank i satisfies the reader. reach(i) is the
probability that no document above rank i satisfies the reader.

Parameters
----------
largest : float, optional
    The highest grade of the scale. By default, the highest grade of the judged pool.

References
----------
Chapelle, Metzler, Zhang and Grinspan (2009), Expected reciprocal rank for graded relevance.

Examples
--------
>>> ERR([0, 1], largest=1)  # half of the readers stop, at rank 2
0.25
"""
nERR = replace(
    ERR,
    symbol="nERR",
    over=calculate_ideal_err,
    mistakes={**POOL_MISTAKES, **CUTOFF_MISTAKES, **ORDER_MISTAKES},
)
"""Normalized ERR: ERR divided by the ERR of the judged documents, sorted by grade.

::

    nERR@k = ERR@k / (ERR@k of the sorted pool)

The value is 0 if nothing is relevant.

Parameters
----------
largest : float, optional
    The highest grade of the scale. By default, the highest grade of the judged pool.

Examples
--------
>>> nERR([0, 1])  # (1/2) / 2 against 1/2
0.5
"""
