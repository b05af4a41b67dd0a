"""What the learner takes home: a pytest file for my_ndcg.py."""

from ndcg_core.code_lab.cases import CASES, TOLERANCE, Case

PROGRAM_NAME = "my_ndcg.py"
TEST_NAME = "test_my_ndcg.py"

_FRAME = '''"""Checks for {program}, from NDCG, step by step. Run: python -m pytest {name}"""

import pytest
from my_ndcg import dcg, ndcg_at_k

TOLERANCE = {tolerance!r}

DCG = [
{dcg}
]

NDCG_AT_K = [
{ndcg}
]


@pytest.mark.parametrize(("rels", "expected"), DCG)
def test_dcg(rels, expected):
    before = list(rels)
    assert dcg(rels) == pytest.approx(expected, rel=0, abs=TOLERANCE)
    assert rels == before, "dcg must leave the caller's list as it was"


@pytest.mark.parametrize(("ranked_rels", "k", "expected"), NDCG_AT_K)
def test_ndcg_at_k(ranked_rels, k, expected):
    before = list(ranked_rels)
    assert ndcg_at_k(ranked_rels, k) == pytest.approx(expected, rel=0, abs=TOLERANCE)
    assert ranked_rels == before, "ndcg_at_k must leave the caller's list as it was"
'''


def test_file() -> str:
    """The pytest file, with every case of both functions.

    >>> "    ([3, 0, 2], 4.0)," in test_file()
    True
    """
    return _FRAME.format(
        program=PROGRAM_NAME,
        name=TEST_NAME,
        tolerance=TOLERANCE,
        dcg="\n".join(map(_row, CASES["dcg"])),
        ndcg="\n".join(map(_row, CASES["ndcg_at_k"])),
    )


def _row(case: Case) -> str:
    return f"    ({', '.join(map(repr, (*case.arguments, case.expected)))}),"
