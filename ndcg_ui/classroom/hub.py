"""Who listens to which room in this process; each is woken when there is something new for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import time
from typing import Literal

from ndcg_ui.classroom.books import Books
from ndcg_ui.classroom.rows import Kept

log = logging.getLogger("ndcg_ui")

SECONDS_BETWEEN_LOOKS = 0.2
SECONDS_AFTER_TROUBLE = 1.0
Wants = Literal["phases", "everything"]


@dataclass(eq=False)
class Listener:
    """One stream of events; woken, it looks at the room.

    wants   "phases": a command was obeyed; "everything": an answer came, too
    """

    wants: Wants
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False

    def end(self) -> None:
        """Have the stream end: another one of the same learner took its place."""
        self.over = True
        self.woken.set()


@dataclass(eq=False)
class Watched:
    """A room that somebody listens to, as it was last read."""

    kept: Kept | None
    listeners: set[Listener] = field(default_factory=set)


def _for_learners(kept: Kept) -> tuple[int, int]:
    """What of a room learners are woken for: a command, and that some were removed."""
    return kept.room.revision, kept.removed


class Hub:
    """The rooms that are listened to, kept up to date with the books."""

    def __init__(self, books: Books, changes: Callable[[], int] | None = None) -> None:
        """Read `books`; changes: a number that is another one when some other process wrote."""
        self.books, self.changes = books, changes
        self.rooms: dict[str, Watched] = {}
        self.looking: asyncio.Task[None] | None = None
        self.due = asyncio.Event()
        self.written = False
        self.ended = False

    @contextmanager
    def listening(self, code: str, kept: Kept, wants: Wants) -> Iterator[tuple[Watched, Listener]]:
        """Listen to a room, which was just read as `kept`."""
        watched = self.rooms.get(code)
        if watched is None or watched.kept is None:
            self.rooms[code] = watched = Watched(kept)
        elif kept.version > watched.kept.version:
            self._tell(watched, kept)
        listener = Listener(wants, over=self.ended)
        watched.listeners.add(listener)
        if self.looking is None or self.looking.done():
            self.looking = asyncio.create_task(self._look_again_and_again())
        try:
            yield watched, listener
        finally:
            watched.listeners.discard(listener)
            if not watched.listeners and self.rooms.get(code) is watched:
                del self.rooms[code]

    def touch(self) -> None:
        """A command was given, or some other process wrote: look now."""
        self.due.set()

    def note(self) -> None:
        """Answers were written, which only walls mind: look when it is time anyway."""
        self.written = True

    async def _look_again_and_again(self) -> None:
        seen: int | None = None
        while self.rooms:
            try:
                async with asyncio.timeout(SECONDS_BETWEEN_LOOKS):
                    await self.due.wait()
            except TimeoutError:
                pass
            try:
                now = self.changes() if self.changes else 0
                if self.due.is_set() or self.written or now != seen:
                    seen, self.written = now, False
                    self.due.clear()
                    await self.look()
            except Exception:  # the database is away; it is looked at again
                log.exception("the rooms could not be read")
                self.due.set()
                await asyncio.sleep(SECONDS_AFTER_TROUBLE)

    def end(self) -> None:
        """End every stream; who follows comes back once there is a server again."""
        self.ended = True
        for watched in self.rooms.values():
            for listener in watched.listeners:
                listener.end()

    async def look(self) -> None:
        """Read again the rooms that have changed, and wake those who want to know."""
        versions = await asyncio.to_thread(self.books.versions)
        for code, watched in list(self.rooms.items()):
            if watched.kept and versions.get(code) != watched.kept.version:
                self._tell(watched, await asyncio.to_thread(self.books.room, code, time()))

    def _tell(self, watched: Watched, kept: Kept | None) -> None:
        before, watched.kept = watched.kept, kept
        moved = not (before and kept) or _for_learners(before) != _for_learners(kept)
        for listener in watched.listeners:
            if moved or listener.wants == "everything":
                listener.woken.set()
