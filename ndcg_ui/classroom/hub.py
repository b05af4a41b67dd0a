"""Who follows which room in this process; each is woken when there is something new for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import time
from typing import Literal

from ndcg_ui.classroom.repository import Repository, RoomRecord

log = logging.getLogger("ndcg_ui")

SECONDS_BETWEEN_READS = 0.2
SECONDS_AFTER_TROUBLE = 1.0
Wants = Literal["phases", "everything"]


@dataclass(eq=False)
class Listener:
    """One stream of events; woken, it sends what is new in its room.

    wants  "phases": woken when a command was obeyed; "everything": when an answer came, too
    """

    wants: Wants
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False

    def end(self) -> None:
        """Have the stream end."""
        self.over = True
        self.woken.set()


@dataclass(eq=False)
class Watched:
    """A room that somebody follows, as it was last read; None once it is deleted."""

    record: RoomRecord | None
    listeners: set[Listener] = field(default_factory=set)


class Hub:
    """The rooms that are followed, kept up to date with the database."""

    def __init__(self, repository: Repository, changes: Callable[[], int] | None = None) -> None:
        """Read `repository`; changes: a number that is another one when another process wrote."""
        self.repository, self.changes = repository, changes
        self.rooms: dict[str, Watched] = {}
        self.reading: asyncio.Task[None] | None = None
        self.due = asyncio.Event()
        self.written = self.ended = False

    @contextmanager
    def listening(self, record: RoomRecord, wants: Wants) -> Iterator[tuple[Watched, Listener]]:
        """Follow a room, which was just read as `record`."""
        watched = self.rooms.get(record.code)
        if watched is None or watched.record is None:
            self.rooms[record.code] = watched = Watched(record)
        elif record.version > watched.record.version:
            _update(watched, record)
        listener = Listener(wants, over=self.ended)
        watched.listeners.add(listener)
        if self.reading is None or self.reading.done():
            self.reading = asyncio.create_task(self._read_again_and_again())
        try:
            yield watched, listener
        finally:
            watched.listeners.discard(listener)
            if not watched.listeners and self.rooms.get(record.code) is watched:
                del self.rooms[record.code]

    def touch(self) -> None:
        """Read now: a command was obeyed, or another process wrote."""
        self.due.set()

    def note(self) -> None:
        """Read when it is time anyway: answers were written, which only walls mind."""
        self.written = True

    async def _read_again_and_again(self) -> None:
        seen: int | None = None
        while self.rooms:
            try:
                async with asyncio.timeout(SECONDS_BETWEEN_READS):
                    await self.due.wait()
            except TimeoutError:
                pass
            try:
                now = self.changes() if self.changes else 0
                if self.due.is_set() or self.written or now != seen:
                    seen, self.written = now, False
                    self.due.clear()
                    await self.read()
            except Exception:  # the database is away; it is read again
                log.exception("the rooms could not be read")
                self.due.set()
                await asyncio.sleep(SECONDS_AFTER_TROUBLE)

    async def read(self) -> None:
        """Read again the rooms that have changed, and wake those who want to know."""
        versions = await asyncio.to_thread(self.repository.versions)
        for code, watched in list(self.rooms.items()):
            if watched.record and versions.get(code) != watched.record.version:
                _update(watched, await asyncio.to_thread(self.repository.room, code, time()))

    def end(self) -> None:
        """End every stream; who follows comes back once there is a server again."""
        self.ended = True
        for watched in self.rooms.values():
            for listener in watched.listeners:
                listener.end()


def _update(watched: Watched, record: RoomRecord | None) -> None:
    before, watched.record = watched.record, record
    moved = not (before and record) or _phase(before) != _phase(record)
    for listener in watched.listeners:
        if moved or listener.wants == "everything":
            listener.woken.set()


def _phase(record: RoomRecord) -> tuple[int, int]:
    """What learners are woken for: a command, and that some of them were removed."""
    return record.room.revision, record.removed
