"""What nobody judged of two systems: how much it is, and what it may do to their difference."""

import re

import pytest

from ndcg_core.evaluation import Choices, bundled, compare, evaluate
from ndcg_core.evaluation.paired import Half
from tests.evaluation.many import turning


def pair_of(qrels, first, second, **how):
    return compare(evaluate(qrels, {"A": first, "B": second}, 10, **how), times=99).pairs[0]


def test_the_bundled_lead_lies_where_less_was_judged():
    example = bundled()
    results = evaluate(example.qrels, example.runs, 10, "trec_eval-ndcg_cut")
    pair = compare(results).pair("meanings", "both")
    assert (pair.shown, pair.unjudged) == ((590, 600), (245, 35))
    assert pair.possible == pytest.approx((-0.329, 0.189), abs=5e-4)
    few, many = pair.halves
    assert (few.least, few.most, few.queries) == (1, 3, 21)
    assert (many.least, many.most, many.queries) == (4, 8, 38)  # one query timed out
    assert (few.difference, many.difference) == pytest.approx((-0.030, 0.238), abs=5e-4)
    said = " ".join(pair.sentences)
    assert "nobody judged 245 of the 590 of “meanings” (42 %) and 35 of the 600 of “both”" in said
    assert "What nobody knows may turn the two round: with everything judged the diff" in said
    assert "could be anything from −0.329 to 0.189 (“both” less “meanings”)." in said
    assert "at most 3 unjudged in “meanings”, “meanings” leads by 0.030; on the 38" in said
    assert "4 or more, “both” leads by 0.238: a lead there alone may be the pool's." in said


JUDGED = {"p": {"a": 1, "b": 3}, "q": {"a": 2}}
CASES = {
    "all is judged": ({"p": ["a", "b"], "q": ["a"]}, {"p": ["b", "a"], "q": ["a"]}, None),
    "the same one stays ahead": (
        {"p": ["x", "y", "b"], "q": ["x", "y", "a"]},
        {"p": ["b", "a", "x"], "q": ["a", "x"]},
        "However they are judged, “B” stays ahead",
    ),
    "they may turn round": (
        {"p": ["x", "b"], "q": ["x", "a"]},
        {"p": ["b"], "q": ["a"]},
        "What nobody knows may turn the two round",
    ),
}


@pytest.mark.parametrize(("first", "second", "verdict"), CASES.values(), ids=CASES)
def test_whether_missing_judgments_may_turn_the_two_round_is_said_under_the_headline(
    first, second, verdict
):
    pair = pair_of(JUDGED, first, second)
    low, high = pair.possible
    if verdict is None:
        assert pair.unjudged == (0, 0)
        assert low == high == pytest.approx(pair.difference)
        assert "judged" not in " ".join(pair.sentences)
    else:
        assert pair.sentences[2].startswith(f"{verdict}: with everything judged")
        assert (low < 0) == ("round" in verdict)


def test_ranges_of_two_systems_apart_promise_nothing_where_both_ideals_can_change():
    pair = pair_of(*turning())
    assert pair.possible.low < 0 < pair.possible.high
    assert "may turn the two round" in pair.sentences[2]


def test_removed_documents_are_not_called_unjudged():
    first, second, _ = CASES["they may turn round"]
    pair = pair_of(JUDGED, first, second, choices=Choices(unjudged="removed"))
    assert pair.unjudged == (0, 0)


@pytest.mark.parametrize(
    ("unjudged", "halves"),
    [
        ([1, 1, 1], []),
        ([0, 0, 0, 2], [(0, 0, 3), (2, 2, 1)]),
        ([0, 1, 2, 3], [(0, 1, 2), (2, 3, 2)]),
        ([1, 2, 2, 2], [(1, 1, 1), (2, 2, 3)]),
    ],
    ids=str,
)
def test_queries_are_parted_at_the_median_of_what_is_unjudged(unjudged, halves):
    qrels = {f"q{n}": {"a": 1} for n in range(len(unjudged))}
    first = {f"q{n}": [*"xyz"[:count], "a"] for n, count in enumerate(unjudged)}
    pair = pair_of(qrels, first, {query: ["a"] for query in qrels})
    assert [(half.least, half.most, half.queries) for half in pair.halves] == halves
    assert all(isinstance(half, Half) for half in pair.halves)
    total = sum(half.queries * half.difference for half in pair.halves)
    assert not halves or total / len(qrels) == pytest.approx(pair.difference)


@pytest.mark.parametrize(("most", "limit"), [("MOST_WAYS", 1), ("MOST_WAYS_OWN", 1)])
def test_where_all_ways_would_take_too_long_that_is_said(monkeypatch, most, limit):
    monkeypatch.setattr(f"ndcg_core.evaluation.judging.{most}", limit)
    rules = "lightgbm" if most == "MOST_WAYS_OWN" else "standard"
    pair = pair_of(JUDGED, *CASES["they may turn round"][:2], convention=rules)
    assert pair.possible is None
    assert re.search("nobody judged .* How far .* is not worked out here", " ".join(pair.sentences))
