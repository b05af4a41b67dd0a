"""Lessons while somebody writes them: where NDCG_LESSONS names their folder, a page in a browser is
loaded anew when a file there is saved, and shows what is wrong in it.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route

from ndcg_core.content import LESSONS, lessons_dir

SAVED = "/lessons/saved"
SECONDS_BETWEEN_LOOKS = 0.3
READ_FROM_LESSONS = (
    *("ndcg_core.lessons.", "ndcg_core.exercises.", "ndcg_core.examples.", "ndcg_core.classroom."),
    *("ndcg_ui.classroom.choosing", "ndcg_ui.classroom.screens", "ndcg_ui.replays."),
    "ndcg_ui.server.first_screen",
)
"""Modules whose caches hold what was read from lessons."""


def are_written() -> bool:
    """Return whether the lessons are somebody's own, in a folder of theirs."""
    return LESSONS in os.environ


def routes() -> list[Route]:
    """Return the address at which a page hears of a saved file."""
    return [Route(SAVED, wait_for_a_save)] if are_written() else []


async def wait_for_a_save(request: Request) -> StreamingResponse:
    """Answer with one event when a file of lessons is saved; until then with signs of life."""

    async def events() -> AsyncIterator[bytes]:
        before = when_saved()
        while (now := when_saved()) == before:
            yield b": here\n\n"
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        forget_lessons()
        yield f"data: {now}\n\n".encode()

    return StreamingResponse(events(), media_type="text/event-stream")


def when_saved() -> int:
    """Return when the last file of lessons was saved, or one was put there or taken away."""
    files = (lessons_dir(), *lessons_dir().rglob("*"))
    return max(file.stat().st_mtime_ns for file in files)


def forget_lessons() -> None:
    """Have everything that was read from lessons read again when it is needed."""
    modules = [module for name, module in sys.modules.items() if name.startswith(READ_FROM_LESSONS)]
    for value in (value for module in modules for value in vars(module).values()):
        getattr(value, "cache_clear", lambda: None)()
