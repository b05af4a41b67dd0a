"""One number a query, of two systems: how far apart they are, and how sure that is.

difference  d_q = NDCG of the second - NDCG of the first, for each query q
t           mean(d) / (sd(d) / sqrt(n)), Student's paired test; as scipy.stats.ttest_1samp, which
            takes ten times as long to import
flips       the share of ways of flipping the signs of d whose mean is as far from 0: all 2^n ways
            up to 12 queries, else (c + 1) / (B + 1) of B random ones, seeded
effect      mean(d) / sd(d), Cohen's d of paired values
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import fsum, nan, sqrt

import numpy as np

from ndcg_core.evaluation.comparing.comparison import EVEN, common
from ndcg_core.evaluation.comparing.sign_flips import CLOSE, MOST, flip_all
from ndcg_core.evaluation.scoring.resampling import CELLS, SEED, TIMES, Interval, mean_interval


@dataclass(frozen=True)
class Pair:
    """Two systems on the same queries.

    queries      how many queries both have a value for
    means        of the first and of the second, over these queries
    difference   the second's mean less the first's
    interval     where the mean difference lies with a confidence of 95 % (`mean_interval`)
    wins, ties, losses  of the second, in queries; nearer than 1e-12 is a tie
    t, t_p       Student's paired t, and its two-sided p; NaN where nothing varies
    flips_p      the two-sided p of the sign-flip test
    ways         how many ways of flipping signs that p comes from
    exact        whether these are all there are, and not some drawn at random
    adjusted_p   flips_p after Holm's correction for all pairs that are compared
    effect       mean / standard deviation of the differences; NaN where nothing varies
    turning      the fewest queries without which the other system would be ahead, those that
                 speak most for the winner; None where no removal would do it, or nobody is ahead
    differences  by query
    shown        how many documents down to the cutoff the first shows, and the second
    unjudged     how many of them nobody judged
    possible     the lowest and the highest difference over all ways to judge them; None where it
                 is not worked out: for tables elsewhere, and where it would take minutes
    paragraphs   the sentences of `pairs.paragraphs`
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
        """The system of which more documents are unjudged; the second where it is as many."""
        return self.first if self.unjudged[0] > self.unjudged[1] else self.second


def paired(
    first: tuple[str, Mapping[str, float]],
    second: tuple[str, Mapping[str, float]],
    times: int = TIMES,
    seed: int = SEED,
) -> Pair:
    """The comparison of two systems, each a name and its NDCG by query, matched by query.

    A query that one of them has no value for (NaN, or none) is left out. ValueError where none
    remains. The same seed gives the same numbers, and so does any order of the queries.

    >>> pair = paired(("A", {"x": 0.5, "y": 0.25}), ("B", {"x": 0.75, "y": 0.25}))
    >>> pair.difference, pair.wins, pair.ties, pair.flips_p
    (0.125, 1, 1, 1.0)
    """
    one, other = first[1], second[1]
    names = common(one, other)
    if not names:
        raise ValueError(f"{first[0]} and {second[0]} have no query in common that has a value.")
    values = [other[q] - one[q] for q in names]
    values = [0.0 if abs(d) <= EVEN else d for d in values]
    t, t_p = t_test(values)
    p, moved = flips_p(values, times, seed), sum(d != 0 for d in values)
    differences = dict(zip(names, values, strict=True))
    return Pair(
        first=first[0],
        second=second[0],
        queries=len(names),
        means=(_mean([one[q] for q in names]), _mean([other[q] for q in names])),
        difference=_mean(values),
        interval=mean_interval(values, seed, times, -1.0),
        wins=sum(d > 0 for d in values),
        ties=sum(d == 0 for d in values),
        losses=sum(d < 0 for d in values),
        t=t,
        t_p=t_p,
        flips_p=p,
        ways=2**moved if moved <= MOST else times,
        exact=moved <= MOST,
        adjusted_p=p,
        effect=effect(values),
        turning=turning(differences),
        differences=differences,
    )


def t_test(differences: Sequence[float]) -> tuple[float, float]:
    """Student's paired t, and the two-sided p; NaN for one query, or where nothing varies."""
    from scipy.special import stdtr

    n = len(differences)
    t = effect(differences) * sqrt(n)
    return t, float(2 * stdtr(n - 1, -abs(t)))


def flips_p(differences: Sequence[float], times: int = TIMES, seed: int = SEED) -> float:
    """The two-sided p of the sign-flip test; never 0. Queries with no difference change nothing."""
    moved = [d for d in differences if d]
    if len(moved) <= MOST:
        return flip_all(moved).p if moved else 1.0
    data, random = np.asarray(moved), np.random.default_rng(seed)
    observed = abs(data.sum())
    extreme, chunk = 0, max(1, CELLS // len(data))
    for done in range(0, times, chunk):
        size = (min(chunk, times - done), len(data))
        signs = random.integers(0, 2, size=size, dtype=np.int8) * 2.0 - 1.0
        extreme += int((np.abs(signs @ data) >= observed - CLOSE * len(data)).sum())
    return (extreme + 1) / (times + 1)


def effect(differences: Sequence[float]) -> float:
    """Mean / standard deviation of the differences (Cohen's d of paired values, d_z); NaN for one
    query, or where nothing varies but for rounding.
    """
    spread = _spread(differences) if len(differences) > 1 else 0.0
    return _mean(differences) / spread if spread > EVEN else nan


def turning(differences: Mapping[str, float]) -> tuple[str, ...] | None:
    """The fewest queries without which the other system would be ahead, the strongest first."""
    total = fsum(differences.values())
    if abs(total) <= EVEN:
        return None
    side = 1.0 if total > 0 else -1.0
    order = sorted(differences, key=lambda q: (-side * differences[q], q))
    rest = side * total
    for removed, query in enumerate(order, 1):
        rest -= side * differences[query]
        if rest < -EVEN:
            return tuple(order[:removed])
    return None


def holm(values: Sequence[float]) -> list[float]:
    """Each p corrected for all of them: the i-th smallest of m is multiplied by m - i + 1, never
    falls below the one before, and is at most 1 (Holm 1979).
    """
    order = sorted(range(len(values)), key=values.__getitem__)
    corrected, highest = [1.0] * len(values), 0.0
    for place, which in enumerate(order):
        highest = max(highest, min(1.0, (len(values) - place) * values[which]))
        corrected[which] = highest
    return corrected


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)


def _spread(values: Sequence[float]) -> float:
    mean = _mean(values)
    return sqrt(fsum((value - mean) ** 2 for value in values) / (len(values) - 1))
