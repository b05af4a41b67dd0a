"""Unjudged documents of two systems: their number and their possible effect."""

import pytest

from ndcg_core.evaluation import compare, evaluate, load_bundled
from ndcg_core.evaluation.comparing.pairs import describe_probability


def test_the_bundled_examples_leader_has_fewer_judgments():
    example = load_bundled()
    results = evaluate(example.qrels, example.runs, 10, "trec_eval-ndcg_cut")
    pair = compare(results).pair("meanings", "both")
    both_cutoffs = evaluate(example.qrels, example.runs, [20, 10], "trec_eval-ndcg_cut")
    assert compare(both_cutoffs, 10).pair("meanings", "both") == pair
    assert (pair.shown, pair.unjudged) == ((590, 600), (245, 35))
    assert pair.possible == pytest.approx((-0.329, 0.189), abs=5e-4)
    _, (amount, verdict), (where,), *_ = pair.paragraphs
    assert "245 of 590 in “meanings” (42%) and 35 of 600 in “both”" in amount
    assert verdict.startswith(
        "Unjudged documents could reverse the result. With all documents judged,"
    )
    assert verdict.endswith("(“both” minus “meanings”) could be anything from −0.329 to 0.189.")
    assert where == (  # one query timed out
        "On the 21 queries with at most 3 unjudged in “meanings”, “meanings” leads by 0.030. On "
        "the 38 with 4 or more, “both” leads by 0.238. A lead only there may come from the "
        "pool."
    )


QRELS = {f"q{n}": {"a": 2, "b": 1, "c": 0} for n in range(1, 7)}
WORST = {query: ["c", "b", "a"] for query in QRELS}
MIXED = WORST | {"q1": ["a", "b", "c"], "q2": ["a", "x", "b"]}
STEADY = {query: ["b", "a", "c"] for query in QRELS}
HASTY = {
    **{"q1": ["x", "a"], "q2": ["x", "y", "a"], "q3": ["a", "b", "x"]},
    **{"q4": ["a", "b"], "q5": ["a", "c"], "q6": ["a"]},
}
SHARES = "Some documents that count for NDCG@{} are unjudged: {}. Unjudged documents count as "
SHARES += "irrelevant."


@pytest.mark.parametrize(
    ("runs", "k", "shares", "verdict", "where"),
    [
        (
            {"C": MIXED, "D": HASTY},
            3,
            "4 of 13 in “D” (31%) and 1 of 18 in “C” (6%)",
            "could reverse the result. With all documents judged, the difference (“C” minus “D”) "
            "could be anything from −0.246 to 0.008.",
            "On the 3 queries with none unjudged in “D”, “D” leads by 0.220. On the 3 with 1 or "
            "more, “C” leads by 0.237. A lead only there may come from the pool.",
        ),
        (
            {"C": MIXED, "E": STEADY},
            2,
            "1 of 12 in “C” (8%)",
            "could not reverse the lead of “E”. With all documents judged, the difference (“E” "
            "minus “C”) could be anything from 0.339 to 0.406.",
            "On the 5 queries with none unjudged in “C”, “E” leads by 0.468. On the 1 with 1 or "
            "more, “E” leads by 0.100.",
        ),
        (
            {"D": {query: HASTY[query] for query in ("q1", "q2")}, "W": WORST},
            3,
            "3 of 5 in “D” (60%)",
            "could not reverse the lead of “W”. With all documents judged, the difference (“W” "
            "minus “D”) could be anything from 0.238 to 0.477.",
            "On the 1 query with at most 1 unjudged in “D”, “W” leads by 0.140. On the 1 with 2 or "
            "more, “W” leads by 0.240.",
        ),
    ],
)
def test_sentences_count_the_unjudged_documents_and_their_possible_effect(
    runs, k, shares, verdict, where
):
    (pair,) = compare(evaluate(QRELS, runs, k)).pairs
    _, said, (halves,), *_ = pair.paragraphs
    assert said == (SHARES.format(k, shares), f"Unjudged documents {verdict}")
    assert halves == where


@pytest.mark.parametrize(
    ("p", "words"),
    [
        *((0.94, "9 of 10"), (0.1, "1 of 10"), (0.06, "6 of 100"), (0.01, "1 of 100")),
        *((0.0051, "5 of 1,000"), (0.0006, "1 of 1,000"), (0.0004, "fewer than 1 of 1,000")),
    ],
)
def test_a_probability_is_counted_in_cases(p, words):
    assert describe_probability(p) == words


def test_a_query_without_its_lead_is_named_and_few_queries_get_a_warning():
    (pair,) = compare(evaluate(QRELS, {"C": MIXED, "E": STEADY}, 2)).pairs
    *_, (wins, effect, turning) = pair.paragraphs
    assert wins == "“E” is better on 5 queries, and “C” on 1."
    assert effect.startswith("The difference is 1.20 times its standard deviation over queries,")
    assert turning.startswith("Without 4 of the 6 queries (q3, q4, q5, q6), the other system")
    few, same = pair.warnings
    assert few.startswith("With 6 queries, only a difference with the same sign on almost every")
    assert same.endswith("E has the same value on every query.")
    one = {"q1": QRELS["q1"]}
    (pair,) = compare(evaluate(one, {"W": {"q1": WORST["q1"]}, "S": {"q1": ["a"]}})).pairs
    assert pair.warnings[0].startswith("The two systems differ on only 1 query. That is too few")
    (pair,) = compare(evaluate(QRELS, {"C": MIXED, "again": MIXED})).pairs
    assert pair.warnings == (
        "The two systems have the same value on every query. They may be the same run.",
    )
