"""Expected reciprocal rank, its normalized form, and the mistakes made with it."""

from collections.abc import Iterator
from dataclasses import replace
from math import prod

from ndcg_core.measures.measure import Amount, Measure, Ranked
from ndcg_core.measures.mistakes import (
    CUTOFF_MISTAKES,
    ORDER_MISTAKES,
    change_ranking,
    replace_value,
)


def list_stop_probabilities(ranking: Ranked, largest: float | None) -> list[float]:
    top = max((*ranking.pool, 0.0)) if largest is None else largest
    return [2.0 ** (min(grade or 0.0, top) - top) - 2.0**-top for grade in ranking.top]


def list_steps(ranking: Ranked, *, largest: float | None) -> Iterator[tuple[float, ...]]:
    """Yield for each rank the stop probability, the reach, and reach x stop / rank."""
    reach = 1.0
    for rank, stop in enumerate(list_stop_probabilities(ranking, largest), 1):
        yield stop, reach, reach * stop / rank
        reach *= 1 - stop


def _swap_probabilities(ranking: Ranked, largest: float | None) -> float:
    """Swap the probabilities of stopping and of going on."""
    all_of_them = list_stop_probabilities(ranking, largest)
    return sum(prod(all_of_them[:n]) * (1 - s) / (n + 1) for n, s in enumerate(all_of_them))


def calculate_ideal(ranking: Ranked, *, largest: float | None) -> float:
    """Return ERR of the judged pool in its best order."""
    best = replace(ranking, grades=tuple(sorted(ranking.pool, reverse=True)), cut=ranking.k)
    return sum(part for *_, part in list_steps(best, largest=largest))


ERR = Measure(
    "ERR",
    list_steps,
    choices={"largest": Amount(None, 0, 1000)},
    binary=False,
    mistakes={
        **CUTOFF_MISTAKES,
        **ORDER_MISTAKES,
        "err-everybody-comes": replace_value(
            lambda r, largest: sum(
                s / rank for rank, s in enumerate(list_stop_probabilities(r, largest), 1)
            )
        ),
        "err-rank-ignored": replace_value(
            lambda r, largest: sum(s * p for s, p, _ in list_steps(r, largest=largest))
        ),
        "err-stop-for-go-on": replace_value(_swap_probabilities),
        "err-one-grade-more": change_ranking(
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
probability that no document above it did.

Parameters
----------
largest : float, optional
    The highest grade of the scale. Without it, the highest grade of the judged pool.

References
----------
Chapelle, Metzler, Zhang and Grinspan (2009), Expected reciprocal rank for graded relevance.

Examples
--------
>>> ERR([0, 1], largest=1)  # half change_ranking the readers stop, at rank 2
0.25
"""
nERR = replace(ERR, symbol="nERR", over=calculate_ideal, mistakes={})
"""Normalized ERR: ERR divided by the ERR of the judged documents, sorted by grade.

::

    nERR@k = ERR@k / (ERR@k of the sorted pool)

The value is 0 if nothing is relevant.

Parameters
----------
largest : float, optional
    The highest grade of the scale. Without it, the highest grade of the judged pool.

Examples
--------
>>> nERR([0, 1])  # (1/2) / 2 against 1/2
0.5
"""
