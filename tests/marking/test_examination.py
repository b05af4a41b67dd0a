"""A small part of `python -m benchmarks.marking`: people and errors the marking does not know."""

from statistics import fmean

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


@pytest.mark.parametrize("row", [*NEVER, *AT_MOST_1_PERCENT])
def test_what_must_not_happen_never_does_or_hardly_ever(counts, row):
    assert fmean(counts[row]) <= (0 if row in NEVER else 0.01)


@pytest.mark.thorough("a share of 95 % needs more sheets")
@pytest.mark.parametrize("row", AT_LEAST_95_PERCENT)
def test_a_registered_mistake_is_named_first(counts, row):
    assert fmean(counts[row]) >= 0.95
