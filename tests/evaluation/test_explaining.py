"""Why two systems differ adds up to the difference; what nobody knows is found by trying it all."""

from itertools import pairwise, permutations, product
from math import fsum, log2
from random import Random

import polars as pl
import pytest

import ndcg_core as nc
from ndcg_core.evaluation import compare, evaluate, explain_difference, what_is_unknown
from ndcg_core.evaluation.comparing.unknown import unknown_difference
from tests.evaluation.many import data
from tests.selection import first

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
    counted = why.queries.filter(pl.col("ndcg").is_not_nan() & pl.col("ndcg_second").is_not_nan())
    assert counted.height >= 6
    for query, one, other in counted.select("query", "ndcg", "ndcg_second").iter_rows():
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


def ndcg_of(docs, pool, k, rules="standard"):
    return nc.ndcg([pool.get(doc, 0) for doc in docs], k, rules, judged=list(pool.values()))


QRELS = {"q": {"a": 1, "b": 3, "c": 0, "d": 2}}


@pytest.mark.parametrize("k", [2, 4, None])
@pytest.mark.parametrize("docs", ["xayb", "axyz", "bxcy", "bxdy", "xyzc", "abd"])
def test_the_range_of_grades_is_that_of_all_ways_to_judge_the_unjudged(docs, k):
    found = what_is_unknown(evaluate(QRELS, {"q": list(docs)}, k)).queries[0]
    gaps = [doc for doc in docs[: k or len(docs)] if doc not in QRELS["q"]]
    values = []
    for grades in product((0, 3), repeat=len(gaps)):
        pool = QRELS["q"] | dict(zip(gaps, grades, strict=True))
        values.append(ndcg_of(docs, pool, k))
    assert found.unjudged == len(gaps)
    assert found.grades == pytest.approx((min(values), max(values)), abs=1e-12)
    assert found.ties == (found.ndcg, found.ndcg)


@pytest.mark.parametrize("scores", [(1, 1, 1, 1), (2, 1, 1, 0), (2, 2, 1, 1), (4, 3, 2, 1)])
def test_the_range_of_ties_is_that_of_all_orders(scores):
    run, pool = dict(zip("xabd", map(float, scores), strict=True)), QRELS["q"]
    found = what_is_unknown(evaluate(QRELS, {"q": run}, 3)).queries[0]
    orders = [o for o in permutations(run) if all(run[x] >= run[y] for x, y in pairwise(o))]
    values = [ndcg_of(order, pool, 3) for order in orders]
    assert found.ties == pytest.approx((min(values), max(values)), abs=1e-12)


def test_the_range_of_ties_is_that_of_all_orders_where_a_higher_grade_may_gain_less():
    falls = nc.Convention("falls", gain=[0, 5, 3])
    pool = {"a": 1, "b": 2, "c": 0}
    found = what_is_unknown(evaluate({"q": pool}, {"q": dict.fromkeys(pool, 1.0)}, 10, falls))
    values = [nc.ndcg(order, 10, falls) for order in permutations(pool.values())]
    assert found.queries[0].ties == pytest.approx((min(values), max(values)), abs=1e-12)


def test_the_ranges_of_a_mean_are_the_means_of_the_ranges():
    many = data(13)
    results = evaluate(many.qrels, many.run, 10)
    found = what_is_unknown(results)
    assert found.mean == results.mean()
    for name in ("grades", "ties"):
        lows, highs = zip(*(getattr(one, name) for one in found.queries), strict=True)
        mean = (fsum(lows) / len(lows), fsum(highs) / len(highs))
        assert getattr(found, name) == pytest.approx(mean)
        assert mean[0] - 1e-12 <= found.mean <= mean[1] + 1e-12


def all_ways(first, second, qrels, k, rules):
    """Every mean difference that some way to judge the unjudged gives, by the metric alone."""
    sums = [0.0]
    for query, known in qrels.items():
        runs = first[query], second[query]
        unjudged = sorted({d for docs in runs for d in docs[: k or len(docs)]} - known.keys())
        here = []
        for grades in product((0, 3), repeat=len(unjudged)):
            pool = known | dict(zip(unjudged, grades, strict=True))
            one, other = (ndcg_of(docs, pool, k, rules) for docs in runs)
            here.append(other - one)
        sums = [a + b for a in sums for b in (min(here), max(here))]
    return min(sums) / len(qrels), max(sums) / len(qrels)


RULES = ["standard", "exponential", "ranx-ndcg", "ir_measures"]


@pytest.mark.parametrize("rules", first(2, RULES, "every way to judge, under more rules"))
@pytest.mark.parametrize("k", [1, 3, None])
def test_the_range_of_a_difference_is_that_of_all_ways_to_judge_what_either_shows(rules, k):
    rng = Random(7)
    for _ in range(6):
        qrels = {"p": {"a": 1, "b": 3, "c": 0}, "q": {"a": 2, "d": 0}}
        runs = [{query: rng.sample("abcduvwx", rng.randint(1, 5)) for query in qrels} for _ in "12"]
        found = unknown_difference(evaluate(qrels, runs, k, rules), "run (1)", "run (2)", k)
        assert found == pytest.approx(all_ways(*runs, qrels, k, rules), abs=1e-12)


def test_a_query_without_documents_has_0_however_others_are_judged():
    qrels = {"p": {"a": 1}, "q": {"a": 1}}
    results = evaluate(qrels, {"A": {"p": ["a"]}, "B": {"p": ["a"], "q": ["x", "a"]}}, 2)
    # of q alone: 1/log2(3) as printed; with x as good as a, (1 + 1/log2(3)) / (1 + 1/log2(3)) = 1
    found = unknown_difference(results, "A", "B", 2)
    assert found == pytest.approx((0.63093 / 2, 1 / 2), abs=1e-5)


def test_where_the_ideal_is_a_systems_own_the_ranges_of_both_bound_the_difference():
    qrels = {"q": {"a": 1, "b": 3}}
    results = evaluate(qrels, [{"q": ["x", "a"]}, {"q": ["b", "y"]}], 2, "lightgbm")
    one, other = (what_is_unknown(results, name).grades for name in results.systems)
    found = unknown_difference(results, *results.systems, 2)
    assert found == (other.low - one.high, other.high - one.low)
