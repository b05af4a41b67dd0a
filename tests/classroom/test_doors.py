"""Limits on making rooms, on guessing codes, and on the messages of a learner."""

import asyncio
import time
from contextlib import suppress
from dataclasses import replace
from random import Random
from threading import Event

import pytest

from ndcg_core.classroom.plans import Plan, read_plan
from ndcg_core.classroom.room import Ballot, RefusedError
from ndcg_ui import limits
from ndcg_ui.classroom.service import (
    MANY_JOIN,
    JoinGuard,
    RateLimit,
    hash_secret,
    read_ballot,
    resolve_argument,
)
from ndcg_ui.classroom.shown.walls import describe_wall
from ndcg_ui.classroom.store.repository import BusyError, WriteBatcher
from ndcg_ui.classroom.store.settings import ClassSettings
from tests.classroom.asked import CASES
from tests.classroom.people import PLAN as PEOPLES_PLAN
from tests.classroom.rooms import make_room
from tests.clock import Clock, run_in_thread

PLAN = Plan(("drag/1",))


@pytest.fixture
def clock():
    """Return a clock that moves only when a test sleeps."""
    return Clock()


@pytest.fixture
def guard(clock):
    """Return a join guard that uses this clock."""
    return JoinGuard(clock, clock.sleep)


def test_guessing_all_codes_takes_days(clock, guard):
    tried = 2000

    async def guess():
        for _ in range(tried):
            await guard.wait_for_turn()

    run_in_thread(guess())
    days_for_a_million = clock.now / tried * 16**5 / 86_400
    assert days_for_a_million > 2


def test_a_class_joins_without_delay_if_no_code_is_wrong(clock, guard):
    async def join():
        for _ in range(1000):
            await guard.wait_for_turn()
            guard.refund_attempt()

    run_in_thread(join())
    assert clock.now == 0


def test_nobody_waits_longer_than_two_seconds_during_guessing(clock, guard):
    refused = []

    async def guess(address):
        try:
            await guard.wait_for_turn(address)
        except BusyError as busy:
            refused.append(str(busy))

    async def all_at_once():
        for clock.now in (0.0, 1000.0):
            await asyncio.gather(*(guess(f"10.0.0.{n % 50}") for n in range(500)))

    async def sleep(seconds):
        waits.append(seconds)

    waits = []
    guard.sleep = sleep
    run_in_thread(all_at_once())
    assert refused
    assert all("wrong codes" in sentence for sentence in refused)
    assert max(waits) <= 2.0


@pytest.mark.parametrize("greedy", [1, 4, 10])
def test_guessing_from_some_addresses_leaves_turns_for_others(clock, guard, greedy):
    async def guess():
        for n in range(200 * greedy):
            with suppress(BusyError):
                await guard.wait_for_turn(f"10.0.1.{n % greedy}")
        before = clock.now
        await guard.wait_for_turn("10.0.0.7")
        return clock.now - before

    assert run_in_thread(guess()) == 0


def test_a_refused_guess_gives_no_trust_back(clock, guard):
    async def guess(address, count):
        outcomes = []
        for _ in range(count):
            try:
                outcomes.append(await guard.wait_for_turn(address))
            except BusyError:
                outcomes.append(None)
        return outcomes

    async def sleep(seconds):
        """Let no time pass."""

    async def attack():
        trusted, _ = limits.GUESSES_TRUSTED
        assert await guess("10.0.0.66", trusted + 1) == [True] * trusted + [False]
        others = [await guess(f"10.0.1.{n}", 60) for n in range(4)]
        refused = await guess("10.0.0.66", 3)
        clock.now += 10  # not enough to be trusted again
        return others, refused, await guess("10.0.0.66", 1)

    guard.sleep = sleep
    others, refused, later = run_in_thread(attack())
    assert others[-1] == [True] * 20 + [None] * 40
    assert (refused, later) == ([None] * 3, [False])


def test_a_database_failure_does_not_count_as_a_wrong_code(service, clock, guard, monkeypatch):
    service.guard = guard
    monkeypatch.setattr(service.repository, "read_room", lambda *_: 1 / 0)

    async def join():
        for _ in range(2 * limits.GUESS_RATE[0]):
            with pytest.raises(ZeroDivisionError):
                await service.join_room("BCDFG", "10.0.0.7")

    run_in_thread(join())
    assert clock.now == 0, "nobody waits as after wrong codes"


def test_many_who_type_the_same_wrong_code_at_once_count_as_one_guess(service, clock, guard):
    service.guard = guard
    wrong = 3 * limits.GUESSES_TRUSTED[0]

    async def join():
        joining = [service.join_room("BCDFG", "10.0.0.7") for _ in range(wrong)]
        return await asyncio.gather(*joining, return_exceptions=True)

    refusals = run_in_thread(join())
    assert {type(refusal) for refusal in refusals} == {RefusedError}
    assert clock.now == 0


def test_answers_in_quick_succession_and_refused_rooms_are_limited(service):
    room = service.open_room(PLAN, "", "::1")
    message = {"command": "forward", "revision": 0}
    service.apply_command(f"{room['code']}.{room['steering']}", message)

    async def answer():
        token, *_ = await service.join_room(room["code"])
        ballot = {"round": 0, "vote": 1, "answer": [1, 0, 2, 3, 4], "number": 1}
        answering = [service.store_answer(token, ballot) for _ in range(limits.ANSWER_RATE[0] + 9)]
        await asyncio.gather(*answering)

    with pytest.raises(BusyError, match="sending answers too fast"):
        run_in_thread(answer())
    for _ in range(limits.REFUSAL_RATE[0]):
        with pytest.raises(RefusedError, match="local network"):
            service.check_admission("", "8.8.8.8")
    with pytest.raises(BusyError, match="requests for a room were refused"):
        service.check_admission("", "8.8.8.8")
    service.check_admission("", "::1")


@pytest.mark.parametrize(("key", "given", "address", "may"), CASES["makers"])
def test_a_room_is_made_on_the_local_network_or_with_the_key(service, key, given, address, may):
    service.settings = ClassSettings("", key=key)
    if may == "may":
        assert len(service.open_room(PLAN, given, address)["code"]) == 5
    else:
        with pytest.raises(RefusedError, match="key"):
            service.open_room(PLAN, given, address)


def test_a_teacher_locks_a_room_and_unlocks_it(service):
    room = service.open_room(PLAN, "", "::1")
    desk = f"{room['code']}.{room['steering']}"
    assert service.change_joining(desk, {"joining": "locked"}) == {"joining": "locked"}
    with pytest.raises(RefusedError, match="This class is locked"):
        run_in_thread(service.join_room(room["code"]))
    assert service.change_joining(desk, {"joining": "open"}) == {"joining": "open"}
    assert run_in_thread(service.join_room(room["code"]))
    joins = describe_wall(service, service.find_room(desk)[0], "steering")["joins"]
    assert (joins["last"], sum(joins["minutes"])) == (1, 1)


def test_a_command_without_the_revision_of_its_room_is_refused(service):
    room = service.open_room(PLAN, "", "::1")
    for revision in (None, "0", True):
        with pytest.raises(RefusedError, match="the room’s revision, a whole number"):
            service.apply_command(
                f"{room['code']}.{room['steering']}", {"command": "forward", "revision": revision}
            )


def test_a_secret_opens_its_own_room_in_its_own_role(service):
    opened = service.open_room(PLAN, "", "::1")
    code, desk, wall = (opened[name] for name in ("code", "steering", "showing"))
    assert len({code, desk, wall}) == 3
    for own, role in ((desk, "steering"), (wall, "showing")):
        for asked in ("", role):
            record, found = service.find_room(f"{code}.{own}", asked)
            assert (record.code, found) == (code, role)
        assert own not in str(record), "only digests are stored"
    other = service.open_room(PLAN, "", "::1")["code"]
    for secret, role in (
        *((f"{code}.{desk}", "showing"), (f"{code}.{wall}", "steering")),
        *((f"{other}.{desk}", ""), (f"{code}.", ""), (code, ""), (desk, ""), ("", ""), (None, "")),
        *((f"{code}.{desk}{'x' * 99}", ""), (f"{code}X.{desk}", ""), (5, "")),
    ):
        with pytest.raises(RefusedError, match="This link does not belong to a room"):
            service.find_room(secret, role)


def test_a_new_room_lasts_a_day_and_takes_the_place_of_expired_ones(service, monkeypatch):
    old = service.open_room(PLAN, "", "::1")["code"]
    now = time.time()
    record = service.repository.read_room(old, now)
    assert record.expires == pytest.approx(now + 24 * 3600, abs=60)
    assert (record.room.revision, record.version, record.learner_count) == (0, 0, 0)
    assert read_plan(record.plan) == PLAN
    monkeypatch.setattr("ndcg_ui.classroom.service.time", lambda: now + 3600)
    service.open_room(PLAN, "", "::1")
    assert old in service.repository.read_versions(), "there is space for both"
    service.settings = ClassSettings("", hours=0.5)
    monkeypatch.setattr("ndcg_ui.classroom.service.time", lambda: now + 25 * 3600)
    new = service.open_room(PLAN, "", "::1")["code"]
    assert service.repository.read_versions() == {new: 0}
    assert service.repository.read_room(new, now).expires == now + 25.5 * 3600
    monkeypatch.setattr("ndcg_ui.classroom.service.draw_code", lambda rng: new)
    with pytest.raises(BusyError, match="No free room code was found"):
        service.open_room(PLAN, "", "::1")


def test_learners_who_joined_since_a_time_are_removed_and_others_stay(service):
    room = service.open_room(PLAN, "", "::1")
    desk = f"{room['code']}.{room['steering']}"
    tokens = [run_in_thread(service.join_room(room["code"]))[0] for _ in range(2)]
    for message in ({}, {"joining": "shut"}, {"joining": None, "since": None}):
        with pytest.raises(RefusedError, match='Set "joining" to "open" or "locked"'):
            service.change_joining(desk, message)
    for since in (0, -1, True, "1", 1e12, [1.0]):
        with pytest.raises(RefusedError, match='set "since" to a time'):
            service.change_joining(desk, {"since": since})
    assert service.change_joining(desk, {"since": time.time() + 60}) == {"removed": 0}
    assert service.change_joining(desk, {"since": 0.5}) == {"removed": 2}
    for token in (*tokens, "no secret"):
        with pytest.raises(RefusedError, match="Join again with the code"):
            service.find_room_of_learner(hash_secret(token))


def test_a_learner_cannot_join_a_wrong_full_or_crowded_room(service, monkeypatch):
    code = service.open_room(PLAN, "", "::1")["code"]
    wrong = "BCDFG" if code != "BCDFG" else "BCDFH"

    def join(typed, address="10.0.0.7"):
        token, record, number = run_in_thread(service.join_room(typed, address))
        learner = service.find_room_of_learner(hash_secret(token))
        assert (learner[0].code, learner[1]) == (record.code, number)
        return number

    service.joins_of_address = RateLimit((1, 0.001), MANY_JOIN)
    assert join(f" {code[:2].lower()}-{code[2:]} ") == 1
    with pytest.raises(BusyError, match="You will join in a moment"):
        join(code)
    assert join(code, "10.0.0.8") == 2
    service.joins_of_address = RateLimit((9, 1), MANY_JOIN)
    service.joins_of_room = RateLimit((1, 0.001), MANY_JOIN)
    assert join(code) == 3
    with pytest.raises(BusyError, match="You will join in a moment"):
        join(code, "10.0.0.9")
    with pytest.raises(RefusedError, match="There is no room with this code"):
        join(wrong)
    monkeypatch.setattr("ndcg_ui.classroom.store.repository.MOST_LEARNERS", 3)
    with pytest.raises(RefusedError, match="This room is full"):
        join(code)


def test_only_an_answer_to_an_asked_vote_is_read(service):
    questions = tuple(read_plan(PEOPLES_PLAN).questions)
    room = make_room("forward", questions=questions)
    for message in CASES["no_answers"]:
        if isinstance(message, dict):
            with pytest.raises(RefusedError, match=r"\.$"):
                read_ballot(message, room)
    sent = {"round": 0, "vote": 1, "number": 2**53 - 1, "answer": {"dcg": " 6.148 "}}
    kept = Ballot(0, 1, '{"dcg":"6.148"}', "", 2**53 - 1)
    assert read_ballot(sent, room) == (questions[0], kept)
    assert read_ballot(sent | {"sure": "not sure"}, room)[1] == replace(kept, sure="not sure")
    assert read_ballot(sent | {"number": 0}, room)[1] == replace(kept, number=0)
    nowhere = "This room has no such question or vote. Reload the page."
    for change, said in (
        ({"number": 2**53}, "number must be a whole number, 0 or more."),
        ({"number": True}, "number must be a whole number, 0 or more."),
        ({"vote": "1"}, "vote must be a whole number, 0 or more."),
        ({"round": None}, "round must be a whole number, 0 or more."),
        *(({"vote": vote}, nowhere) for vote in (0, 2, 3)),
        *(({"round": round}, nowhere) for round in (1, 9)),
        ({"sure": "maybe"}, "“sure” must be “sure”, “not sure” or empty."),
        ({"answer": {}}, "There is no answer yet: fill in the blanks."),
    ):
        with pytest.raises(RefusedError) as refused:
            read_ballot(sent | change, room)
        assert str(refused.value) == said
    discussed = make_room("forward", "forward", "discuss", questions=questions)
    assert [read_ballot(sent | {"vote": vote}, discussed)[1].vote for vote in (1, 2)] == [1, 2]


def test_the_argument_of_a_command_is_a_short_text_a_step_or_a_new_question():
    solved = make_room("forward", "forward", "forward", questions=["own?ask=dcg&r=3,1"])
    for room, command, argument, stored in (
        (solved, "choose", "x" * 30, "x" * 20),
        (solved, "go", 1, "1"),
        (solved, "step", "003", "3"),
        (solved, "step", "0", "0"),
        (solved, "step", "first", "first"),
        (solved, "alone", "", "own?ask=dcg&r=1,3"),
        (make_room(), "step", "9", "9"),
        (make_room(), "alone", "drag/2", "drag/2"),
        (make_room(), "countdown", "60", "60"),
    ):
        message = {"command": command, "argument": argument}
        assert resolve_argument(message, room, Random(1), 1000.0) == stored
    assert resolve_argument({"command": "go"}, solved, Random(1)) == ""
    with pytest.raises(RefusedError, match="The solution has no more steps"):
        resolve_argument({"command": "step", "argument": "4"}, solved, Random(1))


def test_only_an_unused_room_is_replaced_after_half_an_hour(service, monkeypatch):
    monkeypatch.setattr(limits, "MOST_ROOMS", 4)
    rooms = [service.open_room(PLAN, "", "::1") for _ in range(4)]
    led, attended, *_ = rooms
    message = {"command": "forward", "revision": 0}
    service.apply_command(f"{led['code']}.{led['steering']}", message)
    run_in_thread(service.join_room(attended["code"]))
    with pytest.raises(BusyError, match="4 rooms"):
        service.open_room(PLAN, "", "::1")
    now = time.time()
    monkeypatch.setattr("ndcg_ui.classroom.service.time", lambda: now + 1801)
    new = [service.open_room(PLAN, "", "::1") for _ in range(2)]
    with pytest.raises(BusyError, match="4 rooms"):
        service.open_room(PLAN, "", "::1")
    assert set(service.repository.read_versions()) == {
        led["code"],
        attended["code"],
        *(room["code"] for room in new),
    }
    assert not {room["code"] for room in rooms[2:]} & {room["code"] for room in new}


def test_one_machine_cannot_use_up_all_rooms(service):
    made = 0
    for _ in range(limits.MOST_ROOMS):
        with suppress(BusyError):
            service.open_room(PLAN, "", "192.168.1.66")
            made += 1
    with pytest.raises(BusyError, match="from your network"):
        service.open_room(PLAN, "", "192.168.1.66")
    assert made < limits.MOST_ROOMS / 5
    assert len(service.open_room(PLAN, "", "192.168.1.7")["code"]) == 5


class SlowRepository:
    """A repository that counts its commits and fails at the third."""

    def __init__(self):
        self.groups = []

    def store_entries(self, entries, now):
        self.groups.append(len(entries))
        if len(self.groups) == 3:
            raise OSError("the disk is full")
        return list(entries)


def test_simultaneous_entries_share_a_commit_and_a_failed_one_is_not_acknowledged():
    async def send():
        books = SlowRepository()
        batcher = WriteBatcher(books)
        first = await asyncio.gather(*(batcher.store(n) for n in range(300)))
        second = await batcher.store(301)
        failed = await asyncio.gather(batcher.store(1), batcher.store(2), return_exceptions=True)
        after = await batcher.store(302)
        return books.groups, first, second, failed, after

    groups, first, second, failed, after = run_in_thread(send())
    assert (first, second, after) == (list(range(300)), 301, 302)
    assert groups == [300, 1, 2, 1]
    assert [type(error) for error in failed] == [OSError, OSError]


def test_a_server_with_a_full_queue_asks_for_patience(monkeypatch):
    monkeypatch.setattr("ndcg_ui.classroom.store.repository.LONGEST_QUEUE", 3)

    async def send():
        batcher = WriteBatcher(SlowRepository())
        return await asyncio.gather(*map(batcher.store, range(5)), return_exceptions=True)

    *stored, fourth, fifth = run_in_thread(send())
    assert stored == [0, 1, 2]
    for refused in (fourth, fifth):
        assert isinstance(refused, BusyError)
        assert str(refused).startswith("The server is busy. Your answer will be sent again")


def test_an_entry_that_arrives_during_a_commit_is_stored_with_the_next_one():
    class HeldRepository:
        def __init__(self):
            self.began, self.released, self.stored = Event(), Event(), []

        def store_entries(self, entries, now):
            stored = list(entries)
            self.began.set()
            assert self.released.wait(20)
            self.stored += stored
            return stored

    async def send():
        books = HeldRepository()
        batcher = WriteBatcher(books)
        first = asyncio.create_task(batcher.store("first"))
        await asyncio.to_thread(books.began.wait, 20)
        second = asyncio.create_task(batcher.store("second"))
        await asyncio.sleep(0)
        books.released.set()
        return await first, await second, books.stored

    assert run_in_thread(send()) == ("first", "second", ["first", "second"])
