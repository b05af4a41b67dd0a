"""Connections: at whose pace they are heard, and how many there may be."""

import asyncio
import sys

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient, WebSocketDenialResponse
from streamlit.proto.BackMsg_pb2 import BackMsg

from ndcg_ui import limits
from ndcg_ui.web.inbox import incoming, overtakes
from ndcg_ui.web.pace import Pace, Way
from ndcg_ui.web.visitors import Visitors, raise_file_limit
from tests.clock import Clock, run
from tests.ui.messages import asks


def test_a_later_state_of_the_same_widgets_overtakes_an_earlier_one():
    assert overtakes(incoming(asks(board="2")), incoming(asks(board="1")))
    assert overtakes(incoming(asks(board="1", sheet="1")), incoming(asks(board="1")))


@pytest.mark.parametrize(
    ("later", "earlier"),
    [
        (asks(board="2"), asks(board="1", button=True)),
        (asks(board="2", button=True), asks(board="1", button=True)),
        (asks(board="2"), asks(sheet="1")),
        (asks(fragment="g", board="2"), asks(board="1")),
        (asks(query="k=2", board="2"), asks(board="1")),
        (asks(page="q", board="2"), asks(board="1")),
        ({"type": "websocket.disconnect"}, asks(board="1")),
    ],
)
def test_nothing_that_a_person_did_is_overtaken(later, earlier):
    assert not overtakes(incoming(later), incoming(earlier))


def test_of_a_page_that_was_left_just_now_nothing_is_run():
    clock = Clock()
    way = Way(clock)
    assert not way.is_left(incoming(asks(page="home")).run)  # nobody has asked for another
    assert not way.is_left(incoming(asks(page="practice", fragment="")).run)
    assert way.is_left(incoming(asks(page="home")).run)
    assert not way.is_left(incoming(asks(page="practice")).run)
    assert not way.is_left(incoming(asks(page="home", fragment="")).run)  # and back
    assert not way.is_left(incoming(asks(page="home")).run)
    assert not way.is_left(incoming(asks(page="")).run)


def test_where_the_other_page_does_not_come_the_first_goes_on():
    clock = Clock()
    way = Way(clock)
    way.is_left(incoming(asks(page="nowhere", fragment="")).run)
    assert way.is_left(incoming(asks(page="home")).run)
    clock.now += limits.SECONDS_TO_LEAVE
    assert not way.is_left(incoming(asks(page="home")).run)


def taken_of(messages, patience=3000):
    """What the application hears of a connection's messages, each with the second it hears it."""
    clock, left, taken, sent = Clock(), list(messages), [], []

    async def receive():
        await asyncio.sleep(0)
        return left.pop(0) if left else {"type": "websocket.disconnect", "code": 1000}

    async def send(message):
        sent.append(message)

    async def app(scope, receive, send):
        message = {"type": "nothing yet"}
        while message["type"] != "websocket.disconnect":
            message = await receive()
            taken.append((clock.now, message))

    pace = Pace(app, clock=clock, sleep=clock.sleep)
    run(asyncio.wait_for(pace({"type": "websocket"}, receive, send), patience))
    return taken, sent


def test_a_flood_is_heard_at_a_persons_pace_and_its_last_state_is_not_lost():
    flood = [asks(board=str(number)) for number in range(2000)]
    taken, _ = taken_of(flood)
    seconds = taken[-1][0]
    runs = [message for _, message in taken[:-1]]
    assert len(runs) <= limits.BURST + seconds * limits.STEADY + 1
    assert seconds >= (2000 - limits.READ_BURST) / limits.READ_STEADY - 1
    assert runs[-1] == flood[-1]
    assert taken[-1][1]["type"] == "websocket.disconnect"


def test_long_messages_are_read_more_slowly():
    long = [asks(board="x" * 500_000) for _ in range(20)]
    taken, _ = taken_of(long)
    weight = 20 * (1 + 500_000 / limits.BYTES_EACH)
    assert taken[-1][0] >= (weight - limits.READ_BURST) / limits.READ_STEADY - 1
    assert taken[-2][1] == long[-1]


def test_what_a_person_does_is_heard_at_once_and_whole():
    moves = [asks(board=str(number), button=True) for number in range(int(limits.BURST))]
    taken, _ = taken_of(moves)
    assert [message for _, message in taken[:-1]] == moves
    assert {second for second, _ in taken[:-1]} == {0.0}


def test_every_pressed_button_is_heard_however_many():
    presses = [asks(board=str(number), button=True) for number in range(100)]
    taken, _ = taken_of(presses)
    assert [message for _, message in taken[:-1]] == presses


NOT_SENT_BY_A_PAGE = {
    "too long": ({"bytes": b"x" * (limits.LONGEST_MESSAGE + 1)}, 1009),
    "a text": ({"text": "hello"}, 1003),
    "a text beside nothing": ({"text": "", "bytes": None}, 1003),
    "a value of no widget": ({"bytes": asks(board="1")["bytes"].replace(b"$$ID", b"__ID")}, 1007),
    "values of too many widgets": (
        asks(**{f"w{number}": "1" for number in range(limits.MOST_WIDGETS + 1)}),
        1009,
    ),
    "broken": ({"bytes": b"\xff\xff"}, 1007),
}


@pytest.mark.parametrize(
    ("what", "code"), NOT_SENT_BY_A_PAGE.values(), ids=list(NOT_SENT_BY_A_PAGE)
)
def test_what_no_page_sends_ends_the_connection_with_a_code_and_one_line(what, code, caplog):
    message = {"type": "websocket.receive", **what}
    taken, sent = taken_of([asks(board="1"), message, asks(board="2")])
    assert [message["type"] for _, message in taken] == [
        "websocket.receive",
        "websocket.disconnect",
    ]
    assert sent == [{"type": "websocket.close", "code": code}]
    assert len(caplog.records) == 1
    assert "connection was closed" in caplog.text
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("kind", ["clear_cache", "set_run_on_save", "debug_shutdown_runtime"])
def test_what_no_page_of_ours_asks_for_is_not_passed_on(kind):
    order = {"type": "websocket.receive", "bytes": BackMsg(**{kind: True}).SerializeToString()}
    taken, sent = taken_of([order, asks(board="1")])
    assert [message for _, message in taken[:-1]] == [asks(board="1")]
    assert sent == []


def test_when_the_app_is_full_the_next_visitor_reads_so_and_who_is_there_stays():
    async def stream(socket):
        await socket.accept()
        await socket.send_text("welcome")
        await socket.receive()

    async def page(request):
        return PlainTextResponse("page")

    app = Starlette(
        routes=[WebSocketRoute("/s", stream), Route("/", page), Route("/file", page)],
        middleware=[Middleware(Visitors, seats=1, pages=["/"])],
    )
    client = TestClient(app)
    with client.websocket_connect("/s") as first:
        assert first.receive_text() == "welcome"
        with pytest.raises(WebSocketDenialResponse) as refused:
            client.websocket_connect("/s").__enter__()
        full = client.get("/")
        assert (refused.value.status_code, full.status_code) == (503, 503)
        assert "full" in full.text
        assert client.get("/file").text == "page"
    with client.websocket_connect("/s") as next_one:
        assert next_one.receive_text() == "welcome"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_the_server_may_open_as_many_files_as_the_system_lets_it():
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, before[1]), before[1]))
        assert raise_file_limit() == resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(before[1], 65_536)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
