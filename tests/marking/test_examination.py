"""A small part of `python -m benchmarks.marking`: people and errors the marking does not know."""

import pytest

from benchmarks.marking import examine
from tests.conftest import ALL

pytestmark = pytest.mark.filterwarnings("error")

NEVER = (
    "honest sheets, 25 styles: a cell is wrong",
    "random NDCG: carried or right",
    "random DCG or IDCG: carried or right",
    "whole divisor or term: carried or right",
    "NDCG cut after two decimals: not last-digit",
    "NDCG to one decimal: not invalid",
)
AT_MOST_1_PERCENT = (
    "random NDCG: falsely named",
    "random DCG or IDCG: falsely named",
    "whole divisor or term: falsely named",
    "bare random NDCG: falsely named",
    "bare NDCG, unregistered mistake: falsely named",
)
AT_LEAST_95_PERCENT = (
    "registered mistake in a column: named first",
    "registered mistake on a practice sheet: named first",
    "another rank's divisor in one row: named first",
)


@pytest.fixture(scope="module")
def counts():
    return examine(sheets=60 if ALL else 10, seed=20)


@pytest.mark.parametrize("row", NEVER)
def test_what_must_never_happen_does_not(counts, row):
    assert counts[row].of
    assert not counts[row].hits, counts[row].examples


@pytest.mark.parametrize("row", AT_MOST_1_PERCENT)
def test_a_wrong_number_is_hardly_ever_named_falsely(counts, row):
    assert counts[row].of
    assert counts[row].percent <= 1, counts[row].examples


@pytest.mark.thorough("a share of 95 % needs more sheets")
@pytest.mark.parametrize("row", AT_LEAST_95_PERCENT)
def test_a_registered_mistake_is_named_first(counts, row):
    assert counts[row].of
    assert counts[row].percent >= 95
