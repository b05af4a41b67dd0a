"""Streams of events: what changes in a room, pushed to a phone or a wall as it changes."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from time import time

from ndcg_core.classroom.room import Refused
from ndcg_ui import limits
from ndcg_ui.classroom import secrets
from ndcg_ui.classroom.bulk import Bulk, event
from ndcg_ui.classroom.entering import NOT_KNOWN
from ndcg_ui.classroom.hub import Listener, Watched
from ndcg_ui.classroom.keeping import Busy
from ndcg_ui.classroom.messages import as_json
from ndcg_ui.classroom.rows import Kept
from ndcg_ui.classroom.school import School
from ndcg_ui.classroom.screens import learners_room, own
from ndcg_ui.classroom.walls import wall

SIGN = b": here\n\n"
MOST_BULKS = 60
OVER = b"event: over\ndata: {}\n\n"
TOO_MANY = "As many follow classes here as can be served; try again in a minute."


class Streams:
    """The open streams of this process."""

    def __init__(self, school: School) -> None:
        """Stream what happens in `school`."""
        self.school = school
        self.count = 0
        self.of_learner: dict[str, deque[Listener]] = {}
        self.bulk: dict[str, Bulk] = {}

    # --- Learners ----------------------------------------------------------------------------

    async def learner(self, token: str) -> AsyncIterator[bytes]:
        """What a learner is told: at once, at every phase, and signs of life between."""
        books, known = self.school.books, secrets.digest(token)
        who = await asyncio.to_thread(books.learner, known, time())
        kept = await asyncio.to_thread(books.room, who[0], time()) if who else None
        if who is None or kept is None:
            raise Refused(NOT_KNOWN)
        self.room_for_one_more()
        return self._learner(kept, who[1], known)

    async def _learner(self, kept: Kept, number: int, known: str) -> AsyncIterator[bytes]:
        with self.school.hub.listening(kept.code, kept, "phases") as (watched, listener):
            self._enlist(known, listener)
            self.count += 1
            try:
                yield await self._first(watched, number)
                removed = kept.removed
                async for what in _news(watched, listener):
                    if watched.kept is None or listener.over:
                        break
                    if what == "sign":
                        yield SIGN
                        continue
                    if watched.kept.removed != removed:
                        removed = watched.kept.removed
                        if not await asyncio.to_thread(self.school.books.learner, known, time()):
                            return  # who comes back hears why not
                    bulk = self._everybodys(watched.kept)
                    yield await bulk.of(number, "kept")
                    if bulk.waits and await _sooner(bulk.all("judged"), listener):
                        yield await bulk.of(number, "judged")
                if watched.kept is None:
                    self.bulk.pop(kept.code, None)  # what is deleted is not kept in memory either
                    yield OVER
            finally:
                self.count -= 1
                self._leave(known, listener)

    async def _first(self, watched: Watched, number: int) -> bytes:
        """What somebody is told who comes, or comes back: their own answers are read anew."""
        kept = watched.kept
        if kept is None:
            return OVER
        now = kept.room.now
        ballots = {}
        if now:
            read = self.school.books.own
            ballots = await asyncio.to_thread(read, kept.code, number, now.id)
        judge = self.school.judging.of(now.question if now else "")
        mine = await asyncio.to_thread(own, kept, number, ballots, judge)
        return event(learners_room(kept.room), mine)

    def _everybodys(self, kept: Kept) -> Bulk:
        """What everybody is told of this revision, from one reading of the books for all."""
        bulk = self.bulk.get(kept.code)
        if bulk is None or bulk.kept.room.revision != kept.room.revision:
            if len(self.bulk) >= MOST_BULKS:
                self.bulk.clear()
            self.bulk[kept.code] = bulk = Bulk(kept, self.school)
        return bulk

    def room_for_one_more(self) -> None:
        """`Busy` where there are as many streams as can be."""
        if self.count >= limits.MOST_STREAMS:
            raise Busy(TOO_MANY)

    def _enlist(self, known: str, listener: Listener) -> None:
        own = self.of_learner.setdefault(known, deque())
        own.append(listener)
        if len(own) > limits.STREAMS_EACH:
            own.popleft().end()

    def _leave(self, known: str, listener: Listener) -> None:
        own = self.of_learner.get(known)
        if own and listener in own:
            own.remove(listener)
        if not own:
            self.of_learner.pop(known, None)

    # --- Walls -------------------------------------------------------------------------------

    async def wall(self, secret: str) -> AsyncIterator[bytes]:
        """What a wall shows, or a teacher's desk: at once, and at most twice a second."""
        kept, role = await asyncio.to_thread(self.school.room_of, secret)
        self.room_for_one_more()
        return self._wall(kept, role)

    async def _wall(self, kept: Kept, role: str) -> AsyncIterator[bytes]:
        with self.school.hub.listening(kept.code, kept, "everything") as (watched, listener):
            self.count += 1
            listener.woken.set()
            try:
                async for what in _news(watched, listener):
                    if watched.kept is None:
                        break
                    if what == "sign":
                        yield SIGN
                        continue
                    shown = await asyncio.to_thread(wall, self.school, watched.kept, role)
                    yield b"data: " + as_json(shown) + b"\n\n"
                    if shown.get("judging"):
                        listener.woken.set()
                    await asyncio.sleep(limits.SECONDS_BETWEEN_WALLS)
                if watched.kept is None:
                    yield OVER
            finally:
                self.count -= 1


async def _sooner(work: asyncio.Task[dict[int, bytes]], listener: Listener) -> bool:
    """Whether some work is done before there is something new to tell."""
    woken = asyncio.create_task(listener.woken.wait())
    try:
        await asyncio.wait({work, woken}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        woken.cancel()
    return work.done()


async def _news(watched: Watched, listener: Listener) -> AsyncIterator[str]:
    """Yield "news" when the listener is woken, and "sign" when nothing was new for a while."""
    while not listener.over:
        try:
            async with asyncio.timeout(limits.SECONDS_BETWEEN_SIGNS):
                await listener.woken.wait()
        except TimeoutError:
            yield "sign"
        else:
            listener.woken.clear()
            yield "news"
