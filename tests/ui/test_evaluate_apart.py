"""Somebody's own files for /evaluate are worked out in a process of their own, or refused there."""

import gc
import gzip
import os
import time

import pytest

from ndcg_ui import limits
from ndcg_ui.evaluation.asked import Asked, Settings
from ndcg_ui.evaluation.files import Files
from ndcg_ui.evaluation.job import CANCELLED, Job
from ndcg_ui.evaluation.plain import to_json
from ndcg_ui.evaluation.worker import Task, Work, run
from tests.clock import PATIENCE

QRELS = "q1 0 a 3\nq1 0 b 1\nq2 0 a 2\n"
RUN = "q1 Q0 b 1 2.0 x\nq1 Q0 a 2 1.0 x\nq2 Q0 a 1 1.0 x\n"


@pytest.fixture
def mine(common):
    return Files()


def waited(job, seconds=PATIENCE):
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


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="the system has no such priorities")
def test_an_evaluation_gives_way_to_the_pages_of_everybody(mine):
    mine.paste("qrels", "", QRELS)
    mine.paste("run", "", RUN)
    job = Job(Task(mine.stored, Settings()), mine.folder)
    ours, end = os.getpriority(os.PRIO_PROCESS, 0), time.monotonic() + PATIENCE
    # A process that has ended keeps its priority until somebody looks how it ended.
    while os.getpriority(os.PRIO_PROCESS, job.process.pid) == ours and time.monotonic() < end:
        time.sleep(0.01)
    assert os.getpriority(os.PRIO_PROCESS, job.process.pid) > ours


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
    (tmp_path / "job").write_bytes(to_json(Work(evaluate=Task(mine.stored, Settings()))))
    run(tmp_path)
    said = (tmp_path / "refused").read_text()
    assert sentence in said
    assert "odd.run" in said
    assert not (tmp_path / "result").exists()
