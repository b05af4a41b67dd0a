"""Connections of pages to the server: their number, and the size and rate of messages."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from random import uniform
from time import monotonic

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ndcg_ui import limits
from ndcg_ui.hosts.server.metrics import GAUGES
from ndcg_ui.hosts.server.refusals import refuse_request
from ndcg_ui.limits.rates import Clock, Rate
from ndcg_ui.limits.shares import Slots, read_client_key
from ndcg_ui.pages.own import find_own_page

log = logging.getLogger("ndcg_ui")

FULL_MESSAGE = (
    "The app is full: as many people as it can serve are using it now. "
    "Reload this page in a minute or two."
)
CODE_NOT_ACCEPTED = 1003
CODE_TOO_FAST = 1008
CODE_TOO_BIG = 1009
CODE_TRY_LATER = 1013
"""The codes of RFC 6455 for closing a connection."""


def increase_file_limit() -> int:
    """Increase the process's limit of open files if possible, and return the resulting limit.

    Returns `limits.MOST_FILES` if there is no limit, and on Windows.
    """
    try:
        import resource
    except ImportError:  # Windows, where the limit is another one and high
        return limits.MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, limits.MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return limits.MOST_FILES if soft == resource.RLIM_INFINITY else soft
    with suppress(ValueError, OSError):  # macOS names a hard limit that it does not grant
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def compute_seats(file_limit: int) -> int:
    """Return the number of seats that a limit of open files allows, 1 to `MOST_VISITORS`.

    >>> compute_seats(1024), compute_seats(65_536)
    (231, 1000)
    """
    seats = (file_limit - limits.SPARE_FILES) // limits.FILES_PER_VISITOR
    return max(1, min(limits.MOST_VISITORS, seats))


class ConnectionLimit:
    """Middleware that limits the number of connections, and their messages' size and rate.

    A connection has a seat, and loses the seat if it sends nothing in its first seconds. An
    address may have at most as many seats as remain free. A connection beyond that is refused after
    a delay, because some clients try again at once. A message that arrives faster than a person can
    act is delayed. A connection is closed if a message is too long, or if messages are delayed for
    too long.
    """

    def __init__(
        self,
        app: ASGIApp,
        seats: int,
        pages: Collection[str],
        clock: Clock = monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Start with all seats free, and add the number of taken seats to the metrics.

        seats: the largest number of connections
        pages: the paths of pages that need a seat, besides users' own pages
        """
        self.app = app
        self.pages = frozenset(pages)
        self.seats = Slots(seats)
        self.refused = Slots(seats)
        self.clock = clock
        self.sleep = sleep
        GAUGES["sessions"] = lambda: self.seats.slots_taken

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request. Refuse a connection or a page if its client may take no more seats.

        A client's address may take at most as many seats as remain free.
        """
        connection = scope["type"] == "websocket"
        arriving = connection or (scope["type"] == "http" and self._needs_seat(scope["path"]))
        key = read_client_key(scope) if arriving else ""
        if arriving and not self.seats.has_room(key):
            if connection and self.refused.has_room(key):
                with self.refused.hold_slots(key):
                    await self.sleep(_spread_delay(limits.SECONDS_BEFORE_REFUSAL))
            await refuse_request(scope, receive, send, 503, FULL_MESSAGE)
            return
        if not connection:
            await self.app(scope, receive, send)
            return
        with self.seats.hold_slots(key):
            await self.app(scope, self._limit_messages(receive, send), send)

    def _needs_seat(self, path: str) -> bool:
        return path in self.pages or find_own_page(path.removeprefix("/")) is not None

    def _limit_messages(self, receive: Receive, send: Send) -> Receive:
        """Return `receive` with a limit on the size and rate of messages.

        A connection that breaks a limit, or that sends nothing in its first seconds, is closed.
        """
        rate = Rate(limits.MESSAGES_AT_ONCE, limits.MESSAGES_PER_SECOND, self.clock)
        waited = 0.0
        spoken = False
        patience = _spread_delay(limits.SECONDS_TO_SPEAK)

        async def receive_limited() -> Message:
            nonlocal waited, spoken
            try:
                async with asyncio.timeout(None if spoken else patience):
                    message = await receive()
            except TimeoutError:
                await send({"type": "websocket.close", "code": CODE_TRY_LATER})
                return {"type": "websocket.disconnect", "code": CODE_TRY_LATER}
            if message["type"] != "websocket.receive":
                return message
            spoken = True
            size = len(message.get("bytes") or b"")
            seconds = rate.take_tokens(1 + size / limits.BYTES_PER_COUNTED_MESSAGE)
            waited = waited + seconds if seconds else 0.0
            if message.get("bytes") is None:
                return await _close_connection(
                    send, CODE_NOT_ACCEPTED, "text instead of a binary message"
                )
            if size > limits.LONGEST_MESSAGE:
                return await _close_connection(send, CODE_TOO_BIG, f"a message of {size:,} bytes")
            if waited > limits.SECONDS_OF_WAITING_MESSAGES:
                return await _close_connection(
                    send, CODE_TOO_FAST, "more than a person can, for too long"
                )
            if seconds:
                await self.sleep(seconds)
            return message

        return receive_limited


def _spread_delay(seconds: float) -> float:
    """Return a random delay of 50% to 150% of `seconds`, to spread clients over time."""
    return uniform(0.5, 1.5) * seconds


async def _close_connection(send: Send, code: int, violation: str) -> Message:
    """Log a client's violation, close the connection, and return the message that ends it.

    violation: the end of the sentence “it sent …”
    """
    log.warning("a page's connection was closed: it sent %s", violation)
    await send({"type": "websocket.close", "code": code})
    return {"type": "websocket.disconnect", "code": code}
