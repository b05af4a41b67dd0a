"""What a server does for its classes while it runs: rooms whose time is over are deleted."""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from ndcg_ui import limits
from ndcg_ui.classroom.school import school, was_used
from ndcg_ui.classroom.settings import from_environment

log = logging.getLogger("ndcg_ui")


@asynccontextmanager
async def tidy() -> AsyncIterator[None]:
    """Delete what is over now, and again and again; where no class was ever held, do nothing."""
    task = asyncio.create_task(_again_and_again())
    try:
        with _told_of_the_end(_end_streams):
            yield
    finally:
        task.cancel()
        if was_used():
            school().stop()


def _end_streams() -> None:
    """A server that stops waits for every open request; a stream would keep it for good."""
    if was_used():
        school().hub.end()


@contextmanager
def _told_of_the_end(end: Callable[[], None]) -> Iterator[None]:
    """Call `end` in the running loop when the process is told to stop, beside what it does then."""
    loop, handlers = asyncio.get_running_loop(), {}
    if threading.current_thread() is not threading.main_thread():  # only the main one has signals
        yield
        return
    for number in (signal.SIGINT, signal.SIGTERM):
        before = signal.getsignal(number)
        if callable(before):

            def told(number: int, frame: FrameType | None, before: Any = before) -> None:
                loop.call_soon_threadsafe(end)
                before(number, frame)

            handlers[number] = before
            signal.signal(number, told)
    try:
        yield
    finally:
        for number, before in handlers.items():
            signal.signal(number, before)


async def _again_and_again() -> None:
    while True:
        try:
            if ever_held():
                await asyncio.to_thread(lambda: school().sweep())
        except Exception:  # the database is away: it is tried again
            log.exception("rooms whose time is over could not be deleted")
        await asyncio.sleep(limits.SECONDS_BETWEEN_CLASS_SWEEPS)


def ever_held() -> bool:
    """Whether there is a database of classes, from this process or another."""
    where = from_environment().database
    return "://" in where or Path(where).exists()
