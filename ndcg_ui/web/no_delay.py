"""Sends what there is to send at once, however small it is."""

from __future__ import annotations

import socket

from starlette.types import ASGIApp, Receive, Scope, Send


class NoDelay:
    """Switches off Nagle's algorithm for every connection.

    Streamlit's listening socket leaves it on; then a file's body waits until the browser has
    acknowledged its headers, and all but the first of a run's small messages for the one before.
    Browsers put that off for up to 40 ms.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the application `app`."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Reach through to uvicorn's connection, where that is what serves."""
        transport = getattr(getattr(receive, "__self__", None), "transport", None)
        if transport is not None:
            found = transport.get_extra_info("socket")
            if found is not None and found.family in (socket.AF_INET, socket.AF_INET6):
                found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await self.app(scope, receive, send)
