"""What the lessons claim, worked out a second time, by other means than their placeholders.

Placeholders keep the numbers true. What a sentence makes of them ("more", "falls", "wins", "only")
is checked here, with arithmetic written down anew.
"""

import fractions
import math
import statistics
from itertools import combinations, permutations, product
from random import Random
from statistics import fmean

import pytest

from ndcg_core.content import beside
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
    f"{lesson}: {claim}": arithmetic
    for lesson, claims in beside(__file__, "claims.toml").items()
    for claim, arithmetic in claims.items()
}
NAMES = {**vars(fractions), **vars(math), **vars(statistics), **globals()}


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_claim_holds_by_arithmetic_of_its_own(claim):
    assert eval(f"({CLAIMS[claim]})", NAMES), claim
