"""What can be taken along from /evaluate: a report, tables, and a command."""

import csv
import io
import re
import xml.etree.ElementTree as ElementTree

import polars as pl
import pytest

from ndcg_core.evaluation import compare, read_qrels, read_run
from ndcg_ui.evaluation.question import Settings
from ndcg_ui.evaluation.report import command
from ndcg_ui.evaluation.report import EXPLAINED, as_csv, as_parquet, report
from ndcg_ui.evaluation.working import of_example, work
from tests.ui.evaluations import labels, rows


@pytest.fixture(scope="module")
def worked():
    return of_example(Settings(second="lightgbm"))


@pytest.fixture(scope="module")
def page(worked):
    return report(worked, ("keywords", "both"), "ndcg evaluate --example").decode()


def test_the_report_needs_nothing_but_itself(page):
    assert not re.search(r"<(script|link|img|iframe)|src=|@import|url\(|https?:", page)
    assert page.startswith("<!doctype html>")
    assert page.count("<h1>") == 1


def test_the_report_says_what_the_page_says(page, worked):
    pair = compare(worked.results).pair("keywords", "both")
    for sentence in pair.words:
        assert sentence in page
    for mean in worked.means:
        assert mean.mean in rows(page, "systems")[mean.system]
    assert "Why LightGBM prints another number" in page
    assert "ndcg evaluate --example" in page
    assert len(rows(page, "queries")) == 61
    assert page.count('data-testid="query-values"') == EXPLAINED


def test_its_pictures_draw_every_query_and_are_well_formed(page):
    pictures = [ElementTree.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", page, re.S)]
    assert len(pictures) == 2 + EXPLAINED
    assert len(pictures[0].findall("rect")) == 60
    assert len(pictures[1].findall("circle")) == 60
    for svg in pictures:
        wide, high = map(float, svg.get("viewBox").split()[2:])
        for box in svg.findall("rect"):
            x, y, width, height = (float(box.get(n)) for n in ("x", "y", "width", "height"))
            assert 0 <= x <= x + width <= wide + 0.1
            assert 0 <= y <= y + height <= high + 0.1


def test_what_somebody_wrote_is_text_in_the_report_and_no_formula_in_the_table():
    odd = "<script>=1+1</script>"
    qrels = read_qrels({"=q": {odd: 1, "b": 2}, "w": {"b": 1}})
    runs = (read_run({"=q": [odd, "b"], "w": ["b"]}, "+a"), read_run({"=q": ["b", odd]}, "<u>"))
    found = work(qrels, runs, Settings())
    page = report(found, ("+a", "<u>"), "").decode()
    assert "<script>" not in page
    assert "<u>" not in page
    for svg in re.findall(r"<svg.*?</svg>", page, re.S):
        ElementTree.fromstring(svg)
    listed = list(csv.DictReader(io.StringIO(as_csv(found).decode())))
    assert {row["query"] for row in listed} == {"'=q", "w"}
    assert {row["system"] for row in listed} == {"'+a", "<u>"}


def test_both_tables_hold_every_system_query_and_cutoff_in_full(worked):
    columns = worked.results.frame.columns
    assert pl.read_parquet(as_parquet(worked)).select(columns).equals(worked.results.frame)
    listed = pl.read_csv(as_csv(worked))
    assert listed["ndcg"].to_list() == worked.results.frame["ndcg"].to_list()
    assert listed.height == 3 * 60 * 2


def test_one_system_alone_has_a_report_too():
    found = work(read_qrels({"q": {"a": 1}}), (read_run({"q": ["a"]}, "alone"),), Settings())
    assert "alone" in report(found, None, "").decode()


def test_a_name_with_a_blank_is_quoted_in_the_command():
    assert "'my run; rm'" in command(Settings(), ["q", "my run; rm"])


def test_the_page_offers_the_report_the_tables_and_the_command(visit):
    page = visit("evaluate", missing="left-out")
    assert labels(page) == ["Report (HTML)", "Every query (CSV)", "Every query (Parquet)"]
    (said,) = page.app.code
    assert said.value == "ndcg evaluate --example --k 10 5 --missing left-out"
