"""Why two systems differ adds up to the difference."""

from math import fsum, log2

import polars as pl
import pytest

import ndcg_core as nc
from ndcg_core.evaluation import (
    compare,
    evaluate,
    explain_difference,
)
from tests.evaluation.many import data

NAMES = ["trec_eval-ndcg_cut", "pytrec_eval-ndcg", "lightgbm", "scikit-learn", "evidently", "letor"]
NAMES += ["burges-2005", "mlnet", "catboost"]


def two(seed, k=10, convention="trec_eval-ndcg_cut"):
    one, other = data(seed), data(seed + 100, twice=False)
    runs = {"A": one.run, "B": other.run}
    return one, other, evaluate(one.qrels, runs, k, convention)


def ranks(docs):
    """By score, equal ones by id, the last first."""
    order = sorted(docs, key=lambda doc: (docs[doc], doc), reverse=True)
    return {doc: rank for rank, doc in enumerate(order, 1)}


@pytest.mark.parametrize("k", [1, 5, None])
@pytest.mark.parametrize("name", NAMES)
def test_the_documents_of_each_query_add_up_to_its_difference(name, k):
    _, _, results = two(5, k, name)
    why = explain_difference(results)
    assert why.queries.height >= 8
    for query, one, other in why.queries.select("query", "ndcg", "ndcg_second").iter_rows():
        found = why.query(query)
        row = why.queries.filter(pl.col("query") == query)
        by_convention = 0 in row.select("idcg", "idcg_second").row(0)
        assert found.rest == pytest.approx(0, abs=1e-12) or by_convention
        assert found.difference == pytest.approx(other - one, abs=1e-15)
        values = fsum(move.value for move in found.moves)
        assert values + found.rest == pytest.approx(found.difference, abs=1e-12)


def test_each_document_has_the_value_of_the_formula():
    one, other, results = two(7)
    why = explain_difference(results)
    for query in why.queries["query"]:
        pool = one.qrels[query]
        places = [ranks(run.get(query, {})) for run in (one.run, other.run)]
        idcg = nc.idcg([0.0], 10, judged=[*pool.values(), 0.0])

        def weight(rank):
            return 1 / log2(rank + 1) if rank and rank <= 10 else 0.0

        for move in why.query(query).moves:
            ranked = [place.get(move.doc) for place in places]
            assert [move.rank_first, move.rank_second] == ranked
            assert move.grade == pool.get(move.doc)
            value = pool.get(move.doc, 0.0) * (weight(ranked[1]) - weight(ranked[0]))
            assert move.value == pytest.approx(value / idcg if idcg else 0.0, abs=1e-12)


def test_by_grade_by_rank_and_by_judged_each_add_up_to_the_mean_difference():
    _, _, results = two(9)
    why = explain_difference(results)
    assert why.difference == pytest.approx(compare(results, times=10).pairs[0].difference)
    for table in (why.by_grade(), why.by_rank(), why.by_judged()):
        assert table["value"].sum() == pytest.approx(why.difference, abs=1e-12)
        assert table["documents"].sum() == why.documents.height
    assert why.by_judged().filter(~pl.col("judged"))["value"].to_list() == [0.0]
    assert why.rest == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("name", ["lightgbm", "xgboost", "catboost", "trec_eval-ndcg_cut"])
def test_what_a_list_of_nothing_relevant_has_by_convention_is_the_rest(name):
    found_nothing = {"q1": ["x", "y"], "q2": ["a"]}
    found_all = {"q1": ["a", "b"], "q2": ["a"]}
    qrels = {"q1": {"a": 1, "b": 2}, "q2": {"a": 3}}
    results = evaluate(qrels, {"A": found_nothing, "B": found_all}, 10, name)
    why = explain_difference(results)
    assert why.rest == pytest.approx(-results.at("A")["ndcg"].to_list()[0] / 2)
    for table in (why.by_grade(), why.by_rank(), why.by_judged()):
        assert table["value"].sum() + why.rest == pytest.approx(why.difference, abs=1e-12)


def test_a_document_that_moves_up_wins_what_its_grade_is_worth():
    runs = {"A": {"q": ["x", "a", "b"]}, "B": {"q": ["a", "x"]}}
    why = explain_difference(evaluate({"q": {"a": 3, "b": 1}}, runs, 5))
    idcg = 3 + 1 / log2(3)
    moves = {move.doc: move for move in why.query("q").moves}
    assert moves["a"].value == pytest.approx(3 * (1 - 1 / log2(3)) / idcg)
    assert (moves["b"].rank_second, moves["b"].value) == (None, pytest.approx(-0.5 / idcg))
    assert (moves["x"].grade, moves["x"].value) == (None, 0.0)
    ranges = why.by_rank().select("from", "to").rows()
    assert ("2 to 3", "1") in ranges
    assert ("2 to 3", "not returned") in ranges


def test_the_other_way_round_every_value_has_the_other_sign():
    _, _, results = two(11)
    there, back = explain_difference(results, "A", "B"), explain_difference(results, "B", "A")
    assert there.difference == pytest.approx(-back.difference)
    one = there.documents.sort("query", "doc")["value"].to_list()
    other = back.documents.sort("query", "doc")["value"].to_list()
    assert one == pytest.approx([-value for value in other])


def test_what_cannot_be_explained_is_refused():
    _, _, results = two(1)
    with pytest.raises(ValueError, match="not among those compared"):
        explain_difference(results).query("no-such")
    with pytest.raises(ValueError, match="There is no system 'C'"):
        explain_difference(results, "A", "C")
    with pytest.raises(ValueError, match="Both systems are A"):
        explain_difference(results, "A", "A")
    with pytest.raises(ValueError, match="only one system"):
        explain_difference(evaluate({"q": {"a": 1}}, {"q": ["a"]}))
