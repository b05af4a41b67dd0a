"""What is true of every ranking, on rankings that hypothesis thinks up."""

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ndcg_core as nc

GRADES = st.lists(st.integers(0, 5) | st.floats(0, 8), min_size=1, max_size=12)
NORMAL_GRADES = st.lists(st.integers(0, 5) | st.floats(1e-9, 8), min_size=1, max_size=12)
WHOLE_GRADES = st.lists(st.integers(0, 5), min_size=1, max_size=12)
CUTOFFS = st.none() | st.integers(1, 15)
CONVENTIONS = st.builds(
    nc.Convention,
    name=st.just("any"),
    gain=st.sampled_from(sorted(nc.GAINS)),
    discount=st.sampled_from(sorted(nc.DISCOUNTS)),
    base=st.floats(2, 20),
)


@given(GRADES, CUTOFFS, CONVENTIONS, st.lists(st.integers(0, 5), max_size=6))
def test_ndcg_lies_between_zero_and_one(grades, k, convention, unretrieved):
    assert 0.0 <= nc.ndcg(grades, k, convention) <= 1.0
    assert 0.0 <= nc.ndcg(grades, k, convention, [*grades, *unretrieved]) <= 1.0


@given(GRADES, CUTOFFS, CONVENTIONS)
def test_dcg_is_at_most_the_gain_and_ndcg_at_most_1_which_the_ideal_order_has(
    grades, k, convention
):
    assert 0.0 <= nc.dcg(grades, k, convention) <= nc.cg(grades, k, convention)
    best = sorted(grades, reverse=True)
    perfect = 1.0 if nc.idcg(grades, k, convention) else convention.empty
    assert nc.ndcg(best, k, convention) == perfect


@given(GRADES, CONVENTIONS, st.lists(st.integers(0, 5), max_size=6))
def test_a_larger_pool_never_raises_ndcg(grades, convention, unretrieved):
    pool = [*grades, *unretrieved]
    assert nc.ndcg(grades, None, convention, pool) <= nc.ndcg(grades, None, convention)


@given(WHOLE_GRADES)
def test_a_reversed_ranking_scores_below_one_unless_all_grades_are_equal(grades):
    worst = nc.ndcg(sorted(grades))
    if len(set(grades)) > 1:
        assert worst < 1.0
    else:
        assert worst == (1.0 if grades[0] else 0.0)


@given(WHOLE_GRADES, CUTOFFS, CONVENTIONS, st.data())
def test_swapping_up_a_better_document_never_lowers_dcg(grades, k, convention, data):
    ranks = st.integers(0, len(grades) - 1)
    above, below = sorted((data.draw(ranks), data.draw(ranks)))
    if grades[above] > grades[below]:
        return
    swapped = list(grades)
    swapped[above], swapped[below] = swapped[below], swapped[above]
    before, after = (nc.dcg(order, k, convention) for order in (grades, swapped))
    assert after >= before - 1e-12 * (1 + before)
    if grades[above] < grades[below]:
        assert nc.dcg(swapped) > nc.dcg(grades)  # where every rank is discounted


@given(GRADES, CONVENTIONS, st.integers(0, 8))
def test_appended_zeros_change_nothing(grades, convention, zeros):
    longer = grades + [0] * zeros
    assert nc.dcg(longer, None, convention) == nc.dcg(grades, None, convention)
    for k in (None, len(grades)):
        assert nc.ndcg(longer, k, convention) == nc.ndcg(grades, k, convention)


@given(NORMAL_GRADES, st.floats(1.01, 50))
def test_any_log_base_gives_the_same_ndcg(grades, base):
    """log_b(i+1) is log2(i+1) times a constant, which divides out of DCG / IDCG."""

    def dcg(order):
        return sum(grade / log(rank + 1, base) for rank, grade in enumerate(order, 1))

    ideal = dcg(sorted(grades, reverse=True))
    if ideal:
        assert nc.ndcg(grades) == pytest.approx(dcg(grades) / ideal, abs=1e-12)


@given(WHOLE_GRADES, CUTOFFS, st.floats(0.01, 100))
def test_multiplying_every_grade_leaves_linear_ndcg(grades, k, factor):
    scaled = [grade * factor for grade in grades]
    assert nc.ndcg(scaled, k) == pytest.approx(nc.ndcg(grades, k), abs=1e-12)
