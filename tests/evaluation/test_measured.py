"""Many queries by a measure beside NDCG: trec_eval's values, and what is said of them."""

from collections import defaultdict
from itertools import permutations
from random import Random
from shutil import which

import ir_measures
import pytest
import pytrec_eval

from ndcg_core.content import load_toml
from ndcg_core.evaluation import compare, evaluate, evaluate_measure, explain_difference
from ndcg_core.measures import MEASURES

TREC_EVAL = load_toml(__file__, "trec_eval.toml")
RANDOM = Random(7)
QRELS = {
    f"{query}": {f"d{doc}": RANDOM.choice([0, 0, 1, 2, -2]) for doc in range(12)}
    for query in range(60)
}
RUNS = {
    name: {query: {f"d{doc}": RANDOM.randint(0, 9) / 4 for doc in range(15)} for query in QRELS}
    for name in ("one", "other")
}
RESULTS = evaluate(QRELS, RUNS)


@pytest.mark.parametrize(("name", "theirs"), TREC_EVAL.items())
def test_every_query_has_trec_evals_value_with_ties_and_unjudged_documents(name, theirs):
    evaluator = pytrec_eval.RelevanceEvaluator(QRELS, {theirs.replace("_5", ".5")})
    for system, run in RUNS.items():
        expected = {query: row[theirs] for query, row in evaluator.evaluate(run).items()}
        assert evaluate_measure(RESULTS, name).scores(system) == pytest.approx(expected, abs=1e-12)
        judged = evaluate_measure(RESULTS, f"Judged@{RESULTS.ks[0]}").scores(system).values()
        assert list(judged) == pytest.approx(RESULTS.at(system)["judged"].to_list())


@pytest.mark.skipif(not which("perl"), reason="gdeval.pl, in ir_measures, needs perl")
def test_err_equals_gdevals_for_any_largest_grade():
    for system, run in RUNS.items():
        theirs = ir_measures.ERR(cutoff=20).iter_calc(QRELS, run)
        ours = evaluate_measure(RESULTS, "err(largest=4)_20").scores(system)
        rounded = {query: round(value, 5) for query, value in ours.items()}
        assert rounded == {one.query_id: one.value for one in theirs}


def test_err_uses_and_states_the_largest_grade_of_all_judgments():
    """Use three queries whose own largest grades would reverse the winner."""
    qrels = {"q1": {"a": 1, "b": 0}, "q2": {"a": 1, "b": 0}, "q3": {"a": 3, "b": 0}}
    right, wrong = ["a", "b"], ["b", "a"]
    runs = {"two": {"q1": right, "q2": right, "q3": wrong}}
    runs["one"] = {"q1": wrong, "q2": wrong, "q3": right}
    results = evaluate(qrels, runs)
    err = evaluate_measure(results, "ERR")
    assert (err.measure, err.mean("two")) == ("ERR(largest=3)", pytest.approx(11 / 48))
    assert (
        err.mean("one") == evaluate_measure(results, "ERR(largest=3)").mean("one") > err.mean("two")
    )


def test_means_comparisons_and_missing_queries_work_as_for_ndcg():
    other = dict(RUNS["other"])
    del other["3"]
    results = evaluate_measure(evaluate(QRELS, {**RUNS, "other": other}), "AP@10")
    assert results.scores("other")["3"] == 0.0
    assert [mean.k for mean in results.means()] == [10, 10]
    (pair,) = compare(results).pairs
    assert "in mean AP@10" in pair.sentences[0]
    assert pair.queries == len(QRELS)
    assert pair.means[1] == results.mean("other", 10)


@pytest.mark.parametrize("symbol", MEASURES)
def test_documents_explain_a_difference_if_their_terms_are_independent(symbol):
    measure, added = MEASURES[symbol], defaultdict(set)
    for order in permutations([3, 2, 0, 1]):
        for row in measure.trace(order).rows:
            added[row.rank, row.grade].add(round(row.term, 9))
    results = evaluate_measure(RESULTS, f"{symbol}@5" if measure.has_cutoff else symbol)
    (pair,) = compare(results).pairs
    if any(len(terms) > 1 for terms in added.values()):
        assert pair.sentences[-1].endswith(
            f" is not a sum over documents, because {measure.dependence_reason}."
        )
        return
    found = explain_difference(results)
    assert (found.rest, found.difference) == pytest.approx((0, pair.difference), abs=1e-12)
    two = f"“{pair.with_leader_second.second}” minus “{pair.with_leader_second.first}”"
    assert pair.sentences[-1].count(f" by grade, {two}: ") == 1
