"""An evaluation of somebody's files is saved as one file, and that file brings the page back."""

import io
import zipfile

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ndcg_ui import limits
from ndcg_ui.evaluation.question import Question, write_question
from ndcg_ui.evaluation.files import Files
from ndcg_ui.evaluation.saved import CHOICES, pack
from ndcg_ui.web import uploads
from tests.ui.evaluations import E, labels, opens, order, rows
from tests.ui.test_evaluate_files import put
from tests.ui.test_evaluate_own import QRELS, RUN, evaluated, paste

ASKED = write_question(Question(data="own", ks="3", missing="left-out", a="two", b="one", q="q1"))
OTHER = RUN.replace("2.0", "0.5")


pytestmark = pytest.mark.usefixtures("common", "at_once")


@pytest.fixture
def client():
    return TestClient(Starlette(routes=uploads.routes()))


@pytest.fixture
def files():
    found = Files()
    found.paste("run", "two", RUN)
    found.paste("qrels", "", QRELS)
    found.paste("run", "one", OTHER)
    return found


def contents(files):
    return [(file.kind, file.name, file.path.read_text()) for file in files.stored]


def test_the_page_is_the_same_after_the_saved_file_is_dropped_on_an_empty_one(visit, client):
    page = visit(E, data="own", ks="3, all", rules="lightgbm", missing="left-out", sort="query")
    paste(page, QRELS, RUN, "mine")
    paste(page, run="q2 Q0 a 1 1.0 x\n", name="another")
    evaluated(page)
    opens(page, "q2")
    made = page.app.session_state[f"{E}.state"].asked
    saved = pack(write_question(made), page.app.session_state[f"{E}.desk"].files.stored)

    again = visit(E, data="own")
    fresh = again.app.session_state[f"{E}.desk"].files
    assert put(client, fresh, "qrels", saved, "ndcg-evaluation.zip").status_code == 200
    event = {"act": "uploaded", "kind": "qrels", "files": 1, "seq": "s1"}
    again.app.session_state[f"{E}.drop qrels"] = {"event": event}
    again.run()
    evaluated(again)
    for handle in ("systems", "pair", "moves", "unknown", "by-grade"):
        assert str(rows(again.html, handle)) == str(rows(page.html, handle))  # NaN is not NaN
    assert order(again) == order(page)
    assert "Why: q2" in again.text
    assert again.app.session_state[f"{E}.state"].asked == made
    assert again.app.query_params == page.app.query_params
    assert contents(fresh) == contents(page.app.session_state[f"{E}.desk"].files)
    again.app.selectbox(key=f"{E}.missing").set_value("zero")  # what is chosen now leads
    again.run()
    assert again.app.session_state[f"{E}.state"].asked.missing == "zero"


def test_the_saved_file_takes_the_place_of_what_was_there(client, files):
    saved = pack(ASKED, files.stored)
    fresh = Files()
    fresh.paste("run", "old", RUN + "q2 Q0 b 2 0.5 x\n")
    assert put(client, fresh, "run", saved).status_code == 200
    assert contents(fresh) == contents(files)
    assert dict(fresh.opened.asked) == ASKED
    assert fresh.missing == ()


def test_the_same_evaluation_gives_the_same_file_and_its_files_can_be_taken_out(files):
    saved = pack(ASKED, files.stored)
    assert saved == pack(ASKED, files.stored)
    with zipfile.ZipFile(io.BytesIO(saved)) as packed:
        assert packed.read("judgments").decode() == QRELS
        assert sorted(packed.namelist()) == sorted([CHOICES, "judgments", "one", "two"])


@pytest.mark.thorough("large files are written")
def test_of_large_files_names_are_saved_and_asked_for_again(client, files, monkeypatch, visit):
    monkeypatch.setattr(limits, "SAVED_WHOLE", 10)
    saved = pack(ASKED, files.stored)
    assert zipfile.ZipFile(io.BytesIO(saved)).namelist() == [CHOICES]
    page = visit(E, data="own")
    fresh = page.app.session_state[f"{E}.desk"].files
    put(client, fresh, "run", saved)
    page.run()
    said = page.data(".files")["html"]
    assert (
        "Drop again what the saved evaluation names: judgments (judgments, 27 bytes), two" in said
    )
    put(client, fresh, "run", OTHER, "renamed.run")  # the second; known by its content
    put(client, fresh, "run", RUN, "also renamed")
    assert [file.name for file in fresh.missing] == ["judgments"]
    put(client, fresh, "qrels", QRELS + "q3 0 a 1\n", "judgments")
    assert [file.name for file in fresh.missing] == ["judgments"]  # its content is another
    put(client, fresh, "qrels", QRELS, "x")
    assert contents(fresh) == contents(files)
    page.run()
    evaluated(page)
    assert list(rows(page.html, "systems"))[-2:] == ["two", "one"]
    assert "Drop again" not in page.data(".files")["html"]


def test_a_file_that_is_here_already_is_not_asked_for_again(client, files, monkeypatch):
    monkeypatch.setattr(limits, "SAVED_WHOLE", 10)
    saved = pack(ASKED, files.stored)
    fresh = Files()
    fresh.paste("qrels", "mine", QRELS)
    put(client, fresh, "run", saved)
    assert [file.name for file in fresh.stored] == ["judgments"]
    assert [file.name for file in fresh.missing] == ["two", "one"]


def test_what_is_taken_off_is_not_asked_for_again(client, files):
    put(client, files, "run", pack(ASKED, files.stored))
    files.remove(files.runs[0].path.name)
    assert files.missing == ()
    assert [file.name for file in files.runs] == ["one"]


def test_the_page_offers_to_save_and_says_what_it_holds(visit):
    page = visit(E, data="own")
    paste(page, QRELS, RUN, "mine")
    evaluated(page)
    assert labels(page)[0] == "Save this evaluation"
    size = len(QRELS + RUN)
    assert f"gives one file with your files ({size} bytes) and all choices" in page.text
    assert "Save this evaluation" not in labels(visit(E))
