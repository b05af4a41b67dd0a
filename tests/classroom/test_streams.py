"""The events of streams, without sockets, while judging takes long."""

import asyncio
import json
from threading import Event

import pytest

from ndcg_core.classroom.plans import Plan
from ndcg_core.classroom.room import RefusedError
from ndcg_ui import limits
from ndcg_ui.classroom.streams import Streams
from ndcg_ui.limits.shares import BusyError, Slots
from tests.clock import PATIENCE, run_in_thread

PLAN = Plan(("own?ask=dcg&r=3,2,3,0,1", "drag/1"))


@pytest.fixture
def service(service, monkeypatch):
    """Return a service whose judging waits until it is released."""
    monkeypatch.setattr(limits, "SECONDS_BETWEEN_WALLS", 0.01)
    service.released = Event()
    marked = service.marker.find_verdict

    def slowly(reference, answer):
        assert service.released.wait(20)
        return marked(reference, answer)

    service.marker.find_verdict = slowly
    yield service
    service.released.set()


async def give_no_address():
    """Return no address for learners."""
    return {}


class Desk:
    """A teacher who steers a room of the service."""

    def __init__(self, service):
        opened = service.open_room(PLAN, "", "::1")
        self.service = service
        self.code, self.showing = opened["code"], opened["showing"]
        self.revision = 0
        self.secret = f"{opened['code']}.{opened['steering']}"

    async def command(self, name):
        given = {"command": name, "revision": self.revision}
        done = await asyncio.to_thread(self.service.apply_command, self.secret, given)
        self.revision = done["revision"]
        self.service.hub.request_read()


async def wait_for_event(stream, holds):
    """Return the first event that meets a condition."""
    async with asyncio.timeout(PATIENCE):
        async for event in stream:
            found = json.loads(event.removeprefix(b"data: "))
            if holds(found):
                return found


async def list_events(stream):
    """Return the events of a stream until its end."""
    return [event async for event in stream]


def match_revision(revision):
    return lambda event: event["room"]["revision"] == revision


async def let_learners_answer(service, desk, count):
    """Let many learners give different answers, and return the first one's stream."""
    tokens = [(await service.join_room(desk.code))[0] for _ in range(count)]
    stream = await Streams(service).stream_to_learner(tokens[0], "10.0.0.7")
    await wait_for_event(stream, match_revision(0))
    await desk.command("forward")
    for n, token in enumerate(tokens):
        answer = {"round": 0, "vote": 1, "number": 1, "answer": {"dcg": f"6.{100 + n}"}}
        await service.store_answer(token, answer)
    await wait_for_event(stream, match_revision(1))
    return stream


def test_a_solution_appears_before_all_answers_are_judged(service):
    async def lecture():
        desk = Desk(service)
        stream = await let_learners_answer(service, desk, 3)
        await desk.command("forward")
        await wait_for_event(stream, match_revision(2))
        await desk.command("forward")
        first = await wait_for_event(stream, match_revision(3))
        service.released.set()
        then = await wait_for_event(stream, lambda event: event["mine"]["verdicts"])
        return first, then

    first, then = run_in_thread(lecture())
    assert first["room"]["solution"]
    assert first["mine"]["verdicts"] == {}
    assert then["mine"]["verdicts"]["1"]["outcome"] == "wrong"


def test_the_next_question_does_not_wait_for_the_last_verdicts(service):
    async def lecture():
        desk = Desk(service)
        stream = await let_learners_answer(service, desk, 2)
        for revision in (2, 3, 4):
            await desk.command("forward")
            event = await wait_for_event(stream, match_revision(revision))
        service.released.set()  # only now
        return event

    event = run_in_thread(lecture())
    assert (event["room"]["place"], event["room"]["phase"]) == (2, "open")


def test_the_wall_shows_a_closed_vote_before_all_answers_are_judged(service):
    async def lecture():
        desk = Desk(service)
        wall = await Streams(service).stream_to_wall(desk.secret, "10.0.0.7", give_no_address)
        await let_learners_answer(service, desk, limits.MOST_NOT_JUDGED + 3)
        await desk.command("forward")
        closed = await wait_for_event(wall, match_revision(2))
        service.released.set()
        advised = await wait_for_event(wall, lambda event: event.get("desk", {}).get("advice"))
        return closed, advised

    closed, advised = run_in_thread(lecture())
    assert closed["judging"] > limits.MOST_NOT_JUDGED
    assert closed["desk"]["advice"] == ""
    assert "13 are right" in advised["desk"]["advice"]


def test_one_wall_secret_opens_a_limited_number_of_streams(service):
    async def lecture():
        desk = Desk(service)
        streams = Streams(service, clock=lambda: 0.0)
        many, _ = limits.STREAM_OPENING_RATE
        screens = [
            await streams.stream_to_wall(desk.secret, "10.0.0.7", give_no_address)
            for _ in range(many)
        ]
        with pytest.raises(BusyError, match="This page was opened too often"):
            await streams.stream_to_wall(desk.secret, "10.0.0.7", give_no_address)
        screens.append(await streams.stream_to_wall(desk.secret, "10.0.0.8", give_no_address))
        for screen in screens:
            await wait_for_event(screen, match_revision(0))
        await desk.command("forward")
        return [await wait_for_event(screen, match_revision(1)) for screen in screens]

    followed = run_in_thread(lecture())
    most = limits.STREAMS_OF_A_WALL
    assert [bool(event) for event in followed] == [False] * (len(followed) - most) + [True] * most


async def give_address():
    """Return an address for learners."""
    return {"address": "http://localhost/join"}


def test_a_stream_without_news_is_kept_alive_and_a_desk_gets_new_times(service, monkeypatch):
    monkeypatch.setattr(limits, "SECONDS_BETWEEN_KEEP_ALIVES", 0.03)
    service.released.set()

    async def lecture():
        desk = Desk(service)
        streams = Streams(service)
        token = (await service.join_room(desk.code))[0]
        found = []
        for stream in (
            await streams.stream_to_learner(token, "10.0.0.7"),
            await streams.stream_to_wall(f"{desk.code}.{desk.showing}", "10.0.0.7", give_address),
            await streams.stream_to_wall(desk.secret, "10.0.0.7", give_address),
        ):
            async with asyncio.timeout(PATIENCE):
                found.append([await anext(stream) for _ in range(3)])
            await stream.aclose()
        return found, streams.places.slots_taken, service.hub.rooms

    (phone, wall, desk), taken, followed = run_in_thread(lecture())
    assert phone[1:] == wall[1:] == [b": here\n\n"] * 2
    for event in (phone[0], wall[0], *desk):
        assert event.startswith(b"data: {")
        assert event.endswith(b"}\n\n")
    mine = json.loads(phone[0].removeprefix(b"data: "))["mine"]
    assert (mine["ballots"], mine["verdicts"]) == ({}, {})
    shown = [json.loads(event.removeprefix(b"data: ")) for event in (wall[0], *desk)]
    assert ["address" in one for one in shown] == [True, True, False, False]
    assert [one["role"] for one in shown] == ["showing", *["steering"] * 3]
    assert shown[1]["joins"]["now"] < shown[3]["joins"]["now"]
    assert (taken, followed) == (0, {})


def test_a_phone_gets_its_stored_answer_and_its_end(service):
    service.released.set()

    async def lecture():
        desk = Desk(service)
        token, other = [(await service.join_room(desk.code))[0] for _ in range(2)]
        await desk.command("forward")
        answer = {"round": 0, "vote": 1, "number": 4, "answer": {"dcg": "6.149"}, "sure": "sure"}
        await service.store_answer(token, answer)
        streams = Streams(service)
        opened = []
        for _ in range(limits.STREAMS_EACH + 1):
            last = await streams.stream_to_learner(token, "10.0.0.7")
            opened.append(last)
            mine = (await wait_for_event(last, match_revision(1)))["mine"]
            assert mine["ballots"] == {
                "1": {"answer": {"dcg": "6.149"}, "sure": "sure", "number": 4}
            }
        assert await list_events(opened[0]) == [], "the class is not over"
        leaving = await streams.stream_to_learner(other, "10.0.0.7")
        assert (await wait_for_event(leaving, match_revision(1)))["mine"]["ballots"] == {}
        service.delete_room(desk.secret, {})
        service.hub.request_read()
        async with asyncio.timeout(PATIENCE):
            ends = [await list_events(leaving), await list_events(last)]
        with pytest.raises(RefusedError, match="Join again with the code"):
            await streams.stream_to_learner(token, "10.0.0.7")
        return ends

    assert run_in_thread(lecture()) == [[b"event: over\ndata: {}\n\n"]] * 2


def test_one_address_leaves_streams_for_others(service):
    async def lecture():
        desk = Desk(service)
        streams = Streams(service)
        streams.places = Slots(3)
        held = [
            await streams.stream_to_wall(desk.secret, "10.0.0.7", give_no_address) for _ in range(3)
        ]
        first = await anext(held[0])
        second = await anext(held[1])
        with pytest.raises(BusyError, match="Too many pages follow classes on this server"):
            await streams.stream_to_wall(desk.secret, "10.0.0.7", give_no_address)
        assert await list_events(held[2]) == []  # it was opened before the others began
        other = await streams.stream_to_wall(desk.secret, "10.0.0.8", give_no_address)
        return [
            json.loads(e.removeprefix(b"data: "))["role"]
            for e in (first, second, await anext(other))
        ]

    assert run_in_thread(lecture()) == ["steering"] * 3


def test_nothing_is_rendered_without_a_secret_of_the_class(service):
    asked = []

    async def way_in():
        asked.append("drawn")
        return {}

    with pytest.raises(RefusedError):
        run_in_thread(
            Streams(service).stream_to_wall(f"{Desk(service).code}.guessed", "10.0.0.7", way_in)
        )
    assert asked == []


def test_an_answer_to_a_room_that_was_just_deleted_is_refused(service):
    async def lecture():
        desk = Desk(service)
        token = (await service.join_room(desk.code))[0]
        stream = await Streams(service).stream_to_learner(token, "10.0.0.7")
        await wait_for_event(stream, match_revision(0))  # the stream stays open
        service.delete_room(desk.secret, {})
        await service.hub.refresh_rooms()
        answer = {"round": 0, "vote": 1, "number": 1, "answer": {"dcg": "6.148"}}
        with pytest.raises(RefusedError, match="This room has ended"):
            await service.store_answer(token, answer)

    run_in_thread(lecture())


def test_streams_that_open_while_the_server_stops_end_at_once(service):
    async def lecture():
        desk = Desk(service)
        streams = Streams(service)
        showing = f"{desk.code}.{desk.showing}"
        wall = await streams.stream_to_wall(showing, "10.0.0.7", give_no_address)
        await wait_for_event(wall, match_revision(0))
        waiting = asyncio.create_task(list_events(wall))
        await asyncio.sleep(0.05)
        service.hub.end_streams()
        again = await streams.stream_to_wall(desk.secret, "10.0.0.7", give_no_address)
        async with asyncio.timeout(limits.SECONDS_BETWEEN_KEEP_ALIVES / 2):
            return await waiting, await list_events(again)

    assert run_in_thread(lecture()) == ([], [])
