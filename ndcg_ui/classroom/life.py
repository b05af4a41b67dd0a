"""The classes of this process, started on first use and tidied while a server runs."""

import asyncio
import logging
import signal
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from time import time
from types import FrameType

from ndcg_core.classroom.room import Refused
from ndcg_ui import limits
from ndcg_ui.classroom.service import ClassService
from ndcg_ui.classroom.store.database import Away
from ndcg_ui.classroom.store.settings import from_environment

log = logging.getLogger("ndcg_ui")


@lru_cache(maxsize=1)
def service() -> ClassService:
    """Return this process's classes. Open the database on first use.

    Raise `Refused` if no database can be used. The next call tries again.
    """
    return ClassService(from_environment())


def has_database() -> bool:
    """Return True if a database of classes exists, made by any process."""
    where = from_environment().database
    return "://" in where or Path(where).exists()


@asynccontextmanager
async def tidy() -> AsyncIterator[None]:
    """Delete expired rooms now and at intervals, if there is a database."""
    task = asyncio.create_task(_sweep_at_intervals())
    try:
        with _end_streams_on_stop():
            yield
    finally:
        task.cancel()
        if service.cache_info().currsize:
            service().marker.pool.shutdown(wait=False, cancel_futures=True)


async def _sweep_at_intervals() -> None:
    while True:
        try:
            with suppress(Away, Refused):  # already logged; the next round tries again
                if has_database():
                    await asyncio.to_thread(lambda: service().repository.sweep(time()))
        except Exception:
            log.exception("could not delete expired rooms")
        await asyncio.sleep(limits.SECONDS_BETWEEN_CLASS_SWEEPS)


@contextmanager
def _end_streams_on_stop() -> Iterator[None]:
    """End all streams on a stop signal, before the server's own handler runs.

    A stopping server waits for open requests, so an open stream would keep it running.
    """
    loop = asyncio.get_running_loop()
    is_main = threading.current_thread() is threading.main_thread()  # only it handles signals
    signals = (signal.SIGINT, signal.SIGTERM) if is_main else ()
    before = {n: handler for n in signals if callable(handler := signal.getsignal(n))}

    def handle(number: int, frame: FrameType | None) -> None:
        if service.cache_info().currsize:
            loop.call_soon_threadsafe(service().hub.end)
        before[signal.Signals(number)](number, frame)

    for number in before:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
