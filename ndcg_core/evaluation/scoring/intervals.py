"""Confidence intervals of a mean by Student's t, without a statistics package.

    mean - t sd / sqrt(n)  to  mean + t sd / sqrt(n)

t is the 97.5% quantile with n - 1 degrees of freedom.
"""

from collections.abc import Sequence
from functools import cache
from math import exp, fsum, inf, lgamma, log, nan, sqrt
from typing import NamedTuple

from ndcg_core.metric.numbers import short_repr

FEW_QUERIES = 20
"""The number of queries below which an interval is rough."""
INTERVAL_METHOD = "Student's t"

DEFAULT_SEED = 20260101
DEFAULT_TIMES = 10_000


class Interval(NamedTuple):
    """An interval from `low` to `high`, including both bounds."""

    low: float
    high: float


def calculate_interval(values: Sequence[float], lowest: float = -inf) -> Interval:
    """Return the 95% confidence interval of the mean of values (Student 1908).

    Both bounds are NaN for fewer than two values. The interval is limited to the range from
    `lowest` to 1, unless a value is outside this range.

    lowest: the lowest possible value.

    >>> [round(bound, 3) for bound in calculate_interval([0.3, 0.4, 0.5])]  # 0.4 ± 4.303 * 0.1 / √3
    [0.152, 0.648]
    """
    n = len(values)
    if n < 2:
        return Interval(nan, nan)
    mean = fsum(values) / n
    error = sqrt(fsum((value - mean) ** 2 for value in values) / (n - 1) / n)
    low, high = (mean + side * calculate_critical_value(n - 1) * error for side in (-1, 1))
    if min(values) < lowest or max(values) > 1:
        return Interval(low, high)
    return Interval(max(low, lowest), min(high, 1.0))


@cache
def calculate_critical_value(degrees_of_freedom: int) -> float:
    """Return the two-sided 5% critical value of Student's t, given the degrees of freedom.

    >>> round(calculate_critical_value(2), 3), round(calculate_critical_value(10**6), 3)
    (4.303, 1.96)
    """
    low = 1.9
    high = 13.0
    while (middle := (low + high) / 2) not in (low, high):
        if calculate_p_value(middle, degrees_of_freedom) > 0.05:
            low = middle
        else:
            high = middle
    return high


def calculate_p_value(t: float, degrees_of_freedom: int) -> float:
    """Return the two-sided p-value of t, or NaN if t is NaN or `degrees_of_freedom` is 0.

        I(x; f / 2, 1/2),  x = f / (f + t²)

    f is the number of degrees of freedom. I is the incomplete beta function, calculated by its
    continued fraction (DLMF 8.17.22).

    >>> round(calculate_p_value(1.0, 1), 9)  # 1 - 2 atan(1) / pi
    0.5
    """
    if not degrees_of_freedom or t != t:
        return nan
    x = degrees_of_freedom / (degrees_of_freedom + t * t)
    a = degrees_of_freedom / 2
    b = 0.5
    is_reflected = x > (a + 1) / (a + b + 2)
    if is_reflected:  # the continued fraction of 1 - I converges faster
        x, a, b = t * t / (degrees_of_freedom + t * t), b, a
    if not x:
        return float(is_reflected)
    value = 1.0
    for m in range(200, 0, -1):
        even = m * (b - m) * x / (a + 2 * m - 1) / (a + 2 * m)
        odd = -(a + m) * (a + b + m) * x / (a + 2 * m) / (a + 2 * m + 1)
        value = 1 + even / (1 + odd / value)
    value = 1 - (a + b) * x / (a + 1) / value
    front = lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(abs(1 - x))
    share = exp(front) / a / value
    return 1 - share if is_reflected else share


def check_seed(seed: object) -> None:
    """Raise ValueError if a seed is not a non-negative integer."""
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise ValueError(f"The seed is {short_repr(seed)}. It must be a whole number, 0 or more.")
