"""A trace is the calculation, to the last bit; what a swap, or another cutoff, changes."""

import random
from dataclasses import replace
from math import fsum, nan

import pytest

import ndcg_core as nc
from ndcg_core.metric.score import list_running_sums
from ndcg_core.metric.swaps import calculate_curve, calculate_swap_changes
from tests.conftest import ALL

LIST = [3, 2, 3, 0, 1]


def test_rows_have_their_steps_and_sums_and_both_orders_the_same_documents(rankings):
    for grades, k, pool, convention in rankings(300, seed=3):
        whole = nc.trace(grades, k, convention, pool)
        actual, ideal = whole.actual + whole.beyond, whole.ideal + whole.ideal_beyond
        for rows in (actual, ideal):
            assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
            for row in rows:
                assert row.gain == nc.GAINS[convention.gain](row.grade)
                assert row.discount == nc.DISCOUNTS[convention.discount](row.rank, convention.base)
                assert row.value == row.gain / row.discount
        assert fsum(row.value for row in whole.actual) == whole.dcg == whole.actual[-1].cumulative
        assert fsum(row.value for row in whole.ideal) == whole.idcg == whole.ideal[-1].cumulative
        most = len(grades) if k is None else k
        assert len(whole.actual) == min(most, len(grades))
        assert len(whole.ideal) == min(most, len(ideal))
        assert whole.k == min(most, max(len(grades), len(ideal)))
        assert whole.cg == nc.cg(grades, k, convention)
        assert (whole.dcg, whole.idcg, whole.ndcg) == (
            nc.dcg(grades, k, convention),
            nc.idcg(grades, k, convention, pool),
            nc.ndcg(grades, k, convention, pool),
        )
        documents, best = (
            {row.doc: (row.label, row.grade) for row in rows} for rows in (actual, ideal)
        )
        assert list(documents) == list(range(len(grades)))
        assert documents.items() <= best.items()
        assert sorted(best) == list(range(len(best)))


EVERY = pytest.mark.parametrize("convention", nc.CONVENTIONS.values(), ids=lambda c: c.name)


@pytest.mark.parametrize(
    "powers",
    [range(-12, 13), (-280, 0, 280), (-16, 0)],
    ids=["two numbers", "more", "more, after what two have held"],
)
def test_running_sums_are_exactly_rounded(powers):
    rng = random.Random(6)
    values = [3.0, 1.5] + [rng.random() * 10.0 ** rng.choice(powers) for _ in range(400)]
    assert list_running_sums(values) == [fsum(values[:n]) for n in range(1, 403)]


def swap_grades(grades: list[float], i: int, j: int) -> list[float]:
    order = list(grades)
    order[i], order[j] = order[j], order[i]
    return order


@pytest.mark.parametrize("rule", [{}, {"ideal_from": "top-k"}, {"beyond": "zero"}], ids=str)
def test_each_element_is_the_difference_that_the_swap_makes(rankings, rule):
    for grades, k, pool, convention in rankings(250, seed=7):
        if len(grades) > 8:
            continue
        convention = replace(convention, **rule)
        before = nc.ndcg(grades, k, convention, pool)
        matrix = nc.delta_ndcg(grades, k, convention, pool)
        for i in range(len(grades)):
            for j in range(len(grades)):
                after = nc.ndcg(swap_grades(grades, i, j), k, convention, pool)
                assert matrix[i][j] == pytest.approx(after - before, abs=1e-12)


@EVERY
def test_a_trace_has_its_curve_and_swaps_under_every_convention(rankings, convention):
    for grades, k, pool, _ in rankings(40 if ALL else 15, seed=9):
        n = len(grades)
        cut = convention.cutoff == "k"
        k = None if k is None or not cut else min(k, n)
        whole = nc.trace(grades, k, convention, pool)
        curve = calculate_curve(whole)
        cutoffs = (at if cut else None for at in range(1, len(curve) + 1))
        scores = [nc.ndcg(grades, at, convention, pool) for at in cutoffs]
        assert curve == pytest.approx(scores, abs=1e-14, nan_ok=True)
        assert curve == pytest.approx(nc.ndcg_curve(grades, convention, pool), nan_ok=True)
        for ranks in (1, n, n + 5):
            changes = nc.delta_ndcg(grades, k, convention, pool, min(ranks, n))
            assert calculate_swap_changes(whole, ranks) == changes
            all_swaps = nc.delta_ndcg(grades, k, convention, pool)
            assert changes == tuple(line[:ranks] for line in all_swaps[:ranks])


@pytest.mark.parametrize("empty", [0.0, 1.0, nan])
def test_no_swap_changes_a_ranking_without_relevant_documents(empty):
    with pytest.raises(ValueError, match="number of ranks is 0"):
        nc.delta_ndcg(LIST, ranks=0)
    matrix = nc.delta_ndcg([0, 0, 0], convention=replace(nc.STANDARD, empty=empty))
    assert matrix == ((0.0,) * 3,) * 3
    undefined = replace(nc.STANDARD, ideal_from="top-k", empty=nan)
    assert nc.delta_ndcg([0, 1], 1, undefined) == nc.delta_ndcg([1, 0], 1, undefined)
    assert nc.delta_ndcg([0, 1], 1, undefined) == ((0.0, 0.0), (0.0, 0.0))


def test_the_curve_extends_to_the_end_of_the_pool():
    curve = nc.ndcg_curve([3, 2], judged=[3, 2, 2, 1])
    assert len(curve) == 4
    assert curve[1] == 1.0 > curve[2] > curve[3] == nc.ndcg([3, 2], 100, judged=[3, 2, 2, 1])
    assert len(nc.ndcg_curve([3, 2], replace(nc.STANDARD, ideal_from="grades"), [3, 2, 2, 1])) == 2
