"""What the lessons claim, worked out a second time, by other means than their placeholders.

Placeholders keep the numbers true. What a sentence makes of them ("more", "falls", "wins", "only")
is checked here, with arithmetic written down anew.
"""

from fractions import Fraction
from itertools import combinations, permutations, product
from math import isclose, log, log2
from random import Random
from statistics import fmean, pstdev

import pytest

from ndcg_core.lessons import load_lessons
from ndcg_core.metric.catalogue import CONVENTIONS
from ndcg_core.metric.score import ndcg as given_number
from tests.lessons.arithmetic import dcg, ndcg


def exponential(r):
    return 2**r - 1


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
ALIKE = DIFFERENCES * 10
NEAR = next(b for b in load_lessons()[15].blocks if b.name == "near").systems.queries
NEARER = [
    ndcg(north.grades) - ndcg(south.grades)
    for north, south in zip(NEAR["North"], NEAR["South"], strict=True)
]
SONGS = [2, 3, 0, 1]
CLAIMS = {
    "gain: 2, 2, 2, 1 comes to 7 as well": sum([2, 2, 2, 1]) == 7 == sum([3, 2, 1, 1]),
    "discount: 1 to 2 costs more readers than 3 to 7": 1 - 1 / log2(3) > 1 / log2(4) - 1 / log2(8),
    "discount: the 1 and the 2 exchanged raise the sum": (
        dcg([3, 2, 2, 1, 0]) > dcg([3, 2, 1, 2, 0])
    ),
    "dcg: 2 over the rounded divisor is no 1.263": round(2 / 1.585, 3)
    == 1.262
    == round(2 / log2(3), 3),
    "dcg: both misprints are what 1.584 gives": (
        (round(2 / 1.584, 3), round(3 / 1.584, 3)) == (1.263, 1.894) and 1.584 < log2(3) < 1.585
    ),
    "dcg: five documents up to 3 reach 8.845": round(dcg([3] * 5), 3) == 8.845,
    "ideal: without the missed 3 the share is too high": (
        ndcg([3, 1, 2]) > ndcg([3, 1, 2], pool=[3, 1, 2, 3])
    ),
    "ndcg: the worst order of the four songs keeps more than half": ndcg([0, 1, 2, 3]) > 0.5,
    "ndcg: it goes up and down with k": (
        ndcg(SONGS, 1) < ndcg(SONGS, 2) > ndcg(SONGS, 3) < ndcg(SONGS, 4)
    ),
    "ndcg: 4.52 is a sum of rounded terms": (
        round(sum(round(t, 2) for t in [1, 3 / log2(3), 0, 2 / log2(5), 2 / log2(6)]), 2) == 4.52
        and round(dcg([1, 3, 0, 2, 2]), 3) == 4.528
    ),
    "exponential: P wins with linear gain": dcg([2, 3, 2, 1, 0]) > dcg([3, 0, 1, 2, 2]),
    "exponential: Q wins with exponential gain": (
        dcg([2, 3, 2, 1, 0], gain=exponential) < dcg([3, 0, 1, 2, 2], gain=exponential)
    ),
    "exponential: doubling lowers it": (
        ndcg([6, 4, 0, 2, 6], gain=exponential) < ndcg([3, 2, 0, 1, 3], gain=exponential)
    ),
    "error: rank 5 prints rank 6's quotient, rank 6 a 2 for a 1": (
        round(3 / log2(7), 2) == 1.07 != round(3 / log2(6), 2)
        and sorted([3, 2, 3, 0, 1, 2, 0, 1, 0, 2], reverse=True)[:6] == [3, 3, 2, 2, 2, 1]
    ),
    "discounts: the base cancels in log(i + 1)": isclose(
        ndcg(FIVE), ndcg(FIVE, divisor=lambda i: log(i + 1))
    ),
    "discounts: b = 10 divides none of five ranks": all(
        max(1, log(i, 10)) == 1 for i in range(1, 6)
    ),
    "queries: North has the larger mean": sum(NORTH) > sum(SOUTH),
    "queries: South has the larger pooled value": pooled(0) < pooled(1),
    "queries: North wins three": sum(d > 1e-9 for d in DIFFERENCES) == 3,
    "queries: the two that South wins turn the pooled number, not cake alone": (
        [n for n, d in enumerate(DIFFERENCES) if d < 0] == [0, 3]
        and pooled(0, QUERIES[1:]) < pooled(1, QUERIES[1:])
        and pooled(0, QUERIES[1:3] + QUERIES[4:]) > pooled(1, QUERIES[1:3] + QUERIES[4:])
    ),
    "queries: those two have the most to gain": (
        sorted(range(5), key=lambda n: to_gain(QUERIES[n]))[-2:] == [3, 0]
    ),
    "queries: one more query can turn the mean": 0 < sum(DIFFERENCES) < 1,
    "queries: South wins sourdough by rank 1": 1 - 1 / log2(5) > 3 / log2(4) - 3 / log2(6),
    "patience: the logarithm is above 0.65's curve at 20": 1 / log2(21) > 0.1 > 0.65**19,
    "patience: 0.8 is near the logarithm at rank 5, and not at rank 2": (
        abs(0.8**4 - 1 / log2(6)) < 0.03 < 0.15 < 0.8 - 1 / log2(3)
    ),
    "patience: 0.65 agrees with it at rank 2": abs(0.65 - 1 / log2(3)) < 0.02,
    "patience: rank 1 wasted costs more under i": (
        ndcg([0, 3, 3, 2, 0], divisor=lambda i: i) < ndcg([0, 3, 3, 2, 0])
    ),
    "good: X is below a shuffled order": (
        ndcg(SIX) < sum(SIX) / 6 * dcg([1] * 6) / dcg(sorted(SIX, reverse=True))
    ),
    "good: a small k leaves more to luck": (
        min(ndcg(list(order), 1) for order in HUNDRED_ORDERS) == 0 < 0.6 < WORST
    ),
    "good: X is the worst order": isclose(
        ndcg(SIX), min(ndcg(list(o)) for o in set(permutations(SIX)))
    ),
    "good: Y is above a shuffled order": ndcg([0, 0, 1] + [0] * 7) > 0.1 * dcg([1] * 10),
    "good: both orders of the check are below": (
        max(ndcg([3, 2, 2, 3, 3, 3]), ndcg([2, 3, 3, 3, 2, 3]))
        < sum(SIX) / 6 * dcg([1] * 6) / dcg(sorted(SIX, reverse=True))
    ),
    "when not: X has the higher NDCG, Y the higher RR": (
        ndcg([0, 3, 3, 3]) > ndcg([3, 0, 0, 0], pool=[3, 3, 3, 0])
    ),
    "when not: X has the higher NDCG and misses half": (
        ndcg([1, 1] + [0] * 5, pool=[1] * 4 + [0] * 5) > ndcg([0, 0, 0, 1, 1, 1, 1])
    ),
    "when not: AP prefers X too": Fraction(1 + 1, 4)
    > sum((Fraction(n, n + 3) for n in (1, 2, 3, 4)), Fraction(0)) / 4,
    "judges: each judge has another winner": ndcg([3, 2, 3, 0, 1]) > ndcg([2, 3, 3, 0, 1]),
    "judges: a raised 1 at rank 5 lowers it": ndcg([3, 2, 3, 0, 3]) < ndcg(FIVE),
    "judges: a raised 2 at rank 2 lifts it": ndcg([3, 3, 3, 0, 1]) > ndcg(FIVE),
    "judges: a step at rank 1 moves it most": all(
        abs(ndcg(FIVE) - ndcg(stepped)) < ndcg(FIVE) - ndcg([2, 2, 3, 0, 1]) - 0.001
        for stepped in ONE_STEP
        if stepped != [2, 2, 3, 0, 1]
    ),
    "judges: a step up at rank 1 moves it least": all(
        0 < ndcg([4, *FIVE[1:]]) - ndcg(FIVE) < abs(ndcg(FIVE) - ndcg(stepped))
        for stepped in ONE_STEP
        if stepped != [4, *FIVE[1:]]
    ),
    "judges: a step up at rank 5 lowers it": ndcg([3, 2, 3, 0, 2]) < ndcg(FIVE),
    "judges: the range is wider than its ends": (
        ndcg([3, 0, 2, 3, 0])
        < ndcg([3, 0, 2, 0, 0])
        < ndcg([3, 3, 2, 3, 0])
        < ndcg([3, 3, 2, 0, 0])
        == 1
    ),
    "difference: 24 of 32 ways are as far": far_ways(DIFFERENCES) == 24,
    "difference: five queries never give less than 2 of 32": far_ways([1, 1, 1, 1, 1]) == 2,
    "difference: fifty alike have the mean and spread of five, and a p below, above a twentieth": (
        isclose(pstdev(ALIKE), pstdev(DIFFERENCES))
        and isclose(fmean(ALIKE), fmean(DIFFERENCES))
        and 0.05 < drawn_p(ALIKE) < 0.2 < far_ways(DIFFERENCES) / 32
    ),
    "difference: the other fifty have that mean and spread less, so p is smaller": (
        abs(fmean(NEARER) - fmean(ALIKE)) < 0.002
        and len(NEARER) == len(ALIKE)
        and pstdev(NEARER) < 0.8 * pstdev(ALIKE)
        and drawn_p(NEARER) < 0.05
    ),
    "difference: on most of the forty-five they are nearer to each other than on the five": (
        sum(abs(d) < fmean(map(abs, DIFFERENCES)) for d in NEARER[5:]) > 30
    ),
    "difference: three clear queries give 2 of 8": far_ways([1, 1, 1]) == 2,
    "ties: 0, 1, 3 is the worst and 3, 1, 0 the best": (
        (ndcg([2, 0, 1, 3, 0]), ndcg([2, 3, 1, 0, 0])) == (min(TIED), max(TIED))
    ),
    "ties: neither program's number is an end": min(TIED) < sum(TIED) / 6 < max(TIED),
    "ties: some refuse a negative grade, and not most": 0 < len(REFUSING) < len(CONVENTIONS) / 2,
    "ties: -1, 0 scores more than 1": (-1 / log2(2)) / (-1 / log2(3)) > 1,
    "practice: the lowest NDCG@3 is 0, 1, 2 on top, and 0, 0, 1 is above 0": (
        min(ndcg(list(order), 3) for order in HUNDRED_ORDERS) == ndcg([0, 1, 2, 3, 3], 3)
        and min(ndcg(list(o), 3) for o in permutations([2, 3, 0, 1, 3, 0])) == ndcg(LOW, 3) > 0
    ),
    "practice: A and C are the one best swap, and so are A and D": (
        best_swaps([1, 0, 3, 2, 0]) == [(0, 2)] and best_swaps([0, 2, 1, 3]) == [(0, 3)]
    ),
    "practice: one inversion near the top and one at the end cost little": 0.95 < ndcg(FIVE) < 1,
    "practice: the lowest at 2 is below the lowest at 5": (
        min(ndcg(list(order), 2) for order in HUNDRED_ORDERS) < WORST
    ),
    "practice: rank 2 alone costs more than a third": 1 - ndcg([0, 3, 0]) > 1 / 3,
    "libraries: the list alone scores more": ndcg([3, 2, 0, 1])
    > ndcg([3, 2, 0, 1], pool=[3, 3, 2, 1, 0]),
}


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_claim_holds_by_arithmetic_of_its_own(claim):
    assert CLAIMS[claim], claim
