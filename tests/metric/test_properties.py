"""Properties of every ranking, tested on rankings from hypothesis."""

from hypothesis import given
from hypothesis import strategies as st

import ndcg_core as nc

GRADES = st.lists(st.integers(0, 5) | st.floats(0, 8), min_size=1, max_size=12)
CUTOFFS = st.none() | st.integers(1, 15)
CONVENTIONS = st.builds(
    nc.Convention,
    name=st.just("any"),
    gain=st.sampled_from(sorted(nc.GAINS)),
    discount=st.sampled_from(sorted(nc.DISCOUNTS)),
    base=st.floats(2, 20),
)


@given(GRADES, CUTOFFS, CONVENTIONS, st.lists(st.integers(0, 5), max_size=6))
def test_ndcg_is_between_zero_and_one(grades, k, convention, unretrieved):
    assert 0.0 <= nc.ndcg(grades, k, convention) <= 1.0
    assert 0.0 <= nc.ndcg(grades, k, convention, [*grades, *unretrieved]) <= 1.0


@given(GRADES, CUTOFFS, CONVENTIONS)
def test_dcg_is_at_most_cg_and_the_ideal_order_has_ndcg_1(grades, k, convention):
    assert 0.0 <= nc.dcg(grades, k, convention) <= nc.cg(grades, k, convention)
    best = sorted(grades, reverse=True)
    perfect = 1.0 if nc.idcg(grades, k, convention) else convention.empty
    assert nc.ndcg(best, k, convention) == perfect


@given(GRADES, CONVENTIONS, st.integers(0, 8))
def test_appended_zeros_change_nothing(grades, convention, zeros):
    longer = grades + [0] * zeros
    assert nc.dcg(longer, None, convention) == nc.dcg(grades, None, convention)
    for k in (None, len(grades)):
        assert nc.ndcg(longer, k, convention) == nc.ndcg(grades, k, convention)
