"""Scores: the ranking they make, and what each convention does where two are equal."""

from dataclasses import replace

import pytest

import ndcg_core as nc
from ndcg_core.content import load_toml

CASES = load_toml(__file__, "cases.toml")["ties"]

LIST = [3, 2, 3, 0, 1]


def make_convention(ties: str, **more: str) -> nc.Convention:
    return replace(nc.STANDARD, ties=ties, **more)


def test_the_highest_score_is_rank_1_and_float32_can_tie():
    assert nc.ndcg([0, 1, 3], scores=[-5, 0.5, 2]) == 1.0
    assert nc.ndcg(LIST, scores=[5, 4, 3, 2, 1]) == nc.ndcg(LIST)
    scores = [1.0, 1.0 + 1e-9]
    assert nc.ndcg([3, 0], scores=scores) < 1.0
    assert nc.ndcg([3, 0], None, make_convention("input", scores="float32"), scores=scores) == 1.0


@pytest.mark.parametrize(("ties", "order"), CASES["all_tied"])
def test_a_tie_is_broken_by_the_rule(ties, order):
    for k in (None, 2, 4):
        assert nc.ndcg(LIST, k, make_convention(ties), scores=[1] * 5) == nc.ndcg(order, k)

    whole = nc.trace(LIST, None, make_convention(ties), scores=[1] * 5)
    assert [row.grade for row in whole.actual] == order


def test_ids_break_ties_and_shared_ranks_can_score_above_1():
    convention = make_convention("id-descending")
    whole = nc.trace([1, 2, 3], None, convention, labels=["a", "c", "b"], scores=[0, 0, 0])
    assert [row.label for row in whole.actual] == ["c", "b", "a"]
    assert nc.ndcg([1, 2, 3], None, convention, None, [0, 0, 0], ["a", "c", "b"]) == whole.ndcg
    assert nc.ndcg([3, 3], 1, make_convention("shared"), scores=[7, 7]) == 2.0
    whole = nc.trace([3, 3], 1, make_convention("shared"), scores=[7, 7])
    assert [(row.rank, row.discount) for row in whole.actual] == [(1, 1.0), (2, 1.0)]


@pytest.mark.parametrize(("scores", "says"), CASES["bad_scores"], ids=str)
def test_bad_scores_and_ids_are_refused_with_a_sentence(scores, says):
    for call in (nc.ndcg, nc.trace):
        with pytest.raises(ValueError, match=says):
            call([3, 0, 2], scores=scores)
    with pytest.raises(ValueError, match=r"The number of ids is 1\. It must be 2"):
        nc.ndcg([1, 2], scores=[1, 1], ids=["a"])
    with pytest.raises(ValueError, match=r"Id 2 is 2\. It must be a string"):
        nc.ndcg([1, 2], scores=[1, 1], ids=["a", 2])
