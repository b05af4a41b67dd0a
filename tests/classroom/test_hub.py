"""A process continues to serve its rooms after errors and beside other threads."""

import asyncio
from dataclasses import replace

import pytest

from ndcg_core.classroom.plans import Plan
from ndcg_ui import limits
from ndcg_ui.classroom import life
from ndcg_ui.classroom.store import hub
from ndcg_ui.classroom.store.hub import Hub
from ndcg_ui.classroom.store.repository import MOST_IN_A_COMMIT, JoinEntry, WriteBatcher
from tests.classroom.rooms import KEPT
from tests.clock import PATIENCE, run_in_thread


@pytest.mark.parametrize("times", [1, 3])
def test_phones_and_walls_receive_a_command_after_a_read_error(service, monkeypatch, caplog, times):
    monkeypatch.setattr(hub, "SECONDS_AFTER_TROUBLE", 0.01)
    versions = service.repository.read_versions
    failed = []

    def versions_later():
        if len(failed) < times:
            failed.append("the disk is away")
            raise OSError(failed[-1])
        return versions()

    monkeypatch.setattr(service.repository, "read_versions", versions_later)
    opened = service.open_room(Plan(("drag/1",)), "", "::1")
    own_hub = Hub(service.repository)

    async def lecture():
        record = service.repository.read_room(opened["code"], 0.0)
        with own_hub.follow_room(record, "phases", "", 1) as (followed, listener):
            while len(failed) < times:
                await asyncio.sleep(0.01)
            message = {"command": "forward", "revision": 0}
            service.apply_command(f"{opened['code']}.{opened['steering']}", message)
            own_hub.request_read()
            async with asyncio.timeout(PATIENCE):
                while followed.record.room.revision == 0:
                    await listener.woken.wait()
                    listener.woken.clear()
            return followed.record.room.revision

    assert run_in_thread(lecture()) == 1
    assert caplog.text.count("could not read the rooms") == times


class ChangingRoom:
    """A repository with one room, which a test changes."""

    def __init__(self):
        self.record = KEPT

    def read_versions(self):
        return {self.record.code: self.record.version} if self.record else {}

    def read_room(self, code, now):
        return self.record if self.record and self.record.code == code else None


def test_a_stream_is_woken_by_what_it_wants_and_the_oldest_of_too_many_ends():
    books = ChangingRoom()
    own_hub = Hub(books)
    commanded = KEPT.room.apply_command("forward", 0)
    asleep = (False, False)

    async def lecture():
        with (
            own_hub.follow_room(KEPT, "phases", "phone", 2) as (followed, phone),
            own_hub.follow_room(KEPT, "everything", "desk", 2) as (same, desk),
        ):
            assert same is followed
            assert own_hub.followed == {"phone": followed, "desk": followed}

            async def change(**changes):
                books.record = replace(books.record, version=books.record.version + 1, **changes)
                await own_hub.refresh_rooms()
                return see()

            def see():
                seen = phone.woken.is_set(), desk.woken.is_set()
                phone.woken.clear()
                desk.woken.clear()
                return seen

            await own_hub.refresh_rooms()
            assert see() == asleep
            assert await change(joined=1) == (False, True)  # as for an answer
            assert await change(room=commanded) == (True, True)
            assert await change(removed=1) == (True, True)
            assert followed.record == books.record
            newer = books.record = replace(books.record, version=9)
            with own_hub.follow_room(newer, "phases", "phone", 2) as (_, second):
                assert followed.record is newer
                assert see() == (False, True)
                with own_hub.follow_room(KEPT, "phases", "phone", 2) as (_, third):
                    assert followed.record is newer, "an older record changes nothing"
                    assert (phone.over, phone.woken.is_set()) == (True, True)
                    assert (second.over, third.over, desk.over) == (False, False, False)
                    with own_hub.follow_room(newer, "phases", "phone", 2):
                        assert (second.over, third.over) == (True, False)
            see()
            books.record = None
            await own_hub.refresh_rooms()
            assert followed.record is None
            assert see() == (True, True)
            with own_hub.follow_room(KEPT, "phases", "new", 2) as (again, _):
                assert again is not followed, "a new room has the same code"
                assert own_hub.rooms == {"BCDFG": again}
            own_hub.end_streams()
            with own_hub.follow_room(KEPT, "phases", "late", 2) as (_, late):
                assert late.over
        assert (own_hub.rooms, own_hub.followed) == ({}, {})

    run_in_thread(lecture())


def test_expired_rooms_are_deleted_even_after_an_error(new_class_database, monkeypatch, caplog):
    monkeypatch.setattr(limits, "SECONDS_BETWEEN_CLASS_SWEEPS", 0.01)
    service = life.get_service()
    opened = service.open_room(Plan(("drag/1",)), "", "::1")
    delete = service.repository.delete_expired_rooms
    swept = []

    def delete_or_fail(now):
        swept.append(now)
        if len(swept) == 1:
            raise OSError("the disk is away")
        return delete(now + 3600 * (service.settings.hours + 1))

    monkeypatch.setattr(service.repository, "delete_expired_rooms", delete_or_fail)

    async def run_server():
        async with asyncio.timeout(PATIENCE), life.tidy_classes():
            while service.repository.read_versions():
                await asyncio.sleep(0.01)

    run_in_thread(run_server())
    assert service.repository.read_room(opened["code"], 0.0) is None
    assert caplog.text.count("could not delete expired rooms") == 1


def test_each_of_many_arrivals_gets_an_outcome_even_after_a_failed_commit(service, monkeypatch):
    code = service.open_room(Plan(("drag/1",)), "", "::1")["code"]
    enter = service.repository.store_entries
    sizes = []

    def enter_or_fail(entries, now):
        sizes.append(len(entries))
        if len(sizes) == 1:
            raise OSError("the disk is away")
        return enter(entries, now)

    monkeypatch.setattr(service.repository, "store_entries", enter_or_fail)
    writes = WriteBatcher(service.repository)

    async def join(count):
        entries = [JoinEntry(code, f"{len(sizes)} {n}") for n in range(count)]
        async with asyncio.timeout(PATIENCE):
            return await asyncio.gather(*map(writes.store, entries), return_exceptions=True)

    async def lecture():
        cancelled = asyncio.create_task(join(1))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        cancelled.cancel()
        return await join(MOST_IN_A_COMMIT + 100), await join(5)

    many, few = run_in_thread(lecture())
    assert sizes == [MOST_IN_A_COMMIT, 101, 5]
    failed = [outcome for outcome in many if isinstance(outcome, OSError)]
    assert len(failed) == MOST_IN_A_COMMIT - 1  # all but the learner who left
    assert [*many[len(failed) :], *few] == list(range(1, 107))
    assert writes.waiting == 0
