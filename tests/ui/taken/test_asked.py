"""What is taken along from /evaluate is made when it is asked for, and once."""

from __future__ import annotations

import csv
import io

import pytest

from ndcg_ui.evaluation import taken
from ndcg_ui.evaluation.asked import Settings
from ndcg_ui.evaluation.report import as_csv, as_parquet
from ndcg_ui.evaluation.working import of_example
from tests.ui.evaluations import E, ask_for, offered
from tests.ui.taken.making import OF, make

pytestmark = pytest.mark.usefixtures("common")


def test_nothing_is_made_before_somebody_asks(visit, common):
    page = visit(E)
    page.run()
    assert list(common.iterdir()) == []
    assert offered(page)["url"] == ""


@pytest.mark.parametrize(
    ("ending", "name", "made"),
    [("csv", "ndcg-queries.csv", as_csv), ("parquet", "ndcg-queries.parquet", as_parquet)],
)
def test_a_table_that_is_asked_for_is_served_and_named(visit, client, ending, name, made):
    page = visit(E, ks="3")
    shown = ask_for(page, ending)
    answer = client.get(shown["url"])
    assert answer.content == made(of_example(Settings(ks=(3,))))
    assert f'download="{name}"' in shown["ready"]
    assert f'href="{shown["url"]}"' in shown["ready"]
    assert shown["acknowledged"] == "s1"


def test_the_report_that_is_asked_for_is_of_what_is_on_the_screen(visit, client):
    page = visit(E, a="meanings", b="both", missing="left-out")
    report = client.get(ask_for(page, "html")["url"]).text
    assert "<h2>meanings and both</h2>" in report
    assert "--missing left-out" in report


def test_one_press_makes_one_file_however_often_the_page_is_run(visit, monkeypatch):
    calls = []
    page = visit(E)
    making = "ndcg_ui.evaluation.take_along.as_csv"
    monkeypatch.setattr(making, lambda worked: calls.append(1) or b"x")
    ask_for(page, "csv")
    page.run()
    page.run()
    assert len(calls) == 1


def test_a_run_that_is_cut_off_does_not_make_the_file_again(mine):
    first = make(mine)
    again = taken.take(mine.folder, OF, "csv", lambda: pytest.fail("it is there"))
    assert again == first


def test_the_link_goes_with_the_screen_that_it_is_of_and_the_next_file_takes_its_place(
    visit, client
):
    page = visit(E)
    before = ask_for(page, "csv")["url"]
    page.app.selectbox(key=f"{E}.missing").set_value("left-out")
    page.run()
    assert offered(page)["url"] == ""
    assert offered(page)["ready"] == ""
    after = ask_for(page, "csv", "s2")["url"]
    assert client.get(before).status_code == 404
    assert list(csv.DictReader(io.StringIO(client.get(after).text)))


def test_another_kind_of_file_leaves_the_first(mine, client):
    both = [make(mine, ending).url for ending in ("csv", "html")]
    assert [client.get(url).status_code for url in both] == [200, 200]


@pytest.mark.parametrize("file", ["zip", "exe", "", None, 3, ["csv"], {"a": 1}, "../csv"])
def test_what_is_not_offered_is_not_made(visit, common, file):
    page = visit(E)  # the example needs no saving
    shown = ask_for(page, file)
    assert (shown["url"], shown["acknowledged"]) == ("", "s1")
    assert list(common.glob("*/*")) == []
