"""The answers to the messages of a class, without a server: their statuses, words and headers."""

import asyncio
import json
from unittest.mock import Mock

import pytest
from starlette.testclient import TestClient

from ndcg_ui import limits
from ndcg_ui.classroom import routes
from ndcg_ui.classroom.life import get_service
from ndcg_ui.classroom.service import MANY_JOIN, RateLimit
from ndcg_ui.classroom.store.database import UNREACHABLE_MESSAGE, DatabaseUnavailableError
from tests.classroom.people import PLAN, RIGHT, WRONG
from tests.classroom.small_app import app
from tests.clock import run_in_thread


@pytest.fixture
def client(new_class_database):
    """Return a client on this machine, with an empty class database."""
    return TestClient(app, base_url="http://localhost", client=("127.0.0.1", 50_000))


@pytest.fixture
def ask(client):
    """Return a function that sends a message, and returns its answer."""

    def send(path, message=None, secret="", kind="Bearer"):
        headers = {"Authorization": f"{kind} {secret}"} if secret else {}
        if message is None:
            return client.get(path, headers=headers)
        return client.post(path, json=message, headers=headers)

    return send


@pytest.fixture
def room(ask):
    """Return a room with the secrets of its desk and its wall."""
    opened = ask("/class/rooms", {"plan": f'title = "Monday"\n{PLAN}', "key": ""}).json()
    code = opened["code"]
    return {
        "code": code,
        **{role: f"{code}.{opened[role]}" for role in ("steering", "showing")},
    }


def read_say(answer):
    """Return the status of a refusal, and its sentence."""
    assert answer.headers["cache-control"] == "no-store"
    return answer.status_code, answer.json()["say"]


def test_a_class_is_held_with_plain_messages(ask, room):
    desk = room["steering"]
    joined = [ask("/join/enter", {"code": room["code"].lower()}).json() for _ in range(2)]
    assert [one["code"] for one in joined] == [room["code"]] * 2
    assert len({one["name"] for one in joined}) == 2
    first, second = (one["token"] for one in joined)

    def command(name, revision):
        return ask("/class/command", {"command": name, "revision": revision}, desk)

    assert command("forward", 0).json() == {"revision": 1}
    stale = command("back", 0)
    assert stale.status_code == 409
    ballot = {"round": 0, "vote": 1, "number": 5, "sure": "sure"}
    assert ask("/join/answer", ballot | {"answer": RIGHT}, first).json() == {"kept": 5}
    assert ask("/join/answer", ballot | {"answer": WRONG}, second).json() == {"kept": 5}
    for revision in (1, 2):
        command("forward", revision)
    table = ask("/class/answers", None, desk)
    assert table.headers["content-type"] == "text/csv; charset=utf-8"
    assert table.headers["cache-control"] == "no-store"
    assert [joined[n]["name"] in table.text for n in range(2)] == [True, True]
    review = ask("/class/results", None, desk).json()
    assert (review["title"], review["about"]) == ("Monday", "2 learners; 1 of 3 questions.")
    homes = ask("/class/take-home", None, desk).json()
    assert homes["title"].startswith("Monday, 20")
    assert [home["about"] for home in homes["learners"]] == [
        "You had 1 of 1 right.",
        "You had 0 of 1 right.",
    ]
    assert [len(home["answers"][0]["own"]) for home in homes["learners"]] == [1, 1]
    message = {"title": "Monday", "answers": [[PLAN.split('"')[1], WRONG]]}
    assert ask("/join/solutions", message).json()["about"] == "You had 0 of 1 right."
    assert ask("/class/joining", {"joining": "locked"}, desk).json() == {"joining": "locked"}
    assert "locked" in read_say(ask("/join/enter", {"code": room["code"]}))[1]
    assert ask("/class/joining", {"since": 1}, desk).json() == {"removed": 2}
    assert ask("/class/end", {}, desk).json() == {"ended": "ended"}
    assert read_say(ask("/class/results", None, desk))[0] == 409


@pytest.mark.parametrize(
    ("path", "message", "status", "said"),
    [
        ("/join/enter", None, 405, "This address accepts only POST requests."),
        ("/class/events", {}, 405, "This address accepts only GET requests."),
        ("/join/answer", [1], 400, routes.NO_MESSAGE),
        ("/join/image?name=" + "0" * 32 + "-9x9.png", None, 404, routes.NO_IMAGE),
        ("/class/rooms", {"plan": "?"}, 400, "line 1"),
    ],
)
def test_a_refused_message_gets_its_status_and_a_sentence(ask, path, message, status, said):
    found, sentence = read_say(ask(path, message))
    assert found == status
    assert said in sentence


def test_a_busy_server_or_one_without_its_database_says_when_to_try_again(ask, room):
    service = get_service()
    service.joins_of_room = RateLimit((0, 1.0), MANY_JOIN)
    busy = ask("/join/enter", {"code": room["code"]})
    service.joins_of_room = RateLimit((9, 1.0), MANY_JOIN)
    service.repository.store_entries = Mock(side_effect=DatabaseUnavailableError)
    lost = ask("/join/enter", {"code": room["code"]})
    assert read_say(busy) == (429, MANY_JOIN)
    assert read_say(lost) == (503, UNREACHABLE_MESSAGE)
    assert [answer.headers["retry-after"] for answer in (busy, lost)] == ["2", "2"]


def test_a_long_plan_opens_a_room(ask):
    notes = f"# {'ß' * 900}\n" * 60
    assert len(notes.encode()) > limits.LONGEST_LINK
    assert ask("/class/rooms", {"plan": notes + PLAN, "key": ""}).status_code == 200


def test_a_preview_has_the_solution_the_named_answers_and_the_form(ask):
    shown = ask("/class/question", {"reference": "own?ask=dcg&r=3,2,3&k=2"}).json()
    assert (shown["kind"], shown["ask"]) == ("sheet", "What is DCG@2 of 3, 2, 3?")
    assert shown["worked"] == "DCG is 4.262."
    assert shown["solution"].startswith("<p>DCG is 4.262.</p>")
    assert shown["question"]["wall"] == "What is DCG@2 of this ranking?"
    assert shown["apart"][:2] == [
        ["4.262", "right", "right"],
        ["5.000", "could be several", "wrong"],
    ]
    assert shown["form"] == {"kind": "list", "cell": "dcg", "r": "3,2,3", "k": "2"}
    drag = ask("/class/question", {"reference": "drag/1"}).json()
    assert (drag["kind"], drag["step"], drag["apart"]) == ("order", "drag", [])
    assert "form" not in drag
    wrong = ask("/class/question", {"kind": "list", "cell": "dcg", "r": "3,x", "k": "2"}).json()
    assert (wrong["field"], "x" in wrong["say"]) == ("r", True)
    plan = {"questions": ["drag/1"], "title": "Monday", "site": "https://ndcg.example.edu/"}
    read = ask("/class/plan", plan | {"discuss_to": 80}).json()
    assert (read["title"], read["site"]) == ("Monday", plan["site"])
    assert (read["explain_below"], read["discuss_to"]) == (30, 80)


def test_only_a_bearer_secret_of_at_most_200_characters_counts(ask, room):
    assert ask("/class/results", None, room["steering"]).status_code == 200
    for secret, kind in ((room["steering"], "Basic"), ("x" * 201, "Bearer"), ("", "Bearer")):
        answer = ask("/class/results", None, secret, kind)
        assert read_say(answer)[0] == 409


def test_the_page_that_tests_a_connection_is_small_and_complete(ask):
    page = ask("/join/test")
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["content-security-policy"] == "default-src 'none'; img-src data:"
    assert "<h1>It works.</h1>" in page.text
    assert "This phone can join a class here. You can close this page." in page.text
    assert 'content="width=device-width, initial-scale=1"' in page.text


def test_a_message_that_never_arrives_is_refused(new_class_database, monkeypatch):
    monkeypatch.setattr(limits, "SECONDS_FOR_MESSAGE", 0.01)
    sent = []

    async def receive():
        await asyncio.sleep(60)

    async def send(message):
        sent.append(message)

    scope = {
        **{"type": "http", "method": "POST", "path": "/join/enter", "query_string": b""},
        **{"headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 1), "root_path": ""},
    }
    run_in_thread(routes.ClassMiddleware(app)(scope, receive, send))
    start, body = sent
    assert start["status"] == 413
    said = "The message took too long to arrive. Send it again."
    assert json.loads(body["body"]) == {"say": said}
    assert (b"connection", b"close") in start["headers"]


def test_an_app_with_a_key_asks_for_it(ask, monkeypatch):
    monkeypatch.setenv("NDCG_CLASS_KEY", "open sesame")
    get_service.cache_clear()
    message = {"plan": PLAN, "key": "guess"}
    assert read_say(ask("/class/rooms", message)) == (
        409,
        "This is not the key for starting a class here.",
    )
    assert ask("/class/rooms", message | {"key": "open sesame"}).status_code == 200
