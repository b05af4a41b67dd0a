"""The page of many queries and systems, without a browser: its systems, two of them, the link."""

import re

import pytest
import streamlit as st

from ndcg_core.content import load_toml
from ndcg_core.evaluation import (
    compare,
    evaluate,
    evaluate_measure,
    explain_difference,
    load_bundled,
    read_qrels,
    read_run,
)
from ndcg_ui.components.figure.comparisons import plot_query_waterfall
from ndcg_ui.pages.evaluate import pair as comparison
from ndcg_ui.pages.evaluate.folders import serialize
from ndcg_ui.pages.evaluate.link import EvaluationSettings, read_cutoffs
from ndcg_ui.pages.evaluate.one_query import render_convention_steps, render_moves
from ndcg_ui.pages.evaluate.pair import MOST_QUERIES, QueryRow
from ndcg_ui.pages.evaluate.working import evaluate_files, restore_evaluation, store_tables
from tests.ui.evaluations import E, open_query, read_order, read_rows, read_table_html

CASES = load_toml(__file__, "cases.toml")["evaluate"]

NEAR = 1e-12


@pytest.fixture(scope="module")
def example():
    return load_bundled()


@pytest.fixture(scope="module")
def results(example):
    return evaluate(example.qrels, example.runs, [10, 5])


# --- Before anything is loaded -----------------------------------------------------------------


def test_fields_of_the_page_are_labelled_and_the_lessons_data_has_two_systems(visit):
    page = visit(E, data="lesson")
    assert [
        box.label for box in page.app.selectbox if box.label.endswith(("system", "Sort by"))
    ] == [
        *("First system", "Second system", "Sort by"),
    ]
    assert [field.label for field in page.app.text_input] == [
        *("Cutoffs k, main cutoff first", "Columns of your files, if their names are unusual"),
        "Find a query",
    ]
    assert list(read_rows(page.html, "systems")) == ["system", "North", "South"]
    story = "The five queries of the lesson “Many queries, two systems”: North and South return"
    assert f'<p class="note" data-testid="story">{story}' in page.html
    assert "Command for the same evaluation" not in page.text
    page.app.text_input(key=f"{E}.find").set_value("no such query")
    page.run()
    assert "No query name contains this text." in read_table_html(page)


def test_two_systems_are_compared_in_the_cores_words(visit, example, results):
    page = visit(E, a="keywords", b="meanings", beside="lightgbm")
    assert "Why LightGBM prints another number" in page.text
    assert "This page’s link holds every setting. To get a report, print this page" in page.text
    there = evaluate(example.qrels, example.runs, 10, "lightgbm").mean("both")
    assert read_rows(page.html, "systems")["both"][3] == pytest.approx(there, abs=NEAR)
    pair = compare(results).pair("keywords", "meanings")
    by_p = compare(evaluate_measure(results, "P@10")).pair("keywords", "meanings").sentences[-1]
    for sentence in (*pair.sentences, by_p, "AP is not a sum over documents"):
        assert sentence in page.text + page.get_data(".by unjudged")["text"]
    assert page.get_data(".ranges")["spec"]["data"][-1]["x"][0] == pytest.approx(pair.difference)


# --- Every query -------------------------------------------------------------------------------


def test_table_and_chart_have_every_query_by_difference(visit, results):
    page = visit(E, a="keywords", b="both")
    one, other = results.scores("keywords", 10), results.scores("both", 10)
    gaps = [abs(other[query] - one[query]) for query in read_order(page)]
    assert len(gaps) == 60
    assert gaps == sorted(gaps, reverse=True)
    page.app.selectbox(key=f"{E}.sort").set_value("first")
    page.run()
    assert other[read_order(page)[0]] - one[read_order(page)[0]] == min(
        other[q] - one[q] for q in one
    )
    page = visit(E)
    bars = page.get_data(".differences")["spec"]["data"][0]["y"]
    assert len(bars) == 60
    assert bars == sorted(bars, reverse=True)
    assert page.get_data(".waterfall")["spec"]["data"]


def test_swapped_systems_change_the_columns_and_the_signs(visit):
    def read_page(first, second):
        page = visit(E, a=first, b=second)
        assert f"{second} minus {first}" in page.text
        groups = {
            tuple(name.split(" → ")): numbers[-1]
            for title in ("by-grade", "by-rank")
            for name, numbers in read_rows(page.html, title).items()
            if numbers and name != "in all"
        }
        sentences = re.findall(r"by grade, .*? minus ", page.text)
        spans = page.get_data(".ranges")["spec"]["data"]
        rows = read_rows(read_table_html(page), "queries")
        return {query: row for query, row in rows.items() if row}, groups, sentences, spans

    table, groups, sentences, spans = read_page("meanings", "both")
    swapped_table, swapped_groups, swapped_sentences, swapped_spans = read_page("both", "meanings")
    assert swapped_table == {
        query: pytest.approx([two, one, -gap]) for query, (one, two, gap) in table.items()
    }
    assert swapped_groups == {group[::-1]: pytest.approx(-value) for group, value in groups.items()}
    assert swapped_sentences == sentences != []
    assert swapped_spans != spans


def test_a_clicked_query_opens_with_moves_and_both_rankings(visit, results):
    page = visit(E, a="keywords", b="both")
    open_query(page, "divide-a-hosta")
    (anchor,) = re.findall(r'<h2 data-place="(why-[0-9a-f]{8})" tabindex="-1">Why: ', page.html)
    assert page.get_data(".queries")["go"] == anchor
    found = explain_difference(results, "keywords", "both", 10).query("divide-a-hosta")
    assert "Why: divide-a-hosta" in page.text
    moved = read_rows(page.html, "moves")["both minus keywords"]
    assert moved == [pytest.approx(found.difference, abs=NEAR)]
    for system in ("keywords", "both"):
        board = page.get_data(f"{system}.board")
        ranked = results.runs[system].filter(results.runs[system]["query"] == "divide-a-hosta")
        shown = [d["label"].removesuffix(" (unjudged)") for d in board["documents"]]
        assert shown[: board["retrieved"]] == ranked.sort("rank")["doc"].to_list()[:20]
    assert page.app.query_params["q"] == "divide-a-hosta"
    again = visit(E, **page.app.query_params)
    assert "Why: divide-a-hosta" in again.text
    assert again.app.query_params == page.app.query_params


def test_small_moves_share_a_row_and_a_bar_and_all_add_up():
    docs = [f"d{n}" for n in range(30)]
    qrels = read_qrels({"q": {doc: 1 + n % 3 for n, doc in enumerate(docs)}})
    runs = read_run({"q": docs}, "one"), read_run({"q": docs[::-1]}, "two")
    found = evaluate_files(qrels, runs, EvaluationSettings((30,))).explain_query("one", "two", "q")
    table = read_rows(str(render_moves(found, ("one", "two"), 30)), "moves")
    _, *moves, (rest, value), (_, total) = table.items()
    assert rest == f"{len(docs) - len(moves)} more"
    assert sum(effect[0] for _, effect in (*moves, (rest, value))) == pytest.approx(total[0])
    assert max(map(abs, value)) < sum(abs(effect[0]) for _, effect in moves)
    bars = plot_query_waterfall(found, ("one", "two")).spec["data"][0]
    assert bars["x"][1:-1] == pytest.approx([effect[0] for _, effect in (*moves, (rest, value))])
    assert bars["x"][0] + sum(bars["x"][1:-1]) == pytest.approx(bars["x"][-1])


def test_a_move_names_the_system_that_did_not_return_the_document():
    runs = read_run({"q": ["a"]}, "one"), read_run({"q": ["b"]}, "two")
    made = evaluate_files(read_qrels({"q": {"a": 1, "b": 2}}), runs, EvaluationSettings())
    html = str(render_moves(made.explain_query("one", "two", "q"), ("one", "two"), 10))
    assert "<td>1 → not returned</td>" in html
    assert "<td>not returned → 1</td>" in html


def test_the_number_of_matching_queries_is_below_the_table():
    qrels = {f"q{n}": {"a": 1} for n in range(MOST_QUERIES + 5)}
    run = {query: ["a"] for query in qrels}
    made = evaluate_files(
        read_qrels(qrels), (read_run(run, "one"), read_run(run, "two")), EvaluationSettings()
    )
    pair = made.compared.pair("one", "two")
    lines = [QueryRow(query, 1.0, 1.0, 0.0, None) for query in qrels]
    for shown, sentence in (
        ([], "No query name contains this text."),
        (lines[:1], "1 query."),
        (lines[:2], "2 queries."),
        (lines, f"The first {MOST_QUERIES} of {MOST_QUERIES + 5}. Change the order,"),
    ):
        html = str(comparison.render_query_table(shown, pair, ""))
        assert sentence in html
        assert html.count('data-testid="query"') == min(len(shown), MOST_QUERIES)


# --- The link and what a browser may send ------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "ks", "sentence"),
    [
        ("5, 5 all", (5, None), ""),
        ("10000 ALL", (10_000, None), ""),
        ("10001", (10, 5), "Cutoff “10001”: it must be a whole number from 1 to 10,000"),
        ("1 2 3 4 5 6", (1, 2, 3, 4, 5, 6), ""),
        ("1 2 3 4 5 6 6", (1, 2, 3, 4, 5, 6), ""),
        ("", (10, 5), "No cutoff is given. Cutoffs 10 and 5 are used."),
        ("3 ten", (10, 5), "Cutoff “ten”: it must be a whole number from 1 to 10,000"),
        ("1 2 3 4 5 6 7", (1, 2, 3, 4, 5, 6), "These are 7 cutoffs. The first 6 are used."),
    ],
)
def test_the_cutoffs_of_a_link_are_read_or_explained(text, ks, sentence):
    found, problem = read_cutoffs(text)
    assert found == ks
    assert problem.startswith(sentence)
    assert bool(problem) == bool(sentence)


@pytest.mark.parametrize(
    "query",
    CASES["nonsense"],
    ids=["unknown names", "unknown choices"],
)
def test_a_nonsense_link_shows_the_example(visit, query):
    page = visit(E, **query)
    assert len(read_rows(page.html, "systems")) == 4
    assert len(read_order(page)) == 60
    assert "<i>" not in page.html


# --- Somebody's files, held on disk ------------------------------------------------------------

QRELS = {f"q{n}": {"a": 3, "b": 1, "<i>": 2} for n in range(MOST_QUERIES + 5)}
RUNS = {
    "one": {query: ["a", "x", "b"] for query in QRELS},
    "two": {query: ["<i>", "a"] for query in list(QRELS)[1:]},
}


def test_stored_results_with_documents_in_files_are_equal(tmp_path):
    runs = tuple(read_run(run, name) for name, run in RUNS.items())
    settings = EvaluationSettings(second="lightgbm")
    here = evaluate_files(read_qrels(QRELS), runs, settings)
    there = restore_evaluation(serialize(store_tables(here, tmp_path)), settings, tmp_path)
    assert not there.results.runs
    assert there.results.frame.equals(here.results.frame)
    one, other = (repr((w.means, w.compared, w.totals, w.made_up)) for w in (here, there))
    assert one == other
    assert there.second.values.equals(here.second.values)
    for query in ("q0", "q7"):
        one, other = (
            render_convention_steps(w.get_second_convention(query), w.results, query)
            for w in (here, there)
        )
        assert str(one) == str(other)
    assert there.explain_query("one", "two", "q7") == here.explain_query("one", "two", "q7")
    assert there.select_query("q7").trace("two", "q7") == here.select_query("q7").trace("two", "q7")
    kept = {"0.parquet", "1.parquet", "judged.parquet", "steps.parquet", "stops.parquet"}
    assert {path.name for path in tmp_path.iterdir()} == kept | {"frame.arrow"}


def test_a_cleared_field_stays_empty_and_leaves_the_link(visit, common):
    link = {"data": "own", "columns": "doc=product", "beside": "lightgbm", "ks": "3"}
    page = visit(E, **link)
    assert page.app.query_params == link
    page.app.text_input(key=f"{E}.columns").set_value("")
    page.run()
    assert page.app.query_params == {"data": "own", "beside": "lightgbm", "ks": "3"}
    page.app.selectbox(key=f"{E}.beside").select_index(0)
    page.app.text_input(key=f"{E}.ks").set_value("")
    page.run()
    assert page.app.query_params == {"data": "own", "ks": ""}
    assert page.problems == ["No cutoff is given. Cutoffs 10 and 5 are used."]
    assert [page.app.text_input(key=f"{E}.{name}").value for name in ("columns", "ks")] == ["", ""]


def test_every_run_sends_the_fields_values_as_first_ones(visit):
    """A browser that is slower than the runs draws the fields first from a later run."""
    page = visit(E, missing="left-out", rules="lightgbm", ks="3")
    for _ in range(2):
        page.run()
        box = page.app.selectbox(key=f"{E}.rules").proto
        assert (box.options[box.default], page.app.text_input(key=f"{E}.ks").proto.default) == (
            "LightGBM",
            "3",
        )
    page.app.text_input(key=f"{E}.ks").set_value("2")
    page.app.selectbox(key=f"{E}.a").select("both")
    for _ in range(2):
        page.run()
        assert page.app.text_input(key=f"{E}.ks").proto.default == "2"
        for name, system in (("a", "both"), ("b", "meanings")):
            box = page.app.selectbox(key=f"{E}.{name}")
            assert box.value == system
            assert box.proto.set_value or box.proto.options[box.proto.default] == system
    assert not page.app.warning


def test_fields_of_an_interrupted_run_start_from_the_link(visit, monkeypatch):
    """A browser that never saw the fields would report their first options."""
    drawn, in_words = [], comparison.render_comparison

    def cut_off_once(pair):
        drawn.append(pair)
        return st.rerun() if len(drawn) == 1 else in_words(pair)

    monkeypatch.setattr(comparison, "render_comparison", cut_off_once)
    page = visit(E, missing="left-out", rules="lightgbm", ks="3")
    boxes = {name: page.app.selectbox(key=f"{E}.{name}") for name in ("missing", "rules")}
    assert {n: box.options[box.proto.default] for n, box in boxes.items()} == {
        "missing": "is left out, as in pytrec_eval",
        "rules": "LightGBM",
    }
    assert page.app.text_input(key=f"{E}.ks").proto.default == "3"
    assert len(drawn) == 2
