"""A file is served from disk, whole, to whoever has its secret and to nobody else."""

from __future__ import annotations

import asyncio
import gc
from email.message import EmailMessage

import pytest

from ndcg_ui.evaluation import taken
from ndcg_ui.evaluation.files import Files
from ndcg_ui.web import downloads
from tests.clock import run
from tests.ui.taken.making import make

pytestmark = pytest.mark.usefixtures("common")


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

    scope = {
        "type": "http",
        "method": "GET",
        "path": url.removeprefix("."),
        "headers": [],
        "query_string": b"",
    }
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
    plain = client.get(url)
    assert (plain.status_code, plain.text) == (404, downloads.GONE)
    page = client.get(url, headers={"accept": "text/html,*/*"})
    assert page.status_code == 404
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<h1>No file here</h1>" in page.text
    assert downloads.GONE in page.text
    assert 'href="../../../evaluate"' in page.text
