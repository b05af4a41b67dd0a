"""The effects of documents add up to the difference. Unjudged documents are tried in all ways."""

from itertools import product
from random import Random

import polars as pl
import pytest

import ndcg_core as nc
from ndcg_core.evaluation import compare, evaluate, explain_difference
from ndcg_core.evaluation.comparing.unknown import bound_difference
from tests.evaluation.many import make_random_files
from tests.selection import select_first


def evaluate_two_systems(seed, k=10, convention="trec_eval-ndcg_cut"):
    one, other = make_random_files(seed), make_random_files(seed + 100, twice=False)
    runs = {"A": one.run, "B": other.run}
    return one, other, evaluate(one.qrels, runs, k, convention)


def test_parts_by_grade_rank_and_judgment_add_up_to_the_mean_difference():
    _, _, results = evaluate_two_systems(9)
    why = explain_difference(results)
    assert why.difference == pytest.approx(compare(results, times=10).pairs[0].difference)
    for table in (why.by_grade(), why.by_rank(), why.by_judged()):
        assert table["value"].sum() == pytest.approx(why.difference, abs=1e-12)
        assert table["documents"].sum() == why.documents.height
    assert why.by_judged().filter(~pl.col("judged"))["value"].to_list() == [0.0]
    assert why.rest == pytest.approx(0, abs=1e-12)


def test_an_impossible_explanation_is_refused():
    _, _, results = evaluate_two_systems(1)
    with pytest.raises(ValueError, match="not among those compared"):
        explain_difference(results).query("no-such")
    with pytest.raises(ValueError, match="There is no system 'C'"):
        explain_difference(results, "A", "C")
    with pytest.raises(ValueError, match="Both systems are A"):
        explain_difference(results, "A", "A")
    with pytest.raises(ValueError, match="only one system"):
        explain_difference(evaluate({"q": {"a": 1}}, {"q": ["a"]}))


def calculate_ndcg(docs, pool, k, rules="standard"):
    return nc.ndcg([pool.get(doc, 0) for doc in docs], k, rules, judged=list(pool.values()))


def try_all_judgments(first, second, qrels, k, rules):
    """Return the lowest and the highest mean difference over all judgments, by `nc.ndcg`."""
    sums = [0.0]
    for query, known in qrels.items():
        runs = first[query], second[query]
        unjudged = sorted({d for docs in runs for d in docs[: k or len(docs)]} - known.keys())
        here = []
        for grades in product((0, 3), repeat=len(unjudged)):
            pool = known | dict(zip(unjudged, grades, strict=True))
            one, other = (calculate_ndcg(docs, pool, k, rules) for docs in runs)
            here.append(other - one)
        sums = [a + b for a in sums for b in (min(here), max(here))]
    return min(sums) / len(qrels), max(sums) / len(qrels)


RULES = ["standard", "exponential", "ranx-ndcg", "ir_measures"]


@pytest.mark.parametrize("rules", select_first(2, RULES, "every way to judge, under more rules"))
@pytest.mark.parametrize("k", [1, 3, None])
def test_the_range_of_a_difference_covers_all_judgments_of_shown_documents(rules, k):
    rng = Random(7)
    for _ in range(6):
        qrels = {"p": {"a": 1, "b": 3, "c": 0}, "q": {"a": 2, "d": 0}}
        runs = [{query: rng.sample("abcduvwx", rng.randint(1, 5)) for query in qrels} for _ in "12"]
        found = bound_difference(evaluate(qrels, runs, k, rules), "run (1)", "run (2)", k)
        assert found == pytest.approx(try_all_judgments(*runs, qrels, k, rules), abs=1e-12)
