"""Ends a connection that does not get to the end of its request.

Somebody who opens connections and sends a byte a minute costs nothing and could hold every file
the process may open. The server (uvicorn) waits for the rest of a request for good.

    arms the clock      a connection is made; or bytes come while none of its requests is answered
    stops the clock     the request is whole: the application is called for it
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from starlette.types import ASGIApp, Receive, Scope, Send

from ndcg_ui import limits

Factory = Callable[..., asyncio.Protocol]


class Watched(asyncio.Protocol):
    """The server's own protocol, with a clock beside it."""

    def __init__(self, protocol: asyncio.Protocol, seconds: float) -> None:
        """Pass everything on to `protocol`."""
        self.protocol, self.seconds = protocol, seconds
        self.answering = 0  # requests of this connection that the application has
        self.clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for the first request."""
        self.transport: Any = transport
        _watched[transport] = self
        self.arm()
        self.protocol.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Begin to wait for the rest of another request."""
        self.arm()
        self.protocol.data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self.stop()
        self.protocol.connection_lost(exc)

    def eof_received(self) -> bool | None:
        """Pass it on."""
        return self.protocol.eof_received()

    def pause_writing(self) -> None:
        """Pass it on."""
        self.protocol.pause_writing()

    def resume_writing(self) -> None:
        """Pass it on."""
        self.protocol.resume_writing()

    def arm(self) -> None:
        """Wait, if nothing is waited for or answered yet."""
        if self.clock is None and not self.answering:
            loop = asyncio.get_running_loop()
            self.clock = loop.call_later(self.seconds, self.transport.abort)

    def stop(self) -> None:
        """Wait no more."""
        if self.clock:
            self.clock.cancel()
        self.clock = None


_watched: WeakKeyDictionary[asyncio.BaseTransport, Watched] = WeakKeyDictionary()


def limit_slow_requests(seconds: float = limits.SECONDS_FOR_HEADERS) -> None:
    """Watch every connection of the servers that are yet to listen in the running loop.

    Called while the application starts: the server begins to listen right after that.
    """
    loop: Any = asyncio.get_running_loop()
    create_server = loop.create_server

    def watching(factory: Factory, *arguments: Any, **more: Any) -> Any:
        def made(*given: Any, **named: Any) -> Watched:
            return Watched(factory(*given, **named), seconds)

        return create_server(made, *arguments, **more)

    loop.create_server = watching


class RequestClock:
    """Tells a connection's clock when its request is whole; outside every other middleware."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the application `app`."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stop the clock while the request is answered."""
        transport = getattr(getattr(receive, "__self__", None), "transport", None)
        watched = _watched.get(transport) if transport is not None else None
        if watched is None:
            await self.app(scope, receive, send)
            return
        watched.stop()
        watched.answering += 1
        try:
            await self.app(scope, receive, send)
        finally:
            watched.answering -= 1
            if scope["type"] == "http":
                watched.arm()  # the next request may have begun meanwhile
