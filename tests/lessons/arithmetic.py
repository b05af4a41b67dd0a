"""The lessons' rankings, and arithmetic written down anew: nothing here is the core's."""

from itertools import combinations, permutations, product
from math import log2
from random import Random
from statistics import fmean

from ndcg_core.metric.catalogue import CONVENTIONS
from ndcg_core.metric.score import ndcg as given_number


def dcg(grades, k=None, gain=lambda r: r, divisor=lambda i: log2(i + 1)):
    return sum(gain(r) / divisor(i) for i, r in enumerate(grades[:k], 1))


def ndcg(grades, k=None, pool=None, **how):
    k = k or len(grades)
    return dcg(grades, k, **how) / dcg(sorted(pool or grades, reverse=True), k, **how)


def exponential(r):
    return 2**r - 1


def textbook(i):
    return max(1, log2(i))


FIVE = [3, 2, 3, 0, 1]
HUNDRED_ORDERS = list(permutations(FIVE))
WORST = min(ndcg(list(order)) for order in HUNDRED_ORDERS)
CHOCOLATE = ([2, 2, 3, 2, 3], [3, 2, 3, 2, 2])
QUERIES = [
    CHOCOLATE,
    ([1, 0, 0, 0, 0], [0, 0, 1, 0, 0]),
    ([0, 0, 0, 2, 0], [0, 0, 0, 0, 2]),
    ([0, 0, 0, 1, 3], [1, 0, 3, 0, 0]),
    ([0, 0, 1, 0, 0], [0, 0, 0, 1, 0]),
]
NORTH, SOUTH = ([ndcg(pair[n]) for pair in QUERIES] for n in (0, 1))
DIFFERENCES = [a - b for a, b in zip(NORTH, SOUTH, strict=True)]


def to_gain(query):
    return dcg(sorted(query[0], reverse=True))


def pooled(n, queries=QUERIES):
    return sum(dcg(pair[n]) for pair in queries) / sum(map(to_gain, queries))


def far_ways(differences):
    seen = abs(sum(differences))
    ways = product((1, -1), repeat=len(differences))
    return sum(
        abs(sum(s * d for s, d in zip(way, differences, strict=True))) >= seen - 1e-9
        for way in ways
    )


def refuses(convention, grades):
    try:
        given_number(grades, convention=convention)
    except ValueError:
        return True
    return False


def drawn_p(differences, times=4000):
    """The share of random signs with a mean as far from 0, or further."""
    draw, seen = Random(31), abs(fmean(differences)) - 1e-9
    means = (fmean([d * draw.choice((1, -1)) for d in differences]) for _ in range(times))
    return sum(abs(mean) >= seen for mean in means) / times


SIX = [2, 2, 3, 3, 3, 3]
TIED = [ndcg([2, *order, 0]) for order in permutations([0, 3, 1])]

ONE_STEP = [
    [*FIVE[:n], grade + step, *FIVE[n + 1 :]]
    for n, grade in enumerate(FIVE)
    for step in (1, -1)
    if grade + step >= 0
]
LOW = [0, 0, 1, 2, 3, 3]


def best_swaps(grades):
    swapped = {}
    for one, other in combinations(range(len(grades)), 2):
        moved = [*grades]
        moved[one], moved[other] = moved[other], moved[one]
        swapped[one, other] = ndcg(moved)
    return [pair for pair, value in swapped.items() if value > max(swapped.values()) - 1e-9]


REFUSING = [name for name in CONVENTIONS if refuses(name, [3, -1, 2])]
