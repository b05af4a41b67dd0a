"""A class over real sockets: what each is told, when, and what nobody can do."""

import csv
import io
import json
import time

import httpx
import pytest

from ndcg_ui.classroom import limits
from tests.classroom.people import Learner, Person, Teacher, serve

RIGHT, WRONG = {"dcg": "6.148"}, {"dcg": "9.000"}


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    """A server with classes in a file."""
    folder = tmp_path_factory.mktemp("class")
    process, url = serve(str(folder / "class.sqlite3"), folder / "log")
    yield url
    process.terminate()
    process.wait(20)


@pytest.fixture
def teacher(url):
    """Who has made a room."""
    return Teacher(url)


def test_a_question_from_its_opening_to_everybodys_verdict(teacher):
    right, wrong = (Learner(teacher.url, teacher.code) for _ in range(2))
    follows, wall = [right.follow(), wrong.follow()], teacher.wall()
    assert right.name != wrong.name
    assert follows[0].phase(0)["room"]["phase"] == "waiting"
    teacher.command("forward")
    told = follows[0].phase(1)
    assert told["room"]["question"]["ask"] == "What is DCG@5 of this ranking?"
    assert right.answer(RIGHT, sure="sure").json() == {"kept": 1}
    assert wrong.answer(WRONG, sure="not sure").json() == {"kept": 1}
    counted = wall.until(lambda e: e.get("answered") == {"1": 2})
    assert "results" not in counted
    assert counted["desk"] == {"advice": "", "do": ""}
    teacher.command("forward")
    closed = wall.phase(2)
    assert closed["desk"]["advice"] == "2 answered: too few to go by."
    assert "results" not in closed
    teacher.command("show")
    groups = wall.phase(3)["results"]["votes"]["1"]
    assert [(g["key"], g["count"], g["sure"]) for g in groups] == [
        ("right", 1, 1),
        ("no-discount", 1, 0),
    ]
    teacher.command("forward")
    mine = [
        follow.until(lambda e: e["room"]["revision"] == 4 and e["mine"]["verdicts"])["mine"]
        for follow in follows
    ]
    assert [m["verdicts"]["1"]["outcome"] for m in mine] == ["right", "wrong"]
    assert "every gain in full" in mine[1]["verdicts"]["1"]["message"]
    solution = follows[0].phase(4)["room"]["solution"]
    assert solution.startswith("DCG is 6.149.")
    assert "1.262" in solution  # the term at rank 2, 2 / log2(3), in the table of the steps
    assert 'data-testid="ideal"' not in solution


def test_before_the_solution_nothing_tells_right_from_wrong(teacher):
    right, wrong = (Learner(teacher.url, teacher.code) for _ in range(2))
    teacher.command("forward")
    streams = [right.follow(), wrong.follow()]
    for stream in streams:
        stream.phase(1)
    told = [right.answer(RIGHT), wrong.answer(WRONG)]
    assert told[0].content == told[1].content
    same = ("content-length", "content-type", "cache-control")
    headers = [{name: answer.headers.get(name) for name in same} for answer in told]
    assert headers[0] == headers[1]
    teacher.command("forward")
    again = [right.follow(), wrong.follow()]
    pairs = [(one, one.phase(2)) for one in (*streams, *again)]
    for stream, event in pairs:
        assert event["mine"]["verdicts"] == {}
        assert event["room"]["solution"] == ""
        assert "6.149" not in "".join(stream.raw)
    sizes = {len(stream.raw[-1]) - len(event["mine"]["name"]) for stream, event in pairs[2:]}
    assert len(sizes) == 1


def test_an_answer_can_be_changed_while_the_vote_is_open_and_not_after(teacher):
    learner = Learner(teacher.url, teacher.code)
    teacher.command("forward")
    assert learner.answer(WRONG).status_code == 200
    assert learner.answer(RIGHT).status_code == 200
    teacher.command("forward")
    late = learner.answer(WRONG)
    assert (late.status_code, "is kept" in late.json()["say"]) == (409, True)
    back = learner.follow().phase(2)["mine"]["ballots"]
    assert back["1"]["answer"] == {"dcg": "6.148"}


def test_a_second_vote_leaves_the_first_and_is_shown_as_a_flow(teacher):
    learner, wall = Learner(teacher.url, teacher.code), teacher.wall(teacher.showing)
    teacher.command("forward")
    learner.answer(WRONG)
    for name in ("forward", "discuss"):
        teacher.command(name)
    assert learner.answer(RIGHT, vote=1).status_code == 409
    assert learner.answer(RIGHT, vote=2).status_code == 200
    for name in ("forward", "show"):
        teacher.command(name)
    results = wall.phase(5)["results"]
    assert results["flow"] == [["wrong", "right", 1]]
    assert "desk" not in wall.phase(5)
    table = teacher.get("/class/answers").text
    rows = list(csv.DictReader(io.StringIO(table)))
    assert [(r["kind of vote"], r["outcome"]) for r in rows] == [
        ("first", "wrong"),
        ("after discussion", "right"),
    ]
    found = teacher.get("/class/session").json()["mistakes"]
    assert [(m["id"], m["link"]) for m in found] == [("no-discount", "/practice?skill=term")]


def test_who_comes_late_or_comes_back_is_where_the_class_is(teacher):
    early = Learner(teacher.url, teacher.code)
    teacher.command("forward")
    early.answer(RIGHT)
    teacher.command("go", argument="2")
    late = Learner(teacher.url, teacher.code)
    assert late.follow().phase(2)["room"]["place"] == 2
    teacher.command("go", argument="1")
    back = early.follow().phase(3)
    assert back["mine"]["ballots"]["1"] == {"answer": RIGHT, "sure": "", "number": 1}


def test_one_more_of_the_same_kind_is_asked_alone(teacher):
    learner = Learner(teacher.url, teacher.code)
    for name in ("forward", "forward", "forward", "alone"):
        teacher.command(name)
    told = learner.follow().phase(4)["room"]
    assert (told["alone"], told["phase"], told["round"], told["count"]) == (True, "open", 3, 4)
    assert told["question"]["ask"].startswith("What is DCG@5")


def test_an_order_is_shown_without_its_ideal_and_comes_back_as_a_crowds_ranking(teacher):
    learners = [Learner(teacher.url, teacher.code) for _ in range(3)]
    wall = teacher.wall()
    teacher.command("go", argument="2")
    board = learners[0].follow().phase(1)["room"]["question"]["board"]
    assert (board["ideal"], board["idcg"]) == ([], None)
    for learner, order in zip(learners, ([1, 2, 0], [1, 2, 0], [1, 0, 2]), strict=True):
        assert learner.answer(order, round=1).status_code == 200
    for name in ("forward", "forward"):
        teacher.command(name)
    crowd = wall.phase(3)["results"]["crowd"]
    assert [card["label"] for card in crowd["cards"]] == ["B", "C", "A"]
    assert [(c["order"], c["count"]) for c in crowd["common"]] == [("B C A", 2), ("B A C", 1)]


def test_a_deleted_room_says_that_it_is_over_to_everybody(teacher):
    learner = Learner(teacher.url, teacher.code)
    streams = [learner.follow(), teacher.wall()]
    for stream in streams:
        stream.phase(0)
    assert Person(teacher.url, teacher.showing).post("/class/end", {}).status_code == 409
    assert teacher.post("/class/end", {}).status_code == 200
    for stream in streams:
        stream.until(lambda event: event == "event: over")
    assert learner.answer(RIGHT).status_code == 409
    assert teacher.get("/class/answers").status_code == 409


# --- What nobody can do --------------------------------------------------------------------------


def test_of_two_teachers_commands_at_once_one_is_obeyed(teacher):
    messages = [{"command": "forward", "revision": 0}] * 2
    answers = [teacher.post("/class/command", message) for message in messages]
    assert [answer.status_code for answer in answers] == [200, 409]
    assert "moved on" in answers[1].json()["say"]


HOSTILE = [
    {},
    {"round": 0},
    {"round": 0, "vote": 1, "number": 1},
    {"round": 0, "vote": 1, "number": 1, "answer": "6.148"},
    {"round": 0, "vote": 1, "number": 1, "answer": {"ndcg": "1"}},
    {"round": 0, "vote": 1, "number": 1, "answer": {"dcg": "x" * 81}},
    {"round": 0, "vote": 1, "number": 1, "answer": {"dcg": ["6"]}},
    {"round": 0, "vote": 1, "number": -1, "answer": RIGHT},
    {"round": 0, "vote": 1, "number": 2**60, "answer": RIGHT},
    {"round": 0, "vote": 1, "number": True, "answer": RIGHT},
    {"round": 0, "vote": 2, "number": 1, "answer": RIGHT},
    {"round": 1, "vote": 1, "number": 1, "answer": [1, 2, 0]},
    {"round": 9, "vote": 1, "number": 1, "answer": RIGHT},
    {"round": 0, "vote": 1, "number": 1, "answer": RIGHT, "sure": "<b>"},
    [1, 2, 3],
    "text",
    None,
]


def test_what_is_no_answer_gets_a_sentence_and_changes_nothing(teacher):
    learner, wall = Learner(teacher.url, teacher.code), teacher.wall()
    teacher.command("forward")
    for message in HOSTILE:
        refused = learner.post("/join/answer", message)
        assert refused.status_code in (400, 409), message
        assert refused.json()["say"].endswith("."), message
        time.sleep(0.01)
    assert wall.phase(1)["answered"] == {"1": 0}


@pytest.mark.parametrize("body", [b"", b"\xff", b"{" * 3000, b'{"a":' * 2000, b"1e999", b"nan"])
def test_what_cannot_be_read_gets_a_sentence(url, body):
    answer = httpx.post(f"{url}/join/answer", content=body)
    assert answer.status_code in (400, 409, 413)
    assert answer.json()["say"].endswith(".")


def test_a_message_that_is_too_long_is_not_read_to_its_end(url):
    sent = 0

    def endless():
        nonlocal sent
        while sent < 50_000_000:
            sent += 10_000
            yield b"x" * 10_000

    try:
        answer = httpx.post(f"{url}/join/answer", content=endless())
        assert answer.status_code == 413
    except httpx.TransportError:
        pass  # the server hangs up while it is still being told
    assert sent < 20_000_000


@pytest.mark.parametrize("secret", ["x", "BCDFG.", "BCDFG.x", "." * 150, "é", "a" * 5000])
@pytest.mark.parametrize("path", ["/class/events", "/join/events", "/class/answers"])
def test_a_forged_secret_opens_nothing(url, path, secret):
    answer = httpx.get(url + path, headers={"Authorization": f"Bearer {secret}".encode()})
    assert answer.status_code == 409
    assert secret[:50] not in answer.text or len(secret) < 2


def test_the_projectors_secret_shows_and_steers_nothing(teacher):
    projector = Person(teacher.url, teacher.showing)
    assert (
        projector.post("/class/command", {"command": "forward", "revision": 0}).status_code == 409
    )
    assert projector.get("/class/answers").status_code == 409
    assert projector.get("/class/session").status_code == 409
    assert teacher.wall(teacher.showing).phase(0)["role"] == "showing"


def test_a_learners_secret_is_of_no_use_elsewhere(teacher):
    learner, other = Learner(teacher.url, teacher.code), Teacher(teacher.url)
    other.command("forward")
    assert learner.answer(RIGHT).status_code == 409  # its own room asks nothing yet
    assert Person(learner.url, learner.secret).get("/class/answers").status_code == 409
    assert other.wall().phase(1)["answered"] == {"1": 0}


def test_another_sites_page_can_do_nothing(teacher):
    headers = {"Origin": "http://elsewhere.example", "Authorization": f"Bearer {teacher.secret}"}
    message = {"command": "forward", "revision": 0}
    answer = httpx.post(f"{teacher.url}/class/command", json=message, headers=headers)
    assert answer.status_code == 403
    assert teacher.wall().phase(0)["room"]["phase"] == "waiting"


def test_no_secret_is_in_a_page_address_or_error(teacher):
    learner = Learner(teacher.url, teacher.code)
    learner.answer(RIGHT)
    for path in ("/join/events", "/class/events"):
        answer = httpx.get(f"{teacher.url}{path}?token={learner.secret}")
        assert answer.status_code == 409
        assert learner.secret not in answer.text
        assert answer.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(("path", "method"), [("/join/answer", "GET"), ("/class/events", "POST")])
def test_a_route_has_one_method(url, path, method):
    assert httpx.request(method, url + path).status_code == 405


def test_a_fourth_stream_of_one_learner_ends_the_first(teacher):
    learner = Learner(teacher.url, teacher.code)
    streams = [learner.follow() for _ in range(1)]
    streams[0].phase(0)
    for _ in range(limits.STREAMS_EACH):
        streams.append(learner.follow())
        streams[-1].phase(0)
    teacher.command("forward")
    for stream in streams[1:]:
        stream.phase(1)
    assert not [e for e in streams[0].events if e["room"]["revision"] == 1]


def test_the_answers_of_a_spreadsheet_are_no_formulas(url):
    teacher = Teacher(url, 'questions = ["lesson/grades-not-flags/number-1"]')
    learner = Learner(url, teacher.code)
    teacher.command("forward")
    assert learner.answer('=HYPERLINK("x")').status_code == 200
    rows = list(csv.DictReader(io.StringIO(teacher.get("/class/answers").text)))
    assert not json.loads(rows[0]["answer"]).startswith("'")
    assert not rows[0]["answer"].startswith("=")


# --- Several processes, and none -----------------------------------------------------------------


@pytest.mark.thorough("two servers are started")
def test_two_processes_teach_one_class(database_address, tmp_path):
    running = [serve(database_address, tmp_path / f"log {n}") for n in range(2)]
    try:
        (_, here), (_, there) = running
        teacher, learner = Teacher(here), None
        learner = Learner(there, teacher.code)
        follow, wall = learner.follow(), teacher.wall()
        follow.phase(0)
        teacher.command("forward")
        follow.phase(1)
        assert learner.answer(RIGHT).status_code == 200
        wall.until(lambda event: event.get("answered") == {"1": 1})
    finally:
        for process, _ in running:
            process.terminate()
            process.wait(20)


@pytest.mark.thorough("a server is started twice")
def test_a_server_that_is_killed_has_kept_what_it_acknowledged(tmp_path):
    address, log = str(tmp_path / "class.sqlite3"), tmp_path / "log"
    process, url = serve(address, log)
    teacher = Teacher(url)
    learner = Learner(url, teacher.code)
    teacher.command("forward")
    assert learner.answer(RIGHT).status_code == 200
    process.kill()
    process.wait(20)
    process, url = serve(address, log)
    try:
        learner.url = teacher.url = url
        back = learner.follow().phase(1)
        assert back["mine"]["ballots"]["1"]["answer"] == RIGHT
        teacher.command("forward")
        assert learner.follow().phase(2)["mine"]["name"] == learner.name
    finally:
        process.terminate()
        process.wait(20)
    for secret in (learner.secret, teacher.secret, teacher.showing):
        assert secret.partition(".")[2] or secret not in log.read_text()
        assert secret not in log.read_text()
