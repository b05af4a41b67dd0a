"""NDCG of many queries is, query by query, what the pure core gives; the rest gets a sentence.

Where data are odd, what was chosen is done, and a finding says so.
"""

import os
import re
import subprocess
import sys
from dataclasses import replace
from math import isnan, log2

import duckdb
import polars as pl
import pytest

import ndcg_core as nc
from ndcg_core.evaluation import (
    Choices,
    bundled,
    compare,
    evaluate,
    explain_difference,
    measured,
)
from ndcg_core.evaluation.files.reading import read_qrels, read_run
from tests.evaluation.many import KS, alone, data
from tests.selection import first

WHY = "another library's rules, by the same few choices"
MINE = [
    nc.Convention("a table", gain=[0, 1, 5, 20]),
    nc.Convention("falls", gain={0: 0, 1: 7, 2: 2, 3: 5}, ties="worst"),
    nc.Convention("0 earns", gain=[2, 1, 5, 20]),
    nc.Convention("a function", gain=lambda r: r**1.5, ties="reversed"),
    nc.Convention("top", ideal_from="top-k", ties="id-ascending"),
    nc.Convention("base 3", discount="logb(i)", base=3, ideal_cut="list", ties="averaged"),
    nc.Convention("a discount", discount=lambda rank: rank**0.5, ideal_from="ones"),
    nc.Convention("a list", discount=range(1, 50), ideal_cut="pool"),
    nc.Convention("flat", discount="none", beyond="zero", ties="shared", empty=1.0),
]


@pytest.mark.parametrize(
    "convention",
    first(len(MINE) + 6, [*MINE, *nc.CONVENTIONS.values()], WHY),
    ids=lambda convention: convention.name,
)
def test_every_convention_is_as_the_pure_core_has_it(convention):
    found = data(len(convention.name))  # an odd seed shuffles the lines of the run
    results = evaluate(found.qrels_text, found.run_text, KS, convention)
    for k in KS:
        expected = alone(found, k, convention)
        assert results.scores(k=k) == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_documents_with_a_grade_below_0_may_be_left_out():
    found = data(8, grades=(-1, 0, 1, 2), twice=False)
    rules = nc.Convention("left out", negative="left-out", ties="id-descending")
    for k in KS:
        expected = pytest.approx(alone(found, k, rules), abs=1e-12)
        assert evaluate(found.qrels_text, found.run_text, k, rules).scores() == expected


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


def test_judged_at_k_is_the_share_of_the_first_k_that_somebody_judged():
    qrels, run = {"q": {"a": 0, "b": 1}}, {"q": ["a", "x", "b", "y", "z"]}
    results = evaluate(qrels, run, [1, 2, 4, 10, None])
    judged = [results.at(k=k)["judged"].item() for k in (1, 2, 4, 10, None)]
    assert judged == pytest.approx([1, 1 / 2, 2 / 4, 2 / 5, 2 / 5])
    assert evaluate(qrels, run, 2, "pytrec_eval-ndcg").at()["judged"].item() == 2 / 5
    assert evaluate(qrels, run, 4, "xgboost-bare").at()["judged"].item() == 2 / 5


def test_a_clean_pair_of_files_has_no_findings():
    results = evaluate("q 0 a 1\nq 0 b 0\n", "q Q0 a 1 2 me\nq Q0 b 2 1 me\n", 2)
    assert results.findings == ()


def test_the_mean_leaves_out_what_has_no_value():
    qrels, run = {"a": {"d": 1}, "b": {"d": 0}}, {"a": ["d"], "b": ["d"]}
    results = evaluate(qrels, run, 5, "jarvelin-2002")
    assert isnan(results.scores()["b"])
    assert results.mean() == 1.0
    assert results.means()[0].queries == 1
    assert isnan(evaluate({"b": {"d": 0}}, {"b": ["d"]}, 5, "jarvelin-2002").mean())


def test_more_different_grades_than_an_expression_holds_are_scored_by_the_core():
    pool = {f"d{n}": n / 100 for n in range(300)}
    run = {"q": {f"d{n}": float(n * 7 % 300) for n in range(250)}}
    grades = [pool[doc] for doc in run["q"]]
    for name in ("exponential", "catboost-exp"):
        alone_ = nc.ndcg(grades, 10, name, list(pool.values()), list(run["q"].values()))
        assert evaluate({"q": pool}, run, 10, name).mean() == pytest.approx(alone_, abs=1e-12)


def test_a_run_of_which_nothing_is_judged_for_its_query_scores_0():
    qrels, run = {"q": {"a": 1}, "p": {"x": 0}}, {"q": ["x"]}
    assert evaluate(qrels, run).mean() == 0
    assert evaluate(qrels, run, choices=Choices(unjudged="removed")).mean() == 0


LOWER, ENDING = "equal in lower case: write", "equal without the ending of a file: write"
ZEROS, NFC = "equal without leading zeros: write", "equal in one form of Unicode (NFC): write"
APART = [("A", "a", LOWER), ("b", "b.txt", ENDING), ("7", "007", ZEROS), ("e\u0301", "\u00e9", NFC)]


@pytest.mark.parametrize("field", ["query", "doc"])
@pytest.mark.parametrize(("theirs", "ours", "advice"), [*APART, ("17", "a", "same id in both.")])
def test_ids_that_never_match_are_refused_with_what_would_make_them_equal(
    field, theirs, ours, advice
):
    row = {"query": "q", "doc": "d"}
    judged, returned = row | {"grade": 1.0, field: theirs}, row | {"score": 1.0, field: ours}
    frames = [pl.DataFrame([judged]), pl.DataFrame([returned])]
    said = f"judgments: its first is “{ours}”, theirs is “{theirs}”."
    for tables in (frames, [duckdb.from_arrow(frame.to_arrow()) for frame in frames]):
        with pytest.raises(ValueError, match=re.escape(said)) as caught:
            evaluate(*tables)
        assert advice in str(caught.value)


def test_scores_of_which_the_lowest_is_best():
    run = "q Q0 a 1 0.1 me\nq Q0 b 2 0.9 me\nq Q0 c 3 nan me\n"
    qrels = {"q": {"a": 1}}
    assert evaluate(qrels, run, 1).mean() == 0
    assert evaluate(qrels, run, 1, choices=Choices(order="lowest")).mean() == 1


def test_a_run_without_a_query_in_common_is_refused_with_an_id_of_each():
    apart = "mine: it has no query in common .* its first is “101”, theirs is “q1”"
    qrels, runs = {"q2": {"a": 1}, "q1": {"a": 1}}, {"mine": {"102": ["a"], "101": ["a"]}}
    for missing in ("zero", "left-out"):
        with pytest.raises(ValueError, match=apart):
            evaluate(qrels, runs, choices=Choices(missing=missing))


GRADES, SCORES = {"q": {"a": 1, "b": 3, "c": 0}}, {"q": {"a": 0.91, "b": 0.52, "c": 1.0}}


def test_judgments_and_runs_that_are_swapped_are_refused():
    swapped = r"look like scores \(the first is 0.91\), and mine like grades \(1\): give the judg"
    with pytest.raises(ValueError, match=swapped):
        evaluate(SCORES, {"mine": GRADES})
    as_they_stand = evaluate(read_qrels(SCORES), read_run(GRADES), 1, "standard")
    assert as_they_stand.mean() == 0.52


@pytest.mark.parametrize(
    ("qrels", "run"),
    [
        (GRADES, SCORES),
        ({"q": {"a": 0.5, "b": 1, "c": 0}}, GRADES),  # a run may count, and a grade be a half
        ({"q": {"a": 0.5}}, {"q": ["a"]}),  # a list has ranks, which are no grades
    ],
    ids=["as usual", "halves", "a list"],
)
def test_judgments_and_runs_that_may_stand_right_are_scored(qrels, run):
    assert evaluate(qrels, run, 3, "standard").mean() > 0


@pytest.mark.parametrize("ks", [0, -1, 2.5, "ten", [], [5, 0], True])
def test_a_cutoff_that_is_none_is_refused(ks):
    with pytest.raises(ValueError, match="cutoff"):
        evaluate({"q": {"a": 1}}, {"q": ["a"]}, ks)


BEYOND = nc.Convention("short", gain=[0, 1])


@pytest.mark.parametrize(
    ("grade", "convention", "sentence"),
    [
        ("5000", "exponential", "line 2: the grade of “b” for “q” is 5000; its gain is too large"),
        ("1e301", "trec_eval-ndcg_cut", "line 2: .* is 1e.301; its gain is too large to add"),
        ("2", BEYOND, "line 2: the grade of “b” for “q” is 2; the table of gains has no such"),
        ("inf", "standard", "line 2: .* is inf; it must be a finite number"),
    ],
)
def test_a_grade_that_has_no_gain_is_refused_with_its_line(grade, convention, sentence):
    with pytest.raises(ValueError, match=sentence):
        evaluate(f"q 0 a 1\nq 0 b {grade}\n", {"q": ["a"]}, 5, convention)


ONE = {"q": {"a": 1}}


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: evaluate(ONE, {"q": ["a"]}).scores("you"), "no system 'you'; there are run"),
        (lambda: evaluate(ONE, {"q": ["a"]}, 5).scores(k=7), "cutoff 7 was not asked for"),
        (lambda: evaluate(ONE, {"q": ["a"]}).trace("run", "z"), "no judged query 'z'"),
        (lambda: Choices(missing="gone"), "choice missing is 'gone'; it must be one of"),
        (lambda: evaluate(ONE, []), "no runs"),
        (lambda: evaluate(ONE, {"q": ["a"]}, 10**30), "cutoff k is .* is the most"),
        (
            lambda: compare(evaluate(ONE, {"a": {"q": ["a"]}, "b": {"q": ["a"]}}), seed=-1),
            "The seed is -1",
        ),
        (lambda: evaluate({"q": {"a\ud800": 1}}, {"q": ["a"]}), "which no file can hold"),
        (lambda: evaluate(None, {"q": ["a"]}), "None cannot be read"),
        (lambda: evaluate(ONE, {}), "no entry with data"),
    ],
)
def test_what_nobody_means_gets_a_sentence(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


def test_what_explains_a_difference_adds_up_to_the_same_bits_in_any_order():
    example = bundled()
    why = explain_difference(evaluate(example.qrels, list(example.runs)))
    for seed in range(5):
        mixed = replace(why, documents=why.documents.sample(fraction=1, shuffle=True, seed=seed))
        assert mixed.by_grade().equals(why.by_grade())
        assert mixed.by_rank().equals(why.by_rank())
        assert mixed.by_judged().equals(why.by_judged())


def kinds(results):
    return {finding.kind: finding for finding in results.findings}


def test_a_missing_query_is_zero_or_left_out_as_chosen():
    qrels, run = {"a": {"d": 1}, "b": {"d": 1}}, {"a": ["d"]}
    zero = evaluate(qrels, run, 10)
    left = evaluate(qrels, run, 10, choices=Choices(missing="left-out"))
    assert (zero.mean(), left.mean()) == (0.5, 1.0)
    assert kinds(zero)["missing"].sentence == (
        "run: 1 judged query is missing (b). NDCG is 0 there: the mean over all judged queries is "
        "0.5000; over those that it returned, as trec_eval prints it without -c, it is 1.0000."
    )
    assert kinds(left)["missing"].done == (
        "Left out of this system's mean, as trec_eval does without -c: it is 1.0000; over all "
        "judged queries it is 0.5000."
    )
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
    said = kinds(evaluate(qrels, run, 3))["unjudged"].found
    assert "66.7 % of the documents down to rank 3" in said
    # of four documents three are unjudged: what is said is the mean over queries, and says so
    results = evaluate(qrels | {"w": {"a": 1}}, run | {"w": ["a"]}, 3)
    assert kinds(results)["unjudged"].count == 2
    said = "In the mean over its queries, 33.3 % of the documents down to rank 3 are unjudged."
    assert kinds(results)["unjudged"].found == said


def test_negative_grades_and_fractions_are_as_the_convention_or_the_choice_has_them():
    qrels = "q 0 a -2\nq 0 b 1.5\n"
    results = evaluate(qrels, {"q": ["a", "b"]}, 2)
    assert results.mean() == pytest.approx(1 / log2(3))
    assert {"negative", "fractions"} <= set(kinds(results))
    as_is = Choices(negative="as-is", fractions="kept")
    kept = evaluate(qrels, {"q": ["a", "b"]}, 2, choices=as_is)
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


def test_where_ranks_decide_it_is_ranks_that_are_said_to_be_equal():
    run = "q Q0 a 1 9 me\nq Q0 b 1 8 me\n"
    found = kinds(evaluate("q 0 a 1\nq 0 b 0\n", run, choices=Choices(order="rank")))
    assert found["ties"].found == "1 document has the same rank as the one before."
    assert found["constant"].found.startswith("Every document has the same rank:")
    assert evaluate({"q": {"a": 1}}, run, 1, choices=Choices(ties="id-ascending")).mean() == 1


EVERYTHING = """
from ndcg_core.evaluation import bundled, compare, evaluate, explain_difference, what_is_unknown
found = bundled()
for convention in ("trec_eval-ndcg_cut", "scikit-learn"):
    results = evaluate(found.qrels, list(found.runs), [10, None], convention)
    why = explain_difference(results)
    print(results.frame.rows(), results.means(), compare(results).pairs)
    print(why.by_grade().rows(), why.by_rank().rows(), why.by_judged().rows())
    print([what_is_unknown(results, system) for system in results.systems])
"""


@pytest.mark.thorough("processes are started")
def test_processes_with_one_and_with_several_threads_print_the_same():
    said = set()
    for threads in ("1", "3"):
        count = dict.fromkeys(("POLARS_MAX_THREADS", "OMP_NUM_THREADS"), threads)
        done = subprocess.run(
            [sys.executable, "-c", EVERYTHING],
            env={**os.environ, **count},
            capture_output=True,
            check=True,
        )
        said.add(done.stdout)
    assert len(said) == 1
    assert said.pop().count(b"interval=Interval(") >= 12


NOTHING = {"q1": {"x": 0}, "q2": {"y": 0}, "q3": {"a": 1}}
THERE = {"q1": ["x"], "q2": ["z"], "q3": ["b", "a"]}
OTHERS = 1 / log2(3)
RULES = {
    "trec_eval-ndcg_cut": (OTHERS / 3, 3, "NDCG is 0 there", "is 0.6309, with 1 for each 0.8770."),
    "lightgbm": (2 / 3 + OTHERS / 3, 3, "NDCG is 1 there", "is 0.6309, with 0 for each 0.2103."),
    "ignite": (OTHERS, 1, "Left out of the mean", "with 0 for each it is 0.2103, with 1 0.8770."),
    "rectools": (0.138862, 1, "Left out of the mean", "it is 0.0463, with 1 0.7130."),
    "r-gbm": (OTHERS, 1, "2 queries have documents of one grade alone", "0.2103, with 1 0.8770."),
}


@pytest.mark.parametrize(("name", "expected"), RULES.items(), ids=RULES)
def test_queries_with_nothing_relevant_are_found_with_the_mean_by_each_rule(name, expected):
    (mean,) = (results := evaluate(NOTHING, THERE, 10, name)).means()
    (found,) = (finding for finding in results.findings if finding.kind == "empty")
    assert (mean.mean, mean.queries) == (pytest.approx(expected[0], abs=1e-6), expected[1])
    assert (found.count, "(q1, q2)" in found.found) == (2, True)
    assert all(part in found.sentence for part in expected[2:])
    assert measured(results, "RR").means()[0].queries == (3 if name == "ignite" else expected[1])
    assert not evaluate({"q3": NOTHING["q3"]}, {"q3": ["b", "a"]}, 10, name).findings[:-1]


def test_a_document_with_the_id_of_its_query_is_found_and_left_out_where_beir_does():
    qrels, run = {"q": {"q": 0, "a": 1}}, {"q": ["q", "a"]}
    kept, dropped = evaluate(qrels, run, 10), evaluate(qrels, run, 10, "beir")
    assert (kept.mean(), dropped.mean()) == (pytest.approx(OTHERS), 1.0)
    assert [f.choice for f in (*kept.findings, *dropped.findings)] == ["self", "self"]
    assert evaluate(qrels, run, 10, "beir", Choices(self="kept")).mean() == kept.mean()


def test_judgments_of_one_grade_alone_are_found_where_every_document_is_judged():
    qrels = {"q": {"b": 2, "a": 2}}
    (found,) = evaluate(qrels, {"q": ["b", "a"]}).findings
    assert (found.kind, "the grade 2" in found.found) == ("one-grade", True)
    assert not any(f.kind == "one-grade" for f in evaluate(qrels, {"q": ["b", "x"]}).findings)


def test_a_mean_over_the_queries_of_the_run_counts_those_without_judgments():
    run = {"q": ["a"], "r": ["x", "y"], "s": ["z"]}
    results = evaluate({"q": {"a": 1}, "left": {"b": 1}}, run, 10, "trectools")
    assert results.scores() == {"q": 1.0, "r": 0.0, "s": 0.0}
    assert [f.count for f in results.findings if f.kind == "unasked"] == [2]
