"""Discount: the divisor d(i) that makes rank i count less than the ranks above it.

log2(i+1)  d(i) = log2(i + 1)          1, 1.585, 2, 2.322, ...
logb(i)    d(i) = max(1, log_b(i))     no discount down to rank b, then the logarithm
i          d(i) = i                    1, 2, 3, 4, ...
none       d(i) = 1                    every rank counts in full
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import log, log2
from types import MappingProxyType


def log2_of_next_rank(i: int, base: float = 2.0) -> float:
    """d(i) = log2(i + 1), whatever the base.

    >>> log2_of_next_rank(3)
    2.0
    """
    return log2(i + 1)


def log_from_rank_b(i: int, base: float = 2.0) -> float:
    """d(i) = max(1, log_b(i)): ranks above b are not discounted (Järvelin & Kekäläinen 2002).

    A rank that is a power of a whole b gets its exact logarithm: log5(125) is 3.

    >>> [log_from_rank_b(i, base=2) for i in (1, 2, 4, 8)]
    [1.0, 1.0, 2.0, 3.0]
    """
    if i <= base:
        return 1.0
    exponent = log2(i) if base == 2.0 else log(i) / log(base)
    whole = round(exponent)
    return float(whole) if base**whole == i else exponent


def rank_itself(i: int, base: float = 2.0) -> float:
    """d(i) = i, as in the reciprocal rank (CatBoost's denominator=Position).

    >>> rank_itself(4)
    4.0
    """
    return float(i)


def no_discount(i: int, base: float = 2.0) -> float:
    """d(i) = 1.

    >>> no_discount(7)
    1.0
    """
    return 1.0


DISCOUNTS: Mapping[str, Callable[[int, float], float]] = MappingProxyType(
    {
        "log2(i+1)": log2_of_next_rank,
        "logb(i)": log_from_rank_b,
        "i": rank_itself,
        "none": no_discount,
    }
)
"""Every discount by its name. A divisor is at least 1 and never falls as the rank grows."""

TABLED = 1024
"""Ranks whose divisors each convention keeps at hand."""


def divisors(discount: str, base: float, n: int) -> tuple[float, ...]:
    """d(1), ..., d(n), and possibly further.

    >>> divisors("log2(i+1)", 2.0, 3)[:3]
    (1.0, 1.584962500721156, 2.0)
    """
    if n <= TABLED:
        return _table(discount, base)
    return _divisors(discount, base, n)


def _divisors(discount: str, base: float, n: int) -> tuple[float, ...]:
    d = DISCOUNTS[discount]
    return tuple(d(i, base) for i in range(1, n + 1))


@lru_cache(maxsize=64)
def _table(discount: str, base: float) -> tuple[float, ...]:
    return _divisors(discount, base, TABLED)
