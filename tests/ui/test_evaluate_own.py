"""Visitors' files on /evaluate: uploads, and evaluation in a separate process."""

import gc
import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest
import streamlit as st

from ndcg_ui import limits
from ndcg_ui.pages.evaluate import folders, worker
from ndcg_ui.pages.evaluate import jobs as jobs_module
from ndcg_ui.pages.evaluate.folders import serialize
from ndcg_ui.pages.evaluate.jobs import (
    CANCELLED,
    KILLED_BY_SYSTEM,
    RESULT_TOO_LARGE,
    TOO_SLOW,
    WAITING,
    Job,
)
from ndcg_ui.pages.evaluate.link import EvaluationSettings, Question
from ndcg_ui.pages.evaluate.worker import OUR_FAULT, TOO_MUCH_MEMORY, Task
from tests.acts.shown import Words
from tests.clock import PATIENCE
from tests.ui.evaluations import (
    OTHER,
    QRELS,
    RUN,
    E,
    list_files,
    list_links,
    new_files,
    open_query,
    paste_texts,
    press_component,
    read_order,
    read_own_files,
    read_rows,
)

pytestmark = pytest.mark.usefixtures("common")


@pytest.fixture
def page(visit, at_once):
    return visit(E, data="own")


# --- The page ----------------------------------------------------------------------------------


def test_missing_files_are_named_and_removed_ones_are_deleted(page):
    assert "Judgments and a run are needed." in list_files(page)
    assert [area.label for area in page.app.text_area] == ["Judgments", "A run"]
    paste_texts(page, run=RUN, name="first")
    assert "The judgments are missing." in list_files(page)
    (first,) = read_own_files(page).files.runs
    os.utime(read_own_files(page).folder, (0, 0))
    folders.sweep_folders()
    assert first.path.exists(), "the session is open"
    button = f'data-act="remove" data-file="{first.path.name}" aria-label="Remove first">Remove'
    assert button in list_files(page)
    press_component(page, "files", act="remove", file=first.path.name)
    paste_texts(page, qrels=QRELS)
    assert "A run is missing." in list_files(page)
    assert 'data-testid="systems"' not in page.html
    paste_texts(page, QRELS, RUN, "mine")
    path = read_own_files(page).files.runs[0].path
    press_component(page, "files", act="remove", file=path.name)
    assert not path.exists()
    assert "A run is missing." in list_files(page)


def test_a_refused_pasted_text_stays_in_its_field_with_the_reason(page, monkeypatch):
    with monkeypatch.context() as full:
        full.setattr(folders, "count_stored_bytes", lambda: 10**12)
        paste_texts(page, QRELS, RUN, "mine")
    assert f"{folders.SERVER_FULL} {folders.SERVER_FULL}" in page.problems
    assert page.app.text_area(key=f"{E}.pasted run").value == RUN
    page.app.button(key=f"{E}.paste").click()
    page.run()
    assert not page.problems
    assert page.app.text_area(key=f"{E}.pasted run").value == ""
    assert "mine" in read_rows(page.html, "systems")


def test_pasted_judgments_and_runs_are_evaluated_and_every_query_opens(page):
    paste_texts(page, QRELS, RUN, "mine")
    paste_texts(page, run=OTHER, name="another")
    assert not page.problems
    table = read_rows(page.html, "systems")
    assert table["mine"][0] == pytest.approx(0.8984, abs=1e-4)
    assert table["another"][0] == 1.0
    assert read_order(page) == ["q1", "q2"]
    open_query(page, "q2")
    assert "Why: q2" in page.text
    assert page.app.text_area(key=f"{E}.pasted run").value == ""


def test_a_run_without_a_value_does_not_affect_other_runs(visit, at_once):
    page = visit(E, data="own", missing="left-out", unjudged="removed", a="mine", b="other")
    paste_texts(page, QRELS, RUN, "mine")
    paste_texts(page, run="q2 Q0 b 1 2.0 x\n", name="other")  # b is judged for q1 alone
    assert not page.problems
    assert read_rows(page.html, "systems")["mine"][0] == pytest.approx(0.8984, abs=1e-4)
    assert "mine and other cannot be compared, because no query has a value for both." in page.text


def test_predictions_and_labels_are_read_with_their_judgments(visit, at_once):
    page = visit(E, data="own", columns="good=2,bad=0")
    paste_texts(page, "bad qid:1 1:3\ngood qid:1 1:1\n", "0.5\n0.25\n", "mine")
    assert not page.problems
    assert read_rows(page.html, "systems")["mine"][0] == pytest.approx(0.6309, abs=1e-4)


def test_unknown_columns_are_chosen_next_to_their_first_rows(page):
    paste_texts(page, "search;product;points\n" + "q1;a;3\nq1;b;1\nq2;a;2\nq3;c;9\n", RUN, "mine")
    (sentence,) = page.problems
    assert "its columns are search, product, points. None has a usual name of query" in sentence
    preview = re.search(r'data-testid="preview".*?</table>', page.html, re.S)[0]
    assert re.findall(r"<t[hd](?: [^>]*)?>([^<]*)<", preview) == [
        *("search", "product", "points"),
        *("q1", "a", "3", "q1", "b", "1", "q2", "a", "2"),
    ]
    for field, place in (("query", 0), ("doc", 1), ("grade", 2)):
        page.app.selectbox(key=f"{E}.column {field}").select_index(place)
    page.app.button(key=f"{E}.tell").click()
    page.run()
    assert not page.problems
    assert page.app.query_params["columns"] == "query=search,doc=product,grade=points"
    assert "--columns query=search,doc=product,grade=points" in Words(page.html).get_data_attribute(
        "copy-text"
    )
    assert read_rows(page.html, "systems")["mine"][0] == pytest.approx(
        (0.7967 + 1 + 0) / 3, abs=1e-4
    )


def test_only_chosen_columns_are_written_into_the_field(page):
    paste_texts(page, "search;product;points\nq1;a;3\n", RUN, "mine")
    before = page.problems
    for _ in range(2):
        page.app.button(key=f"{E}.tell").click()  # “product” is known, and nothing else is chosen
        page.run()
        assert page.app.text_input(key=f"{E}.columns").value == "doc=product"
    assert page.problems == before


def test_a_new_session_finds_the_files_of_its_tab(visit, at_once):
    page = visit(E, data="own")
    paste_texts(page, QRELS, RUN, "mine")
    again = visit(E, data="own")
    assert read_own_files(again).folder != read_own_files(page).folder
    for name in ("none", "../x", 3, ["x"], "x" * 32, None):
        again.app.session_state[f"{E}.drop qrels"] = {"folder": name}
        again.run()
        assert read_own_files(again).files.all_files == ()
    assert read_own_files(again).folder.name == "x" * 32, "made again after a restart"
    again.app.session_state[f"{E}.drop qrels"] = {"folder": read_own_files(page).files.token}
    again.run()
    assert read_rows(again.html, "systems") == read_rows(page.html, "systems")


@pytest.mark.parametrize("value", [None, 3, "x", ["x"], {"act": 3}, {"act": {"act": ["open"]}}])
def test_forged_messages_of_a_browser_change_nothing(page, value):
    before = page.html
    for component in ("queries", "files", "drop qrels"):
        page.app.session_state[f"{E}.{component}"] = value
    page.run()
    assert page.html == before


OUTLINE = [
    "Compare systems",
    *("Drop the judgments here", "Drop runs here, up to 5"),
    *("Or paste the text of your files", "Judgments", "A run"),
    *("Name of the run", "Use the pasted text"),
    *("Cutoffs, convention and unusual data", "Cutoffs k, main cutoff first"),
    *("Convention", "Second convention"),
    *("A document that is ranked twice", "A document with the same id as its query"),
    *("Fractional grades, such as 0.5", "Equal scores", "A document that is judged twice"),
    *("A retrieved document without a judgment", "A document whose score is not a number"),
    *("A judged query that a run leaves out", "Grades below 0", "The ranking is made from"),
    "Columns of your files, if their names are unusual",
    "“mine” leads “other” by 0.496 in mean NDCG@2 (0.898 to 0.402).",
    "Range of the difference: other minus mine: −0.496; unjudged: −0.496 to 0.341.",
    *("The systems", "Why LightGBM prints another number"),
    *("Means of the systems by other measures", "Findings in the data (1)"),
    "Difference in NDCG@2, query by query: other is ahead on 0 of 2 queries, mine on 2. mine is "
    "ahead most on “q1”, by 0.62.",
    *("Every query", "Sort by", "Find a query"),
    "Where the difference comes from: by grade and by rank",
    "Why: q1",
    "Gain or loss from each document’s move: From 0.797 for mine to 0.174 for other. The largest "
    "loss is 0.52, from a.",
    *("Both rankings, rank by rank", "mine", "mine: b, a", "other", "other: c (unjudged), b"),
    "Share or export",
]
"""What /evaluate shows of two runs from top to bottom: headings, fields, charts and boards."""


def list_outline(page):
    """Return the titles of a page's headings, fields, charts and boards in order."""
    titles = []
    for element in page.app.main:
        if element.type != "bidi_component":
            titles.append(getattr(element, "label", None))
            continue
        sent = json.loads(element.proto.json)
        data = sent["part"]["data"] if "part" in sent else sent
        titles += re.findall(r"<h[12][^>]*>([^<]*)</h", data.get("html", ""))
        if "documents" in data:
            shown = data["documents"][: data["retrieved"]]
            name = element.proto.id.split("-")[-1].removesuffix(".board").removeprefix(f"{E}.")
            titles.append(f"{name}: {', '.join(document['label'] for document in shown)}")
        titles += [f"{data['name']}: {data['text']}"] if "spec" in data else []
        titles += [data["what"]] if "what" in data else []
    return [title for title in titles if title]


def test_two_runs_get_every_part_of_the_page(visit, at_once):
    page = visit(E, data="own", ks="2", beside="lightgbm")
    for kind, count, large in (("qrels", 1, "only one file, the file with the"), ("run", 5, "5")):
        drop = page.get_data(f".drop {kind}")
        assert (drop["kind"], drop["files"], drop["most"]) == (kind, count, 200_000_000)
        assert drop["how"].endswith("; up to 200 MB a file")
        assert drop["large"] == "The file is larger than 200 MB. Compress it with gzip."
        assert large in drop["many"]
        assert drop["folder"] == read_own_files(page).files.token
    assert "LETOR" in page.get_data(".drop qrels")["how"]
    assert page.app.text_input(key=f"{E}.ks").help.startswith("For example 10, 5.")
    assert page.app.text_area(key=f"{E}.pasted run").placeholder.startswith("query Q0 document")
    other = "q1 Q0 c 1 2.0 x\nq1 Q0 b 2 1.0 x\nq2 Q0 z 1 1.0 x\nq2 Q0 a 2 0.5 x\n"
    paste_texts(page, QRELS, RUN, "mine")
    paste_texts(page, run=other, name="other")
    assert list_outline(page) == [
        *OUTLINE[:1],
        "Data",
        "First system",
        "Second system",
        *OUTLINE[1:],
    ]
    assert page.app.query_params["a"] == "mine"
    files = Words(list_files(page)).lines
    assert files[:3] == ["judgments judgments, 27 bytes", "Remove", "mine run, 48 bytes"]
    assert files[-1].startswith("Your files are stored on this page’s server. It deletes them")
    assert "LightGBM NDCG@2" in page.text
    assert "towards LightGBM, one change at a time" in page.text
    assert (
        "A document adds g(grade) × (1/d(rank in other) − 1/d(rank in mine)) / IDCG." in page.text
    )
    assert "The link holds the settings but not your files." in page.text
    command = "ndcg evaluate judgments mine other --k 2"
    commands = f"{command}\n{command} --convention lightgbm"
    assert commands in page.text
    assert list(list_links(page)) == [
        *("Download results by query (CSV)", "Download results by query (Parquet)"),
    ]
    page.app.selectbox(key=f"{E}.a").select("other")
    page.run()
    assert [page.app.selectbox(key=f"{E}.{name}").value for name in "ab"] == ["other", "mine"]
    assert page.app.selectbox(key=f"{E}.b").options == ["mine"]
    assert (page.app.query_params["a"], page.app.query_params["b"]) == ("other", "mine")


def test_a_restarted_session_gets_the_actions_only_while_it_draws(page, monkeypatch):
    """Streamlit then knows a component's value only after drawing the component."""
    paste_texts(page, QRELS, RUN, "mine")
    paste_texts(page, run=OTHER, name="another")
    for module in ("own", "view"):
        monkeypatch.setattr(
            f"ndcg_ui.pages.evaluate.{module}.read_received_value", lambda *names: None
        )
    open_query(page, "q2")
    assert "Why: q2" in page.text
    assert page.app.query_params["q"] == "q2"
    path = read_own_files(page).files.runs[0].path
    page.app.session_state[f"{E}.files"] = {"act": {"act": "remove", "file": path.name}}
    page.run()
    assert not path.exists()
    assert list(read_rows(page.html, "systems")) == ["system", "another"]


class Working:
    """A process that works until it is killed."""

    stdin = None
    status = None

    def poll(self):
        return self.status

    def kill(self):
        self.status = -signal.SIGKILL

    def wait(self, timeout=None):
        return self.status


def test_a_running_evaluation_shows_its_step_and_can_be_cancelled(visit, monkeypatch):
    page = visit(E, data="own")
    monkeypatch.setattr("ndcg_ui.pages.evaluate.own.sleep", lambda seconds: st.stop())
    monkeypatch.setattr(jobs_module, "_start_process", lambda folder: Working())
    monkeypatch.setattr(limits, "MOST_EVALUATIONS", 0)
    paste_texts(page, QRELS, RUN, "mine")
    assert "Evaluating 1 run: waiting for other evaluations …" in page.text
    monkeypatch.setattr(limits, "MOST_EVALUATIONS", 1000)
    page.run()
    assert "Evaluating 1 run: starting …" in page.text
    (read_own_files(page).job.folder / worker.MESSAGE_FILE).write_text("reading “mine”", "utf-8")
    page.run()
    assert "Evaluating 1 run: reading “mine” …" in page.text
    page.app.button(key=f"{E}.cancel").click()
    page.run()
    assert page.problems == [CANCELLED]
    assert "Evaluating" not in page.text


# --- The process apart -------------------------------------------------------------------------


@pytest.fixture
def mine():
    files = new_files()
    files.add_text("qrels", "", QRELS)
    files.add_text("run", "mine", RUN)
    return files


def begin_job(mine, **settings):
    return Job(Task(mine.all_files, EvaluationSettings(**settings)), mine.folder)


def wait_for_job(job):
    """Return a job after its end. A time limit ends a job that never ends."""
    end = time.monotonic() + PATIENCE
    while not job.is_over and time.monotonic() < end:
        time.sleep(0.05)
    assert job.is_over
    return job


def test_files_are_evaluated_in_a_separate_process_of_low_priority(mine):
    job = Job(Task(mine.all_files, Question(ks="2").settings), mine.folder)
    if hasattr(os, "getpriority"):
        ours, end = os.getpriority(os.PRIO_PROCESS, 0), time.monotonic() + PATIENCE
        # An ended process keeps its priority until its exit status is read.
        while os.getpriority(os.PRIO_PROCESS, job.process.pid) == ours and time.monotonic() < end:
            time.sleep(0.01)
        assert os.getpriority(os.PRIO_PROCESS, job.process.pid) > ours
    assert wait_for_job(job).refusal == ""
    worked = job.load_result()
    assert worked.systems == ("mine",)
    assert worked.results.mean() == pytest.approx((0.7967 + 1) / 2, abs=1e-4)
    assert worked.select_query("q1").trace("mine", "q1").ndcg == pytest.approx(0.7967, abs=1e-4)


def test_abandoned_jobs_end_and_cancelled_jobs_say_so(mine):
    job = begin_job(mine)
    process = job.process
    del job
    gc.collect()
    assert process.returncode is not None
    job = begin_job(mine)
    job.end_process()
    assert job.is_over
    assert job.refusal == CANCELLED
    assert job.process.returncode is not None


def test_jobs_wait_for_a_free_worker_in_order(mine, monkeypatch):
    monkeypatch.setattr(limits, "MOST_EVALUATIONS", 0)
    one, other = begin_job(mine), begin_job(mine)
    assert (one.is_over, one.message, other.message) == (False, WAITING, WAITING)
    assert jobs_module.count_waiting_jobs() >= 2
    monkeypatch.setattr(limits, "MOST_EVALUATIONS", 1)
    assert not other.is_over
    assert one.is_running
    assert other.is_waiting
    one.end_process()
    assert not other.is_over
    assert other.is_running
    other.end_process()


def test_an_evaluation_ends_with_its_server():
    ends = "from ndcg_ui.pages.evaluate.worker import exit_with_parent as end; end(); print('on')"
    worker = subprocess.Popen(
        [sys.executable, "-c", ends], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert worker.poll() is None
    printed, _ = worker.communicate()  # closes the pipe, as the death of its server does
    assert (worker.returncode, printed) == (1, b"")


ENDINGS = {
    "SIGXCPU": TOO_SLOW,
    "SIGKILL": KILLED_BY_SYSTEM,
    "SIGABRT": TOO_MUCH_MEMORY,
    "SIGSEGV": OUR_FAULT,
}


@pytest.mark.parametrize("name", ENDINGS)
def test_the_end_of_a_process_is_explained(mine, name):
    job = begin_job(mine)
    job.process.send_signal(getattr(signal, name))
    assert wait_for_job(job).refusal == ENDINGS[name]


class Panic(BaseException):
    """As Polars raises one: no `Exception`."""


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (Panic, OUR_FAULT),
        (MemoryError, TOO_MUCH_MEMORY),
        (
            ValueError("Set the grades of labels with grades, as in high=0."),
            "Set the grades of labels in “Columns of your files”, as in high=0.",
        ),
    ],
)
def test_an_error_in_a_worker_is_reported(mine, tmp_path, monkeypatch, error, sentence):
    def fails(task, folder):
        raise error

    monkeypatch.setattr(worker, "_evaluate_files", fails)
    (tmp_path / worker.JOB_FILE).write_bytes(serialize(Task(mine.all_files, EvaluationSettings())))
    assert worker.run_job(tmp_path) == 0
    assert (tmp_path / worker.REFUSED_FILE).read_text() == sentence


@pytest.mark.parametrize("bound", ["BYTES_OF_A_SUMMARY", "BYTES_OF_A_RESULT"])
def test_a_large_result_is_not_read(mine, at_once, monkeypatch, bound):
    job = wait_for_job(begin_job(mine))
    monkeypatch.setattr(limits, bound, 100)
    assert job.load_result() is None
    assert job.refusal == RESULT_TOO_LARGE


def test_a_worker_on_a_full_disk_says_so_with_its_status(mine, tmp_path, monkeypatch):
    monkeypatch.setattr(worker, "_evaluate_files", lambda task, folder: 1 / 0)
    (tmp_path / worker.JOB_FILE).write_bytes(serialize(Task(mine.all_files, EvaluationSettings())))

    def full(path, content):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(worker, "write_atomically", full)
    assert worker.run_job(tmp_path) == worker.DISK_FULL
    assert jobs_module.EXIT_SENTENCES[worker.DISK_FULL] == folders.DISK_FULL


def test_a_file_that_cannot_be_stored_is_refused_with_advice(monkeypatch):
    def broken(path, content):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("pathlib.Path.write_bytes", broken)
    refusal = new_files().add_text("run", "", RUN)
    assert refusal.startswith("The server could not store this file. Reload the page")


def test_a_full_disk_is_reported(mine, monkeypatch):
    def full(path, content):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(jobs_module, "write_atomically", full)
    assert begin_job(mine).refusal == folders.DISK_FULL
    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    assert new_files().add_text("run", "", RUN) == folders.DISK_FULL
