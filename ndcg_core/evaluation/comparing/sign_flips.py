"""Is the difference real? A paired sign-flip test on the differences of two systems.

If the two systems were equally good, each query's difference could as well have had the other sign.
So the signs are flipped, all of them in every way or many times at random, and it is counted how
often the mean comes out as far from 0 as the one observed.

    p = ways as far from 0 / 2^n         all 2^n ways of flipping n signs
    p = (c + 1) / (B + 1)                c of B random ways, and the observed one
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from random import Random

MOST = 12
"""Up to so many queries, all ways are tried."""
CLOSE = 1e-12


@dataclass(frozen=True)
class SignFlips:
    """What the test found.

    observed  the mean of the differences as they are
    means     the means that the flips came to: all ways, or those drawn
    extreme   how many of them are as far from 0 as the observed one, or further
    p         the share that counts: see the module
    """

    observed: float
    means: tuple[float, ...]
    extreme: int
    p: float


def flip_all(differences: Sequence[float]) -> SignFlips:
    """The test with every way of flipping the signs."""
    n = _count(differences)
    if n > MOST:
        raise ValueError(f"All ways of flipping {n} signs are too many; {MOST} is the most.")
    means = tuple(_mean(differences, way) for way in range(2**n))
    extreme = _extreme(means, _mean(differences, 0))
    return SignFlips(_mean(differences, 0), means, extreme, extreme / 2**n)


def flip_at_random(differences: Sequence[float], times: int, seed: int = 0) -> SignFlips:
    """The test with so many random ways; the same seed draws the same ways."""
    n = _count(differences)
    random = Random(seed)
    means = tuple(_mean(differences, random.getrandbits(n)) for _ in range(times))
    extreme = _extreme(means, _mean(differences, 0))
    return SignFlips(_mean(differences, 0), means, extreme, (extreme + 1) / (times + 1))


def _mean(differences: Sequence[float], way: int) -> float:
    """The mean with the sign of query i flipped where bit i of `way` is set."""
    flipped = (-d if way >> i & 1 else d for i, d in enumerate(differences))
    return fsum(flipped) / len(differences)


def _extreme(means: Sequence[float], observed: float) -> int:
    return sum(abs(mean) >= abs(observed) - CLOSE for mean in means)


def _count(differences: Sequence[float]) -> int:
    if not differences:
        raise ValueError("There are no differences; at least one query is needed.")
    return len(differences)
