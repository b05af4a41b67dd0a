"""Grades below 0, and fractions: what a convention makes of them."""

from dataclasses import replace
from math import log2

import pytest

import ndcg_core as nc
from tests.metric.conftest import SCORERS

LIST = [3, -1, 2, 0.5]


def reading(**choices: str) -> nc.Convention:
    return replace(nc.STANDARD, **choices)


@pytest.mark.parametrize("score", SCORERS)
def test_the_standard_refuses_them_and_says_that_libraries_differ(score):
    with pytest.raises(ValueError, match=r"rank 2 is -1; it must be 0 or more\. Some libraries"):
        score(LIST)


def test_read_as_zero_the_document_keeps_its_rank():
    convention = reading(negative="as-zero")
    assert nc.dcg(LIST, convention=convention) == nc.dcg([3, 0, 2, 0.5])
    assert nc.ndcg(LIST, None, convention, [*LIST, -2, 4]) == nc.ndcg(
        [3, 0, 2, 0.5], judged=[3, 0, 2, 0.5, 0, 4]
    )
    assert [row.grade for row in nc.trace(LIST, convention=convention).actual] == [3, 0, 2, 0.5]


def test_as_it_is_the_document_takes_away_in_both_orders_and_the_ideal_may_be_below_zero():
    convention = reading(negative="as-is")
    assert nc.dcg([3, -1, 2], convention=convention) == pytest.approx(3 - 1 / log2(3) + 1)
    assert nc.idcg([3, -1, 2], convention=convention) == pytest.approx(3 + 2 / log2(3) - 0.5)
    assert nc.cg([3, -1, 2], convention=convention) == 4
    doubled = replace(convention, gain="exponential")
    assert nc.dcg([3, -1], convention=doubled) == pytest.approx(7 - 0.5 / log2(3))
    ratio = (-2 + 1 / log2(3)) / (1 - 2 / log2(3))
    assert nc.ndcg([-2, 1], convention=reading(negative="as-is")) == pytest.approx(ratio)
    above = reading(negative="as-is-above-zero")
    assert nc.ndcg([-2, 1], convention=above) == 0.0
    assert nc.trace([-2, 1], convention=replace(above, empty=1.0)).ndcg == 1.0


@pytest.mark.parametrize("scores", [None, [3, 9, 2, 1], [1, 1, 1, 1]], ids=str)
def test_left_out_the_document_has_no_rank_and_no_place_in_the_ideal(scores):
    rules, pool = reading(negative="left-out", ties="reversed"), [*LIST, -2, 4]
    kept = None if scores is None else [scores[0], *scores[2:]]
    plain = replace(rules, negative="refuse")
    for k in (None, 1, 2, 5):
        whole = nc.trace(LIST, k, rules, pool, list("abcd"), scores)
        other = nc.trace([3, 2, 0.5], k, plain, [3, 2, 0.5, 4], list("acd"), kept)
        assert [row.label for row in whole.actual] == [row.label for row in other.actual]
        assert (whole.ndcg, whole.idcg) == (other.ndcg, other.idcg)
        assert nc.ndcg(LIST, k, rules, pool, scores) == whole.ndcg
    for name, value in {"allrank": 1.0, "tensorflow-ranking": 0.0}.items():
        assert nc.ndcg([-1, -1], None, name, scores=scores and [1, 2]) == value
    with pytest.raises(ValueError, match="Scores given: 3; wanted: 4"):
        nc.ndcg(LIST, None, rules, scores=[1, 2, 3])


@pytest.mark.parametrize("gain", [[1, 4, 2], lambda r: r + 1], ids=["table", "function"])
@pytest.mark.parametrize("negative", ["as-zero", "as-is", "as-is-above-zero"])
def test_under_a_gain_of_ones_own_it_earns_nothing_even_where_0_earns_something(gain, negative):
    rules = reading(gain=gain, negative=negative)
    whole = nc.trace([-1, 0, 1], None, rules, [-1, -1, 0, 1])
    assert [row.gain for row in whole.actual] == [0, rules.gain(0), rules.gain(1)]
    assert whole.idcg == rules.gain(1) + rules.gain(0) / log2(3)
    assert whole.ndcg == nc.ndcg([-1, 0, 1], None, rules, [-1, -1, 0, 1])


def test_fractions_are_dropped_towards_zero_and_no_ratio_is_not_written_as_one():
    convention = reading(fractions="dropped", negative="as-is")
    assert nc.dcg([2.9, 0.5, -0.5], convention=convention) == 2.0
    assert nc.cg([-1.9], convention=convention) == -1.0
    with pytest.raises(ValueError, match=r"rank 1 is -0\.5"):
        nc.ndcg([-0.5], convention=reading(fractions="dropped"))
    trace = nc.trace([-3, 1], convention="xgboost-linear")
    assert trace.by_convention
    assert nc.ratio_formula(trace).text == "-2.369 / -0.893, by convention 1.000"
