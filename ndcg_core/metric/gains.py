"""Gain: what a document of grade r is worth to the reader who finds it.

linear       g(r) = r
exponential  g(r) = 2^r - 1
binary       g(r) = 1 where r > 0, else 0
shifted      g(r) = 2^(r + 1) - 1 where r > 0, else 0
"""

from collections.abc import Callable, Mapping
from math import pow
from types import MappingProxyType


def linear(r: float) -> float:
    """g(r) = r: a grade of 3 is worth three times a grade of 1 (Järvelin & Kekäläinen 2002).

    >>> linear(3)
    3.0
    """
    return float(r)


def exponential(r: float) -> float:
    """g(r) = 2^r - 1: each grade is worth more than twice the one below (Burges et al. 2005).

    >>> [exponential(r) for r in (0, 1, 2, 3)]
    [0.0, 1.0, 3.0, 7.0]
    """
    return pow(2.0, r) - 1.0


def binary(r: float) -> float:
    """g(r) = 1 where r > 0, else 0: a document is relevant or it is not (recommender libraries).

    >>> [binary(r) for r in (0, 0.5, 3)]
    [0.0, 1.0, 1.0]
    """
    return 1.0 if r > 0 else 0.0


def shifted(r: float) -> float:
    """g(r) = 2^(r + 1) - 1 where r > 0, else 0: ML.NET's table of label gains.

    >>> [shifted(r) for r in (0, 1, 2, 3, 4)]
    [0.0, 3.0, 7.0, 15.0, 31.0]
    """
    return pow(2.0, r + 1) - 1.0 if r > 0 else 0.0


GAINS: Mapping[str, Callable[[float], float]] = MappingProxyType(
    {"linear": linear, "exponential": exponential, "binary": binary, "shifted": shifted}
)
"""Every gain by its name. They never fall as the grade rises, and g(0) = 0."""
