"""What Streamlit serves and this app does not: figures about the server, source code, uploads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import PurePosixPath

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import runtime

from ndcg_ui.web import limits
from ndcg_ui.web.assets import MEDIA_TYPES
from ndcg_ui.web.refusals import refuse

METRICS = "/_stcore/metrics"
COMPONENTS = ("/_stcore/bidi-components/", "/component/")
UPLOADS = "/_stcore/upload_file/"
CHANGING = ("PUT", "POST", "PATCH")


class Closed:
    """Says "not here" to what nobody's page asks for."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the application `app`."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse figures about the server, and of a component all but what a browser runs."""
        path = scope["path"] if scope["type"] == "http" else ""
        source = path.startswith(COMPONENTS) and PurePosixPath(path).suffix not in MEDIA_TYPES
        if source or path.rstrip("/") == METRICS:
            await refuse(scope, receive, send, 404, "There is nothing here.")
        else:
            await self.app(scope, receive, send)


def held_by_streamlit() -> int:
    """Return how many bytes of uploaded files the server holds, of all sessions together."""
    if not runtime.exists():
        return 0
    sessions = getattr(runtime.get_instance().uploaded_file_mgr, "file_storage", {})
    files = (file for session in list(sessions.values()) for file in list(session.values()))
    return sum(len(file.data) for file in files)


class Uploads:
    """Takes no file, or files up to a size, and only so much from everybody together.

    Files are kept in memory for as long as a session lasts, and anybody can open a session.
    """

    def __init__(
        self,
        app: ASGIApp,
        each: int = 0,
        total: int = 0,
        held: Callable[[], int] = held_by_streamlit,
    ) -> None:
        """Wrap the application `app`; each, total: bytes of a file, and of all. 0 takes none."""
        self.app, self.each, self.total, self.held = app, each, total, held
        self.coming = 0  # bytes of the files that are on their way

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a file that there is room for, and everything that is no file."""
        upload = scope["type"] == "http" and scope["path"].startswith(UPLOADS)
        if not upload or scope["method"] not in CHANGING:
            await self.app(scope, receive, send)
            return
        size = _announced(Headers(scope=scope).get("content-length", ""))
        refusal = self._refusal(size)
        if refusal:
            await refuse(scope, receive, send, *refusal)
            return
        self.coming += size
        try:
            async with asyncio.timeout(limits.SECONDS_FOR_UPLOAD):
                await self.app(scope, receive, send)
        finally:
            self.coming -= size

    def _refusal(self, size: int) -> tuple[int, str] | None:
        """The status and sentence for a file that is not taken."""
        if not self.each:
            return 403, "This app takes no files."
        if size < 0:
            return 411, "Say how long the file is (Content-Length)."
        if size > self.each:
            return 413, f"A file may have {self.each:,} bytes; this one has {size:,}."
        if self.held() + self.coming + size > self.total:
            return 503, "The server holds as many files as it can. Try again in some minutes."
        return None


def _announced(length: str) -> int:
    return int(length) if length.isascii() and length.isdigit() else -1
