"""A discount as a belief about readers: the share that still looks at a rank.

    weight(i)  = 1 / d(i)       what a discount counts a rank for
    reading(i) = p^(i - 1)      the share still reading, if after each rank a share p goes on

The second is rank-biased precision's model of patience (Moffat & Zobel 2008).
"""

from ndcg_core.metric.conventions import STANDARD, Convention


def weigh_rank(rank: int, convention: Convention = STANDARD) -> float:
    """Return 1 / d(i), the counted share of a gain at rank i.

    >>> weigh_rank(3)
    0.5
    """
    return 1 / convention.divisors(_check_rank(rank))[rank - 1]


def calculate_reader_share(rank: int, patience: float) -> float:
    """Return p^(i - 1), the share of readers who reach rank i.

    patience: p, the share of readers who go on from one rank to the next, 0 to 1.

    >>> calculate_reader_share(1, 0.5), calculate_reader_share(3, 0.5)
    (1.0, 0.25)
    """
    if not 0 <= patience <= 1:
        raise ValueError(f"The patience is {patience}. It must be a share from 0 to 1.")
    return float(patience ** (_check_rank(rank) - 1))


def _check_rank(rank: int) -> int:
    if rank < 1:
        raise ValueError(f"The rank is {rank}. It must be 1 or more.")
    return rank
