"""A second convention beside the first: its numbers are the library's own, and why they differ."""

import re
from dataclasses import replace
from html import unescape
from io import BytesIO, StringIO
from math import nan

import polars as pl
import pytest

from ndcg_core.content import load_toml
from ndcg_core.evaluation import Choices, read_qrels, read_run
from ndcg_core.evaluation.findings import make_finding
from ndcg_core.libraries.chains import list_changes
from ndcg_core.metric import CONVENTIONS
from ndcg_ui.pages.evaluate.exports import build_command, build_queries_csv, build_queries_parquet
from ndcg_ui.pages.evaluate.link import EvaluationSettings
from ndcg_ui.pages.evaluate.one_query import render_convention_steps, render_effect_formula
from ndcg_ui.pages.evaluate.systems import render_findings, render_second_convention, render_systems
from ndcg_ui.pages.evaluate.working import evaluate_files
from tests.evaluation.many import RandomFiles, make_random_files, score_by_core

CASES = load_toml(__file__, "cases.toml")["evaluate_second"]

FIRST = "trec_eval-ndcg_cut"


def evaluate_with_second(found: RandomFiles, rules: str, beside: str, *ks: int | None):
    settings = EvaluationSettings(ks or (5,), rules, beside)
    return evaluate_files(read_qrels(found.qrels), (read_run(found.run, "mine"),), settings)


def are_close(one, other):
    return one == pytest.approx(other, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize(("rules", "beside"), CASES["pairs"])
def test_each_step_changes_one_choice_and_equals_the_pure_core(rules, beside):
    found = make_random_files(2, twice=False)
    other = evaluate_with_second(found, rules, beside).second
    before, expected = score_by_core(found, 5, rules), []
    for change in list_changes(rules, beside, has_many_queries=True):
        after = score_by_core(found, 5, change.after)
        both = {*before, *after}
        changes = sum(not are_close(before.get(q, nan), after.get(q, nan)) for q in both)
        expected += [(after, changes)] if changes else []
        before = after
    assert are_close(before, score_by_core(found, 5, beside))
    assert [step.changes["mine"] for step in other.steps] == [changes for _, changes in expected]
    for step, (after, _) in zip(other.steps, expected, strict=True):
        assert are_close(dict(step.scores["mine"]), after)


ONE = RandomFiles(
    [("q", "a", 0.5), ("z", "a", 1.0)], [("q", "a", 1.0), ("q", "b", 0.5), ("z", "a", 1.0)]
)


@pytest.mark.parametrize(("beside", "sentence"), CASES["refused"])
def test_a_ranking_that_the_library_refuses_is_shown_with_its_error(beside, sentence):
    made = evaluate_with_second(ONE, FIRST, beside)
    assert sentence in unescape(str(render_second_convention(made.second, made)))
    refused = made.second.stops[0].query
    for query in ("q", "z"):
        shown = str(render_convention_steps(made.second, made.results, query) or "")
        assert ("query-stops" in shown) == (query == refused)


def draw_page(made):
    second = render_second_convention(made.second, made)
    return f"{render_systems(made, ())}{second}{render_findings(made.findings)}"


def test_a_convention_without_a_cutoff_has_one_column():
    found = make_random_files(2, twice=False)
    page = draw_page(evaluate_with_second(found, FIRST, "trec_eval-ndcg", 5, 3))
    assert page.count("trec_eval 10 ndcg</th>") == 2  # of the systems, and towards its number
    page = draw_page(evaluate_with_second(found, "trec_eval-ndcg", FIRST, 5, 3))
    assert "This convention has no cutoff k. All ranks count" in page
    assert "mean NDCG</th>" in page
    assert "trec_eval 10 ndcg_cut NDCG@5</th>" in page
    assert "NDCG@3" not in page


@pytest.mark.parametrize(
    ("qrels", "beside", "columns"),
    [
        ({"a": 2, "b": 1}, "lightgbm", ["LightGBM NDCG@2", "LightGBM NDCG@1"]),
        ({"a": 2, "b": 1}, "trec_eval-ndcg", ["trec_eval 10 ndcg"]),
        ({"a": -1, "b": 1}, "lightgbm", []),
    ],
)
def test_each_system_has_a_cell_below_each_column_of_the_second_convention(qrels, beside, columns):
    run = read_run({"q": ["b", "a"]}, "mine")
    made = evaluate_files(
        read_qrels({"q": qrels}), (run,), EvaluationSettings((2, 1), FIRST, beside)
    )
    head, *rows = draw_page(made).partition("</table>")[0].split("<tr")[1:]
    names = re.findall(r"<th[^>]*>([^<]*)</th>", head)
    assert [name for name in names if name.startswith(("LightGBM", "trec_eval"))] == columns
    assert [len(re.findall("<t[dh][ >]", row)) for row in rows] == [len(names)]
    refusal = re.findall("has no number for these files.*?must be 0 or more", draw_page(made), re.S)
    assert len(refusal) == (not columns)


def test_a_finding_names_the_option_of_the_page():
    html = str(render_findings([make_finding("order", "a.run", 1, "score")]))
    assert "choose that the ranking is made from “the scores, lowest first”." in html


def test_findings_after_the_first_40_are_counted():
    findings = [make_finding("nan", f"run {n}", 1, "last") for n in range(45)]
    html = str(render_findings(findings))
    assert html.count("<li") == 41
    assert "run 39" in html
    assert "5 more findings." in html
    assert "more findings" not in str(render_findings(findings[:40]))


@pytest.mark.parametrize("missing", ["zero", "left-out"])
def test_tables_and_command_include_the_second_conventions_numbers(missing):
    found = make_random_files(2, twice=False)
    choices = Choices(missing=missing)
    settings = EvaluationSettings((5, None), FIRST, "lightgbm", choices)
    runs = (read_run(found.run, "one"), read_run(found.run, "two"))
    made = evaluate_files(read_qrels(found.qrels), runs, settings)
    held = set(found.qrels) if missing == "zero" else set(found.qrels) & set(found.run)
    for table in (
        pl.read_csv(StringIO(build_queries_csv(made).decode())),
        pl.read_parquet(BytesIO(build_queries_parquet(made))),
    ):
        for k in (5, None):
            here = score_by_core(found, k, replace(CONVENTIONS["lightgbm"], missing=missing))
            rows = table.filter(pl.col("k").eq_missing(pl.lit(k, pl.Int64)))
            assert rows.height == 2 * len(held)
            for query, value in rows.select("query", "ndcg_lightgbm").iter_rows():
                assert are_close(value, here[query])
    first, second = build_command(settings).splitlines()
    assert second.replace(" --convention lightgbm", "") == first != second


@pytest.mark.parametrize(("rules", "sentence"), CASES["divides"])
def test_the_text_below_a_waterfall_describes_its_conventions_division(rules, sentence):
    qrels = read_qrels({"q": {"a": 2, "b": 1, "c": 0}})
    second = ["c"] if rules == "lightgbm" else ["b", "c", "a"]
    runs = read_run({"q": ["c", "a"]}, "one"), read_run({"q": second}, "two")
    made = evaluate_files(qrels, runs, EvaluationSettings((2,), rules))
    found = made.explain_query("one", "two", "q")
    assert sentence in render_effect_formula(found, ("one", "two"), made.results)
