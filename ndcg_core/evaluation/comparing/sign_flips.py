"""Is the difference real? A paired sign-flip test on the differences of two systems.

If the two systems were equally good, each query's difference could just as well have the other
sign. So the signs are flipped, in every way or many times at random. The test counts how often the
mean is at least as far from 0 as the observed one.

    p = ways as far from 0 / 2^n         all 2^n ways of flipping n signs
    p = (c + 1) / (B + 1)                c of B random ways, and the observed one
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
    means     the means after all sign patterns, or after the drawn ones
    extreme   the number of means at least as far from 0 as the observed one
    p         the share of such means: see the module
    """

    observed: float
    means: tuple[float, ...]
    extreme: int
    p: float

    @property
    def as_high(self) -> int:
        """Count the means that are at least as high as the observed one, on one side only.

        >>> flip_all_signs([1, 1, 1, 1, 1, 1, -1]).as_high
        8
        """
        return sum(mean >= self.observed - EQUAL_TOLERANCE for mean in self.means)


def flip_all_signs(differences: Sequence[float]) -> SignFlips:
    """Run the test with all possible sign patterns."""
    n = len(differences)
    if n > MAX_EXACT_QUERIES:
        raise ValueError(
            f"There are too many ways to flip {n} signs. At most {MAX_EXACT_QUERIES} signs are "
            "allowed."
        )
    return _run_test(differences, range(2**n), 0)


def flip_random_signs(differences: Sequence[float], times: int, seed: int = 0) -> SignFlips:
    """Run the test with `times` random sign patterns. Equal seeds draw equal patterns."""
    random = Random(seed)
    ways = (random.getrandbits(len(differences)) for _ in range(times))
    return _run_test(differences, ways, 1)


def _flip_signs(differences: Sequence[float], way: int) -> float:
    """Return the mean after a sign pattern. Bit i of `way` flips the sign of query i."""
    return fmean(-d if way >> i & 1 else d for i, d in enumerate(differences))


def _run_test(differences: Sequence[float], ways: Iterable[int], more: int) -> SignFlips:
    """Run the test with given sign patterns. Bit i flips the sign of query i.

    more: the number of further patterns that are as far from 0.
    """
    if not differences:
        raise ValueError("There are no differences. Give at least one query.")
    means = tuple(_flip_signs(differences, way) for way in ways)
    observed = fmean(differences)
    extreme = sum(abs(mean) >= abs(observed) - EQUAL_TOLERANCE for mean in means)
    return SignFlips(observed, means, extreme, (extreme + more) / (len(means) + more))
