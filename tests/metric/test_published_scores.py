"""Scores that were published, and what holds of one list under other conventions."""

from dataclasses import replace
from itertools import permutations
from statistics import fmean

import pytest

import ndcg_core as nc

LIST = [3, 2, 3, 0, 1]  # the list of source document 002, and of most of the curriculum
EXPONENTIAL = nc.CONVENTIONS["exponential"]
TEXTBOOK = nc.CONVENTIONS["textbook"]


def test_the_worst_order_still_scores_two_thirds():
    assert round(nc.ndcg(sorted(LIST)), 3) == 0.646


def test_a_random_order_averages_five_sixths():
    assert round(fmean(nc.ndcg(order) for order in permutations(LIST)), 3) == 0.839


def test_doubling_every_grade_changes_linear_ndcg_not_at_all_and_exponential_ndcg_a_little():
    doubled = [2 * grade for grade in LIST]
    assert nc.ndcg(doubled) == pytest.approx(nc.ndcg(LIST), abs=1e-15)
    assert round(nc.ndcg(LIST, convention=EXPONENTIAL), 4) == 0.9575
    assert round(nc.ndcg(doubled, convention=EXPONENTIAL), 4) == 0.9425


def test_adding_one_to_every_grade_raises_ndcg():
    assert round(nc.ndcg([grade + 1 for grade in LIST]), 3) == 0.981


# Conventions that are a mistake in one place and right in another.


@pytest.mark.parametrize(
    ("convention", "dcg", "ndcg"),
    [
        (replace(nc.STANDARD, discount="none"), 9.0, 1.0),
        (TEXTBOOK, 7.3235, 0.9435),
        (EXPONENTIAL, 12.7796, 0.9575),
    ],
    ids=["none", "textbook", "exponential"],
)
def test_the_same_list_under_other_conventions(convention, dcg, ndcg):
    assert round(nc.dcg(LIST, convention=convention), 4) == dcg
    assert round(nc.ndcg(LIST, convention=convention), 4) == ndcg


# Published figures beyond the source documents.


def test_the_vectors_of_jarvelin_and_kekalainen():
    gains = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0]
    ideal = [3, 3, 3, 2, 2, 2, 1, 1, 1, 1, 0]
    assert [nc.cg(gains, k) for k in range(1, 11)] == [3, 5, 8, 8, 8, 9, 11, 13, 16, 16]
    dcg = [round(nc.dcg(gains, k, TEXTBOOK), 2) for k in range(1, 11)]
    assert dcg == [3, 5, 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61]
    idcg = [round(nc.dcg(ideal, k, TEXTBOOK), 2) for k in range(1, 11)]  # 10.53, 11.22: see facts
    assert idcg == [3, 6, 7.89, 8.89, 9.75, 10.53, 10.88, 11.22, 11.53, 11.83]


def test_the_example_of_wikipedia():
    grades = [3, 2, 3, 0, 1, 2]
    assert round(nc.dcg(grades, 6), 3) == 6.861
    assert round(nc.idcg(grades, 6, judged=[*grades, 3, 2]), 3) == 8.740
    assert round(nc.ndcg(grades, 6, judged=[*grades, 3, 2]), 3) == 0.785
    assert round(nc.ndcg(grades, 6), 3) == 0.961
    assert round(nc.ndcg(grades, 6, TEXTBOOK), 3) == 0.932


def test_the_docstring_of_scikit_learn():
    assert int(100 * nc.ndcg([5, 1, 0, 0, 10])) == 69  # the docstring truncates 0.6957
    assert round(nc.ndcg([0, 0, 1, 10, 5]), 2) == 0.49
    assert round(nc.ndcg([0, 0, 1, 10, 5], 4), 2) == 0.35
