"""Kendall's tau against the ideal order: pairs in the right order less pairs in the wrong one.

    tau = (C - D) / sqrt(P n(n-1)/2)     "b", with P the pairs of different grades
    tau = (C - D) / P                    "gamma": 1 wherever no pair is in the wrong order

    C  pairs of documents of which the better one stands first;  D  pairs that stand the other way

Ranks have no ties, grades do. What nobody judged counts as grade 0.

Source: Kendall (1945), The treatment of ties in ranking problems; scipy.stats.kendalltau.

>>> Tau([2, 0, 1], ties="gamma")  # 2 pairs right, 1 wrong
0.3333333333333333
"""

from collections.abc import Iterator
from math import sqrt

from ndcg_core.measures.measure import Measure, Ranked
from ndcg_core.measures.mistakes import having, number


def steps(ranking: Ranked, *, ties: str) -> Iterator[tuple[float, ...]]:
    """For each rank: the pairs with a lower rank in the right and the wrong order, less that."""
    grades = [grade or 0.0 for grade in ranking.top]
    for rank, grade in enumerate(grades, 1):
        right = sum(grade > later for later in grades[rank:])
        wrong = sum(grade < later for later in grades[rank:])
        yield right, wrong, right - wrong


def pairs(ranking: Ranked, *, ties: str) -> float:
    """What is divided by, from the number of pairs of different grades."""
    n = len(ranking.top)
    different = sum(right + wrong for right, wrong, _ in steps(ranking, ties=ties))
    return sqrt(different * n * (n - 1) / 2) if ties == "b" else different


Tau = Measure(
    "Tau",
    steps,
    pairs,
    {"ties": ("b", "gamma")},
    binary=False,
    mistakes={
        "tau-ties-left-out": having(ties="gamma"),
        "tau-all-pairs": number(
            lambda r, ties: (
                sum(c - d for c, d, _ in steps(r, ties="b")) / (len(r.top) * (len(r.top) - 1) / 2)
            )
        ),
        "tau-share-right": number(
            lambda r, ties: sum(c for c, *_ in steps(r, ties="b")) / pairs(r, ties="gamma")
        ),
    },
)
