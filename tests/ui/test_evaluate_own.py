"""Somebody's own files on the page /evaluate, without a browser."""

import time

import pytest

from ndcg_ui.evaluation.report import report
from tests.clock import PATIENCE
from tests.ui.evaluations import opens, order, rows

E = "evaluate"
QRELS = "q1 0 a 3\nq1 0 b 1\nq2 0 a 2\n"
RUN = "q1 Q0 b 1 2.0 x\nq1 Q0 a 2 1.0 x\nq2 Q0 a 1 1.0 x\n"
OTHER = RUN.replace("2.0", "0.5")


def paste(page, qrels="", run="", name=""):
    """Fill the fields and press the button."""
    page.app.text_area(key=f"{E}.pasted qrels").set_value(qrels)
    page.app.text_area(key=f"{E}.pasted run").set_value(run)
    page.app.text_input(key=f"{E}.pasted name").set_value(name)
    page.app.button(key=f"{E}.paste").click()
    page.run()


def evaluated(page, seconds=PATIENCE):
    """Run the page again, as it does by itself, until its evaluation is over."""
    end = time.monotonic() + seconds
    while not page.app.session_state[f"{E}.desk"].job.over and time.monotonic() < end:
        time.sleep(0.1)
    page.run()


@pytest.fixture
def own(visit, at_once):
    return visit(E, data="own")


def test_what_is_missing_is_said_until_there_are_judgments_and_a_run(own):
    assert "Judgments and a run are needed." in own.data(".files")["html"]
    paste(own, qrels=QRELS)
    assert "A run is missing." in own.data(".files")["html"]
    assert 'data-testid="systems"' not in own.html


def test_pasted_judgments_and_runs_are_evaluated_and_every_query_opens(visit):
    own = visit(E, data="own")  # in a process of their own
    paste(own, QRELS, RUN, "mine")
    paste(own, run=OTHER, name="another")
    evaluated(own)
    assert not own.problems
    table = rows(own.html, "systems")
    assert table["mine"][0] == pytest.approx(0.8984, abs=1e-4)
    assert table["another"][0] == 1.0
    assert order(own) == ["q1", "q2"]
    opens(own, "q2")
    assert "Why: q2" in own.text
    assert own.app.text_area(key=f"{E}.pasted run").value == ""


def test_a_refusal_names_the_file_and_the_line_and_keeps_everything_else(own):
    paste(own, QRELS, "q1 Q0 b 1 2.0 x\nq1 Q0\n", "broken")
    evaluated(own)
    assert any("broken, line 2" in sentence for sentence in own.problems)
    assert "judgments" in own.data(".files")["html"]
    paste(own, run=RUN, name="broken")
    evaluated(own)
    assert not own.problems
    assert "broken" in rows(own.html, "systems")


def test_another_choice_evaluates_the_same_files_again(own):
    paste(own, QRELS, "q1 Q0 a 1 1.0 x\n", "half")
    evaluated(own)
    assert rows(own.html, "systems")["half"][0] == pytest.approx(0.8262 / 2, abs=1e-4)
    own.app.selectbox(key=f"{E}.missing").set_value("left-out")
    own.run()
    evaluated(own)
    assert rows(own.html, "systems")["half"][0] == pytest.approx(0.8262, abs=1e-4)


def test_a_run_without_a_value_leaves_the_others_their_numbers(visit, at_once):
    page = visit(E, data="own", missing="left-out", a="mine", b="other")
    paste(page, QRELS, RUN, "mine")
    paste(page, run="q9 Q0 b 1 2.0 x\n", name="other")
    evaluated(page)
    assert not page.problems
    assert rows(page.html, "systems")["mine"][0] == pytest.approx(0.8984, abs=1e-4)
    assert "mine and other cannot be compared: no query has a value for both." in page.text
    assert "cannot be compared" in taken_report(page)


def taken_report(page):
    worked = page.app.session_state[f"{E}.desk"].done
    return report(worked, ("mine", "other"), "").decode()


def test_a_file_that_is_taken_off_is_deleted(own):
    paste(own, QRELS, RUN, "mine")
    files = own.app.session_state[f"{E}.desk"].files
    path = files.runs[0].path
    event = {"act": "remove", "file": path.name, "seq": "s1"}
    own.app.session_state[f"{E}.files"] = {"event": event}
    own.run()
    assert not path.exists()
    assert "A run is missing." in own.data(".files")["html"]


def test_the_lessons_queries_open_on_the_page_with_the_lessons_means(visit):
    page = visit(E, data="lesson", ks="5")
    table = rows(page.html, "systems")
    assert table["North"][0] == pytest.approx(0.6540155611985612, abs=1e-12)
    assert table["South"][0] == pytest.approx(0.5977331052163192, abs=1e-12)
    assert "gluten-free sourdough" in order(page)
