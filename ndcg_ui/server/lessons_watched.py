"""Lessons while somebody writes them: where NDCG_LESSONS names their folder, a page in a browser is
loaded anew when a file there is saved, and shows what is wrong in it.
"""

import asyncio
import os
import sys

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ndcg_core.content import LESSONS, lessons_dir

SAVED = "/lessons/saved"
SECONDS_BETWEEN_LOOKS = 0.3
READ_FROM_LESSONS = (
    *("ndcg_core.", "ndcg_ui.classroom.choosing", "ndcg_ui.classroom.screens"),
    *("ndcg_ui.examples.", "ndcg_ui.parts.player.", "ndcg_ui.server.first_screen"),
)
"""Modules whose caches may hold what was read from lessons."""


_read_at = [0]
"""When what was read from lessons was last forgotten; what is kept is no older."""


def are_written() -> bool:
    """Return whether the lessons are somebody's own, in a folder of theirs."""
    return LESSONS in os.environ


def routes() -> list[Route]:
    """Return the address at which a page hears of a saved file."""
    return [Route(SAVED, wait_for_a_save)] if are_written() else []


def address() -> str | None:
    """Return where a page that is made now hears of the next save; None without a folder."""
    return f"{SAVED}?since={read_again()}" if are_written() else None


async def wait_for_a_save(request: Request) -> Response:
    """Answer when a file of lessons was saved since the asking page was made."""
    since = request.query_params.get("since")
    while str(await watcher.next()) == since and not await request.is_disconnected():
        pass
    await asyncio.to_thread(read_again)
    return PlainTextResponse("A lesson was saved.")


class Watcher:
    """Looks at the folder at intervals, once for all pages that wait, beside the server's loop."""

    look: asyncio.Task[int] | None = None

    async def next(self) -> int:
        """When a file was last saved, at the next look."""
        if self.look is None or self.look.done():
            self.look = asyncio.create_task(self._look())
        return await asyncio.shield(self.look)

    async def _look(self) -> int:
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        return await asyncio.to_thread(when_saved)


watcher = Watcher()


def read_again() -> int:
    """Forget what was read from lessons before the last save; return when that was."""
    saved = when_saved()
    if saved != _read_at[0]:
        ours = [sys.modules[name] for name in sys.modules if name.startswith(READ_FROM_LESSONS)]
        for value in (value for module in ours for value in vars(module).values()):
            getattr(value, "cache_clear", lambda: None)()
        _read_at[0] = saved
    return saved


def when_saved() -> int:
    """Return when a file of lessons was last saved, put there or taken away."""
    return max(one.stat().st_mtime_ns for one in (lessons_dir(), *lessons_dir().rglob("*")))
