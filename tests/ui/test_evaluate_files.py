"""Somebody's own files for /evaluate: how they are taken, worked out apart, and refused."""

import gc
import gzip
import pickle
import time

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ndcg_ui.evaluation import files as brought
from ndcg_ui.evaluation import limits
from ndcg_ui.evaluation.asked import Asked, Settings
from ndcg_ui.evaluation.files import MOST_RUNS, Files
from ndcg_ui.evaluation.job import CANCELLED, Job
from ndcg_ui.evaluation.worker import Task, run
from ndcg_ui.web import uploads

QRELS = "q1 0 a 3\nq1 0 b 1\nq2 0 a 2\n"
RUN = "q1 Q0 b 1 2.0 x\nq1 Q0 a 2 1.0 x\nq2 Q0 a 1 1.0 x\n"


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


def test_without_the_secret_of_a_session_nothing_is_taken(client):
    answer = client.put("/evaluate/files/none/run?name=x", content=RUN)
    assert answer.status_code == 404
    assert "Reload it" in answer.text


def test_a_file_that_is_too_long_is_refused_before_it_comes(client, mine, monkeypatch):
    monkeypatch.setenv(limits.UPLOAD_MB, "1")
    answer = put(client, mine, "run", b"x" * 1_000_001)
    assert answer.status_code == 413
    assert "A file may have 1 MB; this one has 1 MB." in answer.text
    assert list(mine.folder.iterdir()) == []


def test_everybodys_files_together_have_a_bound(client, mine, monkeypatch):
    monkeypatch.setenv(limits.UPLOAD_MB, "1")
    monkeypatch.setattr(limits, "UPLOADS_AT_ONCE", 1)
    held = sum(files.size for files in brought.EVERYBODYS.values())
    put(client, mine, "qrels", b"x" * (999_000 - held))
    answer = put(client, Files(), "run", b"x" * 2_000)
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
    assert len(list(mine.folder.iterdir())) == 2


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
    assert 0 < len(file.name) <= 60
    assert file.name.isprintable()


def test_a_setting_that_is_no_number_says_so(monkeypatch):
    monkeypatch.setenv(limits.UPLOAD_MB, "a lot")
    with pytest.raises(ValueError, match="NDCG_UPLOAD_MB is 'a lot'"):
        limits.upload_bytes()


# --- Working it out apart ----------------------------------------------------------------------


def waited(job, seconds=60):
    """The job once it is over; the bound is only for a job that never ends."""
    end = time.monotonic() + seconds
    while not job.over and time.monotonic() < end:
        time.sleep(0.05)
    assert job.over
    return job


def test_files_are_evaluated_in_a_process_of_their_own(mine):
    mine.paste("qrels", "", QRELS)
    mine.paste("run", "mine", RUN)
    job = waited(Job(Task(mine.stored, Asked(ks="2").settings), mine.folder))
    assert job.refused == ""
    found = job.result()
    assert found.results.systems == ("mine",)
    assert found.results.mean() == pytest.approx((0.7967 + 1) / 2, abs=1e-4)
    assert found.of_query("q1").trace("mine", "q1").ndcg == pytest.approx(0.7967, abs=1e-4)


def test_a_job_that_is_cancelled_is_over_and_says_so(mine):
    mine.paste("qrels", "", QRELS)
    mine.paste("run", "", RUN)
    job = Job(Task(mine.stored, Settings()), mine.folder)
    job.cancel()
    assert job.over
    assert job.refused == CANCELLED
    assert job.process.returncode is not None


def test_when_all_workers_are_busy_a_job_waits_for_its_turn(mine, monkeypatch):
    mine.paste("qrels", "", QRELS)
    mine.paste("run", "", RUN)
    monkeypatch.setattr(limits, "WORKERS", 0)
    job = Job(Task(mine.stored, Settings()), mine.folder)
    assert not job.over
    assert job.said == "waiting for other evaluations"
    monkeypatch.setattr(limits, "WORKERS", 2)
    assert waited(job).refused == ""


def test_a_job_that_nobody_waits_for_any_more_is_ended(mine):
    mine.paste("qrels", "", QRELS)
    mine.paste("run", "", RUN)
    job = Job(Task(mine.stored, Settings()), mine.folder)
    process = job.process
    del job
    gc.collect()
    assert process.returncode is not None


HOSTILE = {
    "binary": (bytes(range(256)) * 40, "this is not text"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + b"\0" * 99, "a picture"),
    "a long line": (b"q" * 2_000_000, "the line is longer"),
    "a gzip bomb": (gzip.compress(b"0" * 60_000_000), "unpacks to more than"),
    "cut gzip": (gzip.compress(RUN.encode())[:20], "ends too early"),
    "a million columns": (b"a," * 400_000 + b"\n", "columns"),
    "nothing": (b"", "it is empty"),
    "a line short": (b"q1 Q0 a 1 1.0 x\nq1 Q0\n", "line 2"),
    "deep json": (b'{"q":' * 50_000, "JSON"),
}


@pytest.mark.parametrize(("content", "sentence"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_gets_a_sentence_with_its_name(mine, tmp_path, content, sentence):
    mine.paste("qrels", "", QRELS)
    path = mine.place()
    path.write_bytes(content)
    mine.add("run", "odd.run", path)
    (tmp_path / "job").write_bytes(pickle.dumps(Task(mine.stored, Settings())))
    run(tmp_path)
    said = (tmp_path / "refused").read_text()
    assert sentence in said
    assert "odd.run" in said
    assert not (tmp_path / "result").exists()
