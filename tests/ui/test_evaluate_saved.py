"""An evaluation of somebody's files is saved as one file, and that file brings the page back."""

import io
import json
import zipfile

import pytest

from ndcg_ui import limits
from ndcg_ui.evaluate.link import Question, write_question
from ndcg_ui.evaluate.saved import CHOICES, DAMAGED, NOT_OURS, pack
from tests.ui.evaluations import (
    OTHER,
    QRELS,
    RUN,
    E,
    contents,
    links,
    new_files,
    opens,
    order,
    own,
    paste,
    put,
    rows,
)

CHOSEN = write_question(Question(data="own", ks="3", missing="left-out", a="two", b="one", q="q1"))
pytestmark = pytest.mark.usefixtures("common", "at_once")


@pytest.fixture
def files():
    brought = new_files()
    brought.paste("run", "two", RUN)
    brought.paste("qrels", "", QRELS)
    brought.paste("run", "one", OTHER)
    return brought


def chosen(page):
    return page.app.session_state[f"{E}.chosen"]


def test_the_page_is_the_same_after_the_saved_file_is_dropped_on_an_empty_one(visit, client):
    page = visit(E, data="own", ks="3, all", rules="lightgbm", missing="left-out", sort="query")
    paste(page, QRELS, RUN, "mine")
    paste(page, run="q2 Q0 a 1 1.0 x\n", name="another")
    opens(page, "q2")
    saved = pack(write_question(chosen(page)), own(page).files.stored)

    again = visit(E, data="own")
    fresh = own(again).files
    assert put(client, fresh, "qrels", saved, "ndcg-evaluation.zip").status_code == 200
    again.run()
    for handle in ("systems", "moves", "by-grade"):
        assert str(rows(again.html, handle)) == str(rows(page.html, handle))  # NaN is not NaN
    assert order(again) == order(page)
    assert "Why: q2" in again.text
    assert chosen(again) == chosen(page)
    assert again.app.query_params == page.app.query_params
    assert contents(fresh) == contents(own(page).files)
    again.app.selectbox(key=f"{E}.missing").set_value("zero")  # what is chosen now leads
    again.run()
    assert chosen(again).missing == "zero"

    reloaded = visit(E, data="own", ks="5")  # the link leads, not what was opened before
    reloaded.app.session_state[f"{E}.drop qrels"] = {"folder": fresh.token}
    reloaded.run()
    assert chosen(reloaded).ks == "5"
    assert list(rows(reloaded.html, "systems"))[-2:] == ["mine", "another"]


def test_the_saved_file_is_the_same_each_time_and_takes_the_place_of_what_was_there(client, files):
    saved = pack(CHOSEN, files.stored)
    fresh = new_files()
    fresh.paste("run", "old", RUN + "q2 Q0 b 2 0.5 x\n")
    assert put(client, fresh, "run", saved).status_code == 200
    assert contents(fresh) == contents(files)
    assert dict(fresh.opened.question) == CHOSEN
    saved = pack(CHOSEN, files.stored)
    assert saved == pack(CHOSEN, files.stored)
    with zipfile.ZipFile(io.BytesIO(saved)) as packed:
        assert packed.read("judgments").decode() == QRELS
        assert sorted(packed.namelist()) == sorted([CHOICES, "judgments", "one", "two"])


def test_the_page_offers_to_save_what_is_not_too_large_and_says_what_it_holds(visit, monkeypatch):
    page = visit(E, data="own")
    paste(page, QRELS, RUN, "mine")
    assert next(iter(links(page))) == "Save this evaluation"
    size = len(QRELS + RUN)
    assert f"gives one file with your files ({size} bytes) and all choices" in page.text
    assert "Save this evaluation" not in links(visit(E))
    monkeypatch.setattr(limits, "SAVED_WHOLE", 10)
    page = visit(E, data="own")
    paste(page, QRELS, RUN, "mine")
    assert "too large together to be saved as one" in page.text
    assert "Save this evaluation" not in links(page)


# --- What somebody made up, changed or cut -----------------------------------------------------


def changed(saved, member, content):
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(saved)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, content if name == member else old.read(name))
    return out.getvalue()


def about(saved, **other):
    with zipfile.ZipFile(io.BytesIO(saved)) as old:
        record = json.loads(old.read(CHOICES))
    return changed(saved, CHOICES, json.dumps({**record, **other}))


HOSTILE = {
    "another zip": lambda saved: changed(saved, CHOICES, "{}"),
    "no json": lambda saved: changed(saved, CHOICES, "no"),
    "deep json": lambda saved: changed(saved, CHOICES, "[" * 90_000),
    "a list": lambda saved: changed(saved, CHOICES, "[]"),
    "another kind": lambda saved: about(saved, files=[{"kind": "x"}]),
    "too many files": lambda saved: about(saved, files=[{}] * 9),
    "no files": lambda saved: about(saved, files=[]),
    "cut": lambda saved: saved[:-30],
    "only a signature": lambda saved: b"PK\x03\x04",
    "a long list": lambda saved: saved[:-22] + saved[-22:-10] + b"\xff" * 4 + saved[-6:],
    "names alone": lambda saved: about(saved, files=[{"kind": "run", "name": "x", "size": 1}]),
    "an unknown member": lambda saved: saved.replace(b"judgments", b"judgmentz"),
}


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE)
def test_a_zip_file_that_is_none_of_ours_gets_a_sentence_and_changes_nothing(client, files, make):
    saved = make(pack(CHOSEN, files.stored))
    before = contents(files)
    answer = put(client, files, "run", saved)
    assert answer.status_code == 409
    assert answer.text in (NOT_OURS, DAMAGED)
    assert contents(files) == before
    assert files.opened is None
    assert len(list(files.folder.iterdir())) == 6


def test_a_file_in_it_that_was_changed_is_refused_and_no_more_is_read_than_was_announced(
    client, files
):
    saved = pack(CHOSEN, files.stored)
    other, longer = (
        changed(saved, "two", text) for text in (RUN.replace("2", "9"), RUN + "0" * 99)
    )
    assert put(client, files, "run", other).text == DAMAGED
    assert put(client, files, "run", longer).text == ""
    assert [file.path.read_text() for file in files.runs] == [RUN, OTHER]


def test_a_file_that_is_too_large_is_not_unpacked(client, files, monkeypatch):
    big = new_files()
    big.paste("qrels", "", QRELS)
    big.paste("run", "big", "0" * 3_000_000)
    saved = pack(CHOSEN, big.stored)
    monkeypatch.setenv(limits.UPLOAD_MB, "1")
    answer = put(client, files, "run", saved)
    assert (answer.status_code, "A file may have 1 MB" in answer.text) == (409, True)


@pytest.mark.parametrize("name", ["../x", "/etc/passwd", CHOICES, "a:b", "...", "judgments"])
def test_a_name_leads_nowhere(client, name):
    brought = new_files()
    brought.paste("qrels", "", QRELS)
    brought.paste("run", name, RUN)
    saved = pack({}, brought.stored)
    members = zipfile.ZipFile(io.BytesIO(saved)).namelist()
    assert len(set(members)) == 3
    assert not any(member.startswith(("/", ".")) or ":" in member for member in members)
    fresh = new_files()
    put(client, fresh, "run", saved)
    assert contents(fresh) == contents(brought)
