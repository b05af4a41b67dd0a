"""Somebody's own files for /evaluate: how they are taken, and which are not."""

import gc

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ndcg_ui import limits
from ndcg_ui.evaluation import sizes
from ndcg_ui.evaluation.files import MOST_RUNS, Files
from ndcg_ui.web import uploads

QRELS = "q1 0 a 3\nq1 0 b 1\nq2 0 a 2\n"
RUN = "q1 Q0 b 1 2.0 x\nq1 Q0 a 2 1.0 x\nq2 Q0 a 1 1.0 x\n"


pytestmark = pytest.mark.usefixtures("common")


@pytest.fixture
def mine():
    return Files()


@pytest.fixture
def client():
    return TestClient(Starlette(routes=uploads.routes()))


def put(client, files, kind, content, name="a name", **more):
    return client.put(
        f"/evaluate/files/{files.token}/{kind}", params={"name": name}, content=content, **more
    )


# --- Taking a file -----------------------------------------------------------------------------


def test_a_file_is_written_to_the_folder_of_its_session_and_nowhere_else(client, mine):
    other = Files()
    assert put(client, mine, "qrels", QRELS).status_code == 200
    (file,) = mine.stored
    assert file.path.read_text() == QRELS
    assert file.path.parent == mine.folder
    assert other.stored == ()


def test_the_folder_is_gone_when_the_session_is(client):
    files = Files()
    put(client, files, "run", RUN)
    folder = files.folder
    assert folder.exists()
    del files
    gc.collect()
    assert not folder.exists()


@pytest.mark.parametrize("token", ["none", "..", "%2e%2e", f"{'0' * 8}-{'x' * 24}", "{owner}"])
def test_without_the_secret_of_a_session_nothing_is_taken(client, mine, token):
    guess = token.format(owner=mine.token[:8])
    answer = client.put(f"/evaluate/files/{guess}/run?name=x", content=RUN)
    assert answer.status_code in (404, 405)
    assert mine.stored == ()


def test_a_page_that_is_no_longer_known_says_what_to_do(client):
    assert "Reload it" in client.put("/evaluate/files/none/run?name=x", content=RUN).text


def test_a_file_that_is_too_long_is_refused_before_it_comes(client, mine, monkeypatch):
    monkeypatch.setenv(limits.UPLOAD_MB, "1")
    answer = put(client, mine, "run", b"x" * 1_000_001)
    assert answer.status_code == 413
    assert "A file may have 1 MB; this one has 1 MB." in answer.text
    assert list(mine.folder.iterdir()) == []


def test_everybodys_files_together_have_a_bound(client, mine, monkeypatch):
    monkeypatch.setenv(limits.UPLOAD_MB, "1")
    monkeypatch.setattr(limits, "UPLOADS_AT_ONCE", 2)
    assert put(client, mine, "qrels", b"x" * 999_000).status_code == 200
    answer = put(client, Files(), "run", b"x" * 999_000)
    assert answer.status_code == 503
    assert "as many files as it can" in answer.text


def test_a_length_that_is_not_told_or_not_true_is_refused(client, mine):
    answer = put(client, mine, "run", iter([b"q1 "]))
    assert answer.status_code == 411
    answer = put(client, mine, "run", iter([b"12345"]), headers={"content-length": "3"})
    assert answer.status_code == 400
    assert mine.stored == ()
    assert list(mine.folder.iterdir()) == []


def test_judgments_replace_judgments_and_a_run_the_one_with_its_name(client, mine):
    for _ in range(2):
        put(client, mine, "qrels", QRELS, "one")
        put(client, mine, "run", RUN, "my run")
    put(client, mine, "qrels", QRELS + "q3 0 a 1\n", "two")
    assert [file.name for file in mine.stored] == ["two", "my run"]
    assert len(list(mine.folder.glob("*.json"))) == 2
    assert len(list(mine.folder.iterdir())) == 4


def test_of_more_than_five_runs_the_sixth_is_refused(client, mine):
    for number in range(MOST_RUNS):
        assert put(client, mine, "run", RUN, f"run {number}").status_code == 200
    answer = put(client, mine, "run", RUN, "one more")
    assert (answer.status_code, len(mine.runs)) == (409, MOST_RUNS)
    assert "take one off first" in answer.text


@pytest.mark.parametrize("name", ["../../etc/passwd", "a\0b", "x" * 5000, "\u202e", "<b>", ""])
def test_a_name_is_only_a_name(client, mine, name):
    put(client, mine, "run", RUN, name)
    (file,) = mine.stored
    assert file.path.parent == mine.folder
    assert 0 < len(file.name) <= 255
    assert file.name.isprintable()


LONG = "search engine of the garden shop, second half of the year, " * 4


@pytest.mark.parametrize(
    "name", [f"{LONG}.run", " a\u202fb ", "-k"], ids=["long", "blanks", "dash"]
)
def test_a_files_name_is_kept_whole_as_the_command_names_it(client, mine, name):
    put(client, mine, "run", RUN, name)
    put(client, mine, "run", RUN, f"{name}2")
    assert [file.name for file in mine.stored] == [name, f"{name}2"]


def test_a_setting_that_is_no_number_says_so(monkeypatch):
    monkeypatch.setenv(limits.UPLOAD_MB, "a lot")
    with pytest.raises(ValueError, match="NDCG_UPLOAD_MB is 'a lot'"):
        sizes.upload_bytes()
