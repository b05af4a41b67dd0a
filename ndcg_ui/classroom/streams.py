"""Event streams that push a room's changes to phones and walls."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import Future
from contextlib import aclosing, suppress
from time import monotonic, time
from typing import Any

from ndcg_ui import limits
from ndcg_ui.classroom.service import ClassService, RateLimit, hash_secret, read_stored_plan
from ndcg_ui.classroom.shown.screens import describe_learner, describe_room
from ndcg_ui.classroom.shown.walls import describe_wall, read_votes
from ndcg_ui.classroom.store.database import DatabaseUnavailableError
from ndcg_ui.classroom.store.hub import FollowedRoom, Listener, Votes
from ndcg_ui.classroom.store.repository import RoomRecord
from ndcg_ui.limits.rates import Clock
from ndcg_ui.limits.shares import BusyError, Slots

KEEP_ALIVE_EVENT = b": here\n\n"
OVER_EVENT = b"event: over\ndata: {}\n\n"
TOO_OFTEN = "This page was opened too often. Try again in a minute."
TOO_MANY_STREAMS = "Too many pages follow classes on this server. Try again in a minute."


def _encode_json(message: Any) -> bytes:
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode()


def _encode_shared_data(record: RoomRecord, has_just_arrived: bool = False) -> bytes:
    """Return the data that all learners in a room share, as JSON.

    has_just_arrived: True to include all solved questions, not only the current one
    """
    return _encode_json(describe_room(record.room, read_stored_plan(record.plan), has_just_arrived))


class Streams:
    """Event streams to learners and walls, with limits for each address."""

    def __init__(self, service: ClassService, clock: Clock = monotonic) -> None:
        self.service = service
        self.opened = RateLimit(limits.STREAM_OPENING_RATE, TOO_OFTEN, 0, clock)
        self.places = Slots(limits.MOST_STREAMS)

    async def stream_to_learner(self, secret: str, address: str) -> AsyncIterator[bytes]:
        """Return an iterator over a learner's events: the state, new phases, and keep-alives.

        Raises `RefusedError` for an unknown secret, and `BusyError` for too many streams.
        """
        learner = self._admit_secret(secret, address)
        record, number = await asyncio.to_thread(self.service.find_room_of_learner, learner)
        return self._limit_streams(address, self._stream_to_learner(record, number, learner))

    async def stream_to_wall(
        self,
        secret: str,
        address: str,
        find_join_address: Callable[[], Awaitable[Mapping[str, str]]],
    ) -> AsyncIterator[bytes]:
        """Return an iterator over a wall's or desk's events: its data, and keep-alives.

        Raises `RefusedError` for an unknown secret, and `BusyError` for too many streams.

        find_join_address: returns the address for learners, which the first event contains
        """
        hashed = self._admit_secret(secret, address)
        record, role = await asyncio.to_thread(self.service.find_room, secret)
        return self._limit_streams(
            address, self._stream_to_wall(record, role, hashed, await find_join_address())
        )

    def _admit_secret(self, secret: str, address: str) -> str:
        """Return a secret's digest. Raise `BusyError` if an address uses the secret too often."""
        hashed = hash_secret(secret)
        self.opened.take_tokens(f"{address} {hashed}")
        return hashed

    def _limit_streams(
        self, address: str, events: AsyncGenerator[bytes, None]
    ) -> AsyncIterator[bytes]:
        """Return an iterator over events. Raise `BusyError` if an address may not open a stream.

        The iterator ends early if the database becomes unavailable.
        """

        async def hold_events() -> AsyncIterator[bytes]:
            with suppress(BusyError, DatabaseUnavailableError), self.places.hold_slots(address):
                async with aclosing(events):
                    async for event in events:
                        yield event

        if not self.places.has_room(address):
            raise BusyError(TOO_MANY_STREAMS)
        return hold_events()

    async def _stream_to_learner(
        self, record: RoomRecord, number: int, learner: str
    ) -> AsyncGenerator[bytes, None]:
        most = limits.STREAMS_EACH
        with self.service.hub.follow_room(record, "phases", learner, most) as (followed, listener):
            removed = record.removed
            if news := followed.record:  # a new stream begins with the learner's stored answers
                votes = await asyncio.to_thread(self._read_ballots, news, number)
                shared = _encode_shared_data(news, has_just_arrived=True)
                yield self._encode_learner_event(shared, news, number, votes, listener)
            async for news in _watch_room(followed, listener):
                if news is None:
                    yield KEEP_ALIVE_EVENT
                    continue
                if news.removed != removed:
                    removed = news.removed
                    find = self.service.repository.find_learner
                    if not await asyncio.to_thread(find, learner, time()):
                        return  # the page reconnects and then gets the reason
                if followed.broadcast is None or followed.broadcast[0] != news.room.revision:
                    reading = asyncio.create_task(asyncio.to_thread(self._read_ballots, news))
                    followed.broadcast = (news.room.revision, _encode_shared_data(news), reading)
                _, shared, reading = followed.broadcast
                votes = await asyncio.shield(reading)
                yield self._encode_learner_event(shared, news, number, votes, listener)
            if followed.record is None:
                yield OVER_EVENT

    def _read_ballots(self, record: RoomRecord, learner: int | None = None) -> Votes:
        """Return the ballots on the current question by vote and learner, or {} before a vote.

        learner: the only learner to include; None for all
        """
        now = record.room.current_round
        return read_votes(self.service, record, now, learner) if now and now.votes else {}

    def _encode_learner_event(
        self, shared: bytes, record: RoomRecord, number: int, votes: Votes, listener: Listener
    ) -> bytes:
        """Return an event with the data that all learners share, and a learner's own data.

        If the solution is shown before the verdicts are ready, the answers are marked in the
        background, and the learner's next event has the verdicts.
        """
        now = record.room.current_round
        marker = self.service.marker
        ballots = {vote: by[number] for vote, by in votes.items() if number in by}
        question = now.question if now and now.phase == "revealed" else ""
        judge = marker.make_cached_judge(question)
        answers = [ballot.answer for ballot in ballots.values()]
        waiting = marker.list_unmarked_answers(question, answers) if question else []
        if waiting:
            loop = asyncio.get_running_loop()
            marked = marker.pool.submit(lambda: [judge(answer) for answer in waiting])
            marked.add_done_callback(lambda done: _wake_when_marked(done, loop, listener))
        own = describe_learner(record, number, ballots, None if waiting else judge)
        return b'data: {"room":' + shared + b',"mine":' + _encode_json(own) + b"}\n\n"

    async def _stream_to_wall(
        self, record: RoomRecord, role: str, secret: str, join_address: Mapping[str, str]
    ) -> AsyncGenerator[bytes, None]:
        most = limits.STREAMS_OF_A_WALL
        with self.service.hub.follow_room(record, "everything", secret, most) as (
            followed,
            listener,
        ):
            listener.woken.set()
            async for news in _watch_room(followed, listener):
                if news is None and role == "steering":
                    news = followed.record  # a desk also shows times, so it is updated
                if news is None:
                    yield KEEP_ALIVE_EVENT
                    continue
                message = await asyncio.to_thread(describe_wall, self.service, news, role)
                yield b"data: " + _encode_json({**message, **join_address}) + b"\n\n"
                join_address = {}
                if message.get("judging"):
                    listener.woken.set()
                await asyncio.sleep(limits.SECONDS_BETWEEN_WALLS)
            if followed.record is None:
                yield OVER_EVENT


def _wake_when_marked(
    marking: Future[Any], loop: asyncio.AbstractEventLoop, listener: Listener
) -> None:
    """Wake a learner's stream if the learner's answers were marked without an error."""
    if not marking.cancelled() and not marking.exception() and not loop.is_closed():
        loop.call_soon_threadsafe(listener.woken.set)


async def _watch_room(
    followed: FollowedRoom, listener: Listener
) -> AsyncIterator[RoomRecord | None]:
    """Yield the room whenever the listener is woken, and None when a keep-alive is due.

    The iterator ends when the stream is ended or the room is deleted.
    """
    while not listener.over:
        try:
            async with asyncio.timeout(limits.SECONDS_BETWEEN_KEEP_ALIVES):
                await listener.woken.wait()
        except TimeoutError:
            yield None
            continue
        listener.woken.clear()
        if listener.over or followed.record is None:
            return
        yield followed.record
