"""Claims of lessons about fixed data, checked with independent arithmetic.

Placeholders keep the numbers of a lesson true. What its sentences make of the conventions that
there are, and of the fifty queries of lesson 16, is checked here.
"""

from random import Random
from statistics import fmean, pstdev

from ndcg_core.lessons import load_lessons
from ndcg_core.metric.catalogue import CONVENTIONS
from ndcg_core.metric.score import ndcg as given_number
from tests.lessons.arithmetic import calculate_ndcg

NEAR = next(b for b in load_lessons()[15].blocks if b.name == "near").systems.queries
NEARER = [
    calculate_ndcg(north.grades, 5) - calculate_ndcg(south.grades, 5)
    for north, south in zip(NEAR["North"], NEAR["South"], strict=True)
]
FIVE, OTHERS = NEARER[:5], NEARER[5:]


def draw_p(differences, times=4000):
    """Return the share of random sign patterns with a mean at least as far from 0."""
    draw, seen = Random(31), abs(fmean(differences)) - 1e-9
    means = (fmean([d * draw.choice((1, -1)) for d in differences]) for _ in range(times))
    return sum(abs(mean) >= seen for mean in means) / times


def test_the_fifty_queries_have_the_mean_of_the_five_and_a_smaller_p():
    assert len(NEARER) == 50
    assert abs(fmean(NEARER) - fmean(FIVE)) < 0.002
    assert pstdev(NEARER) < 0.8 * pstdev(FIVE)
    assert draw_p(NEARER) < 0.05 < draw_p(FIVE * 10) < 0.2
    assert sum(abs(d) < fmean(map(abs, FIVE)) for d in OTHERS) > 30


def is_refused(convention, grades):
    try:
        given_number(grades, convention=convention)
    except ValueError:
        return True
    return False


def test_only_some_conventions_refuse_a_negative_grade():
    refusing = [name for name in CONVENTIONS if is_refused(name, [3, -1, 2])]
    assert 0 < len(refusing) < len(CONVENTIONS) / 2
