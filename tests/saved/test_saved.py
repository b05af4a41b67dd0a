"""Data that people stored in earlier versions keep their meaning."""

import csv
import json
import re
import shutil
import sqlite3
from html import unescape
from io import StringIO
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from ndcg_core.classroom.plans import read_plan
from ndcg_core.classroom.references import find_question
from ndcg_core.lessons.course.course import pack_course, unpack_course
from ndcg_ui.classroom.service import ClassService, hash_secret
from ndcg_ui.classroom.shown import review
from ndcg_ui.classroom.store.database import VERSION, SQLite
from ndcg_ui.classroom.store.settings import ClassSettings
from ndcg_ui.components.board.downloads import FILES, PICTURE_FILE, build_file_content
from ndcg_ui.pages.evaluate import worker
from ndcg_ui.pages.evaluate.files import VisitorFiles
from ndcg_ui.pages.evaluate.link import EvaluationSettings, format_question_link, read_question
from ndcg_ui.pages.menu import EXHIBITS
from tests.acts.shown import Shown

HERE = Path(__file__).parent
VALUE = re.compile(r'data-testid="([^"]+)"[^>]*? data-value="([^"]*)"')
CELL = re.compile(r"<t[dh][^>]*>([\d.]+)</t[dh]>")
STATION = re.compile(r'data-testid="lesson"[^>]* data-slug="([^"]*)"')
STATE = re.compile(r'data-slug="([^"]*)" data-state="(\w+)"')
MOVED = re.compile(r'href="([^"]*)"[^>]*data-testid="moved"')
FAR = 9e12
"""A time that no test sees: a class is over after a day."""


def load_saved(name):
    return json.loads((HERE / name).read_text("utf-8"))


LINKS = load_saved("links.json")
LEARNER = load_saved("learner.json")
CLASS = load_saved("class.json")


# --- Links -------------------------------------------------------------------------------------


KINDS = ("board", "sheet", "controls")


def read_shown(shown: Shown, kept: dict) -> dict:
    """Return the values on a page that were saved for its link."""
    data = {kind: [p["data"] for p in shown.parts.values() if p["kind"] == kind] for kind in KINDS}
    found = {
        "link": shown.link,
        "numbers": {name: float(text) for name, text in VALUE.findall(shown.html)},
        "problems": len(shown.problems),
        "stations": STATION.findall(shown.html),
        "href": "".join(map(unescape, MOVED.findall(shown.html))),
        "key": CELL.findall(shown.html),
        "form": data["sheet"][0]["form"] if data["sheet"] else "",
        "fields": next((d["values"] for d in data["controls"] if "values" in d), {}),
    }
    if data["board"]:
        board = data["board"][0]
        named = [f"{one['label']}:{one['shown']}" for one in board["documents"]]
        found["retrieved"] = " ".join(named[: board["retrieved"]])
        found["others"] = " ".join(named[board["retrieved"] :])
    return {name: found[name] for name in kept if name != "address"}


@pytest.mark.parametrize("kept", LINKS, ids=[kept["address"] for kept in LINKS])
def test_a_saved_link_shows_the_same_page(kept):
    path, _, query = kept["address"].partition("?")
    link = dict(parse_qsl(query, keep_blank_values=True))
    if path == "evaluate":
        question = read_question(link)
        assert vars(question) == kept["question"]
        assert format_question_link(question) == kept["link"]
        return
    found = read_shown(Shown(path or "learn", None, **link), kept)
    if "key" in kept:
        found["key"] = found["key"][: len(kept["key"])]
    if "numbers" in kept:
        found["numbers"] = pytest.approx(found["numbers"], abs=1e-12)
    assert found == {name: value for name, value in kept.items() if name != "address"}


def test_every_page_has_a_saved_link():
    pages = {link["address"].partition("?")[0] for link in LINKS}
    assert pages == {
        *("", "playground", "examples", "practice", "code", "conventions"),
        *("measures", "evaluate", "worksheet"),
    }
    assert len(LINKS) >= 24


# --- Records in a browser ----------------------------------------------------------------------


def test_a_saved_record_continues_at_its_lesson():
    record, kept = load_saved("ndcg-progress.json"), LEARNER["learn"]
    assert json.loads(json.dumps(pack_course(unpack_course(record)))) == record
    page = Shown("learn", record)
    assert page.record == record
    states = dict(STATE.findall(page.get_markup("path").html))
    assert {slug: states[slug] for slug in kept["course"]} == kept["course"]
    assert kept["start"] in page.get_markup("path").text
    lesson = Shown("learn", record, **kept["link"])
    assert lesson.link == kept["link"]
    assert lesson.record == record
    opened = lesson.get_markup("opening-1.question")
    assert opened.get_data_attribute("state") == "wrong"
    assert list(unpack_course(record).memories) == list(record["memories"]) != []


def test_a_saved_progress_file_is_loaded():
    text = (HERE / "ndcg-progress.json").read_text("utf-8")
    page = Shown("learn")
    page.act("tools", act="import", values={"text": text})
    assert "Loaded." in page.get_markup("tools").text
    assert page.record == json.loads(text)


def test_saved_practice_keeps_its_level_and_texts():
    kept = LEARNER["practice"]
    page = Shown("practice", kept["record"], **kept["link"])
    page.state = kept["state"]
    page.act()
    assert page.link == kept["link"]
    assert kept["standing"] in page.get_markup("standing").text
    assert page.get_data("sheet")["texts"] == kept["state"]["texts"]
    page.act(part="onward", act="another", seed=0.5)
    assert page.record == kept["record"]


def test_each_record_is_stored_under_the_key_that_browsers_have():
    keys = {name: page.record_key for name, page in EXHIBITS.items() if page.record_key}
    assert keys == {"learn": "progress", "practice": "practice"}


# --- Files -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", [name for name in FILES if name != PICTURE_FILE]
)  # its look may change
def test_a_ranking_is_saved_in_the_same_form(name):
    link = "r=B:3,A:2,C:0,D:1&k=3&judged=B:3,A:2,C:0,D:1,E:3&gain=exponential"
    assert build_file_content(name, dict(parse_qsl(link))) == (HERE / name).read_bytes().decode()


def test_a_saved_plan_with_own_questions_is_read():
    text = (HERE / "class.toml").read_text("utf-8")
    plan = read_plan(text)
    assert plan.title == "Lecture 5: NDCG"
    assert len(plan.questions) == 8
    assert plan.text == text


def test_a_saved_plan_with_formula_image_and_open_text_is_read():
    plan = read_plan((HERE / "class-with-image.toml").read_text("utf-8"))
    image, text = map(find_question, plan.questions)
    assert "<msub>" in image.ask
    assert plan.image_names == {1: "1d9be225418aad96418b877fa9e1afc7-2x2.png"}
    plan.refuse_missing_images()
    assert (text.kind, text.worked_solution) == ("text", "Readers stop early.")


def test_saved_files_of_a_visit_are_read_and_evaluated(tmp_path, monkeypatch):
    folder = tmp_path / "visit"
    shutil.copytree(HERE / "evaluation", folder)
    judged, run = VisitorFiles(folder).all_files
    assert (judged.kind, judged.name, judged.size) == ("qrels", "judged.txt", 45)
    assert (run.kind, run.name, run.size) == ("run", "first.run", 100)
    task = worker.read_task(folder)
    assert task.settings == EvaluationSettings((10, 3), second="lightgbm")
    monkeypatch.chdir(folder)  # a job names whole paths; these are within the folder
    assert [file.path.name for file in task.files] == [judged.path.name, run.path.name]
    assert worker.run_job(folder) == 0
    assert (folder / worker.RESULT_FILE).exists()


# --- A class -----------------------------------------------------------------------------------


@pytest.fixture
def database(tmp_path):
    """Return a copy of the saved class database, whose class has not expired."""
    return copy_database(tmp_path)


def copy_database(folder):
    copy = folder / "class.sqlite3"
    shutil.copy(HERE / "class.sqlite3", copy)
    connection = sqlite3.connect(copy)
    connection.execute("UPDATE rooms SET expires = ?", (FAR,))
    connection.commit()
    connection.close()
    return copy


def test_a_saved_class_has_its_room_learners_and_votes(database):
    service = ClassService(ClassSettings(str(database)))
    record, role = service.find_room(CLASS["secrets"]["teacher"])
    assert role == "steering"
    assert service.find_room(CLASS["secrets"]["wall"])[1] == "showing"
    assert (record.code, record.room.revision) == (
        CLASS["secrets"]["code"],
        CLASS["secrets"]["revision"],
    )
    numbers = [
        service.find_room_of_learner(hash_secret(token))[1]
        for token in CLASS["secrets"]["learners"]
    ]
    assert numbers == [1, 2, 3, 4]
    shown, kept = review.review_class(service, record), CLASS["review"]
    assert (shown["title"], shown["about"]) == (kept["title"], kept["about"])
    made = [[m["name"], sum(filter(None, m["counts"].values()))] for m in shown["misunderstood"]]
    assert made == [[name, sum(filter(None, n.values()))] for name, n in kept["misunderstood"]]
    votes = [
        {
            str(vote): [
                count_groups(groups),
                count_groups(group for group in groups if group["key"] == "right"),
            ]
            for vote, groups in question["results"]["votes"].items()
        }
        for question in shown["questions"]
    ]
    assert votes == kept["votes"]
    table = (HERE / "class-answers.csv").read_bytes().decode("utf-8-sig")
    now = extract_facts(review.format_answers_csv(service, record).removeprefix("\ufeff"))
    before = extract_facts(table)
    columns = len(before[0])  # newer columns come after the older ones
    assert [row[:columns] for row in now] == before


def test_a_class_stored_by_a_later_version_has_its_known_facts(database):
    before, _ = ClassService(ClassSettings(str(database))).find_room(CLASS["secrets"]["teacher"])
    with sqlite3.connect(database) as connection:
        for code, state in connection.execute("SELECT code, state FROM rooms").fetchall():
            rounds = [round | {"later": [1]} for round in json.loads(state)["rounds"]]
            stored = json.dumps(json.loads(state) | {"rounds": rounds})
            connection.execute("UPDATE rooms SET state = ? WHERE code = ?", (stored, code))
    after, _ = ClassService(ClassSettings(str(database))).find_room(CLASS["secrets"]["teacher"])
    assert after.room == before.room


def extract_facts(table):
    """Return the rows of a table of answers without the wording, which may be improved."""
    rows = [list(row) for row in csv.reader(StringIO(table, newline=""))]
    place = rows[0].index("answer")
    for row in rows[1:]:
        row[1] = ""  # the question's text
        row[place] = re.sub(r"^([A-Z]\.) .*", r"\1", row[place], flags=re.DOTALL)
    return rows


def count_groups(groups):
    return sum(group["count"] for group in groups)


def test_a_saved_take_home_link_has_the_same_answers(database):
    service = ClassService(ClassSettings(str(database)))
    own, wrong, right = "own?ask=dcg&r=3,2,3,0,1", {"dcg": "9.000"}, {"dcg": "6.148"}
    answers = [[own, wrong, right], ["drag/1"], ["test/dcg/1/before", {"dcg": "99"}]]
    page = review.make_take_home_page(service, {"title": "Week 5", "answers": answers})
    outcomes = [[one["outcome"] for one in question["own"]] for question in page["questions"]]
    assert {"title": page["title"], "about": page["about"], "outcomes": outcomes} == CLASS["home"]


def test_tables_without_images_are_upgraded_with_their_contents(database):
    connection = sqlite3.connect(database)
    tables = ("rooms", "learners", "ballots")
    before = [connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables]
    assert connection.execute("SELECT version FROM schema_version").fetchall() == [(3,)]
    for _ in range(2):  # the second time there is nothing to do
        SQLite(str(database))
        assert connection.execute("SELECT version FROM schema_version").fetchall() == [(VERSION,)]
        now = [connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables]
        assert now == before
    assert connection.execute("SELECT * FROM images").fetchall() == []
    connection.close()


@pytest.mark.parametrize("version", [1, 2, VERSION + 1])
def test_tables_of_another_version_are_refused_unchanged(database, version):
    """A room lasts a day, so no open room has tables of version 1 or 2."""
    connection = sqlite3.connect(database)
    connection.execute("UPDATE schema_version SET version = ?", (version,))
    connection.commit()
    with pytest.raises(ValueError, match=rf"tables of version {version}.* version {VERSION}\."):
        SQLite(str(database))
    assert connection.execute("SELECT count(*) FROM ballots").fetchone()[0] > 0
    connection.close()
