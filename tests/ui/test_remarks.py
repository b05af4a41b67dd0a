"""What is said about a ranking, and when: each unusual case has its sentence, and only its own."""

import pytest

import ndcg_core as nc
from ndcg_ui.boards.link import Settings
from ndcg_ui.boards.remarks import ADVISED, advised_swaps, remarks


def said(grades, k=None, judged=None, **choices):
    settings = Settings(k=k, **choices)
    trace = nc.trace(grades, k, settings.convention, judged)
    return remarks(trace, settings, advised_swaps(trace))


CASES = [
    ([0, 0, 0], None, "Nothing here is relevant", "all zero"),
    ([0], None, "Nothing here is relevant", "one, and not relevant"),
    ([2], None, "One document has only one order", "one document"),
    ([2, 2, 2], None, "All documents have the same grade", "all tied"),
    ([3, 1, 1], None, "D2 and D3 have the same grade", "two tied"),
    ([3, 2, 1], 9, "k is 9, and the ranking ends at rank 3", "k beyond the list"),
    ([1, 2, 3], None, "ranks 1 and 3", "one swap helps most"),
    ([3, 2, 1], None, "No swap can raise NDCG", "ideal already"),
]


@pytest.mark.parametrize(("grades", "k", "part", "reason"), CASES)
def test_each_unusual_case_has_its_sentence(grades, k, part, reason):
    assert any(part in sentence for sentence in said(grades, k)), reason


@pytest.mark.parametrize("grades", [[1, 2, 3], [3, 1, 2]])
def test_an_ordinary_ranking_gets_one_sentence(grades):
    assert len(said(grades)) == 1


def test_every_sentence_ends_as_one():
    everything = [s for grades, k, _, _ in CASES for s in said(grades, k)]
    assert all(s[0].isupper() or s.startswith("k is ") for s in everything)
    assert all(s.endswith(".") for s in everything)


def test_the_swap_named_is_the_best_one():
    assert "would add 0.210" in said([1, 2, 3])[0]
    assert nc.ndcg([3, 2, 1]) - nc.ndcg([1, 2, 3]) == pytest.approx(0.210, abs=5e-4)


@pytest.mark.parametrize(
    ("grades", "k", "judged", "part"),
    [
        ([3, 2, 1], 3, None, "k is"),
        ([0, 0], None, None, "same grade"),
        ([1, 0], None, [1, 0, 3], "this order is ideal"),
        ([1], None, [1, 3], "which is ideal"),
        ([1, 1], None, [1, 1, 3], "and is ideal"),
    ],
    ids=["k at the end", "zeros", "better elsewhere", "a better one elsewhere", "equal, not best"],
)
def test_what_is_not_so_is_not_said(grades, k, judged, part):
    assert not any(part in sentence for sentence in said(grades, k, judged))


def test_a_long_ranking_is_advised_on_its_first_ranks_only():
    trace = nc.trace([0] * 199 + [3])
    swaps = advised_swaps(trace)
    assert len(swaps) == len(swaps[0]) == ADVISED
