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

from ndcg_core.classroom.room import RefusedError
from ndcg_ui import limits
from ndcg_ui.classroom.service import ClassService
from ndcg_ui.classroom.store.database import DatabaseUnavailableError
from ndcg_ui.classroom.store.settings import read_settings

log = logging.getLogger("ndcg_ui")


@lru_cache(maxsize=1)
def get_service() -> ClassService:
    """Return this process's class service. The first call opens the database.

    Raises `RefusedError` or `DatabaseUnavailableError` if the database cannot be used. The next
    call tries again.
    """
    return ClassService(read_settings())


def has_database() -> bool:
    """Return True if the class database is given as a URL or its file exists.

    A database at a URL is not checked. Raises ValueError for a bad setting.
    """
    where = read_settings().database
    return "://" in where or Path(where).exists()


@asynccontextmanager
async def tidy_classes() -> AsyncIterator[None]:
    """Delete expired rooms at intervals, and end all streams when the server stops.

    Both happen during the `async with` block. At its end, the thread that marks answers stops.
    """
    task = asyncio.create_task(_sweep_at_intervals())
    try:
        with _end_streams_on_stop():
            yield
    finally:
        task.cancel()
        if get_service.cache_info().currsize:
            get_service().marker.pool.shutdown(wait=False, cancel_futures=True)


async def _sweep_at_intervals() -> None:
    while True:
        try:
            # The error is already logged, and the next round tries again.
            with suppress(DatabaseUnavailableError, RefusedError):
                if has_database():
                    await asyncio.to_thread(
                        lambda: get_service().repository.delete_expired_rooms(time())
                    )
        except Exception:
            log.exception("could not delete expired rooms")
        await asyncio.sleep(limits.SECONDS_BETWEEN_CLASS_SWEEPS)


@contextmanager
def _end_streams_on_stop() -> Iterator[None]:
    """On a stop signal in the `with` block, end all streams and run the server's own handler.

    A stopping server waits for open requests, so an open stream would keep it running. Only the
    main thread can handle signals, so this does nothing in another thread.
    """
    loop = asyncio.get_running_loop()
    is_main = threading.current_thread() is threading.main_thread()  # only it may handle signals
    signals = (signal.SIGINT, signal.SIGTERM) if is_main else ()
    before = {n: handler for n in signals if callable(handler := signal.getsignal(n))}

    def end_streams(number: int, frame: FrameType | None) -> None:
        if get_service.cache_info().currsize:
            loop.call_soon_threadsafe(get_service().hub.end_streams)
        before[signal.Signals(number)](number, frame)

    for number in before:
        signal.signal(number, end_streams)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
