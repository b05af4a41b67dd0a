"""Kendall's tau against the ideal order: pairs in the right order less pairs in the wrong one.

    tau = (C - D) / sqrt(P n(n-1)/2)     "b", with P the pairs of different grades
    tau = (C - D) / P                    "gamma": 1 wherever no pair is in the wrong order
    tau = (C - D) / (n(n-1)/2)           "a": nearer to 0 wherever grades are the same

    C  pairs of documents of which the better one stands first;  D  pairs that stand the other way

Ranks have no ties, grades do. What nobody judged counts as grade 0.

Source: Kendall (1945), The treatment of ties in ranking problems; scipy.stats.kendalltau.

>>> Tau([2, 0, 1], ties="gamma")  # 2 pairs right, 1 wrong
0.3333333333333333
"""

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt

from ndcg_core.measures.measure import Measure, Ranked
from ndcg_core.measures.mistakes import make_mistake, number


def steps(ranking: Ranked, *, ties: str) -> Iterator[tuple[float, ...]]:
    """Yield for each rank the concordant and discordant pairs below it, and their difference."""
    yield from ((right, wrong, right - wrong) for right, wrong in _count_pairs(ranking))


@lru_cache(maxsize=64)
def _count_pairs(ranking: Ranked) -> list[tuple[int, int]]:
    """Yield for each rank the number of concordant and of discordant pairs."""
    grades = [grade or 0.0 for grade in ranking.top]
    below = [(grade, grades[rank:]) for rank, grade in enumerate(grades, 1)]
    return [(sum(g > one for one in later), sum(g < one for one in later)) for g, later in below]


def pairs(ranking: Ranked, *, ties: str) -> float:
    """Return the divisor, from the number of pairs with different grades."""
    n = len(ranking.top)
    different, all_pairs = sum(map(sum, _count_pairs(ranking))), n * (n - 1) / 2
    return {"b": sqrt(different * all_pairs), "gamma": different, "a": all_pairs}[ties]


Tau = Measure(
    "Tau",
    steps,
    pairs,
    {"ties": ("b", "gamma", "a")},
    binary=False,
    mistakes={
        "tau-ties-left-out": make_mistake(ties="gamma"),
        "tau-all-pairs": make_mistake(ties="a"),
        "tau-share-right": number(
            lambda r, ties: sum(right for right, _ in _count_pairs(r)) / pairs(r, ties="gamma")
        ),
    },
)
