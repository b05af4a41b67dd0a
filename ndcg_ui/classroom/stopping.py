"""Whether the server is about to stop: streams of events have to end for it to do so."""

from __future__ import annotations

import asyncio
from typing import Any

_listening: list[asyncio.Server] = []


def note_servers() -> None:
    """Note the servers that are yet to listen in the running loop.

    A server that is told to stop listens no more at once, and then waits for every open request;
    a stream of events would keep it waiting for good.
    """
    loop: Any = asyncio.get_running_loop()
    create_server = loop.create_server

    async def noting(*given: Any, **named: Any) -> asyncio.Server:
        server: asyncio.Server = await create_server(*given, **named)
        _listening.append(server)
        return server

    loop.create_server = noting


def stopping() -> bool:
    """Whether all servers of this process have stopped to listen."""
    return bool(_listening) and not any(server.is_serving() for server in _listening)
