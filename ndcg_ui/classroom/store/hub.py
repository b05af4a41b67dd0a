"""The rooms that the streams of this process follow. Changed rooms are read again."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from time import time
from typing import Literal

from ndcg_core.classroom.room import Ballot
from ndcg_ui.classroom.store.database import DatabaseUnavailableError
from ndcg_ui.classroom.store.repository import Repository, RoomRecord

log = logging.getLogger("ndcg_ui")

SECONDS_BETWEEN_READS = 0.2
SECONDS_AFTER_TROUBLE = 1.0
Wants = Literal["phases", "everything"]
Votes = dict[int, dict[int, Ballot]]


@dataclass(eq=False)
class Listener:
    """An open stream that waits for changes to a room.

    wants   "phases" to be woken by commands, or "everything" to be woken by answers too
    secret  the digest of the follower's secret
    """

    wants: Wants
    secret: str
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False

    def end_stream(self) -> None:
        """Mark the stream as over, and wake it so that it ends."""
        self.over = True
        self.woken.set()


@dataclass(eq=False)
class FollowedRoom:
    """A room, and the streams that follow it.

    record     the room's newest record, or None if the room was deleted
    listeners  the streams, the oldest first
    broadcast  a revision, the JSON that all learners share, and the task that reads all ballots
    """

    record: RoomRecord | None
    listeners: dict[Listener, None] = field(default_factory=dict)
    broadcast: tuple[int, bytes, asyncio.Task[Votes]] | None = None


class Hub:
    """The rooms that this process follows, updated from the database."""

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self.rooms: dict[str, FollowedRoom] = {}
        self.followed: dict[str, FollowedRoom] = {}  # by the follower's secret
        self.reading: asyncio.Task[None] | None = None
        self.due = asyncio.Event()
        self.ended = False

    @contextmanager
    def follow_room(
        self, record: RoomRecord, wants: Wants, secret: str, max_streams: int
    ) -> Iterator[tuple[FollowedRoom, Listener]]:
        """Follow a room in a `with` block. End the secret's oldest stream if there are too many.

        Yields the followed room and the new listener.

        record: the room's newest record
        wants: the changes that the stream wants (see `Listener`)
        secret: the digest of the follower's secret
        max_streams: the greatest number of streams with this secret
        """
        followed = self.rooms.get(record.code)
        if followed is None or followed.record is None:
            followed = FollowedRoom(record)
            self.rooms[record.code] = followed
        elif record.version > followed.record.version:
            _update_room(followed, record)
        listener = Listener(wants, secret, over=self.ended)
        own = [other for other in followed.listeners if other.secret == secret and not other.over]
        if len(own) >= max_streams:
            own[0].end_stream()
        followed.listeners[listener] = None
        self.followed[secret] = followed
        if self.reading is None or self.reading.done():
            self.reading = asyncio.create_task(self._read_at_intervals())
        try:
            yield followed, listener
        finally:
            del followed.listeners[listener]
            self.followed.pop(secret, None)
            if not followed.listeners and self.rooms.get(record.code) is followed:
                del self.rooms[record.code]

    def request_read(self) -> None:
        """Make the hub read the followed rooms now instead of at the next interval."""
        self.due.set()

    async def _read_at_intervals(self) -> None:
        while self.rooms:
            with suppress(TimeoutError):
                async with asyncio.timeout(SECONDS_BETWEEN_READS):
                    await self.due.wait()
            self.due.clear()
            try:
                await self.refresh_rooms()
            except Exception as error:  # the database may come back, so it is read again
                traced = not isinstance(error, DatabaseUnavailableError)
                log.error("could not read the rooms: %s", error, exc_info=traced)
                await asyncio.sleep(SECONDS_AFTER_TROUBLE)

    async def refresh_rooms(self) -> None:
        """Read the followed rooms that have changed, and wake the listeners that need to know."""
        versions = await asyncio.to_thread(self.repository.read_versions)
        for code, followed in list(self.rooms.items()):
            if followed.record and versions.get(code) != followed.record.version:
                _update_room(
                    followed, await asyncio.to_thread(self.repository.read_room, code, time())
                )

    def end_streams(self) -> None:
        """End all streams, and each later stream as soon as it starts.

        Browsers reconnect when a server runs again.
        """
        self.ended = True
        for followed in self.rooms.values():
            for listener in followed.listeners:
                listener.end_stream()


def _update_room(followed: FollowedRoom, record: RoomRecord | None) -> None:
    """Store a room's new record, and wake the listeners that the change concerns."""
    before = followed.record
    followed.record = record
    concerns_learners = True
    if before and record:
        has_command = before.room.revision != record.room.revision
        has_removal = before.removed != record.removed
        concerns_learners = has_command or has_removal
    for listener in followed.listeners:
        if concerns_learners or listener.wants == "everything":
            listener.woken.set()
