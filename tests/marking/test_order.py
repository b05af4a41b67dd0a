"""An ideal order that is not the ideal order is named for what it is."""

import pytest

import ndcg_core as nc
from ndcg_core.marking.ideal_order import order_fault
from ndcg_core.misconceptions import MISCONCEPTIONS

GRADES = (3, 2, 3, 0, 1)
POOL = (3, 2, 3, 0, 1, 3, 2)


def fault(order, **settings):
    cells = {f"ideal.grade.{rank}": str(grade) for rank, grade in enumerate(order, 1)}
    return order_fault(nc.Sheet(GRADES, given=cells, **settings))


TWO_WAYS = "may have left the ideal order as the ranking is, or sorted only the first k documents"
CASES = [
    ((3, 3, 2, 1, 0), {}, None, None),
    ((3, 3, 3), {}, None, None),  # a rank is empty: it is not judged as a whole
    ((0, 1, 2, 3, 3), {}, "ascending-ideal", None),
    ((3, 3, 3, 3, 3), {}, "ideal-all-max", None),
    ((3, 2), {"k": 2}, "ideal-not-sorted", TWO_WAYS),
    ((3, 3, 2, 1, 0), {"judged": POOL}, "retrieved-as-pool", "may have made the ideal of"),
    ((3, 3, 3, 1, 0), {}, None, "The order has one 3 too many and one 2 too few."),
    ((3, 3, 3, 3, 0), {}, None, "The order has two 3s too many and one 2 and one 1"),
    ((3, 2, 3, 0, 1), {}, "ideal-not-sorted", None),
    ((3, 3, 1, 2, 0), {}, None, "rank 4 has a better grade than rank 3"),
]


@pytest.mark.parametrize(("order", "settings", "mistake", "sentence"), CASES)
def test_an_order_is_named_for_what_it_is(order, settings, mistake, sentence):
    result = fault(order, **settings)
    if mistake is None and sentence is None:
        assert result is None
    else:
        assert result.misconception == mistake
        assert (sentence or MISCONCEPTIONS[mistake].message) in result.message


def test_with_unretrieved_documents_it_is_the_judged_ones_that_are_sorted():
    assert "the judged documents" in fault((3, 3, 2, 1, 0), judged=POOL).title
