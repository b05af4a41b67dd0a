"""CG, DCG, IDCG and NDCG: numbers that somebody can check by hand, or has published."""

from dataclasses import replace
from math import log2, nan

import pytest

import ndcg_core as nc
from ndcg_core.content import beside
from tests.metric.conftest import SCORERS

CASES = beside(__file__, "cases.toml")["scores"]

LIST = [3, 2, 3, 0, 1]  # the list of source document 002, and of most of the curriculum
EXPONENTIAL = nc.CONVENTIONS["exponential"]


@pytest.mark.parametrize(("rules", "choices", "judged", "dcg", "idcg", "ndcg"), CASES["totals"])
def test_the_totals_under_several_conventions(rules, choices, judged, dcg, idcg, ndcg):
    convention = replace(nc.CONVENTIONS[rules], **choices)
    assert nc.dcg(LIST, convention=convention) == pytest.approx(dcg, abs=5e-7)
    assert nc.idcg(LIST, None, convention, judged or None) == pytest.approx(idcg, abs=5e-7)
    assert nc.ndcg(LIST, None, convention, judged or None) == pytest.approx(ndcg, abs=5e-7)


def test_cg_is_the_sum_of_gains_in_any_order_and_the_ideal_sees_what_is_below_the_cutoff():
    assert nc.cg(LIST) == 9.0
    assert nc.cg(LIST[::-1]) == 9.0
    assert nc.cg(LIST, 2) == 5.0
    assert nc.cg(LIST, convention=EXPONENTIAL) == 7 + 3 + 7 + 0 + 1
    assert nc.idcg(LIST, 2) == 3 + 3 / log2(3)
    assert [round(nc.ndcg(LIST, k), 4) for k in range(1, 6)] == [1, 0.8710, 0.9778, 0.9112, 0.9724]


def test_a_ranking_shorter_than_k_misses_what_the_pool_would_have_given():
    pool = [3, 3, 3, 2, 2, 1, 0]
    assert nc.idcg(LIST, 7, judged=pool) == nc.dcg(sorted(pool, reverse=True))
    assert nc.ndcg(LIST, 7, judged=pool) == nc.ndcg(LIST, 100, judged=pool) < nc.ndcg(LIST, 5)
    assert nc.ndcg([3], judged=[3, 3]) == 1.0 > nc.ndcg([3], 2, judged=[3, 3])


@pytest.mark.parametrize(("cut", *"abc"), CASES["ideal_cuts"])
def test_where_the_ideal_ends_is_a_rule_of_the_convention(cut, a, b, c):
    convention = replace(nc.STANDARD, ideal_cut=cut)
    for k, ideal in zip((None, 1, 3), (a, b, c), strict=True):
        assert nc.idcg([2, 0], k, convention, judged=[0, 1, 2, 3]) == nc.dcg(ideal)


def test_an_ideal_of_the_top_k_sees_nothing_below_and_a_ranking_shorter_than_k_may_score_0():
    convention = replace(nc.STANDARD, ideal_from="top-k")
    values = [round(nc.ndcg(LIST, k, convention), 4) for k in range(1, 6)]
    assert values == [1, 1, 0.9778, 0.9778, 0.9724]
    convention = replace(nc.STANDARD, beyond="zero")
    assert nc.ndcg(LIST, 5, convention) == nc.ndcg(LIST)
    assert nc.ndcg(LIST, 6, convention) == 0.0
    assert nc.trace(LIST, 6, convention).actual == ()


def test_a_convention_may_have_its_own_cutoff():
    grades = [1] + [0] * 34 + [1] * 5
    bare = replace(nc.STANDARD, cutoff="32")
    assert {nc.ndcg(grades, k, bare) for k in (None, 32)} == {nc.ndcg(grades, 32)}
    assert nc.ndcg(LIST, None, replace(nc.STANDARD, cutoff="none")) == nc.ndcg(LIST)
    with pytest.raises(ValueError, match="cutoff k is 0"):
        nc.ndcg(LIST, 0, bare)
    assert nc.trace([1] * 40, None, bare).at("NDCG") == "NDCG@32"
    assert nc.trace([], None, judged=[1]).at("DCG") == "DCG"


@pytest.mark.parametrize("score", SCORERS[:-1], ids=lambda score: score.__name__)
def test_a_cutoff_that_would_do_nothing_is_refused(score):
    for name, counts in {"trec_eval-ndcg": "every rank counts", "xgboost-bare": "32 ranks"}.items():
        with pytest.raises(ValueError, match=f"k is 3, but under the convention {name} {counts}"):
            score(LIST, 3, name)


@pytest.mark.parametrize("empty", [0.0, 1.0, nan], ids=str)
def test_a_query_with_nothing_relevant_gets_the_value_its_convention_names(empty):
    assert nc.ndcg([0, 0, 0]) == 0.0
    value = nc.ndcg([0, 0, 0], convention=replace(nc.STANDARD, empty=empty))
    assert value == pytest.approx(empty, abs=0, nan_ok=True)
    assert nc.ndcg([0, 0], convention=replace(nc.STANDARD, empty=1.0), judged=[0, 0, 2]) == 0.0


@pytest.mark.parametrize("name", ["standard", "lightgbm", "xgboost", "burges-2005", "letor"])
@pytest.mark.parametrize("k", [None, 1, 10])
def test_a_query_without_results_has_0_under_every_convention(name, k):
    for pool in ([3, 2], [0, 0]):
        whole = nc.trace([], k, name, judged=pool, scores=[])
        assert nc.ndcg([], k, name, judged=pool) == whole.ndcg == whole.dcg == whole.cg == 0.0
        assert nc.idcg([], k, name, judged=pool) == whole.idcg
    assert nc.idcg([], 10, judged=[3, 2]) == 3 + 2 / log2(3)
    assert nc.ndcg_curve([], judged=[3, 2]) == (0.0, 0.0)
    assert nc.delta_ndcg([], judged=[3, 2]) == ()


def test_xgboost_has_a_number_for_a_list_of_none_and_scikit_learn_none_for_one():
    for name, value in {"xgboost": 1, "xgboost-bare": 1, "xgboost-minus": 0}.items():
        assert nc.ndcg([], convention=name) == nc.trace([], None, name, scores=[]).ndcg == value
    for score in (nc.ndcg, nc.trace):
        with pytest.raises(ValueError, match="There is one document, and scikit-learn refuses"):
            score([1], convention="scikit-learn", scores=[1])
    assert nc.ndcg([1], convention="scikit-learn") == 1.0


def test_an_ideal_of_k_ones_asks_for_k_relevant_documents_whatever_there_are():
    ones = nc.Convention("ones", gain="binary", ideal_from="ones")
    whole = nc.trace([1, 0, 2], 4, ones, judged=[1, 0, 2])
    assert [row.grade for row in whole.ideal] == [1.0] * 4
    assert whole.idcg == nc.idcg([1, 0, 2], 4, ones) == nc.dcg([1, 1, 1, 1])
    assert whole.ndcg == nc.ndcg([1, 0, 2], 4, ones) == 1.5 / nc.dcg([1, 1, 1, 1])
    assert nc.idcg([1, 0], None, ones) == nc.dcg([1, 1])
    with pytest.raises(ValueError, match="The ideal would be 1000000000 ones; 1,000,000 are"):
        nc.ndcg([1], 10**9, ones)


def test_ndcg_at_k_is_the_function_of_document_004_and_leaves_its_input_as_it_was():
    assert nc.ndcg_at_k(LIST, 3) == nc.ndcg(LIST, 3)
    assert nc.ndcg_at_k([1, 2, 3], 3) < nc.ndcg_at_k([3, 2, 1], 3) == 1.0
    grades, pool = [3, 0, 2, 1], [1, 0, 2, 3]
    nc.ndcg(grades, 2, judged=pool)
    nc.trace(grades, 2, judged=pool)
    assert (grades, pool) == ([3, 0, 2, 1], [1, 0, 2, 3])
