"""Where the two orders are cut: the ranking, and the ideal it is measured against."""

import sys

from ndcg_core.metric.checks import cutoff
from ndcg_core.metric.conventions import STANDARD, Convention

UNCUT = sys.maxsize
"""More places than any ideal order fills."""


def reach(k: int | None, n: int, convention: Convention = STANDARD) -> tuple[int, int]:
    """How many ranks of a ranking of n count, and how many places the ideal order may fill.

    An explicit k cuts the ideal at k even where the ranking is shorter: a system that returns too
    few documents misses what they would have earned. Without a k, it ends where the ranking ends.

    >>> reach(None, 3), reach(2, 3), reach(5, 3)
    ((3, 3), (2, 2), (3, 5))
    """
    counted = cutoff(k, n)
    if convention.cutoff != "k":
        k = asked(k, convention)
        counted = cutoff(k, n)
    places = _places(k, counted, convention.ideal_cut)
    beyond = k is not None and k > n
    return (0 if beyond and convention.beyond == "zero" else counted), places


def asked(k: int | None, convention: Convention) -> int | None:
    """The k that a convention goes by: the one that is asked for, its own, or none.

    >>> asked(5, STANDARD), asked(5, Convention("bare", cutoff="32"))
    (5, 32)
    """
    return {"k": k, "32": 32, "none": None}[convention.cutoff]


def _places(k: int | None, counted: int, ideal_cut: str) -> int:
    if ideal_cut == "none" or (k is None and ideal_cut == "pool"):
        return UNCUT
    return counted if k is None or ideal_cut == "list" else k
