"""Streams of events: what changes in a room, pushed to a phone or a wall as it changes."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from contextlib import aclosing, contextmanager, suppress
from time import monotonic, time
from typing import Any, Literal

from ndcg_core.classroom.room import Ballot
from ndcg_ui import limits
from ndcg_ui.classroom.database import Away
from ndcg_ui.classroom.hub import Listener, Wants, Watched
from ndcg_ui.classroom.repository import RoomRecord
from ndcg_ui.classroom.screens import learners_room, own_part
from ndcg_ui.classroom.service import ClassService, digest, plan_of
from ndcg_ui.classroom.walls import wall
from ndcg_ui.rates import Clock, Rates
from ndcg_ui.shares import Busy, Places

SIGN_OF_LIFE = b": here\n\n"
OVER = b"event: over\ndata: {}\n\n"
MOST_BROADCASTS = 60
TOO_OFTEN = "This is opened again and again; try again in a minute."
TOO_MANY = "As many follow classes here as can be served; try again in a minute."
Stage = Literal["stored", "marked"]


def _as_json(message: Any) -> bytes:
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode()


def _shared(record: RoomRecord, arrived: bool = False) -> bytes:
    return _as_json(learners_room(record.room, plan_of(record.plan).title, arrived))


def _event(shared: bytes, own: Mapping[str, Any]) -> bytes:
    return b'data: {"room":' + shared + b',"mine":' + _as_json(own) + b"}\n\n"


class Broadcast:
    """The events of one revision of a room, for all its learners: read and marked once for all."""

    def __init__(self, record: RoomRecord, service: ClassService) -> None:
        """Prepare what is the same for everybody; the rest is read when the first one needs it."""
        self.record, self.service, self.now = record, service, record.room.now
        self.shared = _shared(record)
        self.tasks: dict[Stage, asyncio.Task[dict[int, bytes]]] = {}
        self.to_be_marked = self.now is not None and self.now.phase == "revealed"

    def all(self, stage: Stage) -> asyncio.Task[dict[int, bytes]]:
        """The events by learner: with the answers as "stored", or with their marks too."""
        if stage not in self.tasks:
            self.tasks[stage] = asyncio.create_task(asyncio.to_thread(self._all, stage))
        return self.tasks[stage]

    async def of(self, number: int, stage: Stage) -> bytes:
        """One learner's event."""
        events = await asyncio.shield(self.all(stage))
        return events.get(number) or self._one(number, {}, stage)

    def _all(self, stage: Stage) -> dict[int, bytes]:
        by_learner: dict[int, dict[int, Ballot]] = {}
        if self.now is not None and self.now.votes:
            ballots = self.service.repository.ballots(self.record.code, self.now.id)
            for (_, vote, learner), ballot in ballots.items():
                by_learner.setdefault(learner, {})[vote] = ballot
            answers = (ballot.answer for ballot in ballots.values())
            if self.to_be_marked and not self.service.marker.missing(self.now.question, answers):
                stage, self.to_be_marked = "marked", False
        return {number: self._one(number, own, stage) for number, own in by_learner.items()}

    def _one(self, number: int, ballots: Mapping[int, Ballot], stage: Stage) -> bytes:
        judge = self.service.marker.of(self.now.question if self.now else "")
        judge_now = judge if stage == "marked" else None
        return _event(self.shared, own_part(self.record, number, ballots, judge_now))


class Streams:
    """The open streams of this process."""

    def __init__(self, service: ClassService, clock: Clock = monotonic) -> None:
        self.service = service
        self.opened = Rates(*limits.STREAMS_OPENED, limits.ADDRESSES_KNOWN, clock)
        self.places = Places(limits.MOST_STREAMS)
        self.of_secret: dict[str, deque[Listener]] = {}
        self.broadcasts: dict[str, Broadcast] = {}

    async def learner(self, token: str, address: str) -> AsyncIterator[bytes]:
        """A learner's events: one at once, one at every phase, and signs of life between."""
        learner = self._digest(token, address)
        record, number = await asyncio.to_thread(self.service.room_of_learner, learner)
        return self._within_share(address, self._learner(record, number, learner))

    async def wall(self, secret: str, address: str) -> AsyncIterator[bytes]:
        """The events of a wall, or of a teacher's desk: one at once, then at most two a second."""
        hashed = self._digest(secret, address)
        record, role = await asyncio.to_thread(self.service.room_of, secret)
        return self._within_share(address, self._wall(record, role, hashed))

    def _digest(self, secret: str, address: str) -> str:
        """The name of a secret, of which an address may open streams so often; else `Busy`."""
        hashed = digest(secret)
        if self.opened.take(key := f"{address} {hashed}"):
            self.opened.give_back(key)
            raise Busy(TOO_OFTEN)
        return hashed

    def _within_share(
        self, address: str, events: AsyncGenerator[bytes, None]
    ) -> AsyncIterator[bytes]:
        """The events, where the address may follow one more class; else `Busy`."""

        async def held() -> AsyncIterator[bytes]:
            with suppress(Busy, Away), self.places.held(address):
                async with aclosing(events):
                    async for event in events:
                        yield event

        if not self.places.has(address):
            raise Busy(TOO_MANY)
        return held()

    async def _learner(
        self, record: RoomRecord, number: int, learner: str
    ) -> AsyncGenerator[bytes, None]:
        with self._listening(record, "phases", learner) as (watched, listener):
            yield await self._first(watched, number)
            removed = record.removed
            async for news in _news(watched, listener):
                if news is None:
                    yield SIGN_OF_LIFE
                    continue
                if news.removed != removed:
                    removed = news.removed
                    find = self.service.repository.learner
                    if not await asyncio.to_thread(find, learner, time()):
                        return  # whoever comes back hears why not
                broadcast = self._broadcast(news)
                yield await broadcast.of(number, "stored")
                if broadcast.to_be_marked and await _before_news(broadcast.all("marked"), listener):
                    yield await broadcast.of(number, "marked")
            if watched.record is None:
                self.broadcasts.pop(record.code, None)  # nothing deleted stays in memory
                yield OVER

    async def _first(self, watched: Watched, number: int) -> bytes:
        """The event for whoever comes, or comes back: their own answers are read anew."""
        record = watched.record
        if record is None:
            return OVER
        now, ballots = record.room.now, {}
        if now:
            read = self.service.repository.ballots_of
            ballots = await asyncio.to_thread(read, record.code, number, now.id)
        judge = self.service.marker.of(now.question if now else "")
        own = await asyncio.to_thread(own_part, record, number, ballots, judge)
        return _event(_shared(record, arrived=True), own)

    def _broadcast(self, record: RoomRecord) -> Broadcast:
        """The broadcast of this revision; the one before it is forgotten."""
        broadcast = self.broadcasts.get(record.code)
        if broadcast is None or broadcast.record.room.revision != record.room.revision:
            if len(self.broadcasts) >= MOST_BROADCASTS:
                self.broadcasts.clear()
            self.broadcasts[record.code] = broadcast = Broadcast(record, self.service)
        return broadcast

    async def _wall(
        self, record: RoomRecord, role: str, secret: str
    ) -> AsyncGenerator[bytes, None]:
        most = limits.STREAMS_OF_A_WALL
        with self._listening(record, "everything", secret, most) as (watched, listener):
            listener.woken.set()
            async for news in _news(watched, listener):
                if news is None:
                    yield SIGN_OF_LIFE
                    continue
                message = await asyncio.to_thread(wall, self.service, news, role)
                yield b"data: " + _as_json(message) + b"\n\n"
                if message.get("judging"):
                    listener.woken.set()
                await asyncio.sleep(limits.SECONDS_BETWEEN_WALLS)
            if watched.record is None:
                yield OVER

    @contextmanager
    def _listening(
        self, record: RoomRecord, wants: Wants, secret: str, most: int = limits.STREAMS_EACH
    ) -> Iterator[tuple[Watched, Listener]]:
        """Follow a room; the oldest of too many streams of one secret ends."""
        with self.service.hub.listening(record, wants) as (watched, listener):
            own = self.of_secret.setdefault(secret, deque())
            own.append(listener)
            if len(own) > most:
                own.popleft().end()
            try:
                yield watched, listener
            finally:
                if listener in own:
                    own.remove(listener)
                if not own and self.of_secret.get(secret) is own:
                    del self.of_secret[secret]


async def _before_news(work: asyncio.Task[dict[int, bytes]], listener: Listener) -> bool:
    """Wait for some work, or until there is something newer to send; True for the work."""
    woken = asyncio.create_task(listener.woken.wait())
    try:
        await asyncio.wait({work, woken}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        woken.cancel()
    return work.done()


async def _news(watched: Watched, listener: Listener) -> AsyncIterator[RoomRecord | None]:
    """The room whenever the listener is woken, and None when nothing was new for a while.

    It ends when the stream has to, or the room is deleted.
    """
    while not listener.over:
        try:
            async with asyncio.timeout(limits.SECONDS_BETWEEN_SIGNS):
                await listener.woken.wait()
        except TimeoutError:
            yield None
            continue
        listener.woken.clear()
        if listener.over or watched.record is None:
            return
        yield watched.record
