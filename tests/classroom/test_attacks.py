"""Attacks on a server with classes, and their effects on another class."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from ndcg_core.classroom.codes import draw_code
from ndcg_ui import limits
from tests.classroom.people import CLIENT, RIGHT, Learner, Person, Teacher, serve
from tests.clock import PATIENCE


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Return a server for attacks from different addresses."""
    folder = tmp_path_factory.mktemp("attacked")
    server = serve(str(folder / "class.sqlite3"), folder / "log")
    yield server
    server.stop()


def post_from(address, server, path, message):
    """Return the status of a message that a proxy forwards from an address."""
    forwarded = {"X-Forwarded-For": address}
    return CLIENT.post(server.url + path, json=message, headers=forwarded)


def run_in_threads(do, arguments):
    """Run calls in sixteen threads, and return their results."""
    with ThreadPoolExecutor(16) as pool:
        return list(pool.map(do, arguments))


def test_a_message_longer_than_a_plan_is_not_read(server):
    answer = Person(server.url).post("/class/plan", {"text": "#" * limits.LONGEST_PLAN})
    assert answer.status_code == 413
    assert f"{limits.LONGEST_PLAN:,} bytes" in answer.json()["say"]


def test_the_address_is_checked_before_the_plan(server):
    message = {"plan": "this is no plan", "key": ""}
    answer = post_from("8.8.8.8", server, "/class/rooms", message)
    assert (answer.status_code, "local network" in answer.json()["say"]) == (409, True)


def test_guessing_codes_does_not_keep_a_class_from_joining(server):
    teacher = Teacher(server.url)
    rng = Random(3)

    def guess(_):
        code = {"code": draw_code(rng)}
        return post_from("10.0.0.66", server, "/join/enter", code).status_code

    def join(n):
        return post_from(f"10.0.1.{n}", server, "/join/enter", {"code": teacher.code})

    assert set(run_in_threads(guess, range(150))) == {409, 429}
    answers = run_in_threads(join, range(40))
    assert [answer.status_code for answer in answers] == [200] * 40


@pytest.mark.thorough("1,500 join over sockets")
def test_a_machine_that_joins_1500_times_is_slowed_reported_and_removed(server):
    teacher = Teacher(server.url)
    honest = [Learner(server.url, teacher.code) for _ in range(3)]
    teacher.command("forward")
    for learner in honest:
        assert learner.answer(RIGHT).status_code == 200
    wall = teacher.follow_wall()
    before = wall.wait_for_event(lambda e: e.get("answered") == 3)
    assert before["joins"]["last"] == 3

    def join(_):
        answer = post_from("10.0.0.66", server, "/join/enter", {"code": teacher.code})
        return answer.json().get("token")

    start = time.time()
    tokens = [token for token in run_in_threads(join, range(1500)) if token]
    assert 300 <= len(tokens) < 1000
    vote = {"round": 0, "vote": 1, "answer": {"dcg": "9.00"}, "number": 1}
    robots = [Person(server.url, token) for token in tokens]
    assert robots[0].post("/join/answer", vote).status_code == 200
    there = 3 + len(tokens)
    assert wall.wait_for_event(lambda e: e["joined"] == there)["joins"]["last"] > 300

    assert teacher.post("/class/joining", {"joining": "locked"}).json() == {"joining": "locked"}
    wall.wait_for_event(lambda e: e["joining"] == "locked")
    refused = Person(server.url).post("/join/enter", {"code": teacher.code})
    assert (refused.status_code, "locked" in refused.json()["say"]) == (409, True)
    removed = teacher.post("/class/joining", {"since": start})
    assert removed.json() == {"removed": len(tokens)}
    wall.wait_for_event(lambda e: e["joined"] == 3 and e["answered"] == 3)
    assert robots[0].post("/join/answer", vote).status_code == 409
    back = honest[0].follow().wait_for_revision(1)  # as after a reload
    assert back["mine"]["ballots"]["1"]["answer"] == RIGHT
    assert honest[0].answer({"dcg": "9.00"}).status_code == 200


def test_a_removed_learners_phone_is_told(server):
    teacher = Teacher(server.url)
    stays = Learner(server.url, teacher.code)
    since = time.time()
    goes = Learner(server.url, teacher.code)
    streams = [stays.follow(), goes.follow()]
    for stream in streams:
        stream.wait_for_revision(0)
    assert teacher.post("/class/joining", {"since": since}).json() == {"removed": 1}
    streams[1].thread.join(PATIENCE)
    assert not streams[1].thread.is_alive()
    assert goes.get("/join/events").status_code == 409
    teacher.command("forward")
    streams[0].wait_for_revision(1)


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"joining": "shut"},
        {"since": 0},
        {"since": -1},
        {"since": True},
        {"since": "1"},
        {"since": 10**400},
        {"since": 1e300},
        {"joining": ["locked"]},
    ],
)
def test_a_bad_lock_or_time_changes_nothing(teacher, message):
    Learner(teacher.url, teacher.code)
    answer = teacher.post("/class/joining", message)
    assert answer.status_code in (400, 409)
    assert answer.json()["say"].endswith(".")
    shown = teacher.follow_wall().wait_for_revision(0)
    assert (shown["joined"], shown["joining"]) == (1, "open")


def test_only_the_teacher_commands_locks_removes_and_downloads(teacher):
    Learner(teacher.url, teacher.code)
    joining = "/class/joining"
    acts = [("/class/command", {"command": "forward", "revision": 0})]
    acts += [(joining, {"joining": "locked"}), (joining, {"since": 1})]
    person = Person(teacher.url, teacher.showing)
    answers = [person.post(path, message) for path, message in acts]
    answers += [person.get(f"/class/{part}") for part in ("answers", "results")]
    assert [answer.status_code for answer in answers] == [409] * 5
    projected = teacher.follow_wall(teacher.showing).wait_for_revision(0)
    assert (projected["joined"], projected["joining"]) == (1, "open")
    assert (projected["role"], projected["room"]["phase"]) == ("showing", "waiting")
    assert "joins" not in json.dumps(projected)
