"""What nobody knows of a number and of a difference, found by trying all that it could be."""

from itertools import pairwise, permutations, product
from math import fsum
from random import Random

import pytest

import ndcg_core as nc
from ndcg_core.evaluation import evaluate, what_is_unknown
from ndcg_core.evaluation.unknown import unknown_difference
from tests.evaluation.many import UNJUDGED, data, turning
from tests.selection import first

QRELS = {"q": {"a": 1, "b": 3, "c": 0, "d": 2}}


@pytest.mark.parametrize("k", [2, 4, None])
@pytest.mark.parametrize("docs", ["xayb", "axyz", "bxcy", "bxdy", "xyz", "abd"])
def test_the_range_of_grades_is_that_of_all_ways_to_judge_the_unjudged(docs, k):
    found = what_is_unknown(evaluate(QRELS, {"q": list(docs)}, k)).queries[0]
    gaps = [doc for doc in docs[: k or len(docs)] if doc not in QRELS["q"]]
    values = []
    for grades in product((0, 3), repeat=len(gaps)):
        pool = QRELS["q"] | dict(zip(gaps, grades, strict=True))
        values.append(nc.ndcg([pool.get(d, 0) for d in docs], k, judged=list(pool.values())))
    assert found.unjudged == len(gaps)
    assert found.grades == pytest.approx((min(values), max(values)), abs=1e-12)
    assert found.ties == (found.ndcg, found.ndcg)


@pytest.mark.parametrize("scores", [(1, 1, 1, 1), (2, 1, 1, 0), (2, 2, 1, 1), (4, 3, 2, 1)])
def test_the_range_of_ties_is_that_of_all_orders(scores):
    run, pool = dict(zip("xabd", map(float, scores), strict=True)), QRELS["q"]
    found = what_is_unknown(evaluate(QRELS, {"q": run}, 3)).queries[0]
    orders = [o for o in permutations(run) if all(run[x] >= run[y] for x, y in pairwise(o))]
    values = [
        nc.ndcg([pool.get(d, 0) for d in order], 3, judged=list(pool.values())) for order in orders
    ]
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
            one, other = (
                nc.ndcg([pool.get(d, 0) for d in docs], k, rules, judged=list(pool.values()))
                for docs in runs
            )
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
        found = unknown_difference(evaluate(qrels, runs, k, rules), "run (1)", "run (2)")
        assert found == pytest.approx(all_ways(*runs, qrels, k, rules), abs=1e-12)


def test_two_ranges_that_do_not_overlap_do_not_say_that_the_same_one_stays_ahead():
    qrels, first, second = turning()
    results = evaluate(qrels, [first, second], 10)
    one, other = (what_is_unknown(results, name).grades for name in results.systems)
    assert one.low > other.high
    judged = qrels | {"q": {"a": 1, **dict.fromkeys(UNJUDGED, 3)}}
    turned = evaluate(judged, [first, second], 10)
    means = [turned.mean(name) for name in turned.systems]
    assert means[1] > means[0]
    found = unknown_difference(results, *results.systems)
    assert found.high == pytest.approx(means[1] - means[0], abs=1e-12)
    assert found.low < 0 < found.high


def test_where_the_ideal_is_a_systems_own_the_ranges_of_both_bound_the_difference():
    qrels = {"q": {"a": 1, "b": 3}}
    results = evaluate(qrels, [{"q": ["x", "a"]}, {"q": ["b", "y"]}], 2, "lightgbm")
    one, other = (what_is_unknown(results, name).grades for name in results.systems)
    found = unknown_difference(results, *results.systems)
    assert found == (other.low - one.high, other.high - one.low)
