"""Several systems: which are compared, what is said of two, and what is warned of."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

pytest.importorskip("polars")

from ndcg_core.evaluation import Choices, compare, evaluate
from ndcg_core.evaluation.paired import holm
from ndcg_core.evaluation.pairs import odds, warnings, words
from tests.evaluation.test_compare import differences, pair_of

QRELS = {f"q{n}": {"a": 1, "b": 2} for n in range(30)}
RUNS = {
    "good": {q: ["b", "a"] for q in QRELS},
    "fair": {q: ["b", "a"] if n % 3 else ["a", "b"] for n, q in enumerate(QRELS)},
    "poor": {q: ["x", "a"] for q in QRELS},
}


def test_every_two_systems_are_compared_and_p_is_corrected():
    found = compare(evaluate(QRELS, RUNS, 5), times=500)
    assert [(p.first, p.second) for p in found.pairs] == list(combinations(RUNS, 2))
    assert [p.adjusted_p for p in found.pairs] == holm([p.flips_p for p in found.pairs])
    assert found.pair("poor", "good").losses == 30


def test_with_a_baseline_only_its_pairs_are_compared():
    found = compare(evaluate(QRELS, RUNS, 5), baseline="fair", times=100)
    assert [(p.first, p.second) for p in found.pairs] == [("fair", "good"), ("fair", "poor")]


def test_the_words_say_who_is_ahead_by_how_much_and_how_likely_by_chance():
    pair = compare(evaluate(QRELS, RUNS, 5), times=999).pair("good", "fair")
    ahead, chance, won, size = pair.words
    assert ahead.startswith("good is ahead of fair by 0.047 in mean NDCG@5 (1.000 against 0.953)")
    assert chance.startswith("If the two were equally good")
    assert won == "fair is better on 0 queries, good on 10; 20 are even."
    assert size.endswith("a medium effect.")
    assert chance.count("either way") == 1
    assert pair.turning is None


def test_the_words_of_a_difference_that_chance_brings():
    found = pair_of(differences(9, n=60, shift=0.01))
    said = " ".join(words(found, "NDCG@10"))
    assert f"is no more than chance would bring in {odds(found.flips_p)} cases" in said
    assert f"Without {len(found.turning)} of the 60 queries" in said


def test_degenerate_systems_are_warned_of():
    runs = RUNS | {"copy": RUNS["good"], "empty": {"other": ["a"]}}
    runs |= {"flat": {q: {"a": 1.0, "b": 1.0} for q in QRELS}}
    found = compare(evaluate(QRELS, runs, 5), times=50)
    assert (
        "No query tells the two apart; they may be the same run."
        in found.pair("good", "copy").warnings
    )
    assert "empty returned nothing for any judged query." in found.pair("good", "empty").warnings
    said = found.pair("good", "flat").warnings
    assert "flat gives every document the same score: it ranks nothing." in said
    assert "good has the same value on every query." in said
    one_each = {"one": {q: ["b"] for q in QRELS}, "good": RUNS["good"]}
    assert "ranks nothing" not in " ".join(compare(evaluate(QRELS, one_each, 5)).pairs[0].warnings)


def test_systems_without_a_query_in_common_are_not_compared_and_the_others_are():
    runs = RUNS | {"empty": {"other": ["a"]}}
    found = compare(evaluate(QRELS, runs, 5, choices=Choices(missing="left-out")), times=50)
    assert found.apart == tuple((name, "empty") for name in RUNS)
    assert len(found.pairs) == 3


def test_many_queries_and_few_queries_are_warned_of():
    def said(n, values=(0.1, -0.05)):
        return " ".join(warnings(pair_of([*values] * (n // 2), times=99)))

    assert "a difference that is too small to matter is significant" in said(1_000)
    assert said(1_000, (0.1, -0.1)) == ""  # there chance may well bring what is seen
    assert "only a difference that keeps coming out the same way" in said(10)
    assert "the interval comes out too narrow" in said(10)
    assert "the interval comes out too narrow" in said(4)
    assert said(100) == ""


@pytest.mark.parametrize(("moved", "warned"), [(5, True), (6, False)])
def test_where_no_difference_could_be_told_from_chance_that_is_said(moved, warned):
    found = pair_of([1.0] * moved + [0.0] * 40)
    assert (found.flips_p > 0.05) == warned
    assert (
        any("no difference can be told from chance" in line for line in warnings(found)) == warned
    )


def test_among_several_pairs_the_share_of_cases_is_still_that_of_the_two():
    """Holm's p is no share of cases: it only decides whether the share is a surprise."""
    found = replace(pair_of(differences(1), times=99), flips_p=0.03, adjusted_p=0.09)
    chance = words(found, "NDCG@10")[1]
    assert "or more, either way, in 3 of 100 cases; but" in chance
    assert "no surprise (p 0.09 after Holm)" in chance
    assert "but" not in words(replace(found, adjusted_p=0.04), "NDCG@10")[1]


@pytest.mark.parametrize("tiny", [0.0, 1e-7])
def test_equal_means_are_called_equal_and_others_not(tiny):
    said = words(pair_of([0.1, tiny * 2 - 0.1] * 15, times=99), "NDCG@10")
    if tiny:
        assert said[0].startswith("B is ahead of A by 1e-07")
        assert said[-1].startswith("Without 1 of the 30 queries")
    else:
        assert said[0].startswith("A and B have the same mean NDCG@10; with")
        assert said[1:] == ("B is better on 15 queries, A on 15.",)


@pytest.mark.parametrize("values", [[0.3], [0.1] * 30], ids=["one query", "always the same"])
def test_no_confidence_is_spoken_of_where_nothing_varies(values):
    assert "confidence" not in " ".join(words(pair_of(values, times=99), "NDCG@10"))


def test_one_system_or_no_resamples_is_refused():
    with pytest.raises(ValueError, match="only one system"):
        compare(evaluate(QRELS, {"good": RUNS["good"]}, 5))
    with pytest.raises(ValueError, match="resamples is 0"):
        compare(evaluate(QRELS, RUNS, 5), times=0)
    with pytest.raises(ValueError, match="There is no system"):
        compare(evaluate(QRELS, RUNS, 5), baseline="none")
