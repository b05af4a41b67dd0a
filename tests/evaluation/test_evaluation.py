"""Many queries: the mean against pytrec_eval, the trap of pooling, two systems compared."""

from math import fsum, isclose

import pytest

from ndcg_core.evaluation.comparison import compare
from ndcg_core.evaluation.queries import Query, evaluate, judged_queries

QRELS = {"q1": {"a": 3, "b": 2, "c": 0, "d": 1}, "q2": {"a": 1, "e": 2}, "q3": {"a": 1}}
RUN = {"q1": ["b", "x", "a", "c", "d"], "q2": ["a", "x", "e"]}


def test_per_query_scores_agree_with_trec_eval():
    pytrec_eval = pytest.importorskip("pytrec_eval")
    scored = {q: {d: float(9 - i) for i, d in enumerate(docs)} for q, docs in RUN.items()}
    said = pytrec_eval.RelevanceEvaluator(QRELS, {"ndcg_cut_5"}).evaluate(scored)
    ours = evaluate(judged_queries(QRELS, RUN), k=5)
    for name, score in ours.scores.items():
        assert isclose(score, said[name]["ndcg_cut_5"], abs_tol=1e-12)
    assert isclose(ours.mean, fsum(ours.scores.values()) / 2)


def test_pooling_is_another_number_than_the_mean():
    both = evaluate([Query("rich", (3, 2, 3, 0, 1)), Query("poor", (0, 0, 1))])
    assert round(both.mean, 4) == 0.7362
    assert round(both.pooled, 4) == 0.9079


def test_two_systems_are_compared_query_by_query():
    one = evaluate([Query("a", (0, 1)), Query("b", (1, 0)), Query("c", (2, 1))])
    two = evaluate([Query("a", (1, 0)), Query("b", (0, 1)), Query("c", (2, 1))])
    both = compare(one, two)
    assert [d.winner for d in both.differences] == ["second", "first", "even"]
    assert both.won == {"first": 1, "second": 1, "even": 1}
    assert both.mean_difference == 0


def test_a_query_twice_or_missing_is_refused_with_a_sentence():
    with pytest.raises(ValueError, match="comes twice"):
        evaluate([Query("a", (1,)), Query("a", (2,))])
    with pytest.raises(ValueError, match="no queries"):
        evaluate([])
    with pytest.raises(ValueError, match=r"Only one of the systems.*b"):
        compare(evaluate([Query("a", (1,))]), evaluate([Query("b", (1,))]))


def test_documents_with_scores_are_ranked_by_them():
    qrels = {"q": {"a": 1, "b": 3}}
    (query,) = judged_queries(qrels, {"q": {"a": 0.5, "b": 0.9, "x": 0.7}})
    assert (query.labels, query.grades) == (("b", "x", "a"), (3, 0, 1))


def test_equal_scores_go_by_document_id_the_last_first_as_in_trec_eval():
    pytrec_eval = pytest.importorskip("pytrec_eval")
    qrels, run = {"q": {"a": 1, "b": 3, "c": 2}}, {"q": {"a": 1.0, "b": 1.0, "c": 1.0}}
    ours = evaluate(judged_queries(qrels, run)).scores["q"]
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg"}).evaluate(run)["q"]["ndcg"]
    assert ours == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("score", ["0.5", None, float("nan"), float("inf"), True])
def test_a_score_that_is_no_number_is_refused_by_query_and_document(score):
    with pytest.raises(ValueError, match=r"The score of 'a' for the query 'q' is .* finite number"):
        judged_queries({"q": {"a": 1}}, {"q": {"a": score}})
