"""What a server does for its classes while it runs: rooms whose time is over are deleted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from ndcg_ui import limits
from ndcg_ui.classroom.school import school, was_used
from ndcg_ui.classroom.settings import from_environment
from ndcg_ui.classroom.stopping import note_servers

log = logging.getLogger("ndcg_ui")


@asynccontextmanager
async def tidy() -> AsyncIterator[None]:
    """Delete what is over now, and again and again; where no class was ever held, do nothing."""
    note_servers()
    task = asyncio.create_task(_again_and_again())
    try:
        yield
    finally:
        task.cancel()
        if was_used():
            school().stop()


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
