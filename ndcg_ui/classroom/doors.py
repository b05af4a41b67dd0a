"""How fast codes can be guessed, rooms made and joined, answers sent."""

from __future__ import annotations

from asyncio import sleep
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from time import monotonic

from ndcg_ui import limits
from ndcg_ui.classroom.keeping import Busy

TOO_FAST = "That is faster than a person answers; wait a moment, and send it again."
MANY_JOIN = "Very many are joining just now; you are let in in a moment."
MANY_GUESS = "Very many wrong codes are being tried just now; try yours again in a moment."
MANY_ROOMS = "Too many rooms are being made from where you are; wait a minute, and try again."
MANY_PLANS = "Too many plans are being read from where you are; try again in a moment."
MANY_REFUSED = "Too many rooms that may not be made are asked for; wait a minute, and try again."
Sleep = Callable[[float], Awaitable[None]]
Clock = Callable[[], float]


class Doors:
    """One bucket for each name: of a room, a learner, an address."""

    def __init__(
        self, burst: float, steady: float, said: str, clock: Clock = monotonic, waiting: int = 0
    ) -> None:
        """Let `burst` through at once and then `steady` a second.

        waiting: how many of one name may wait; said: to who comes when that many wait.
        """
        self.burst, self.steady, self.said, self.clock = burst, steady, said, clock
        self.waiting = waiting
        self.known: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def through(self, name: str) -> float:
        """Go through once, and return the seconds to wait before; `Busy` where too many do."""
        left = self._left(name)
        goes = left - 1 >= -self.waiting
        self._keep(name, left - goes)
        if not goes:
            raise Busy(self.said)
        return max(0.0, 1 - left) / self.steady

    def give_back(self, name: str) -> None:
        """Have it count as if it had not been gone through."""
        self._keep(name, min(self.burst, self._left(name) + 1))

    def _left(self, name: str) -> float:
        left, looked = self.known.pop(name, (self.burst, self.clock()))
        return min(self.burst, left + (self.clock() - looked) * self.steady)

    def _keep(self, name: str, left: float) -> None:
        self.known[name] = left, self.clock()
        if len(self.known) > limits.ADDRESSES_KNOWN:
            self.known.popitem(last=False)


class Guesses:
    """Lets codes be tried: where many were wrong whoever tries one waits, the right ones too.

    Else a wrong code could be told from a right one by how long the answer takes. An attempt counts
    from its beginning, so that many at once are no more than one after the other.
    """

    def __init__(self, clock: Clock = monotonic, sleep: Sleep = sleep) -> None:
        """Begin with none; clock and sleep are the system's, or a test's."""
        self.sleep = sleep
        self.each = Doors(
            limits.GUESSES_EACH,
            limits.GUESSES_EACH_A_SECOND,
            MANY_GUESS,
            clock,
            limits.MOST_WAITING_EACH,
        )
        self.together = Doors(
            limits.GUESSES, limits.GUESSES_A_SECOND, MANY_GUESS, clock, limits.MOST_WAITING
        )

    async def turn(self, address: str = "") -> None:
        """Wait for a turn to try a code; `Busy` where too many wait already."""
        seconds = self.each.through(address)
        try:
            seconds = max(seconds, self.together.through(""))
        except Busy:
            self.each.give_back(address)
            raise
        if seconds:
            await self.sleep(seconds)

    def was_right(self, address: str = "") -> None:
        """The code was right: the attempt counts no more."""
        self.each.give_back(address)
        self.together.give_back("")
