"""CG, DCG, IDCG and NDCG: numbers that somebody can check by hand, or has published."""

import pytest

import ndcg_core as nc

LIST = [3, 2, 3, 0, 1]  # the list of source document 002, and of most of the curriculum


def test_xgboost_scores_an_empty_list_and_scikit_learn_refuses_one_document():
    for name, value in {"xgboost": 1, "xgboost-bare": 1, "xgboost-minus": 0}.items():
        assert nc.ndcg([], convention=name) == nc.trace([], None, name, scores=[]).ndcg == value
    for score in (nc.ndcg, nc.trace):
        with pytest.raises(ValueError, match="There is one document, and scikit-learn refuses"):
            score([1], convention="scikit-learn", scores=[1])
    assert nc.ndcg([1], convention="scikit-learn") == 1.0


def test_ndcg_at_k_equals_document_004_and_does_not_change_its_input():
    assert nc.ndcg_at_k(LIST, 3) == nc.ndcg(LIST, 3)
    assert nc.ndcg_at_k([1, 2, 3], 3) < nc.ndcg_at_k([3, 2, 1], 3) == 1.0
    grades, pool = [3, 0, 2, 1], [1, 0, 2, 3]
    nc.ndcg(grades, 2, judged=pool)
    nc.trace(grades, 2, judged=pool)
    assert (grades, pool) == ([3, 0, 2, 1], [1, 0, 2, 3])
