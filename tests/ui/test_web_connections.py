"""Connections: how fast they are heard, and how many there may be."""

import asyncio
import sys

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient, WebSocketDenialResponse

from ndcg_ui import limits
from ndcg_ui.hosts.server import metrics
from ndcg_ui.hosts.server.connections import (
    ConnectionLimit,
    compute_seats,
    increase_file_limit,
)
from tests.clock import Clock, run_in_thread

BURST = int(limits.MESSAGES_AT_ONCE)


def make_message(content):
    return {"type": "websocket.receive", "bytes": content}


def pass_messages_on(messages, pauses=0.0, silence=0.0):
    """Return the times at which an app gets messages through the middleware, and its replies.

    pauses: seconds between two messages, or before some of them; silence: real ones after the last
    """
    each = pauses if isinstance(pauses, dict) else dict.fromkeys(range(len(messages)), pauses)
    clock, waiting, answers, times = Clock(), list(messages), [], []

    async def receive():
        clock.now += each.get(len(messages) - len(waiting), 0.0)
        if waiting:
            return waiting.pop(0)
        await asyncio.sleep(silence)
        return {"type": "websocket.disconnect", "code": 1001}

    async def send(message):
        answers.append(message)

    async def app(scope, receive, send):
        while True:
            message = await receive()
            times.append((clock.now, message))
            if message["type"] == "websocket.disconnect":
                return

    middleware = ConnectionLimit(app, 1, (), clock, clock.sleep)
    run_in_thread(middleware({"type": "websocket", "path": "/"}, receive, send))
    return times, answers


def test_normal_messages_pass_at_once_and_fast_ones_are_delayed():
    messages = [make_message(b"%d" % number) for number in range(2 * BURST)]
    times, answers = pass_messages_on(messages)
    assert [message for _, message in times[:-1]] == messages
    assert times[-1][0] == pytest.approx(BURST / limits.MESSAGES_PER_SECOND, rel=0.01)
    assert answers == []
    messages = [make_message(b"%d" % number) for number in range(BURST - 1)]
    times, answers = pass_messages_on(messages)
    assert times == [*((0.0, message) for message in messages), times[-1]]
    assert answers == []


def test_a_connection_without_pauses_is_closed():
    flood = [make_message(b"x")] * 5_000
    times, answers = pass_messages_on(flood)
    assert answers == [{"type": "websocket.close", "code": 1008}]
    assert (
        limits.SECONDS_OF_WAITING_MESSAGES - 1 < times[-1][0] <= limits.SECONDS_OF_WAITING_MESSAGES
    )
    times, answers = pass_messages_on(flood, pauses=1 / limits.MESSAGES_PER_SECOND)
    assert (len(times), answers) == (5_001, [])


@pytest.mark.parametrize(
    ("message", "code", "violation"),
    [
        ({"bytes": b"x" * limits.LONGEST_MESSAGE}, None, ""),
        ({"bytes": b"x" * (limits.LONGEST_MESSAGE + 1)}, 1009, "a message of 1,000,001 bytes"),
        ({"text": "hello"}, 1003, "text instead of a binary message"),
    ],
)
def test_a_long_message_and_a_text_close_the_connection_with_their_code(
    caplog, message, code, violation
):
    (first, *_), answers = pass_messages_on([{"type": "websocket.receive", **message}])
    assert answers == ([{"type": "websocket.close", "code": code}] if code else [])
    assert first[1].get("code") == code
    assert caplog.messages == (
        [f"a page's connection was closed: it sent {violation}"] if code else []
    )


def test_a_pause_resets_the_rate_limit():
    hasty = [make_message(b"x")] * 250  # together they wait for more than half of one's limit
    between = [make_message(b"x")]
    times, answers = pass_messages_on(hasty + between + hasty, pauses={len(hasty): 60.0})
    assert (len(times), answers) == (502, [])


def test_only_a_connection_that_never_sent_is_closed_for_silence(monkeypatch):
    monkeypatch.setattr(limits, "SECONDS_TO_SPEAK", 0.01)
    _, answers = pass_messages_on([], silence=0.1)
    assert answers == [{"type": "websocket.close", "code": 1013}]
    _, answers = pass_messages_on([make_message(b"hello")], silence=0.1)
    assert answers == []


def test_a_full_app_refuses_new_visitors_and_keeps_present_ones():
    pauses = []

    async def pause(seconds):
        pauses.append(seconds)

    async def stream(socket):
        await socket.accept()
        await socket.receive()
        await socket.send_text("welcome")
        await socket.receive()

    async def page(request):
        return PlainTextResponse("page")

    app = Starlette(
        routes=[WebSocketRoute("/s", stream), Route("/", page), Route("/file", page)],
        middleware=[Middleware(ConnectionLimit, seats=1, pages=["/"], sleep=pause)],
    )
    client = TestClient(app)
    with client.websocket_connect("/s") as first:
        first.send_bytes(b"hello")
        assert first.receive_text() == "welcome"
        with pytest.raises(WebSocketDenialResponse) as refused:
            client.websocket_connect("/s").__enter__()
        assert 0.5 <= pauses[0] / limits.SECONDS_BEFORE_REFUSAL <= 1.5
        full = client.get("/")
        assert pauses[1:] == []
        assert (refused.value.status_code, full.status_code) == (503, 503)
        assert "full" in full.text
        assert metrics.GAUGES["sessions"]() == 1
        assert client.get("/file").text == "page"
    with client.websocket_connect("/s") as next_one:
        next_one.send_bytes(b"hello")
        assert next_one.receive_text() == "welcome"
    assert metrics.GAUGES["sessions"]() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_the_server_raises_its_limit_of_open_files():
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, before[1]), before[1]))
        assert increase_file_limit() == resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(before[1], 65_536)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize(("files", "seats"), [(0, 1), (1024, 231), (65_536, 1000)])
def test_an_app_has_a_seat_and_no_more_than_its_files_allow(files, seats):
    assert compute_seats(files) == seats
