"""Where a mean lies: the bootstrap over queries, seeded.

As many queries are drawn as there are, with repetition, many times; the middle 95 % of the means
that come out is the interval (Efron & Tibshirani 1993, the percentile interval).
"""

from collections.abc import Iterator, Sequence
from math import nan
from typing import Any, NamedTuple

import numpy as np

from ndcg_core.metric.numbers import shown

SEED = 20260101
TIMES = 10_000
CELLS = 2_000_000
"""So many draws are held in memory at once."""


class Interval(NamedTuple):
    """From `low` to `high`."""

    low: float
    high: float


def bootstrap(
    values: Sequence[float], times: int = TIMES, seed: int = SEED, share: float = 0.95
) -> Interval:
    """The interval in which the mean of the values lies, with a confidence of `share`.

    In the unit of the values; NaN where there are none, or one, which tells nothing of the others.
    The same seed gives the same interval.
    """
    check_seed(seed)
    data = np.asarray(values, dtype=float)
    if len(data) < 2:
        return Interval(nan, nan)
    means = np.concatenate([data[drawn].mean(axis=1) for drawn in _draws(len(data), times, seed)])
    low, high = np.quantile(means, [(1 - share) / 2, (1 + share) / 2])
    return Interval(float(low), float(high))


def check_seed(seed: object) -> None:
    """ValueError for what is no seed."""
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise ValueError(f"The seed is {shown(seed)}; it must be a whole number, 0 or more.")


def _draws(n: int, times: int, seed: int) -> Iterator[Any]:
    random, chunk = np.random.default_rng(seed), max(1, CELLS // n)
    for done in range(0, times, chunk):
        yield random.integers(0, n, size=(min(chunk, times - done), n))
