"""A discount as an assumption about readers: the share of readers at each rank.

    weight(i)  = 1 / d(i)       the weight of rank i under a discount
    reading(i) = p^(i - 1)      the share who read rank i, if a share p continues after each rank

reading(i) is the model of patience of rank-biased precision (Moffat & Zobel 2008).
"""

from ndcg_core.metric.conventions import STANDARD, Convention


def calculate_rank_weight(rank: int, convention: Convention = STANDARD) -> float:
    """Return 1 / d(i), the weight of a gain at rank i.

    Raises ValueError for a rank below 1, and for a rank without a divisor.

    >>> calculate_rank_weight(3)
    0.5
    """
    _check_rank(rank)
    return 1 / convention.divisors(rank)[rank - 1]


def calculate_reader_share(rank: int, patience: float) -> float:
    """Return p^(i - 1), the share of readers who reach rank i.

    patience: p, the share of readers who continue from one rank to the next. Raises ValueError for
    a patience outside 0 to 1, or a rank below 1.

    >>> calculate_reader_share(1, 0.5), calculate_reader_share(3, 0.5)
    (1.0, 0.25)
    """
    if not 0 <= patience <= 1:
        raise ValueError(f"The patience is {patience}. It must be a share from 0 to 1.")
    _check_rank(rank)
    return float(patience ** (rank - 1))


def _check_rank(rank: int) -> None:
    """Raise ValueError for a rank below 1."""
    if rank < 1:
        raise ValueError(f"The rank is {rank}. It must be 1 or more.")
