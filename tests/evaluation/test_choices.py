"""Where data are odd, what was chosen is done, and a finding says so."""

from math import log2

import pytest

import ndcg_core as nc
from ndcg_core.evaluation import Choices, evaluate


def kinds(results):
    return {finding.kind: finding for finding in results.findings}


def test_a_missing_query_is_zero_or_left_out_as_chosen():
    qrels, run = {"a": {"d": 1}, "b": {"d": 1}}, {"a": ["d"]}
    zero = evaluate(qrels, run, 10)
    left = evaluate(qrels, run, 10, choices=Choices(missing="left-out"))
    assert (zero.mean(), left.mean()) == (0.5, 1.0)
    assert kinds(zero)["missing"].sentence == (
        "run: 1 judged query is missing (b). NDCG is 0 there: the mean over all judged queries is "
        "0.5000; over those that it returned, as trec_eval prints it without -c, it is 1.0000."
    )
    assert kinds(left)["missing"].done == (
        "Left out of this system's mean, as trec_eval does without -c: it is 1.0000; over all "
        "judged queries it is 0.5000."
    )
    assert zero.at()["judged"].to_list() == [1.0, None]


TWICE = "q Q0 a 1 3 me\nq Q0 b 2 2 me\nq Q0 a 3 1 me\n"


@pytest.mark.parametrize(("choice", "first"), [("last", "b"), ("first", "a"), ("highest", "a")])
def test_of_a_document_twice_the_chosen_line_counts(choice, first):
    results = evaluate({"q": {"a": 1}}, TWICE, 1, choices=Choices(run_duplicates=choice))
    assert results.mean() == (1.0 if first == "a" else 0.0)
    assert "the first at line 3 (“q”, “a”)" in kinds(results)["duplicates"].found


def test_judgments_that_come_twice_do_not_count_twice():
    qrels = "q 0 a 1\nq 0 a 3\nq 0 b 1\n"
    for choice, grade in (("last", 3), ("first", 1), ("highest", 3)):
        results = evaluate(qrels, {"q": ["b", "a"]}, 5, choices=Choices(judged_duplicates=choice))
        assert results.mean() == pytest.approx(nc.ndcg([1, grade], 5))


def test_twice_can_be_refused_with_its_line():
    with pytest.raises(ValueError, match=r"run: 1 line repeats .* line 3"):
        evaluate({"q": {"a": 1}}, TWICE, 1, choices=Choices(run_duplicates="refuse"))


def test_a_nan_score_ranks_last_is_removed_or_refused():
    run = "q Q0 a 1 nan me\nq Q0 b 2 -5 me\n"
    assert evaluate({"q": {"a": 1}}, run, 2).scores()["q"] == pytest.approx(1 / log2(3))
    assert evaluate({"q": {"a": 1}}, run, 2, choices=Choices(nan="removed")).mean() == 0
    with pytest.raises(ValueError, match=r"line 1: the score of “a” for “q” is nan; it must be"):
        evaluate({"q": {"a": 1}}, run, 2, choices=Choices(nan="refuse"))


def test_unjudged_documents_keep_their_rank_or_are_removed():
    qrels, run = {"q": {"a": 1}}, {"q": ["x", "y", "a"]}
    assert evaluate(qrels, run, 3).mean() == 0.5
    assert evaluate(qrels, run, 3, choices=Choices(unjudged="removed")).mean() == 1.0
    said = kinds(evaluate(qrels, run, 3))["unjudged"].found
    assert "66.7 % of the documents down to rank 3" in said
    # of four documents three are unjudged: what is said is the mean over queries, and says so
    results = evaluate(qrels | {"w": {"a": 1}}, run | {"w": ["a"]}, 3)
    assert kinds(results)["unjudged"].count == 2
    said = kinds(results)["unjudged"].found
    assert said == (
        "In the mean over its queries, 33.3 % of the documents down to rank 3 are unjudged."
    )


def test_negative_grades_and_fractions_are_as_the_convention_or_the_choice_has_them():
    qrels = "q 0 a -2\nq 0 b 1.5\n"
    results = evaluate(qrels, {"q": ["a", "b"]}, 2)
    assert results.mean() == pytest.approx(1 / log2(3))
    assert {"negative", "fractions"} <= set(kinds(results))
    kept = evaluate(
        qrels, {"q": ["a", "b"]}, 2, choices=Choices(negative="as-is", fractions="kept")
    )
    assert kept.at()["dcg"].item() == pytest.approx(-2 + 1.5 / log2(3))
    with pytest.raises(ValueError, match=r"line 1: the grade of “a” for “q” is -2; .*as-zero"):
        evaluate(qrels, {"q": ["a", "b"]}, 2, "standard")
    with pytest.raises(ValueError, match=r"line 1: the grade of “a” for “q” is nan; .*finite"):
        evaluate("q 0 a nan\n", {"q": ["a"]}, 2)


def test_the_rank_column_contradicts_and_may_be_chosen():
    run = "q Q0 a 2 9 me\nq Q0 b 1 8 me\n"
    results = evaluate({"q": {"b": 1}}, run, 1)
    assert results.mean() == 0
    assert "1 rank in the file contradicts the order of the scores" in kinds(results)["order"].found
    by_rank = evaluate({"q": {"b": 1}}, run, 1, choices=Choices(order="rank"))
    assert by_rank.mean() == 1
    assert "order" not in kinds(by_rank)
    with pytest.raises(ValueError, match="no column of ranks"):
        evaluate({"q": {"b": 1}}, {"q": {"a": 1.0}}, 1, choices=Choices(order="rank"))


def test_ties_are_counted_and_ordered_as_chosen():
    run = {"q": {"a": 1.0, "b": 1.0, "c": 1.0}}
    results = evaluate({"q": {"a": 1}}, run, 1)
    assert results.mean() == 0
    assert kinds(results)["ties"].count == 2
    assert "ranks nothing" in kinds(results)["constant"].found


def test_where_ranks_decide_it_is_ranks_that_are_said_to_be_equal():
    run = "q Q0 a 1 9 me\nq Q0 b 1 8 me\n"
    found = kinds(evaluate("q 0 a 1\nq 0 b 0\n", run, choices=Choices(order="rank")))
    assert found["ties"].found == "1 document has the same rank as the one before."
    assert found["constant"].found.startswith("Every document has the same rank:")
    assert evaluate({"q": {"a": 1}}, run, 1, choices=Choices(ties="id-ascending")).mean() == 1
