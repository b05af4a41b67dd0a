"""How many visitors there is room for; the next one is told so, instead of slowing everybody."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from starlette.types import ASGIApp, Receive, Scope, Send

from ndcg_ui import limits
from ndcg_ui.web.metrics import GAUGES
from ndcg_ui.web.refusals import refuse

FULL = (
    "The app is full: as many people as it can serve are using it now. "
    "Reload this page in a minute or two."
)


def raise_file_limit() -> int:
    """Let the process open as many files as it may, and return how many that is."""
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


def seats(files: int) -> int:
    """Return how many visitors fit when the process may open so many files.

    >>> seats(1024), seats(65_536)
    (231, 1000)
    """
    return max(1, min(limits.MOST_VISITORS, (files - limits.SPARE_FILES) // limits.FILES_EACH))


class Visitors:
    """Counts the open connections, one for each visitor, and refuses those beyond `seats`."""

    def __init__(self, app: ASGIApp, seats: int, pages: Collection[str]) -> None:
        """Wrap the application `app`; pages: the paths at which somebody arrives."""
        self.app, self.seats, self.pages = app, seats, frozenset(pages)
        self.here = 0
        GAUGES["sessions"] = lambda: self.here

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
