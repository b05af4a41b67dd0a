"""Grades below 0, and fractions: what a convention makes of them."""

from dataclasses import replace
from math import log2

import pytest

import ndcg_core as nc
from tests.metric.conftest import SCORERS

LIST = [3, -1, 2, 0.5]


def make_convention(**choices: str) -> nc.Convention:
    return replace(nc.STANDARD, **choices)


@pytest.mark.parametrize("score", SCORERS)
def test_the_standard_refuses_negative_grades_because_libraries_differ(score):
    with pytest.raises(ValueError, match=r"rank 2 is -1\. It must be 0 or more\. Some libraries"):
        score(LIST)


def test_negative_grades_reduce_both_orders_and_idcg_can_be_negative():
    convention = make_convention(negative="as-is")
    assert nc.dcg([3, -1, 2], convention=convention) == pytest.approx(3 - 1 / log2(3) + 1)
    assert nc.idcg([3, -1, 2], convention=convention) == pytest.approx(3 + 2 / log2(3) - 0.5)
    assert nc.cg([3, -1, 2], convention=convention) == 4
    doubled = replace(convention, gain="exponential")
    assert nc.dcg([3, -1], convention=doubled) == pytest.approx(7 - 0.5 / log2(3))
    ratio = (-2 + 1 / log2(3)) / (1 - 2 / log2(3))
    assert nc.ndcg([-2, 1], convention=make_convention(negative="as-is")) == pytest.approx(ratio)
    above = make_convention(negative="as-is-above-zero")
    assert nc.ndcg([-2, 1], convention=above) == 0.0
    assert nc.trace([-2, 1], convention=replace(above, empty=1.0)).ndcg == 1.0


def test_a_ranking_without_remaining_documents_counts_as_empty():
    convention = make_convention(negative="left-out", ideal_cut="list")
    assert nc.ndcg([-1, -1], 2, convention, judged=[-1, -1, -1]) == 0.0
