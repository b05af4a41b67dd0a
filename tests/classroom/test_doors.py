"""Who may make a room, how fast codes can be guessed, how fast one learner can send."""

import asyncio

import pytest

from ndcg_core.classroom.plans import Plan
from ndcg_core.classroom.room import Refused
from ndcg_ui.classroom import limits
from ndcg_ui.classroom.doors import Doors, Guesses
from ndcg_ui.classroom.keeping import Busy, Keeping
from ndcg_ui.classroom.school import School
from ndcg_ui.classroom.settings import Settings, from_environment
from tests.clock import Clock, run


def test_a_program_that_guesses_codes_takes_days_for_all_of_them():
    clock, tried = Clock(), 2000
    guesses = Guesses(clock, clock.sleep)

    async def guess():
        for _ in range(tried):
            await guesses.turn()
            guesses.missed()

    run(guess())
    days_for_a_million = clock.now / tried * 16**5 / 86_400
    assert days_for_a_million > 2


def test_a_class_that_joins_waits_for_nobody_where_no_code_is_wrong():
    clock = Clock()
    guesses = Guesses(clock, clock.sleep)

    async def join():
        for _ in range(1000):
            await guesses.turn()

    run(join())
    assert clock.now == 0


def test_more_than_so_many_who_wait_are_sent_away_with_a_sentence():
    never = asyncio.Event

    async def crowd():
        async def sleep(seconds):
            await never().wait()

        guesses = Guesses(lambda: 0.0, sleep)
        for _ in range(limits.GUESSES):
            guesses.missed()
        waiting = [asyncio.create_task(guesses.turn()) for _ in range(limits.MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="wrong codes"):
            await guesses.turn()
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await guesses_are_over(guesses)

    async def guesses_are_over(guesses):
        assert guesses.waiting == 0

    run(crowd())


def test_one_who_sends_too_fast_waits_and_nobody_else():
    clock = Clock()
    doors = Doors(5, 2.0, "Wait.", clock)
    for _ in range(5):
        doors.through("fast")
    with pytest.raises(Busy, match=r"Wait\."):
        doors.through("fast")
    doors.through("slow")
    clock.now += 0.5
    doors.through("fast")
    with pytest.raises(Busy):
        doors.through("fast")


@pytest.mark.parametrize(
    ("key", "given", "address", "may"),
    [
        ("", "", "127.0.0.1", "may"),
        ("", "", "192.168.1.20", "may"),
        ("", "", "fe80::1%eth0", "may"),
        ("", "", "8.8.8.8", "may not"),
        ("", "", "", "may not"),
        ("", "anything", "8.8.8.8", "may not"),
        ("secret", "secret", "8.8.8.8", "may"),
        ("secret", "Secret", "127.0.0.1", "may not"),
        ("secret", "", "127.0.0.1", "may not"),
        ("schlüssel", "schlüssel", "", "may"),
    ],
)
def test_a_room_is_made_on_the_local_network_or_with_the_key(tmp_path, key, given, address, may):
    school = School(Settings(str(tmp_path / "class.sqlite3"), key=key))
    plan = Plan(("drag/1",))
    if may == "may":
        assert len(school.open_room(plan, given, address).code) == 5
    else:
        with pytest.raises(Refused, match="key"):
            school.open_room(plan, given, address)


def test_there_are_never_more_rooms_than_a_server_takes(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MOST_ROOMS", 2)
    school = School(Settings(str(tmp_path / "class.sqlite3")))
    rooms = [school.open_room(Plan(("drag/1",)), "", "::1") for _ in range(2)]
    with pytest.raises(Busy, match="2 rooms"):
        school.open_room(Plan(("drag/1",)), "", "::1")
    assert len({secret for room in rooms for secret in vars(room).values()}) == 6


@pytest.mark.parametrize("text", ["a day", "0", "-1", "nan", "1e9"])
def test_hours_that_are_none_are_refused_with_a_sentence(monkeypatch, text):
    monkeypatch.setenv("NDCG_CLASS_HOURS", text)
    with pytest.raises(ValueError, match="number of hours"):
        from_environment()


class Slow:
    """Books whose commits are counted; the third one fails."""

    def __init__(self):
        self.groups = []

    def enter(self, entries, now):
        self.groups.append(len(entries))
        if len(self.groups) == 3:
            raise OSError("the disk is full")
        return list(entries)


def test_what_comes_together_is_committed_together_and_a_failed_commit_is_not_acknowledged():
    async def send():
        books, counts = Slow(), []
        keeping = Keeping(books, lambda: counts.append(len(books.groups)))
        first = await asyncio.gather(*(keeping.enter(n) for n in range(300)))
        second = await keeping.enter(301)
        failed = await asyncio.gather(keeping.enter(1), keeping.enter(2), return_exceptions=True)
        after = await keeping.enter(302)
        return books.groups, first, second, failed, after, counts

    groups, first, second, failed, after, counts = run(send())
    assert (first, second, after) == (list(range(300)), 301, 302)
    assert groups == [300, 1, 2, 1]
    assert [type(error) for error in failed] == [OSError, OSError]
    assert counts == [1, 2, 4]
