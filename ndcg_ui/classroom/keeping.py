"""Group commit: what comes within a few hundredths of a second goes into one transaction.

Whoever sent it hears of it once it is on the disk, and not before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import time

from ndcg_core.classroom.room import Refused
from ndcg_ui.classroom.books import Books
from ndcg_ui.classroom.entering import Entry, Outcome

SECONDS = 0.05
MOST = 500
"""Entries of one transaction."""
LONGEST_QUEUE = 10_000
BUSY = "Too much is coming at once; it is sent again in a moment."


class Busy(Exception):
    """More waits than can be kept in time."""


class Keeping:
    """Enters joins and votes, many at a time; told of the rooms in which something changed."""

    def __init__(self, books: Books, changed: Callable[[], None] = lambda: None) -> None:
        """Keep in `books`; changed is called after every commit."""
        self.books, self.changed = books, changed
        self.waiting: list[tuple[Entry, asyncio.Future[Outcome]]] = []
        self.task: asyncio.Task[None] | None = None

    async def enter(self, entry: Entry) -> Outcome:
        """The outcome, once it is on the disk; `Refused` and `Busy` are raised."""
        if len(self.waiting) >= LONGEST_QUEUE:
            raise Busy(BUSY)
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self.waiting.append((entry, future))
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._keep())
        outcome = await future
        if isinstance(outcome, Refused):
            raise outcome
        return outcome

    async def _keep(self) -> None:
        """Commit a group at a time for as long as something waits."""
        while self.waiting:
            await asyncio.sleep(SECONDS)
            group, self.waiting = self.waiting[:MOST], self.waiting[MOST:]
            entries = [entry for entry, _ in group]
            try:
                outcomes = await asyncio.to_thread(self.books.enter, entries, time())
            except Exception as error:
                for _, future in group:
                    if not future.done():
                        future.set_exception(error)
                continue
            self.changed()
            for (_, future), outcome in zip(group, outcomes, strict=True):
                if not future.done():
                    future.set_result(outcome)
