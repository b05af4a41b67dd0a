"""Forbidden messages to a class over real sockets."""

import csv
import io
import time

import httpx
import pytest

from ndcg_ui import limits
from tests.classroom.asked import CASES
from tests.classroom.people import CLIENT, RIGHT, Learner, Person, Teacher

TOO_LONG = {"round": 0, "vote": 1, "number": 1, "answer": {"dcg": "x" * 81}}


def test_a_bad_answer_gets_a_sentence_and_changes_nothing(teacher):
    learner = Learner(teacher.url, teacher.code)
    wall = teacher.follow_wall()
    teacher.command("forward")
    for message in (*CASES["no_answers"], TOO_LONG, None):
        refused = learner.post("/join/answer", message)
        assert refused.status_code in (400, 409), message
        assert refused.json()["say"].endswith("."), message
        time.sleep(0.01)
    assert wall.wait_for_revision(1)["answered"] == 0


@pytest.mark.parametrize("body", [b"", b"\xff", b"{" * 3000, b'{"a":' * 2000, b"1e999", b"nan"])
def test_an_unreadable_message_gets_a_sentence(url, body):
    answer = CLIENT.post(f"{url}/join/answer", content=body)
    assert answer.status_code in (400, 409, 413)
    assert answer.json()["say"].endswith(".")


def test_a_long_message_is_not_read_completely(url):
    sent = 0

    def endless():
        nonlocal sent
        while sent < 50_000_000:
            sent += 10_000
            yield b"x" * 10_000

    try:
        answer = CLIENT.post(f"{url}/join/answer", content=endless())
        assert answer.status_code == 413
    except httpx.TransportError:
        pass  # the server closes the connection during the request
    assert sent < 20_000_000


@pytest.mark.parametrize("secret", ["x", "BCDFG.", "BCDFG.x", "." * 150, "é", "a" * 5000])
@pytest.mark.parametrize("path", ["/class/events", "/join/events", "/class/answers"])
def test_a_forged_secret_opens_nothing(url, path, secret):
    answer = CLIENT.get(url + path, headers={"Authorization": f"Bearer {secret}".encode()})
    assert answer.status_code == 409
    assert secret[:50] not in answer.text or len(secret) < 2


def test_a_learners_secret_opens_nothing_else(teacher):
    learner = Learner(teacher.url, teacher.code)
    other = Teacher(teacher.url)
    other.command("forward")
    assert learner.answer(RIGHT).status_code == 409  # its own room has no open question
    assert Person(learner.url, learner.secret).get("/class/answers").status_code == 409
    assert other.follow_wall().wait_for_revision(1)["answered"] == 0


def test_pages_of_other_sites_can_do_nothing(teacher):
    headers = {"Origin": "http://elsewhere.example", "Authorization": f"Bearer {teacher.secret}"}
    message = {"command": "forward", "revision": 0}
    answer = CLIENT.post(f"{teacher.url}/class/command", json=message, headers=headers)
    assert answer.status_code == 403
    assert teacher.follow_wall().wait_for_revision(0)["room"]["phase"] == "waiting"


def test_no_secret_is_in_a_page_address_or_error(teacher):
    learner = Learner(teacher.url, teacher.code)
    learner.answer(RIGHT)
    for path in ("/join/events", "/class/events"):
        answer = CLIENT.get(f"{teacher.url}{path}?token={learner.secret}")
        assert answer.status_code == 409
        assert learner.secret not in answer.text
        assert answer.headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize(("path", "method"), [("/join/answer", "GET"), ("/class/events", "POST")])
def test_a_route_has_one_method(url, path, method):
    assert httpx.request(method, url + path).status_code == 405


def test_a_fourth_stream_of_one_learner_ends_the_first(teacher):
    learner = Learner(teacher.url, teacher.code)
    streams = []
    for _ in range(limits.STREAMS_EACH + 1):
        streams.append(learner.follow())
        streams[-1].wait_for_revision(0)
    teacher.command("forward")
    for stream in streams[1:]:
        stream.wait_for_revision(1)
    assert not [e for e in streams[0].events if e["room"]["revision"] == 1]


def test_answers_in_a_spreadsheet_are_not_formulas(url):
    teacher = Teacher(url, 'questions = ["lesson/grades-not-flags/number-1"]')
    written = {"-1+2": "'-1+2", "−0.50": "-0.50", "-1": "-1"}  # Excel reads a number as a number
    learners = [Learner(url, teacher.code) for _ in written]
    teacher.command("forward")
    for learner, text in zip(learners, written, strict=True):
        assert learner.answer(text).status_code == 200
    rows = list(csv.DictReader(io.StringIO(teacher.get("/class/answers").text)))
    assert [row["answer"] for row in rows] == list(written.values())
