"""Paired scores of two systems: the difference and its certainty.

difference  d_q = NDCG of the second - NDCG of the first, for each query q
flips       the share of sign patterns whose mean of d is at least as far from 0 as observed: all
            2^n patterns if at most 12 queries differ, else (c + 1) / (B + 1) with c of B random
            patterns, from a seed
interval    every difference x for which the test of d - x has a p above 5%. So the interval
            contains 0 if and only if p is above 5%. A pattern counts as extreme for x if x is
            between the mean of the flipped differences and the mean of the other differences. The
            bounds of the interval are found by sorting the means of all patterns
t           mean(d) / (sd(d) / sqrt(n)), Student's paired test
effect      mean(d) / sd(d), Cohen's d of paired values
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from math import ceil, fsum, isfinite, isnan, nan, sqrt
from statistics import fmean
from typing import Any

import numpy as np

from ndcg_core.evaluation.comparing.comparison import EVEN_TOLERANCE, list_common_queries
from ndcg_core.evaluation.comparing.sign_flips import EQUAL_TOLERANCE, MAX_EXACT_QUERIES
from ndcg_core.evaluation.scoring.intervals import (
    DEFAULT_SEED,
    DEFAULT_TIMES,
    Interval,
    calculate_p_value,
)

SIGNIFICANCE_LEVEL = 0.05
"""The largest p-value of a significant difference."""
BATCH_CELLS = 200_000
"""The number of signs that are in memory at once."""
Flags = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Pair:
    """A comparison of two systems on the same queries: difference, interval, tests, warnings.

    Attributes
    ----------
    first, second : str
        The names of the systems.
    queries : int
        The number of queries for which both systems have a value.
    means : tuple of float
        The mean of each system over the common queries.
    difference : float
        The mean of the second system minus the mean of the first.
    interval : Interval
        The 95% confidence interval of the difference. NaN if there are too few queries.
    wins, ties, losses : int
        The number of queries that the second system wins, ties and loses. Differences below 1e-12
        are ties.
    t, t_p : float
        Student's paired t statistic and its two-sided p-value.
    flips_p : float
        The two-sided p-value of the sign-flip test.
    ways : int
        The number of sign patterns behind `flips_p`.
    exact : bool
        True if all possible sign patterns were tried.
    adjusted_p : float
        `flips_p` after Holm's correction for the number of pairs.
    effect : float
        The mean of the differences divided by their standard deviation.
    turning : tuple of str or None
        The smallest set of queries whose removal reverses the lead. None if there is no such set.
    differences : mapping of str to float
        The difference of each query.
    shown, unjudged : tuple of int
        The number of counted documents of each system, and of counted unjudged documents.
    possible : Interval or None
        The lowest and the highest difference over all possible judgments, if calculated.
    warnings : tuple of str
        Sentences about facts that make the numbers less reliable.
    paragraphs : tuple of tuple of str
        Sentences about the comparison, by topic.
    """

    first: str
    second: str
    queries: int
    means: tuple[float, float]
    difference: float
    interval: Interval
    wins: int
    ties: int
    losses: int
    t: float
    t_p: float
    flips_p: float
    ways: int
    exact: bool
    adjusted_p: float
    effect: float
    turning: tuple[str, ...] | None
    differences: Mapping[str, float] = field(repr=False)
    shown: tuple[int, int] = (0, 0)
    unjudged: tuple[int, int] = (0, 0)
    possible: Interval | None = None
    warnings: tuple[str, ...] = ()
    paragraphs: tuple[tuple[str, ...], ...] = ()

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences of all paragraphs."""
        return tuple(chain(*self.paragraphs))

    @property
    def less_judged(self) -> str:
        """The name of the system with more unjudged documents.

        For equal numbers, the name that is later in the alphabet is returned.
        """
        return max(zip(self.unjudged, (self.first, self.second), strict=True))[1]

    @property
    def with_leader_second(self) -> "Pair":
        """The pair, reversed if necessary so that the leading system is second."""
        return self.with_systems_swapped if self.difference < 0 else self

    @property
    def with_systems_swapped(self) -> "Pair":
        """The pair with the systems in the other order, so with the opposite differences."""

        def negate_interval(interval: Interval) -> Interval:
            return Interval(-interval.high, -interval.low)

        swapped = {name: getattr(self, name)[::-1] for name in ("means", "shown", "unjudged")}
        return replace(
            self,
            **swapped,
            first=self.second,
            second=self.first,
            difference=-self.difference,
            interval=negate_interval(self.interval),
            wins=self.losses,
            losses=self.wins,
            t=-self.t,
            effect=-self.effect,
            differences={query: 0.0 - value for query, value in self.differences.items()},
            possible=self.possible and negate_interval(self.possible),
        )


def compare_pair(
    first: tuple[str, Mapping[str, float]],
    second: tuple[str, Mapping[str, float]],
    times: int = DEFAULT_TIMES,
    seed: int = DEFAULT_SEED,
) -> Pair:
    """Compare two systems on their common queries. Raise ValueError if they have none.

    A query without a value for one of the systems is left out. The pair has no unjudged counts,
    warnings or sentences yet, and its p-value is not corrected for several pairs. Equal seeds
    produce equal numbers for any order of the queries.

    first, second: the name of a system, and its score by query. times: the number of random sign
    patterns, if there are too many to try all.

    >>> pair = compare_pair(("A", {"x": 0.5, "y": 0.25}), ("B", {"x": 0.75, "y": 0.25}))
    >>> pair.difference, pair.wins, pair.ties, pair.flips_p
    (0.125, 1, 1, 1.0)
    """
    first_scores = first[1]
    second_scores = second[1]
    names = list_common_queries(first_scores, second_scores)
    if not names:
        raise ValueError(f"{first[0]} and {second[0]} have no query with a value in common.")
    values = [second_scores[q] - first_scores[q] for q in names]
    values = [0.0 if abs(d) <= EVEN_TOLERANCE else d for d in values]
    t, t_p = run_t_test(values)
    p, interval = run_sign_flip_test(values, times, seed)
    different = sum(d != 0 for d in values)
    differences = dict(zip(names, values, strict=True))
    return Pair(
        first=first[0],
        second=second[0],
        queries=len(names),
        means=(fmean([first_scores[q] for q in names]), fmean([second_scores[q] for q in names])),
        difference=fmean(values),
        interval=interval,
        wins=sum(d > 0 for d in values),
        ties=sum(d == 0 for d in values),
        losses=sum(d < 0 for d in values),
        t=t,
        t_p=t_p,
        flips_p=p,
        ways=2**different if different <= MAX_EXACT_QUERIES else times,
        exact=different <= MAX_EXACT_QUERIES,
        adjusted_p=p,
        effect=calculate_effect_size(values),
        turning=find_reversing_queries(differences),
        differences=differences,
    )


def run_t_test(differences: Sequence[float]) -> tuple[float, float]:
    """Return the paired t statistic and its two-sided p-value, or NaN for both if undefined.

    They are undefined for one query, or if the differences do not vary.
    """
    n = len(differences)
    t = calculate_effect_size(differences) * sqrt(n)
    return t, calculate_p_value(t, n - 1)


def run_sign_flip_test(
    differences: Sequence[float], times: int = DEFAULT_TIMES, seed: int = DEFAULT_SEED
) -> tuple[float, Interval]:
    """Return the two-sided p-value of the sign-flip test, and the 95% interval of the mean.

    p is never 0, and NaN for one query. Queries without a difference do not change p. The interval
    is NaN if p could not be below 5% for any difference.

    >>> p, (low, high) = run_sign_flip_test([1, 2, 3, 4, 5, 6])
    >>> p, low, high  # 2 of 64 patterns are as far from 0
    (0.03125, 1.0, 6.0)
    """
    data = np.asarray(differences, dtype=float)
    n = len(data)
    total = fsum(differences)
    if n == 1:
        return nan, Interval(nan, nan)
    extreme = 0
    ends = list[np.ndarray[Any, Any]]()
    for kept in _iterate_sign_batches(data != 0, times, np.random.default_rng(seed)):
        count = kept.sum(axis=1)
        part = kept @ data
        extreme += int((np.abs(2 * part - total) >= abs(total) - EQUAL_TOLERANCE * n).sum())
        with np.errstate(invalid="ignore", divide="ignore"):
            means = np.stack([part / count, (total - part) / (n - count)])
        means[np.abs(means) <= EQUAL_TOLERANCE] = 0.0
        whole = (count == 0) | (count == n)
        ends.append(np.where(whole, [[-np.inf], [np.inf]], np.sort(means, axis=0)))
    lows, highs = np.sort(np.concatenate(ends, axis=1), axis=1)
    # At most this many patterns may be extreme for a difference outside the interval.
    beyond = int(SIGNIFICANCE_LEVEL * len(lows) + EQUAL_TOLERANCE)
    low = float(lows[beyond])
    high = float(highs[-1 - beyond])
    return extreme / len(lows), Interval(low, high) if isfinite(low) else Interval(nan, nan)


def _iterate_sign_batches(
    is_different: Flags, times: int, random: np.random.Generator
) -> Iterator[Flags]:
    """Yield batches of sign patterns, one per row: 1 if a query keeps its sign, else 0.

    If at most `MAX_EXACT_QUERIES` queries differ, the rows have all patterns of these queries. The
    other queries have random signs, so the set of patterns is repeated until there are about
    `times` rows. If more queries differ, all signs are random, and the first row is the observed
    pattern.

    is_different: True for each query with a difference.
    """
    n = len(is_different)
    m = int(is_different.sum())
    all_ways = 2**m if m <= MAX_EXACT_QUERIES else 0
    rows = times + 1
    if all_ways:
        has_random_signs = 0 < m < n
        rows = all_ways * (ceil(times / all_ways) if has_random_signs else 1)
    bytes_per_row = ceil(n / 8)
    chunk = max(1, BATCH_CELLS // n)
    for start in range(0, rows, chunk):
        size = min(chunk, rows - start)
        drawn = random.integers(0, 256, (size, bytes_per_row), np.uint8)
        kept = np.unpackbits(drawn, axis=1, count=n)  # a random bit for each query
        if all_ways:
            way = np.arange(start, start + size)[:, None] % all_ways
            # Bit i of the way is the sign of query i.
            kept[:, is_different] = way >> np.arange(m) & 1
        elif start == 0:
            kept[0] = 1
        yield kept


def calculate_effect_size(differences: Sequence[float]) -> float:
    """Return Cohen's d_z, the mean of the differences over their standard deviation, or NaN.

    Returns NaN for one query, or if the differences vary only by rounding.
    """
    mean = fmean(differences)
    n = len(differences)
    spread = sqrt(fsum((d - mean) ** 2 for d in differences) / (n - 1)) if n > 1 else 0.0
    return mean / spread if spread > EVEN_TOLERANCE else nan


def find_reversing_queries(differences: Mapping[str, float]) -> tuple[str, ...] | None:
    """Return the smallest set of queries whose removal reverses the lead, or None.

    The query with the largest difference is first.
    """
    total = fsum(differences.values())
    if abs(total) <= EVEN_TOLERANCE:
        return None
    side = 1.0 if total > 0 else -1.0
    order = sorted(differences, key=lambda q: (-side * differences[q], q))
    rest = side * total
    for removed, query in enumerate(order, 1):
        rest -= side * differences[query]
        if rest < -EVEN_TOLERANCE:
            return tuple(order[:removed])
    return None


def adjust_p_values(values: Sequence[float]) -> list[float]:
    """Return p-values corrected for multiple comparisons by Holm's method (1979).

    The i-th smallest of m values is multiplied by m - i + 1. The result is at most 1, and never
    smaller than the result for a smaller value. NaN stays NaN.
    """
    order = sorted((p, index) for index, p in enumerate(values) if not isnan(p))
    corrected = list(values)
    highest = 0.0
    for smaller, (p, index) in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - smaller) * p))
        corrected[index] = highest
    return corrected
