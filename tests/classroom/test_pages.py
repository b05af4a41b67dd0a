"""The pages of a class: their size, their completeness, and the choice of questions."""

import json
import re
import socket
import sqlite3
import sys
from html import unescape
from unittest.mock import Mock

import pytest
from starlette.testclient import TestClient

from ndcg_core.classroom.plans import read_plan
from ndcg_core.classroom.question import KINDS
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.lessons.loader import load_lessons
from ndcg_core.marking.verdict_words import GROUP_WORDS
from ndcg_ui.classroom import pages, reach
from ndcg_ui.classroom.life import get_service
from ndcg_ui.classroom.shown.choosing import list_question_groups
from ndcg_ui.classroom.store.database import UNREACHABLE_MESSAGE
from ndcg_ui.exhibit import addresses
from ndcg_ui.exhibit.scripts import hash_inline_script
from ndcg_ui.hosts.server import security
from tests.classroom.asked import CASES
from tests.classroom.small_app import app


@pytest.fixture(scope="module")
def client():
    """Return a client of our routes behind our middleware."""
    return TestClient(app, base_url="http://localhost")


@pytest.mark.parametrize("path", pages.PAGES)
def test_a_page_is_complete_cached_and_loads_nothing_from_other_hosts(client, path):
    page = client.get(path)
    (own,) = re.findall(r'<script type="module">(.*?)</script>', page.text, re.DOTALL)
    policy = page.headers["content-security-policy"]
    assert policy.replace(f" {hash_inline_script(own)}", "", 1) == security.build_content_policy()
    assert len(policy) > len(security.build_content_policy())
    assert not re.search(r"https?://|\{\{|style=|onclick|src=", page.text.replace(own, ""))
    again = client.get(path, headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_pages_style_is_short_and_keeps_strings_and_calculations():
    style = """/* A note;
 on two lines. */
.a {
  color: red;
  font-family: "A, B > C", 'D,  E';

  --rows: calc(1px + 2px);
}

@media (width > 40rem) {
  .b > .c,
  .d:hover {
    margin: 0 1px;
    background: url(
      x.png
    );
  }
}
"""
    assert pages._compact_style(style).strip() == (
        ".a{color:red;font-family:\"A, B > C\",'D,  E';--rows:calc(1px + 2px)}"
        "@media (width>40rem){.b>.c,.d:hover{margin:0 1px;background:url(x.png)}}"
    )


def test_a_learners_page_has_at_most_120_kilobytes():
    page, _ = pages.build_page("/join")
    assert b"const $board_moving" in page
    assert b"import(" not in page
    assert len(page) < 120_000


@pytest.mark.parametrize("path", pages.PAGES)
def test_a_page_takes_outcome_words_from_the_shared_list(path):
    html = pages.build_page(path)[0].decode()
    (words,) = re.findall(r'data-outcomes="([^"]*)"', html)
    assert json.loads(unescape(words)) == GROUP_WORDS
    assert "not marked" not in html.replace(words, "")


def test_the_choice_of_questions_has_every_kind():
    offered = [question for group in list_question_groups() for question in group["questions"]]
    assert {question["kind"] for question in offered} == set(KINDS) - {"several", "text"}
    assert len({question["reference"] for question in offered}) == len(offered) > 150
    assert all(question["ask"] for question in offered)
    assert not [q for q in offered if "<button" in q["ask"]], "each stands inside a button"


def test_each_lesson_skill_and_practice_has_its_questions():
    names = {
        group["group"]: [question["reference"] for question in group["questions"]]
        for group in list_question_groups()
    }
    assert names["Practice: drag tasks"] == [f"drag/{n}" for n in range(1, 7)]
    assert names["Practice: predictions"] == [f"predict/{n}" for n in range(1, 9)]
    assert all(names.values())
    for skill in SKILLS.values():
        lists = names[f"Practice: {skill.title}"]
        assert len(lists) == 3
        assert all(one.startswith(f"practice?skill={skill.id}&r=") for one in lists)
        if tests := names.get(f"Before and after the class: {skill.title}"):
            assert tests[:2] == [f"test/{skill.id}/1/{when}" for when in ("before", "after")]
    for lesson in load_lessons():
        tasks = names.get(f"Lesson {lesson.number}: {lesson.title}", ())
        assert all(task.startswith(f"lesson/{lesson.slug}/") for task in tasks)
    steps = {q["reference"]: q["step"] for g in list_question_groups() for q in g["questions"]}
    assert [steps[name] for name in ("drag/1", "lesson/gain/hook", "test/dcg/1/after")] == [
        *("drag", "gain", ""),
    ]
    assert steps[names["Practice: NDCG"][0]] == "practice-ndcg"


def test_groups_of_questions_and_suggested_plans_have_titles(client, new_class_database):
    found = client.get("/class/questions").json()
    titles = [group["group"] for group in found["groups"]]
    assert f"Practice: {SKILLS['term'].title}" in titles
    assert titles[0] == f"Lesson 1: {load_lessons()[0].title}"
    assert titles[-1] == f"Before and after the class: {SKILLS['mean-empty'].title}"
    assert found["key"] is False
    assert len({plan["title"] for plan in found["plans"]}) == len(found["plans"]) > 1
    for plan in found["plans"]:
        read = client.post("/class/plan", json={"text": plan["text"]}).json()
        assert (read["title"], read["remark"]) == (plan["title"], "")


def test_a_chosen_plan_is_saved_and_loaded_again(client):
    chosen = {"title": "Week 3", "questions": ["drag/1", "own?ask=dcg&r=3,0,2"], "discuss_to": 80}
    saved = client.post("/class/plan", json=chosen).json()
    assert read_plan(saved["text"]).questions == tuple(chosen["questions"])
    loaded = client.post("/class/plan", json={"text": saved["text"]}).json()
    assert loaded == saved
    assert (loaded["title"], loaded["explain_below"], loaded["discuss_to"]) == ("Week 3", 30, 80)


@pytest.mark.parametrize(("message", "said"), CASES["no_plans"])
def test_a_bad_plan_message_gets_a_sentence(client, message, said):
    answer = client.post("/class/plan", json=message)
    assert answer.status_code == 400
    assert said in answer.json()["say"]


@pytest.mark.parametrize(
    ("part", "error"),
    [
        ("Transaction.execute", sqlite3.OperationalError("database or disk is full")),
        ("sqlite3.connect", sqlite3.OperationalError("unable to open")),
        ("_create_private_file", OSError("Read-only file system")),
    ],
)
def test_a_full_or_missing_database_is_reported_by_pages_and_health(
    client, monkeypatch, caplog, part, error, tmp_path
):
    get_service.cache_clear()
    monkeypatch.setenv("NDCG_CLASS_DATABASE", str(tmp_path / "class.sqlite3"))
    monkeypatch.setattr(f"ndcg_ui.classroom.store.database.{part}", Mock(side_effect=error))
    answer = client.post("/join/enter", json={"code": "BCDFG"})
    assert (answer.status_code, answer.json()) == (503, {"say": UNREACHABLE_MESSAGE})
    assert "Traceback" not in caplog.text
    health = client.get("/_stcore/health")
    assert (health.status_code, health.text) == (200, f"ok, but for classes: {error}")
    monkeypatch.undo()
    monkeypatch.setenv("NDCG_CLASS_DATABASE", str(tmp_path / "other.sqlite3"))
    get_service.cache_clear()
    assert client.post("/join/enter", json={"code": "BCDFG"}).status_code == 409
    assert client.get("/_stcore/health").text != health.text
    get_service.cache_clear()


def look_for_phones(client, monkeypatch, address, own, is_open=True):
    monkeypatch.setattr(reach, "find_machine_address", lambda: own)
    monkeypatch.setattr(addresses, "find_machine_address", lambda: own)
    monkeypatch.setattr(reach, "_accepts_connections", lambda host, port: is_open)
    return client.get("/class/reach", params={"top": address}).json()


def test_the_page_names_obstacles_for_phones_and_commands_against_them(client, monkeypatch):
    here = "http://localhost:8501/"
    found = look_for_phones(client, monkeypatch, here, "localhost")
    assert found["problem"].startswith("This computer is not connected to a network.")
    found = look_for_phones(client, monkeypatch, here, "192.168.1.7", is_open=False)
    assert found["problem"].startswith("Only this computer can open the app")
    assert found["command"].endswith("--server.address 0.0.0.0 --server.port 80")
    usual = reach.describe_connection_test(here, reach.DEFAULT_PORT)
    assert usual["command"].endswith("--server.address 0.0.0.0")
    found = look_for_phones(client, monkeypatch, here, "192.168.1.7")
    assert (found["problem"], found["command"]) == ("", "")
    assert found["address"] == "http://192.168.1.7:8501/join/test"
    assert found["svg"].startswith("<svg")
    found = look_for_phones(
        client, monkeypatch, "https://ndcg.example.edu/x/", "192.168.1.7", False
    )
    assert (found["problem"], found["address"]) == ("", "https://ndcg.example.edu/x/join/test")
    assert "It works." in client.get("/join/test").text


def test_phones_reach_only_a_server_that_accepts_connections_from_the_network(monkeypatch):
    own = "127.0.0.2"  # on Linux, an address of this machine that is not called local
    monkeypatch.setattr(reach, "find_machine_address", lambda: own)
    try:
        listening = socket.create_server((own, 0))
    except OSError:
        pytest.skip("This system has only one loopback address.")
    port = listening.getsockname()[1]
    with listening:
        assert reach.describe_connection_test("http://localhost/", port)["problem"] == ""
    closed = reach.describe_connection_test("http://localhost/", port)
    assert closed["problem"].startswith("Only this computer can open the app")


@pytest.mark.parametrize(
    ("system", "command"),
    [
        ("linux", "sudo ufw allow 80/tcp"),
        ("win32", "netsh advfirewall firewall add rule"),
        ("darwin", f"socketfilterfw --add {sys.executable}"),
        ("sunos", ""),
    ],
)
def test_each_system_has_commands_for_its_firewall_and_a_restart(
    client, monkeypatch, system, command
):
    monkeypatch.setattr(reach.sys, "platform", system)
    found = look_for_phones(client, monkeypatch, "http://localhost:8501/", "192.168.1.7", False)
    assert command in found["firewall"]
    assert bool(command) == bool(found["firewall"])
    assert "{" not in found["firewall"] + found["command"]
    scripts = ".venv\\Scripts\\" if system == "win32" else ".venv/bin/"
    assert found["command"].startswith(f"{scripts}streamlit run app.py")
