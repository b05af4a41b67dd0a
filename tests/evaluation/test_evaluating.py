"""NDCG of many queries is, query by query, what the pure core gives; the rest gets a sentence.

Where data are odd, what was chosen is done, and a finding says so.
"""

import os
import re
import subprocess
import sys
from dataclasses import replace
from math import log2

import duckdb
import polars as pl
import pytest

import ndcg_core as nc
from ndcg_core.evaluation import (
    Choices,
    compare,
    evaluate,
    evaluate_measure,
    explain_difference,
    load_bundled,
    read_run,
)
from ndcg_core.evaluation.files import reading
from ndcg_core.evaluation.scoring.queries import Query
from ndcg_core.evaluation.scoring.queries import evaluate as score_queries
from tests.evaluation.many import KS, make_random_files, score_by_core
from tests.selection import select_first

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
    select_first(len(MINE) + 6, [*MINE, *nc.CONVENTIONS.values()], WHY),
    ids=lambda convention: convention.name,
)
def test_every_convention_agrees_with_the_pure_core(convention):
    found = make_random_files(len(convention.name))  # an odd seed shuffles the lines of the run
    results = evaluate(found.qrels_text, found.run_text, KS, convention)
    for k in KS:
        expected = score_by_core(found, k, convention)
        for query, value in results.scores(k=k).items():  # to the last bit
            assert value == expected[query] or (
                value != value and expected[query] != expected[query]
            )
        assert results.scores(k=k).keys() == expected.keys()


def test_documents_with_negative_grades_can_be_left_out():
    found = make_random_files(8, grades=(-1, 0, 1, 2), twice=False)
    rules = nc.Convention("left out", negative="left-out", ties="id-descending")
    for k in KS:
        expected = score_by_core(found, k, rules)
        assert evaluate(found.qrels_text, found.run_text, k, rules).scores() == expected


def test_a_run_without_judged_documents_for_a_query_scores_0():
    qrels, run = {"q": {"a": 1}, "p": {"x": 0}}, {"q": ["x"]}
    assert evaluate(qrels, run).mean() == 0
    assert evaluate(qrels, run, choices=Choices(unjudged="removed")).mean() == 0


def test_a_mean_share_of_judged_documents_prints_without_an_error():
    judged = [f"d{n}" for n in range(10)]
    qrels = {query: dict.fromkeys(judged, 1) for query in "abc"}
    counts = {"a": 9, "b": 8, "c": 4}
    run = {q: [*judged[:n], *(f"x{i}" for i in range(10 - n))] for q, n in counts.items()}
    (mean,) = evaluate(qrels, run).means()
    assert str(mean.judged) == "0.7"


def test_dictionaries_frames_and_files_give_equal_results(monkeypatch):
    found = make_random_files(6, twice=False)
    wanted = evaluate(found.qrels_text, found.run_text, KS).frame
    monkeypatch.setattr(reading, "_read_id", None)
    monkeypatch.setattr(reading, "_read_number", None)
    assert evaluate(found.qrels, found.run, KS).frame.equals(
        wanted.with_columns(system=pl.lit("run"))
    )


@pytest.mark.parametrize("odd", [7, True, "", "a\ud800", None, 1.5])
def test_an_id_in_a_dictionary_must_be_a_text_or_a_whole_number(odd):
    qrels = {"q": {"a": 1, odd: 2}}
    if type(odd) is int:
        assert evaluate(qrels, {"q": ["7", "a"]}).mean() == 1
    else:
        with pytest.raises(ValueError, match=r"query 'q': a document is called .*must|no file can"):
            evaluate(qrels, {"q": ["a"]})


LOWER, ENDING = "equal in lower case. Write", "equal without the file extension. Write"
ZEROS, NFC = "equal without leading zeros. Write", "equal in one form of Unicode (NFC). Write"
APART = [("A", "a", LOWER), ("b", "b.txt", ENDING), ("7", "007", ZEROS), ("e\u0301", "\u00e9", NFC)]


@pytest.mark.parametrize(
    ("field", "theirs", "ours", "advice"),
    [
        *((field, *apart) for field in ("query", "doc") for apart in APART),
        ("query", "17", "a", "same id in both."),
    ],
)
def test_ids_that_never_match_are_refused_with_advice(field, theirs, ours, advice):
    row = {"query": "q", "doc": "d"}
    judged, returned = row | {"grade": 1.0, field: theirs}, row | {"score": 1.0, field: ours}
    frames = [pl.DataFrame([judged]), pl.DataFrame([returned])]
    said = f" is “{ours}”, and theirs is “{theirs}”."
    for tables in (frames, [duckdb.from_arrow(frame.to_arrow()) for frame in frames]):
        with pytest.raises(ValueError, match=re.escape(said)) as caught:
            evaluate(*tables)
        assert advice in str(caught.value)


def test_whole_numbers_stay_whole_in_pandas_unless_some_are_missing():
    frame = evaluate({"q": {"a": 1}}, {"q": ["a", "b"]}, [2, None]).to_pandas()
    assert frame["retrieved"].tolist() == [2, 2]
    assert frame["retrieved"].dtype.kind == "i"
    assert frame["k"].dtype.kind == "f"
    assert evaluate({"q": {"a": 1}}, {"q": ["a"]}, 2).to_pandas()["k"].dtype.kind == "i"


def test_the_lowest_score_can_be_the_best():
    run = "q Q0 a 1 0.1 me\nq Q0 b 2 0.9 me\nq Q0 c 3 nan me\n"
    qrels = {"q": {"a": 1}}
    assert evaluate(qrels, run, 1).mean() == 0
    assert evaluate(qrels, run, 1, choices=Choices(order="lowest")).mean() == 1


ONE = {"q": {"a": 1}}
TWICE = "q Q0 a 1 1 me\nq Q0 b 2 0.5 me\nq Q0 a 3 0.2 me\n"


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: evaluate(ONE, {"q": ["a"]}).scores("you"), "no system 'you'. The systems are run"),
        (lambda: evaluate(ONE, {"q": ["a"]}, 5).scores(k=7), "cutoff 7 was not evaluated"),
        (lambda: evaluate(ONE, {"q": ["a"]}).trace("run", "z"), "no judged query 'z'"),
        (lambda: evaluate(ONE, {"q": ["a"], "z": ["a"]}).trace("run", "z"), "no judged query 'z'"),
        (lambda: evaluate(ONE, {"q": ["a"]}).trace("you", "q"), "no system 'you'"),
        (lambda: evaluate(ONE, {"q": ["a"]}, 5).trace("run", "q", 7), "cutoff 7 was not evaluated"),
        (lambda: Choices(missing="gone"), "choice missing is 'gone'. It must be one of"),
        (lambda: evaluate(ONE, []), "no runs"),
        (lambda: evaluate(ONE, {"q": ["a"]}, 10**30), "cutoff k is .* It can be at most"),
        (
            lambda: compare(evaluate(ONE, {"a": {"q": ["a"]}, "b": {"q": ["a"]}}), seed=-1),
            "The seed is -1",
        ),
        (lambda: evaluate({"q": {"a\ud800": 1}}, {"q": ["a"]}), "which no file can hold"),
        (lambda: evaluate(None, {"q": ["a"]}), "None cannot be read"),
        (lambda: evaluate(ONE, {}), "no entry with data"),
        (
            lambda: evaluate(ONE, "q Q0 a 1 nan me\n", choices=Choices(nan="refuse")),
            "run, line 1: the score of “a” for “q” is nan. It must be a number",
        ),
        (
            lambda: evaluate(ONE, {"q": {"a": 1.0}}, choices=Choices(order="rank")),
            "run: it has no column of ranks",
        ),
        (
            lambda: evaluate(ONE, TWICE, choices=Choices(run_duplicates="refuse")),
            "run: 1 line repeats a document of the same query .line 3: “q”, “a”",
        ),
        (
            lambda: evaluate({"q": {"a": 0.53}}, {"q": {"a": 3}}),
            "The judgments look like scores .the first is 0.53., and run like grades .3.",
        ),
        (
            lambda: evaluate({"q": {"b": 1, "a": -2}}, {"q": ["a"]}, convention="lightgbm"),
            "judgments, entry 2: the grade of “a” for “q” is -2. It must be 0 or more",
        ),
        (
            lambda: evaluate({"q": {"a": 5000}}, {"q": ["a"]}, convention="lightgbm"),
            "the grade of “a” for “q” is 5000. Its gain is too large to add",
        ),
        (lambda: score_queries([Query("a", (1,))] * 2), "There are two queries 'a'"),
        (lambda: score_queries([]), "There are no queries"),
    ],
)
def test_bad_input_gets_a_sentence(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


@pytest.mark.parametrize(("choice", "first"), [("highest", "a"), ("first", "a"), ("last", "b")])
def test_a_duplicate_document_has_the_chosen_score(choice, first):
    lowest_first = "q Q0 a 1 0.2 me\nq Q0 b 2 0.5 me\nq Q0 a 3 1 me\n"
    for text, there in ((TWICE, first), (lowest_first, "b" if choice == "first" else "a")):
        results = evaluate(
            {"q": {there: 1, "c": 0}}, text, 1, choices=Choices(run_duplicates=choice)
        )
        assert results.mean() == 1


def test_equal_scores_are_reported_and_equal_names_are_made_unique():
    qrels = {"q": {"a": 1, "b": 0}, "p": {"a": 1}}
    one = read_run({"q": {"a": 7, "b": 7}, "p": {"a": 7}}, "one")
    other = read_run({"q": {"a": 2, "b": 1}, "p": {"c": 1}}, "other")
    results = evaluate(qrels, [one, other])
    assert [f.where for f in results.findings if f.kind == "constant"] == ["one"]
    (pair,) = compare(results).pairs
    assert "one gives every document the same score, so it ranks nothing." in pair.warnings
    assert evaluate(qrels, [one, one, read_run({"q": ["a"]}, "one (1)")]).systems == (
        "one (1)",
        "one (2)",
        "one (1) again",
    )


def test_explanations_add_up_to_the_same_bits_in_any_order():
    example = load_bundled()
    why = explain_difference(evaluate(example.qrels, list(example.runs)))
    for seed in range(5):
        mixed = replace(why, documents=why.documents.sample(fraction=1, shuffle=True, seed=seed))
        assert mixed.by_grade().equals(why.by_grade())
        assert mixed.by_rank().equals(why.by_rank())
        assert mixed.by_judged().equals(why.by_judged())


EVERYTHING = """
from ndcg_core.evaluation import compare, evaluate, explain_difference
from ndcg_core.evaluation import load_bundled, what_is_unknown
found = load_bundled()
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
    "trec_eval-ndcg_cut": (
        OTHERS / 3,
        3,
        "The queries score 0",
        "would be 0.6309 without these queries, and 0.8770 if each of these queries scored 1.",
    ),
    "lightgbm": (
        2 / 3 + OTHERS / 3,
        3,
        "The queries score 1",
        "would be 0.6309 without these queries, and 0.2103 if each of these queries scored 0.",
    ),
    "ignite": (
        OTHERS,
        1,
        "left out of the mean",
        "NDCG@10 would be 0.2103 if each of these queries scored 0, and 0.8770 if each scored 1.",
    ),
    "rectools": (
        0.138862,
        1,
        "left out of the mean",
        "would be 0.0463 if each of these queries scored 0, and 0.7130 if each scored 1.",
    ),
    "r-gbm": (
        OTHERS,
        1,
        "In each of 2 queries (q1, q2), all returned documents have the same grade",
        "and 0.8770 if each scored 1.",
    ),
}


@pytest.mark.parametrize(("name", "expected"), RULES.items(), ids=RULES)
def test_queries_without_relevant_documents_are_reported_with_each_rules_mean(name, expected):
    (mean,) = (results := evaluate(NOTHING, THERE, 10, name)).means()
    (found,) = (finding for finding in results.findings if finding.kind == "empty")
    assert (mean.mean, mean.queries) == (pytest.approx(expected[0], abs=1e-6), expected[1])
    assert (found.count, "(q1, q2)" in found.found) == (2, True)
    assert all(part in found.sentence for part in expected[2:])
    assert evaluate_measure(results, "RR").means()[0].queries == (
        3 if name == "ignite" else expected[1]
    )
    assert not evaluate({"q3": NOTHING["q3"]}, {"q3": ["b", "a"]}, 10, name).findings[:-1]


LIST_ONLY = {"q": {"a": 1, "b": 0}}
BELOW = {"q": {"a": 1, "b": -1}}
FACTS = {
    "a relevant document that was not returned": (
        lambda: evaluate(LIST_ONLY, {"q": ["b"]}, 10, "scikit-learn"),
        "1 query has no relevant document in the ideal order (q).",
    ),
    "an IDCG below 0 with a relevant document": (
        lambda: evaluate({"q": {"a": 1, "b": -5}}, {"q": ["a", "b"]}, 10, "catboost"),
        "1 query has an IDCG of at most 0 (q).",
    ),
    "a missing query that the mean leaves out anyway": (
        lambda: evaluate(NOTHING, {"q3": ["a"]}, 10, "sentence-transformers"),
        "NDCG@10 is undefined for these queries under sentence-transformers",
    ),
    "a negative grade without a negative gain": (
        lambda: evaluate(
            BELOW, {"q": ["b"]}, 10, replace(nc.STANDARD, gain="binary", negative="as-is")
        ),
        "1 grade is below 0. The grade has no gain.",
    ),
    "a negative grade under a gain function": (
        lambda: evaluate(
            BELOW, {"q": ["b"]}, 10, replace(nc.STANDARD, gain=lambda r: r + 2, negative="as-zero")
        ),
        "1 grade is below 0. The grade has no gain.",
    ),
    "half grades": (
        lambda: evaluate({"q": {"a": 0.5}}, {"q": ["a"]}),
        "Every judgment has grade 0.5,",
    ),
    "entries": (
        lambda: evaluate(LIST_ONLY, {"q": ["a", "b", "a", "a"]}),
        "2 entries repeat a document of the same query (first: entry 3, “q”, “a”).",
    ),
    "the best of equal documents, lowest first": (
        lambda: evaluate(
            LIST_ONLY, TWICE, choices=Choices(run_duplicates="highest", order="lowest")
        ),
        "The line with the lowest score counts.",
    ),
}


@pytest.mark.parametrize(("call", "sentence"), FACTS.values(), ids=FACTS)
def test_a_finding_is_true_of_unusual_data(call, sentence):
    assert any(sentence in finding.sentence for finding in call().findings)


def test_an_ideal_dcg_below_zero_is_not_reported_as_an_empty_query():
    results = evaluate({"q": {"a": -1}}, {"q": ["a"]}, 10, "torchmetrics")
    assert (results.mean(), [f.kind for f in results.findings]) == (1.0, ["negative"])


def test_an_unjudged_query_of_one_run_does_not_count_for_another_run():
    results = evaluate(ONE, {"m": {"q": ["a"], "z": ["a"]}, "n": {"q": ["a"]}}, 10, "trectools")
    choices = Choices(missing="zero")
    again = evaluate(
        ONE, {"m": {"q": ["a"], "z": ["a"]}, "n": {"q": ["a"]}}, 10, "trectools", choices
    )
    for each in (results, again):
        assert [(m.mean, m.queries) for m in each.means()] == [(0.5, 2), (1.0, 1)]
        assert not any(finding.kind == "missing" for finding in each.findings)


def test_a_judged_query_that_a_run_leaves_out_is_traced_with_its_ideal_order():
    qrels = {"q": {"a": 1}, "z": {"b": 2, "c": 4, "d": 0}}
    results = evaluate(qrels, {"m": {"q": ["a"]}, "n": {"z": ["b", "x", "c"]}}, [1, 3])
    traced = results.trace("m", "z")
    assert (traced.dcg, traced.idcg, traced.ndcg, traced.k) == (0, 4, 0, 1)
    assert [term.label for term in traced.ideal] == ["c"]
    longer = results.trace("n", "z", 3)
    assert [(term.label, term.grade) for term in longer.actual] == [("b", 2), ("x", 0), ("c", 4)]
    assert longer.idcg == pytest.approx(4 + 2 / log2(3))


def test_a_document_with_its_querys_id_is_reported_and_left_out_as_in_beir():
    qrels, run = {"q": {"q": 0, "a": 1}}, {"q": ["q", "a"]}
    kept, dropped = evaluate(qrels, run, 10), evaluate(qrels, run, 10, "beir")
    assert (kept.mean(), dropped.mean()) == (pytest.approx(OTHERS), 1.0)
    assert [f.choice for f in (*kept.findings, *dropped.findings)] == ["self", "self"]
    assert evaluate(qrels, run, 10, "beir", Choices(self="kept")).mean() == kept.mean()


def test_judgments_with_a_single_grade_are_reported():
    qrels = {"q": {"b": 2, "a": 2}}
    (found,) = evaluate(qrels, {"q": ["b", "a"]}).findings
    assert (found.kind, "has grade 2" in found.found) == ("one-grade", True)
    assert not any(f.kind == "one-grade" for f in evaluate(qrels, {"q": ["b", "x"]}).findings)


def test_a_mean_over_the_runs_queries_includes_unjudged_queries():
    run = {"q": ["a"], "r": ["x", "y"], "s": ["z"]}
    results = evaluate({"q": {"a": 1}, "left": {"b": 1}}, run, 10, "trectools")
    assert results.scores() == {"q": 1.0, "r": 0.0, "s": 0.0}
    assert [f.count for f in results.findings if f.kind == "unasked"] == [2]
