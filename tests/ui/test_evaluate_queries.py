"""Every query of /evaluate, without a browser: the table, one that is opened, what adds up."""

import pytest

from ndcg_core.evaluation import bundled, evaluate, explain_difference
from ndcg_ui.evaluation.totals import totals
from ndcg_ui.evaluation.working import _totals as worked_totals
from tests.ui.evaluations import E, opens, order, rows, table_html

NEAR = 1e-12


@pytest.fixture(scope="module")
def results():
    example = bundled()
    return evaluate(example.qrels, example.runs, [10, 5])


def test_every_query_is_in_the_table_the_largest_difference_first(visit, results):
    page = visit(E, a="keywords", b="both")
    one, other = results.scores("keywords", 10), results.scores("both", 10)
    gaps = [abs(other[query] - one[query]) for query in order(page)]
    assert len(gaps) == 60
    assert gaps == sorted(gaps, reverse=True)
    page.app.selectbox(key=f"{E}.sort").set_value("first")
    page.run()
    assert other[order(page)[0]] - one[order(page)[0]] == min(other[q] - one[q] for q in one)


def test_a_query_is_found_by_a_part_of_its_name(visit):
    page = visit(E)
    page.app.text_input(key=f"{E}.find").set_value("HOSTA")
    page.run()
    assert order(page) == ["divide-a-hosta"]
    page.app.text_input(key=f"{E}.find").set_value("no such query")
    page.run()
    assert order(page) == []
    assert "No query has this in its name." in table_html(page)


def test_a_query_that_is_clicked_opens_with_its_moves_and_both_rankings(visit, results):
    page = visit(E, a="keywords", b="both")
    opens(page, "divide-a-hosta")
    found = explain_difference(results, "keywords", "both", 10).query("divide-a-hosta")
    assert "Why: divide-a-hosta" in page.text
    moves = rows(page.html, "moves")
    loud = {move.doc: move.value for move in found.moves if move.value}
    assert loud
    for doc, value in loud.items():
        assert moves[doc] == [pytest.approx(value, abs=NEAR)]
    assert moves["both less keywords"] == [pytest.approx(sum(loud.values()), abs=NEAR)]
    for system in ("keywords", "both"):
        board = page.data(f"{system}.board")
        ranked = results.runs[system].filter(results.runs[system]["query"] == "divide-a-hosta")
        shown = [d["label"].removesuffix(" (unjudged)") for d in board["documents"]]
        assert shown[: board["retrieved"]] == ranked.sort("rank")["doc"].to_list()[:20]
    assert page.app.query_params["q"] == "divide-a-hosta"


def test_a_query_that_a_system_left_out_opens_too(visit):
    page = visit(E, a="meanings", b="both", q="divide-a-hosta")
    assert "meanings returned nothing for this query." in page.text
    assert not page.problems


def test_the_totals_by_grade_by_rank_and_by_judgment_each_add_up_to_the_difference(visit, results):
    page = visit(E, a="keywords", b="both")
    difference = results.mean("both", 10) - results.mean("keywords", 10)
    for handle in ("by-grade", "by-rank", "by-judged"):
        table = rows(page.html, handle)
        total = table.pop("all together")
        assert total == [pytest.approx(difference, abs=NEAR)]
        assert sum(value for (value,) in (v for v in table.values() if v)) == pytest.approx(
            difference, abs=NEAR
        )


def test_what_no_document_explains_has_a_row_of_its_own():
    qrels = {"q1": {"a": 1, "b": 2}, "q2": {"a": 3}}
    runs = {"A": {"q1": ["x", "y"], "q2": ["a"]}, "B": {"q1": ["a", "b"], "q2": ["a"]}}
    results = evaluate(qrels, runs, 10, "lightgbm")
    html = totals(worked_totals(results, "A", "B"), ("A", "B"))
    for handle in ("by-grade", "by-rank", "by-judged"):
        table = rows(html, handle)
        assert table["by convention"] == [pytest.approx(-0.5, abs=NEAR)]
        (whole,) = table.pop("all together")
        assert sum(value for values in table.values() for value in values) == pytest.approx(
            whole, abs=NEAR
        )


def test_the_charts_draw_every_query_and_every_move(visit):
    page = visit(E)
    bars = page.data(".differences")["spec"]["data"][0]["y"]
    assert len(bars) == 60
    assert bars == sorted(bars, reverse=True)
    drawn = page.data(".waterfall")["spec"]["data"][0]
    assert drawn["base"][1] == pytest.approx(drawn["x"][0])
    assert drawn["base"][-2] + drawn["x"][-2] == pytest.approx(drawn["x"][-1])
