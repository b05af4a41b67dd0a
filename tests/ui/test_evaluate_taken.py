"""What is taken along from /evaluate: made when it is asked for, served from disk by a secret."""

import asyncio
import csv
import gc
import io
from email.message import EmailMessage

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ndcg_ui.evaluation import folders, limits, taken
from ndcg_ui.evaluation.asked import Settings
from ndcg_ui.evaluation.files import Files
from ndcg_ui.evaluation.report import as_csv, as_parquet
from ndcg_ui.evaluation.room_left import FULL
from ndcg_ui.evaluation.working import of_example
from ndcg_ui.web import downloads
from tests.clock import run
from tests.ui.evaluations import E, ask_for, offered

OF = taken.stamp("an evaluation")


pytestmark = pytest.mark.usefixtures("common")


@pytest.fixture
def app():
    return Starlette(routes=downloads.routes())


@pytest.fixture
def client(app):
    return TestClient(app)


@pytest.fixture
def mine():
    return Files()


def make(files, ending="csv", content=b"a,b\n", of=OF):
    return taken.take(files.folder, of, ending, lambda: content)


# --- Asking on the page -------------------------------------------------------------------------


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


# --- Room ---------------------------------------------------------------------------------------


def test_what_is_made_counts_among_everybodys_files(mine):
    make(mine, content=b"x" * 100)
    mine.paste("run", "", "q1 Q0 a 1 1 x\n")
    assert folders.held() == 100 + len("q1 Q0 a 1 1 x\n")


def test_where_there_is_no_room_the_page_says_so_and_asks_no_further(visit, monkeypatch):
    monkeypatch.setattr(limits, "TAKEN_TOGETHER", 10)
    monkeypatch.setattr(limits, "UPLOADS_AT_ONCE", 0)
    page = visit(E)
    shown = ask_for(page, "csv")
    assert (shown["problem"], shown["url"], shown["acknowledged"]) == (FULL, "", "s1")


def test_the_last_file_of_its_kind_makes_room_for_the_next(mine, monkeypatch):
    monkeypatch.setattr(limits, "UPLOADS_AT_ONCE", 0)
    monkeypatch.setattr(limits, "TAKEN_TOGETHER", 10)
    assert make(mine, content=b"x" * 8).url
    assert make(mine, content=b"y" * 9, of=taken.stamp("another")).url
    assert make(mine, "html", b"z" * 2).why == FULL


def test_where_no_file_may_be_brought_one_can_be_taken(mine, monkeypatch):
    monkeypatch.setenv(limits.UPLOAD_MB, "0")
    assert make(mine).url


def test_a_folder_that_is_gone_is_a_sentence(mine):
    mine.folder.rmdir()
    assert make(mine).why == taken.UNWRITTEN


def test_a_disk_that_fills_up_leaves_no_half_of_a_file(mine, monkeypatch):
    def full(path, content):
        path.with_suffix(".part").write_bytes(content[:1])
        raise OSError("No space left on device")

    monkeypatch.setattr(taken, "put", full)
    assert make(mine).why == taken.UNWRITTEN
    assert list(mine.folder.iterdir()) == []


def test_a_file_that_cannot_be_made_is_a_sentence_and_a_line_in_the_log(mine, caplog):
    made = taken.take(mine.folder, OF, "csv", lambda: 1 / 0)
    assert (made.why, made.url) == (taken.OURS, "")
    assert "ZeroDivisionError" in caplog.text


# --- Taking it ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ending", "media_type"),
    [
        ("html", "text/html; charset=utf-8"),
        ("csv", "text/csv; charset=utf-8"),
        ("parquet", "application/vnd.apache.parquet"),
        ("zip", "application/zip"),
    ],
)
def test_a_file_comes_whole_as_what_it_is_and_is_kept_nowhere(client, mine, ending, media_type):
    answer = client.get(make(mine, ending, b"<b>\0").url)
    assert answer.content == b"<b>\0"
    assert answer.headers["content-type"] == media_type
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    disposition = EmailMessage()
    disposition["Content-Disposition"] = answer.headers["content-disposition"]
    assert disposition.get_content_disposition() == "attachment"
    assert disposition.get_filename() == taken.OFFERS[ending].name


def test_its_size_is_told_before_it_comes(client, mine):
    answer = client.head(make(mine, content=b"x" * 321).url)
    assert (answer.status_code, answer.headers["content-length"]) == (200, "321")
    assert answer.content == b""


def test_a_large_file_comes_from_disk_in_pieces(app, mine):
    url, pieces = make(mine, content=b"x" * 5_000_000).url, []

    async def send(message):
        pieces.append(len(message.get("body", b"")))

    async def nothing():
        await asyncio.Event().wait()

    scope = {"type": "http", "method": "GET", "path": url, "headers": [], "query_string": b""}
    run(app(scope, nothing, send))
    assert sum(pieces) == 5_000_000
    assert max(pieces) <= 1_000_000


def test_without_the_secret_of_a_session_nothing_is_given(client, mine):
    url = make(mine).url
    for guess in ("none", "..", "%2e%2e", mine.token[:8], mine.token[:-1], f"{'0' * 8}-{'x' * 24}"):
        assert client.get(url.replace(mine.token, guess)).status_code == 404


def test_with_the_secret_only_what_was_made_to_be_taken_is_given(client, mine, common):
    made = make(mine)
    mine.paste("run", "", "secret")
    (mine.folder / "job-1").mkdir()
    (mine.folder / "taken-0123456789abcdef.exe").write_text("secret")
    (common / made.file).write_text("secret")
    names = [
        *(path.name for path in mine.folder.iterdir() if path.name != made.file),
        *(f"../{made.file}", f"%2e%2e/{made.file}", f"..%2f{made.file}", f"{made.file}%00"),
        *(
            f"{made.file}%0a",
            f"{made.file}.json",
            made.file.upper(),
            "taken-.csv",
            "%ff",
            "x" * 3000,
        ),
    ]
    for name in names:
        answer = client.get(f"/evaluate/taken/{mine.token}/{name}")
        assert answer.status_code == 404, name
        assert "secret" not in answer.text
    assert client.get(made.url).status_code == 200


@pytest.mark.parametrize("method", ["PUT", "POST", "DELETE", "PATCH"])
def test_nothing_can_be_put_there(client, mine, method):
    assert client.request(method, make(mine).url, content=b"x").status_code == 405


def test_a_session_that_has_ended_took_its_files_along_and_a_sentence_says_what_to_do(client):
    files = Files()
    url = make(files).url
    del files
    gc.collect()
    told = client.get(url)
    assert (told.status_code, told.text) == (404, downloads.GONE)
    page = client.get(url, headers={"accept": "text/html,*/*"})
    assert page.status_code == 404
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<h1>No file here</h1>" in page.text
    assert downloads.GONE in page.text
    assert 'href="/evaluate"' in page.text
