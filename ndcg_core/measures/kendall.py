"""Kendall's tau against the ideal order, and common mistakes in its calculation."""

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt

from ndcg_core.measures.measure import Measure, Ranked
from ndcg_core.measures.mistakes import make_choice_mistake, make_value_mistake


def iterate_steps(ranking: Ranked, *, ties: str) -> Iterator[tuple[float, ...]]:
    """Yield the numbers of concordant and discordant pairs at each rank, and their difference.

    A pair counts at the rank of its upper document. The choice `ties` only affects the divisor.
    """
    yield from ((right, wrong, right - wrong) for right, wrong in _count_pairs(ranking))


@lru_cache(maxsize=64)
def _count_pairs(ranking: Ranked) -> list[tuple[int, int]]:
    """Count each document's concordant and discordant pairs with the documents below it."""
    grades = [grade or 0.0 for grade in ranking.top]
    below = [(grade, grades[rank:]) for rank, grade in enumerate(grades, 1)]
    return [
        (sum(grade > other for other in later), sum(grade < other for other in later))
        for grade, later in below
    ]


def calculate_divisor(ranking: Ranked, *, ties: str) -> float:
    """Return the divisor of tau for the choice `ties`, which is "b", "gamma" or "a".

    "gamma" selects the number of pairs with different grades, "a" the number of all pairs, and "b"
    the root of the product of both numbers.
    """
    n = len(ranking.top)
    different = sum(map(sum, _count_pairs(ranking)))
    all_pairs = n * (n - 1) / 2
    return {"b": sqrt(different * all_pairs), "gamma": different, "a": all_pairs}[ties]


Tau = Measure(
    "Tau",
    iterate_steps,
    calculate_divisor,
    {"ties": ("b", "gamma", "a")},
    is_binary=False,
    mistakes={
        "tau-ties-left-out": make_choice_mistake(ties="gamma"),
        "tau-all-pairs": make_choice_mistake(ties="a"),
        "tau-share-right": make_value_mistake(
            lambda r, ties: (
                sum(right for right, _ in _count_pairs(r)) / calculate_divisor(r, ties="gamma")
            )
        ),
    },
)
"""Kendall's tau against the ideal order, from the pairs of documents in the right order.

::

    tau = (C - D) / sqrt(P n(n-1)/2)     "b"
    tau = (C - D) / P                    "gamma"
    tau = (C - D) / (n(n-1)/2)           "a"

C counts the pairs whose better document is ranked first, D the pairs in the wrong order, and P the
pairs with different grades. Ranks have no ties. An unjudged document counts as grade 0.

Parameters
----------
ties : {"b", "gamma", "a"}
    The divisor. "gamma" reaches 1 if no pair is in the wrong order. "a" is closer to 0 if grades
    are equal.

References
----------
Kendall (1945), The treatment of ties in ranking problems.

Examples
--------
>>> Tau([2, 0, 1], ties="gamma")  # 2 pairs right, 1 wrong
0.3333333333333333
"""
