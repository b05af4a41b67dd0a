"""The rooms that this process's streams follow, read again when they change."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from time import time
from typing import Literal

from ndcg_core.classroom.room import Ballot
from ndcg_ui.classroom.store.database import Away
from ndcg_ui.classroom.store.repository import Repository, RoomRecord

log = logging.getLogger("ndcg_ui")

SECONDS_BETWEEN_READS = 0.2
SECONDS_AFTER_TROUBLE = 1.0
Wants = Literal["phases", "everything"]
Votes = dict[int, dict[int, Ballot]]


@dataclass(eq=False)
class Listener:
    """One stream of events. Waking it sends its room's newest state.

    wants   "phases": woken by a command; "everything": by an answer, too
    secret  of whoever follows, by its digest
    """

    wants: Wants
    secret: str
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False

    def end(self) -> None:
        """End the stream."""
        self.over = True
        self.woken.set()


@dataclass(eq=False)
class Watched:
    """A followed room.

    record     as it was last read; None once it is deleted
    listeners  the oldest first
    broadcast  of one of its revisions what all of its learners are told, and the ballots of all
    """

    record: RoomRecord | None
    listeners: dict[Listener, None] = field(default_factory=dict)
    broadcast: tuple[int, bytes, asyncio.Task[Votes]] | None = None


class Hub:
    """The followed rooms, kept up to date with the database."""

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self.rooms: dict[str, Watched] = {}
        self.followed: dict[str, Watched] = {}  # by the secret of whoever follows
        self.reading: asyncio.Task[None] | None = None
        self.due = asyncio.Event()
        self.ended = False

    @contextmanager
    def listening(
        self, record: RoomRecord, wants: Wants, secret: str, most: int
    ) -> Iterator[tuple[Watched, Listener]]:
        """Follow a room that was just read as `record`.

        Beyond a limit per secret, the oldest stream ends.
        """
        watched = self.rooms.get(record.code)
        if watched is None or watched.record is None:
            self.rooms[record.code] = watched = Watched(record)
        elif record.version > watched.record.version:
            _update(watched, record)
        listener = Listener(wants, secret, over=self.ended)
        own = [each for each in watched.listeners if each.secret == secret and not each.over]
        if len(own) >= most:
            own[0].end()
        watched.listeners[listener] = None
        self.followed[secret] = watched
        if self.reading is None or self.reading.done():
            self.reading = asyncio.create_task(self._read_at_intervals())
        try:
            yield watched, listener
        finally:
            del watched.listeners[listener]
            self.followed.pop(secret, None)
            if not watched.listeners and self.rooms.get(record.code) is watched:
                del self.rooms[record.code]

    def touch(self) -> None:
        """Read at once, because there was a command."""
        self.due.set()

    async def _read_at_intervals(self) -> None:
        while self.rooms:
            with suppress(TimeoutError):
                async with asyncio.timeout(SECONDS_BETWEEN_READS):
                    await self.due.wait()
            self.due.clear()
            try:
                await self.read()
            except Exception as error:  # the database is away; it is read again
                traced = not isinstance(error, Away)
                log.error("could not read the rooms: %s", error, exc_info=traced)
                await asyncio.sleep(SECONDS_AFTER_TROUBLE)

    async def read(self) -> None:
        """Read changed rooms, and wake their listeners."""
        versions = await asyncio.to_thread(self.repository.versions)
        for code, watched in list(self.rooms.items()):
            if watched.record and versions.get(code) != watched.record.version:
                _update(watched, await asyncio.to_thread(self.repository.room, code, time()))

    def end(self) -> None:
        """End every stream. Browsers reconnect once there is a server."""
        self.ended = True
        for watched in self.rooms.values():
            for listener in watched.listeners:
                listener.end()


def _update(watched: Watched, record: RoomRecord | None) -> None:
    before, watched.record = watched.record, record
    matters = True
    if before and record:  # to learners: a command, or that some of them were removed
        states = [(each.room.revision, each.removed) for each in (before, record)]
        matters = states[0] != states[1]
    for listener in watched.listeners:
        if matters or listener.wants == "everything":
            listener.woken.set()
