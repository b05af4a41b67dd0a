"""A wrong ideal order is explained."""

import pytest

import ndcg_core as nc
from ndcg_core.content import load_toml
from ndcg_core.marking.ideal_order import find_order_fault
from ndcg_core.misconceptions import MISCONCEPTIONS

GRADES = (3, 2, 3, 0, 1)


def find_fault(order, **settings):
    cells = {f"ideal.grade.{rank}": str(grade) for rank, grade in enumerate(order, 1)}
    return find_order_fault(nc.Sheet(GRADES, given=cells, **settings))


@pytest.mark.parametrize(
    ("order", "settings", "mistake", "sentence"), load_toml(__file__, "cases.toml")["orders"]
)
def test_a_wrong_order_is_explained(order, settings, mistake, sentence):
    result = find_fault(order, **settings)
    assert (result.misconception if result else None) == (mistake or None)
    assert (result is None) == (not mistake and not sentence)
    if result:
        assert (
            sentence or MISCONCEPTIONS[mistake].format_sentences("The author")
        ) in result.message
