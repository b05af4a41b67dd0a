"""NDCG of many queries is, query by query, what the pure core gives for each alone."""

from __future__ import annotations

from math import isnan, log2, nan

import pytest

pl = pytest.importorskip("polars")

import ndcg_core as nc  # noqa: E402
from ndcg_core.evaluation import Choices, evaluate, read_qrels, read_run  # noqa: E402
from tests.evaluation.many import Data, data, nested  # noqa: E402

KS = (1, 3, 10, 40, None)
MINE = [
    nc.Convention("a table", gain=[0, 1, 5, 20]),
    nc.Convention("falls", gain={0: 0, 1: 7, 2: 2, 3: 5}, ties="worst"),
    nc.Convention("a function", gain=lambda r: r**1.5, ties="reversed"),
    nc.Convention("top", ideal_from="top-k", ties="id-ascending"),
    nc.Convention("base 3", discount="logb(i)", base=3, ideal_cut="list", ties="averaged"),
    nc.Convention("flat", discount="none", beyond="zero", ties="shared", empty=1.0),
]


def alone(found: Data, k, convention) -> dict[str, float]:
    """Each query by itself, with the pure core and nothing of the many."""
    values = {}
    for query, pool in found.qrels.items():
        docs = found.run.get(query, {})
        grades = [pool.get(doc, 0.0) for doc in docs]
        values[query] = (
            nc.ndcg(grades, k, convention, list(pool.values()), list(docs.values()), list(docs))
            if docs
            else 0.0
        )
    return values


@pytest.mark.parametrize(
    "convention", [*nc.CONVENTIONS.values(), *MINE], ids=lambda convention: convention.name
)
def test_every_convention_is_as_the_pure_core_has_it(convention):
    found = data(len(convention.name))  # an odd seed shuffles the lines of the run
    results = evaluate(found.qrels_text, found.run_text, KS, convention)
    for k in KS:
        expected = alone(found, k, convention)
        assert results.scores(k=k) == pytest.approx(expected, abs=1e-12, nan_ok=True)


TRACED = ["trec_eval-ndcg_cut", "lightgbm", "scikit-learn", "evidently", "catboost"]


@pytest.mark.parametrize("name", [*TRACED, "scikit-learn-ignore-ties"])
def test_the_sums_and_the_trace_of_a_query_are_the_same(name):
    found = data(3)
    results = evaluate(found.qrels_text, {"me": found.run_text}, [5, None], name)
    for k in (5, None):
        for row in results.at(k=k).filter(pl.col("retrieved") > 0).iter_rows(named=True):
            steps = results.trace("me", row["query"], k)
            for sum_ in ("ndcg", "dcg", "idcg"):
                assert row[sum_] == pytest.approx(getattr(steps, sum_), abs=1e-12, nan_ok=True)


def test_a_trace_names_the_documents_of_both_orders():
    qrels = {"q": {"a": 1, "b": 3, "c": 0, "far": 2}}
    run = {"q": {"x": 9.0, "a": 8.0, "b": 8.0}}
    steps = evaluate(qrels, {"me": run}, 3).trace("me", "q")
    assert [row.label for row in steps.actual] == ["x", "b", "a"]
    assert [(row.label, row.grade) for row in steps.ideal] == [("b", 3), ("far", 2), ("a", 1)]


def test_the_order_of_the_lines_does_not_matter_where_ids_part_equal_scores():
    found = data(4, twice=False)
    shuffled = Data(found.judged[::-1], sorted(found.returned, key=lambda row: row[1]))
    one, other = (evaluate(d.qrels_text, d.run_text, 10) for d in (found, shuffled))
    assert one.scores() == pytest.approx(other.scores(), abs=1e-15)


def test_judged_at_k_is_the_share_of_the_first_k_that_somebody_judged():
    qrels, run = {"q": {"a": 0, "b": 1}}, {"q": ["a", "x", "b", "y", "z"]}
    results = evaluate(qrels, run, [1, 2, 4, 10, None])
    judged = [results.at(k=k)["judged"].item() for k in (1, 2, 4, 10, None)]
    assert judged == pytest.approx([1, 1 / 2, 2 / 4, 2 / 5, 2 / 5])
    assert evaluate(qrels, run, 2, "pytrec_eval-ndcg").at()["judged"].item() == 1 / 2
    assert evaluate(qrels, run, 4, "xgboost-bare").at()["judged"].item() == 2 / 4


def test_the_same_data_give_the_same_bits_every_time():
    found = data(8, queries=200)
    first, *others = (
        evaluate(found.qrels_text, found.run_text, [10, None]).frame.sort("query", "k")
        for _ in range(6)
    )
    assert all(other.equals(first) for other in others)


def kinds(results):
    return {finding.kind: finding for finding in results.findings}


def test_a_missing_query_is_zero_or_left_out_as_chosen():
    qrels, run = {"a": {"d": 1}, "b": {"d": 1}}, {"a": ["d"]}
    zero = evaluate(qrels, run, 10)
    left = evaluate(qrels, run, 10, choices=Choices(missing="left-out"))
    assert (zero.mean(), left.mean()) == (0.5, 1.0)
    assert "1 judged query is missing (b). NDCG is 0 there." in kinds(zero)["missing"].sentence
    assert "Left out of this system's mean." in kinds(left)["missing"].sentence
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
    assert (
        "66.7% of the documents down to rank 3" in kinds(evaluate(qrels, run, 3))["unjudged"].found
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
    assert evaluate({"q": {"a": 1}}, run, 1, choices=Choices(ties="id-ascending")).mean() == 1


def test_a_clean_pair_of_files_has_no_findings():
    results = evaluate("q 0 a 1\nq 0 b 0\n", "q Q0 a 1 2 me\nq Q0 b 2 1 me\n", 2)
    assert results.findings == ()


def test_several_runs_keep_their_names_or_are_numbered(tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bm25.run").write_text("q Q0 a 1 2 me\n")
    paths = [tmp_path / "one" / "bm25.run", tmp_path / "two" / "bm25.run"]
    results = evaluate({"q": {"a": 1}}, paths)
    assert results.systems == ("bm25.run (1)", "bm25.run (2)")
    named = evaluate({"q": {"a": 1}}, {"new": paths[0], "old": {"q": ["a"]}})
    assert named.systems == ("new", "old")


def test_the_mean_leaves_out_what_has_no_value():
    qrels, run = {"a": {"d": 1}, "b": {"d": 0}}, {"a": ["d"], "b": ["d"]}
    results = evaluate(qrels, run, 5, "jarvelin-2002")
    assert isnan(results.scores()["b"])
    assert results.mean() == 1.0
    assert results.means()[0].queries == 1
    assert isnan(evaluate({"b": {"d": 0}}, {"b": ["d"]}, 5, "jarvelin-2002").mean())


def test_the_interval_of_a_mean_is_the_same_for_the_same_seed():
    found = data(5)
    results = evaluate(found.qrels_text, found.run_text, 10)
    (first,), (again,), (other,) = results.means(1), results.means(1), results.means(2)
    assert first == again != other
    assert first.interval.low < first.mean < first.interval.high


@pytest.mark.parametrize("ks", [0, -1, 2.5, "ten", [], [5, 0], True])
def test_a_cutoff_that_is_none_is_refused(ks):
    with pytest.raises(ValueError, match="cutoff"):
        evaluate({"q": {"a": 1}}, {"q": ["a"]}, ks)


def test_what_was_not_asked_for_is_refused_with_what_there_is():
    results = evaluate({"q": {"a": 1}}, {"me": {"q": {"a": 1.0}}}, 5)
    with pytest.raises(ValueError, match="no system 'you'; there are me"):
        results.scores("you")
    with pytest.raises(ValueError, match="cutoff 7 was not asked for"):
        results.scores(k=7)
    with pytest.raises(ValueError, match="no judged query 'z'"):
        results.trace("me", "z")
    with pytest.raises(ValueError, match="choice missing is 'gone'; it must be one of"):
        Choices(missing="gone")
    with pytest.raises(ValueError, match="no runs"):
        evaluate({"q": {"a": 1}}, [])


def test_what_was_read_once_is_taken_as_it_is():
    qrels, run = read_qrels({"q": {"a": 1}}), read_run({"q": ["a"]}, "me")
    assert evaluate(qrels, run).systems == ("me",)
    assert nested([("q", "a", nan)]).keys() == {"q"}


BEYOND = nc.Convention("short", gain=[0, 1])


@pytest.mark.parametrize(
    ("grade", "convention", "sentence"),
    [
        ("5000", "exponential", "line 2: the grade of “b” for “q” is 5000; its gain is too large"),
        ("1e301", "trec_eval-ndcg_cut", "line 2: .* is 1e.301; its gain is too large to add"),
        (
            "2",
            BEYOND,
            "line 2: the grade of “b” for “q” is 2; the table of gains has no such grade",
        ),
        ("inf", "standard", "line 2: .* is inf; it must be a finite number"),
    ],
)
def test_a_grade_that_has_no_gain_is_refused_with_its_line(grade, convention, sentence):
    with pytest.raises(ValueError, match=sentence):
        evaluate(f"q 0 a 1\nq 0 b {grade}\n", {"q": ["a"]}, 5, convention)


def test_more_different_grades_than_an_expression_holds_are_scored_by_the_core():
    pool = {f"d{n}": n / 100 for n in range(300)}
    run = {"q": {f"d{n}": float(n * 7 % 300) for n in range(250)}}
    grades = [pool[doc] for doc in run["q"]]
    for name in ("exponential", "catboost-exp"):
        alone_ = nc.ndcg(grades, 10, name, list(pool.values()), list(run["q"].values()))
        assert evaluate({"q": pool}, run, 10, name).mean() == pytest.approx(alone_, abs=1e-12)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: evaluate({"q": {"a": 1}}, {"q": ["a"]}, 10**30), "cutoff k is .* is the most"),
        (lambda: evaluate({"q": {"a": 1}}, {"q": ["a"]}).means(-1), "The seed is -1"),
        (lambda: evaluate({"q": {"a\ud800": 1}}, {"q": ["a"]}), "which no file can hold"),
        (lambda: evaluate(None, {"q": ["a"]}), "None cannot be read"),
        (lambda: evaluate({"q": {"a": 1}}, {}), "no entry with data"),
    ],
)
def test_what_nobody_means_gets_a_sentence(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


def test_a_run_that_answers_nothing_scores_0():
    for run in ({"other": ["a"]}, {"q": ["unjudged"]}):
        assert evaluate({"q": {"a": 1}}, run, choices=Choices(unjudged="removed")).mean() == 0
