"""A paired sign-flip test on the differences between two systems.

If the two systems were equally good, the difference of each query could just as well have the other
sign. So the test flips the signs, in all patterns or in many random patterns, and counts the
patterns whose mean is at least as far from 0 as the observed mean.

    p = c / 2^n              c of all 2^n patterns of n signs are as far from 0
    p = (c + 1) / (B + 1)    c of B random patterns, and the observed pattern
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean

MAX_EXACT_QUERIES = 12
"""The largest number of queries for which all sign patterns are tried."""
EQUAL_TOLERANCE = 1e-12


@dataclass(frozen=True)
class SignFlips:
    """The result of a sign-flip test.

    observed  the mean of the differences
    means     the mean for each tried sign pattern
    extreme   the number of means that are at least as far from 0 as the observed mean
    p         the p-value, see the module
    """

    observed: float
    means: tuple[float, ...]
    extreme: int
    p: float

    @property
    def high_mean_count(self) -> int:
        """The number of means that are at least as high as the observed mean.

        >>> run_exact_flip_test([1, 1, 1, 1, 1, 1, -1]).high_mean_count
        8
        """
        return sum(mean >= self.observed - EQUAL_TOLERANCE for mean in self.means)


def run_exact_flip_test(differences: Sequence[float]) -> SignFlips:
    """Run the sign-flip test with all patterns. Raise ValueError for 0 or over 12 differences."""
    n = len(differences)
    if n > MAX_EXACT_QUERIES:
        raise ValueError(
            f"There are too many ways to flip {n} signs. At most {MAX_EXACT_QUERIES} signs are "
            "allowed."
        )
    return _run_flip_test(differences, range(2**n), 0)


def run_random_flip_test(differences: Sequence[float], times: int, seed: int = 0) -> SignFlips:
    """Run the sign-flip test with `times` random sign patterns from a seeded generator.

    The observed pattern is counted too, so p is never 0. Raises ValueError without differences.
    """
    random = Random(seed)
    patterns = (random.getrandbits(len(differences)) for _ in range(times))
    return _run_flip_test(differences, patterns, 1)


def _average_after_flips(differences: Sequence[float], pattern: int) -> float:
    """Return the mean after flipping signs. Bit i of `pattern` flips the sign of query i."""
    # A list, because `fmean` would count the numbers of a generator one by one.
    return fmean([-d if pattern >> i & 1 else d for i, d in enumerate(differences)])


def _run_flip_test(
    differences: Sequence[float], patterns: Iterable[int], extra_patterns: int
) -> SignFlips:
    """Run the sign-flip test with the given patterns. Raise ValueError without differences.

    patterns: numbers whose bit i flips the sign of the difference of query i.
    extra_patterns: the number of further patterns that are as far from 0.
    """
    if not differences:
        raise ValueError("There are no differences. Pass the difference for at least one query.")
    means = tuple(_average_after_flips(differences, pattern) for pattern in patterns)
    observed = fmean(differences)
    extreme = sum(abs(mean) >= abs(observed) - EQUAL_TOLERANCE for mean in means)
    return SignFlips(
        observed, means, extreme, (extreme + extra_patterns) / (len(means) + extra_patterns)
    )
