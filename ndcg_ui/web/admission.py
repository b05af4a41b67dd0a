"""Lets few runs be in the works at once; the others wait where waiting costs nothing.

One interpreter runs every page and sends what came of it. Pages that run beside each other are
done no sooner, and what is ready waits behind all of them, for each of its messages anew. So a run
begins when one before it has been sent.
"""

from __future__ import annotations

import asyncio
from asyncio import TimerHandle

from ndcg_ui import limits


class Admission:
    """Places for so many runs; one that takes longer than so many seconds needs none any more."""

    def __init__(
        self, places: int = limits.RUNS_AT_ONCE, seconds: float = limits.SECONDS_OF_A_PLACE
    ) -> None:
        """Begin with every place free."""
        self.free, self.seconds = asyncio.Semaphore(places), seconds
        self.waiting = 0


class Place:
    """The place of one connection, which has one or none."""

    def __init__(self, admission: Admission) -> None:
        """Begin with none."""
        self.admission = admission
        self.ends: TimerHandle | None = None

    async def take(self) -> None:
        """Wait for a place; the one that was still there goes to somebody else."""
        self.leave()
        self.admission.waiting += 1
        try:
            await self.admission.free.acquire()
        finally:
            self.admission.waiting -= 1
        loop = asyncio.get_running_loop()
        self.ends = loop.call_later(self.admission.seconds, self.leave)

    def leave(self) -> None:
        """Give the place back, where there is one."""
        if self.ends is not None:
            self.ends.cancel()
            self.ends = None
            self.admission.free.release()
