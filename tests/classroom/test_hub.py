"""What a process does for its rooms goes on after an error, and beside other threads."""

import asyncio

import pytest

from ndcg_core.classroom.plans import Plan
from ndcg_ui.classroom.shown.marking import Marker
from ndcg_ui.classroom.store import hub
from ndcg_ui.classroom.store.hub import Hub
from tests.classroom.rooms import KEPT
from tests.clock import PATIENCE, run


class Failing:
    """A database whose `changes` fails for a while."""

    def __init__(self, times):
        self.times, self.calls = times, 0

    def changes(self):
        self.calls += 1
        if self.calls <= self.times:
            raise OSError("the disk is away")
        return 0


@pytest.mark.parametrize("times", [1, 3])
def test_phones_and_walls_hear_of_a_command_after_changes_could_not_be_read(
    service, monkeypatch, caplog, times
):
    monkeypatch.setattr(hub, "SECONDS_AFTER_TROUBLE", 0.01)
    failing = Failing(times)
    opened = service.open_room(Plan(("drag/1",)), "", "::1")
    listening = Hub(service.repository, failing.changes)

    async def lecture():
        record = service.repository.room(opened["code"], 0.0)
        with listening.listening(record, "phases", "", 1) as (watched, listener):
            while failing.calls <= times:
                await asyncio.sleep(0.01)
            message = {"command": "forward", "revision": 0}
            service.command(f"{opened['code']}.{opened['steering']}", message)
            listening.touch()
            async with asyncio.timeout(PATIENCE):
                while watched.record.room.revision == 0:
                    await listener.woken.wait()
                    listener.woken.clear()
            return watched.record.room.revision

    assert run(lecture()) == 1
    assert caplog.text.count("the rooms could not be read") == times


def test_an_error_that_stays_is_tried_again_at_a_bounded_pace(monkeypatch):
    monkeypatch.setattr(hub, "SECONDS_BETWEEN_READS", 0.0)
    failing, pauses = Failing(10**9), []
    listening = Hub(None, failing.changes)
    sleep = asyncio.sleep

    async def counted(seconds):
        pauses.append(seconds)
        await sleep(0)

    async def listen():
        with listening.listening(KEPT, "phases", "", 1):
            monkeypatch.setattr(asyncio, "sleep", counted)
            while failing.calls < 20:
                await sleep(0.001)
        listening.reading.cancel()

    run(listen())
    assert set(pauses) == {hub.SECONDS_AFTER_TROUBLE}
    assert abs(len(pauses) - failing.calls) <= 1


class Forgetting(dict):
    """Verdicts that another thread forgets as soon as one was looked for or put in."""

    def __contains__(self, key):
        found = super().__contains__(key)
        self.clear()
        return found

    def __setitem__(self, key, verdict):
        super().__setitem__(key, verdict)
        self.clear()


def test_a_verdict_is_there_though_another_thread_has_forgotten_all():
    judge = Marker()
    judge.verdicts = Forgetting()
    assert judge.verdict("drag/1", "[0,1]") == judge.verdict("drag/1", "[0,1]")
