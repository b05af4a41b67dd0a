"""Takes what a visitor's page says at a person's pace, so that nobody's page is served alone.

Streamlit runs a page for every message that asks for it. While one runs, it keeps of those that
wait only the newest: the state of every widget is in each of them. The same is done here before
they reach Streamlit, for a page that asks faster than a person can.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ndcg_ui import limits
from ndcg_ui.web.inbox import Inbox, Incoming, Unreadable, incoming, size

log = logging.getLogger("ndcg_ui")
Sleep = Callable[[float], Awaitable[None]]


class Bucket:
    """Lets `burst` things through at once and then `steady` a second; the others wait."""

    def __init__(self, burst: float, steady: float, clock: Callable[[], float], sleep: Sleep):
        """Begin full; clock and sleep are the system's, or a test's."""
        self.burst, self.steady, self.clock, self.sleep = burst, steady, clock, sleep
        self.left, self.looked = float(burst), clock()

    async def room(self) -> None:
        """Wait until there is room for one more."""
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.looked) * self.steady)
        self.looked = now
        if self.left < 1:
            await self.sleep((1 - self.left) / self.steady)

    def take(self, weight: float = 1) -> None:
        """Count one that went through, or one as heavy as several."""
        self.left -= weight


class Way:
    """Which page a connection asked for last.

    A part of the page that is left may still ask for a run behind the request for the next one.
    Streamlit runs that part when it is no longer there, and what it had to send of the next page is
    lost: the page stays empty. What the part wanted to tell is told when it is shown again.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begin on no page."""
        self.clock, self.page, self.until = clock, "", 0.0

    def is_left(self, run: Any) -> bool:
        """Whether a run is of a page that was left just now; follows those that leave one."""
        if run is None or not run.page_script_hash:
            return False
        if run.fragment_id:
            return run.page_script_hash != self.page and self.clock() < self.until
        if run.page_script_hash != self.page:
            self.page, self.until = run.page_script_hash, self.clock() + limits.SECONDS_TO_LEAVE
        return False


class Pace:
    """Gives the application each connection's messages at a person's pace, the newest in time."""

    def __init__(
        self,
        app: ASGIApp,
        clock: Callable[[], float] = monotonic,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Wrap the application `app`."""
        self.app, self.clock, self.sleep = app, clock, sleep

    def _bucket(self, burst: float, steady: float) -> Bucket:
        return Bucket(burst, steady, self.clock, self.sleep)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stand between a connection and the application."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        inbox, taken = Inbox(), self._bucket(limits.BURST, limits.STEADY)

        async def paced() -> Message:
            await taken.room()
            message = await inbox.get()
            if message["type"] == "websocket.receive":
                taken.take()
            return message

        reading = asyncio.create_task(self._read(receive, send, inbox))
        try:
            await self.app(scope, paced, send)
        finally:
            reading.cancel()

    async def _read(self, receive: Receive, send: Send, inbox: Inbox) -> None:
        """Read ahead, slowly enough for everybody else, until the connection has ended."""
        read, way = self._bucket(limits.READ_BURST, limits.READ_STEADY), Way(self.clock)
        message: Message = {"type": ""}
        while message["type"] != "websocket.disconnect":
            await read.room()
            message = await receive()
            read.take(1 + size(message) / limits.BYTES_EACH)
            try:
                one = incoming(message)
            except Unreadable as wrong:
                log.warning("a page's connection was closed: it sent %s", wrong)
                await inbox.put(Incoming({"type": "websocket.disconnect", "code": wrong.code}))
                await send({"type": "websocket.close", "code": wrong.code})
                return
            if one is not None and not way.is_left(one.run):
                await inbox.put(one)
