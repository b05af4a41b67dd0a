"""The effects of documents add up to the difference. Unjudged documents are tried in all ways."""

from itertools import product
from math import log2
from random import Random

import polars as pl
import pytest

import ndcg_core as nc
from ndcg_core.evaluation import Choices, compare, evaluate, explain_difference
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


LOST = 1 / (2 + 1 / log2(3))
"""What A gains in q by b at rank 1, where B has c: 1 / IDCG. Both have a at rank 2."""
QRELS = {"q": {"a": 2, "b": 1, "c": 0}, "r": {"a": 1}}
RUNS = {"A": {"q": ["b", "a"], "r": ["a"]}, "B": {"q": ["c", "a"], "r": ["z"]}}


def test_a_small_difference_is_split_as_by_hand():
    why = explain_difference(evaluate(QRELS, RUNS, 2))
    lost = pytest.approx(-(LOST + 1) / 2)
    assert (why.first, why.second, why.k, why.difference) == ("A", "B", 2, lost)
    assert why.by_grade().rows() == [(2, 1, 0), (1, 2, lost), (0, 1, 0), (None, 1, 0)]
    assert why.by_judged().rows() == [(False, 1, 0), (True, 4, lost)]
    assert why.by_rank().rows() == [
        *(("1", "not returned", 2, lost), ("2 to 3", "2 to 3", 1, 0), ("not returned", "1", 2, 0)),
    ]
    q = why.query("q")
    assert (q.query, q.difference, q.rest) == ("q", pytest.approx(-LOST), pytest.approx(0))
    assert [tuple(move) for move in q.moves] == [
        ("b", 1, 1, 1, None, pytest.approx(-LOST)),
        ("a", 2, 2, 2, 2, 0),
        ("c", 0, 0, None, 1, 0),
    ]
    assert "-0.0" not in str(q)
    html = why._repr_html_()
    assert html.index("<caption>By grade") < html.index("<td>unjudged</td>")
    assert html.index("<td>unjudged</td>") < html.index("<caption>By rank")
    assert html.endswith(
        "<p>The mean NDCG@2 of B minus that of A is −0.6900. It is the sum of the values of all "
        "documents and of 0.0000 from queries whose NDCG is set by convention.</p></div>"
    )


def test_a_query_with_a_value_for_one_system_is_left_out():
    choices = Choices(missing="left-out", unjudged="removed")
    results = evaluate(QRELS, RUNS, 2, choices=choices)
    for names, difference in ((("A", "B"), -LOST), (("B", "A"), LOST)):
        why = explain_difference(results, *names)
        assert why.queries["query"].to_list() == ["q"]
        assert why.difference == pytest.approx(difference)
        assert why.rest == pytest.approx(0)


def test_far_ranks_share_ranges():
    ranks = (1, 2, 3, 4, 10, 11, 100, 101)
    qrels = {f"q{rank}": {"a": 1} for rank in ranks}
    deep = {f"q{rank}": [*map(str, range(1, rank)), "a"] for rank in ranks}
    top = {query: ["a"] for query in qrels}
    why = explain_difference(evaluate(qrels, {"deep": deep, "top": top}))
    rows = why.by_rank().filter(to="1").select("from", "documents").rows()
    assert {*rows} == {
        *(("1", 1), ("2 to 3", 2), ("4 to 10", 2), ("11 to 100", 2), ("beyond 100", 1)),
    }


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
