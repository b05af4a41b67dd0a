"""How many visitors there is room for; the next one is told so, instead of slowing everybody."""

from __future__ import annotations

from collections.abc import Collection

from starlette.types import ASGIApp, Receive, Scope, Send

from ndcg_ui.web.refusals import refuse

FULL = (
    "The app is full: as many people as it can serve are using it now. "
    "Reload this page in a minute or two."
)


class Visitors:
    """Counts the open connections, one for each visitor, and refuses those beyond `seats`."""

    def __init__(self, app: ASGIApp, seats: int, pages: Collection[str]) -> None:
        """Wrap the application `app`; pages: the paths at which somebody arrives."""
        self.app, self.seats, self.pages = app, seats, frozenset(pages)
        self.here = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let in who fits."""
        connection = scope["type"] == "websocket"
        arriving = connection or (scope["type"] == "http" and scope["path"] in self.pages)
        if arriving and self.here >= self.seats:
            await refuse(scope, receive, send, 503, FULL)
            return
        self.here += connection
        try:
            await self.app(scope, receive, send)
        finally:
            self.here -= connection
