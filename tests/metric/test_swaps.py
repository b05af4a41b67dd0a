"""What a swap, or another cutoff, changes."""

from dataclasses import replace
from math import nan

import pytest

import ndcg_core as nc
from ndcg_core.metric.swaps import curve_of, swaps_of

LIST = [3, 2, 3, 0, 1]


def swapped(grades: list[float], i: int, j: int) -> list[float]:
    order = list(grades)
    order[i], order[j] = order[j], order[i]
    return order


def test_each_element_is_the_difference_that_the_swap_makes(rankings):
    for grades, k, pool, convention in rankings(250, seed=7):
        if len(grades) > 8:
            continue
        before = nc.ndcg(grades, k, convention, pool)
        matrix = nc.delta_ndcg(grades, k, convention, pool)
        for i in range(len(grades)):
            for j in range(len(grades)):
                after = nc.ndcg(swapped(grades, i, j), k, convention, pool)
                assert matrix[i][j] == pytest.approx(after - before, abs=1e-12)


@pytest.mark.parametrize("convention", nc.CONVENTIONS.values(), ids=lambda rules: rules.name)
def test_a_trace_knows_its_curve_and_its_swaps_under_every_convention(rankings, convention):
    for grades, k, pool, _ in rankings(40, seed=9):
        n = len(grades)
        k = None if k is None else min(k, n)
        whole = nc.trace(grades, k, convention, pool)
        curve = curve_of(whole)
        scores = [nc.ndcg(grades, at, convention, pool) for at in range(1, len(curve) + 1)]
        assert curve == pytest.approx(scores, abs=1e-14, nan_ok=True)
        assert curve == pytest.approx(nc.ndcg_curve(grades, convention, pool), nan_ok=True)
        for ranks in (1, n, n + 5):
            changes = nc.delta_ndcg(grades, k, convention, pool, min(ranks, n))
            assert swaps_of(whole, ranks) == changes


def test_swaps_of_one_document_of_equal_ones_or_below_the_cutoff_change_nothing():
    matrix = nc.delta_ndcg(LIST, 3)
    assert len(matrix) == 5
    assert all(matrix[i][j] == matrix[j][i] for i in range(5) for j in range(5))
    assert {matrix[i][i] for i in range(5)} == {matrix[0][2], matrix[3][4]} == {0.0}
    assert all(str(value) != "-0.0" for row in matrix for value in row)


def test_lifting_d3_above_d2_is_the_best_single_swap():
    matrix = nc.delta_ndcg(LIST)
    best = max(
        (value, i, j) for i, row in enumerate(matrix) for j, value in enumerate(row) if i < j
    )
    assert best[1:] == (1, 2)
    assert round(best[0], 4) == 0.0207


@pytest.mark.parametrize("empty", [0.0, 1.0, nan])
def test_where_nothing_is_relevant_no_swap_changes_anything(empty):
    matrix = nc.delta_ndcg([0, 0, 0], convention=replace(nc.STANDARD, empty=empty))
    assert matrix == ((0.0,) * 3,) * 3


def test_the_curve_is_ndcg_at_every_cutoff_to_the_last_bit(rankings):
    for grades, _, pool, convention in rankings(200, seed=8):
        curve = nc.ndcg_curve(grades, convention, pool)
        cutoffs = range(1, len(curve) + 1)
        assert curve == tuple(nc.ndcg(grades, k, convention, pool) for k in cutoffs)


def test_the_curve_goes_on_below_a_short_ranking_down_to_the_end_of_the_pool():
    curve = nc.ndcg_curve([3, 2], judged=[3, 2, 2, 1])
    assert len(curve) == 4
    assert curve[1] == 1.0 > curve[2] > curve[3] == nc.ndcg([3, 2], 100, judged=[3, 2, 2, 1])
    assert len(nc.ndcg_curve([3, 2], replace(nc.STANDARD, ideal_from="grades"), [3, 2, 2, 1])) == 2


@pytest.mark.parametrize("rule", [{"ideal_from": "top-k"}, {"beyond": "zero"}], ids=str)
def test_swaps_under_a_rule_that_changes_the_ideal_are_scored_one_by_one(rule):
    convention = replace(nc.STANDARD, **rule)
    for k in (2, 4, 9):
        matrix = nc.delta_ndcg(LIST, k, convention)
        for i in range(5):
            for j in range(5):
                after = nc.ndcg(swapped(LIST, i, j), k, convention)
                assert matrix[i][j] == pytest.approx(after - nc.ndcg(LIST, k, convention))


def test_a_swap_from_no_value_or_to_none_changes_nothing():
    undefined = replace(nc.STANDARD, ideal_from="top-k", empty=nan)
    assert nc.delta_ndcg([0, 1], 1, undefined) == nc.delta_ndcg([1, 0], 1, undefined)
    assert nc.delta_ndcg([0, 1], 1, undefined) == ((0.0, 0.0), (0.0, 0.0))


def test_the_swaps_among_the_first_ranks_are_a_corner_of_the_matrix(rankings):
    for grades, k, pool, convention in rankings(100, seed=10):
        whole = nc.delta_ndcg(grades, k, convention, pool)
        for first in (1, 2, 40):
            corner = nc.delta_ndcg(grades, k, convention, pool, ranks=first)
            assert corner == tuple(line[:first] for line in whole[:first])
    with pytest.raises(ValueError, match="number of ranks is 0"):
        nc.delta_ndcg(LIST, ranks=0)
