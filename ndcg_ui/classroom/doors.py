"""Limits without addresses: how fast codes can be guessed, rooms joined, answers sent."""

from __future__ import annotations

from asyncio import sleep
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from time import monotonic

from ndcg_ui.classroom import limits
from ndcg_ui.classroom.keeping import Busy

TOO_FAST = "That is faster than a person answers; wait a moment, and send it again."
MANY_JOIN = "Very many are joining this room just now; you are let in in a moment."
MANY_GUESS = "Very many wrong codes are being tried just now; try yours again in a moment."
MOST_KNOWN = 20_000
Sleep = Callable[[float], Awaitable[None]]


class Guesses:
    """Lets a code be tried; where many were wrong, whoever tries one waits, the right ones too.

    Else a wrong code could be told from a right one by how long the answer takes.
    """

    def __init__(self, clock: Callable[[], float] = monotonic, sleep: Sleep = sleep) -> None:
        """Begin with none wrong; clock and sleep are the system's, or a test's."""
        self.clock, self.sleep = clock, sleep
        self.left, self.looked = float(limits.GUESSES), clock()
        self.waiting = 0

    async def turn(self) -> None:
        """Wait for a turn to try a code; `Busy` where too many wait already."""
        if self.waiting >= limits.MOST_WAITING:
            raise Busy(MANY_GUESS)
        now = self.clock()
        more = (now - self.looked) * limits.GUESSES_A_SECOND
        self.left, self.looked = min(limits.GUESSES, self.left + more), now
        if self.left >= 1:
            return
        self.waiting += 1
        try:
            await self.sleep((1 - self.left) / limits.GUESSES_A_SECOND)
        finally:
            self.waiting -= 1

    def missed(self) -> None:
        """A code was wrong."""
        self.left -= 1


class Doors:
    """One bucket for each name, a room's or a learner's; who finds it empty is told to wait."""

    def __init__(
        self, burst: float, steady: float, said: str, clock: Callable[[], float] = monotonic
    ) -> None:
        """Let `burst` through at once and then `steady` a second; said: to who comes too fast."""
        self.burst, self.steady, self.said, self.clock = burst, steady, said, clock
        self.known: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def through(self, name: str) -> None:
        """Go through once; `Busy` where too many did."""
        now = self.clock()
        left, looked = self.known.pop(name, (self.burst, now))
        left = min(self.burst, left + (now - looked) * self.steady)
        passes = left >= 1
        self.known[name] = (left - passes, now)
        if len(self.known) > MOST_KNOWN:
            self.known.popitem(last=False)
        if not passes:
            raise Busy(self.said)
