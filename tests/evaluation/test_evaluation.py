"""Two systems of a few queries: the mean against pytrec_eval, and the dumbbell."""

from math import fsum, isclose

import plotly.graph_objects as go
import pytest
import pytrec_eval

from ndcg_core.evaluation.comparison import compare
from ndcg_core.evaluation.queries import Query, evaluate, judged_queries
from ndcg_ui.figures import dumbbell

QRELS = {"q1": {"a": 3, "b": 2, "c": 0, "d": 1}, "q2": {"a": 1, "e": 2}, "q3": {"a": 1}}
RUN = {"q1": ["b", "x", "a", "c", "d"], "q2": ["a", "x", "e"]}


def test_per_query_scores_agree_with_trec_eval():
    scored = {q: {d: float(9 - i) for i, d in enumerate(docs)} for q, docs in RUN.items()}
    said = pytrec_eval.RelevanceEvaluator(QRELS, {"ndcg_cut_5"}).evaluate(scored)
    ours = evaluate(judged_queries(QRELS, RUN), k=5)
    for name, score in ours.scores.items():
        assert isclose(score, said[name]["ndcg_cut_5"], abs_tol=1e-12)
    assert isclose(ours.mean, fsum(ours.scores.values()) / 2)


def test_two_systems_are_compared_query_by_query():
    one = evaluate([Query("a", (0, 1)), Query("b", (1, 0)), Query("c", (2, 1))])
    two = evaluate([Query("a", (1, 0)), Query("b", (0, 1)), Query("c", (2, 1))])
    both = compare(one, two)
    assert [d.winner for d in both.differences] == ["second", "first", "even"]
    assert both.won == {"first": 1, "second": 1, "even": 1}


def test_a_query_twice_or_missing_is_refused_with_a_sentence():
    with pytest.raises(ValueError, match="comes twice"):
        evaluate([Query("a", (1,)), Query("a", (2,))])
    with pytest.raises(ValueError, match="no queries"):
        evaluate([])
    with pytest.raises(ValueError, match=r"Only one of the systems.*b"):
        compare(evaluate([Query("a", (1,))]), evaluate([Query("b", (1,))]))


def test_equal_scores_go_by_document_id_the_last_first_as_in_trec_eval():
    qrels, run = {"q": {"a": 1, "b": 3, "c": 2}}, {"q": {"a": 1.0, "b": 1.0, "c": 1.0}}
    ours = evaluate(judged_queries(qrels, run)).scores["q"]
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg"}).evaluate(run)["q"]["ndcg"]
    assert ours == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("score", ["0.5", None, float("nan"), float("inf"), True])
def test_a_score_that_is_no_number_is_refused_by_query_and_document(score):
    with pytest.raises(ValueError, match=r"The score of 'a' for the query 'q' is .* finite number"):
        judged_queries({"q": {"a": 1}}, {"q": {"a": score}})


FIRST = evaluate([Query("cake", (3, 2)), Query("<b>tap", (0, 1)), Query("bus", (1, 0))])
SECOND = evaluate([Query("cake", (2, 3)), Query("<b>tap", (1, 0)), Query("bus", (1, 0))])


def test_plotly_accepts_it_and_a_typed_name_stays_text():
    drawn = dumbbell(compare(FIRST, SECOND), ["A", "B"])
    assert go.Figure(drawn.spec)
    assert "&lt;b>tap" in drawn.spec["layout"]["yaxis"]["ticktext"]


def test_it_says_who_wins_and_where_they_differ_most():
    text = dumbbell(compare(FIRST, SECOND), ["A", "B"]).text
    assert text.startswith("A wins 1 of 3 queries, B 1, and 1 are even.")
    assert "They differ most on “<b>tap”: B is ahead by 0.37." in text


def test_two_equal_systems_differ_nowhere():
    text = dumbbell(compare(FIRST, FIRST), ["A", "B"]).text
    assert "differ most" not in text
