"""Independent DCG and NDCG, without the core."""

from math import log2


def calculate_dcg(grades, k=None, gain=lambda r: r, divisor=lambda i: log2(i + 1)):
    return sum(gain(r) / divisor(i) for i, r in enumerate(grades[:k], 1))


def calculate_ndcg(grades, k=None, pool=None, **how):
    k = k or len(grades)
    return calculate_dcg(grades, k, **how) / calculate_dcg(
        sorted(pool or grades, reverse=True), k, **how
    )
