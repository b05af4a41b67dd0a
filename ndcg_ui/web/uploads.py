"""Files for /evaluate: written to disk as they come, into the folder of the session that asked.

Streamlit keeps uploads in memory; its own way stays closed (`closed`).
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import cast

from anyio import CapacityLimiter, to_thread
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ndcg_ui import limits
from ndcg_ui.evaluation import folders, opening, saved
from ndcg_ui.evaluation.files import Shelf
from ndcg_ui.evaluation.room_left import room_for
from ndcg_ui.evaluation.stored import Kind

UPLOAD_URL = "/evaluate/files/{token}/{kind}"
KINDS = ("qrels", "run")
GONE = "This page is no longer known here. Reload it, and drop the file again."
NOT_WHOLE = "The file did not come whole. Drop it again."
MANY = "Other files of this page are on their way. Drop this one again when they are there."
log = logging.getLogger("ndcg_ui")
_coming: Counter[Path] = Counter()
"""How many files of each session are on their way."""


async def _put(request: Request) -> Response:
    folder, kind = folders.found(request.path_params["token"]), request.path_params["kind"]
    if folder is None or kind not in KINDS:
        return _said(404, GONE)
    if _coming[folder] >= limits.UPLOADS_EACH:
        return _said(429, MANY)
    _coming[folder] += 1
    try:
        return await _taken(request, Shelf(folder), cast(Kind, kind))
    finally:
        _coming[folder] -= 1
        if not _coming[folder]:
            del _coming[folder]


async def _taken(request: Request, shelf: Shelf, kind: Kind) -> Response:
    length = request.headers.get("content-length", "")
    size = int(length) if length.isascii() and length.isdigit() and len(length) < 16 else -1
    path, name = shelf.place(), request.query_params.get("name", "")
    try:
        await _refuse_without_room(shelf, size, size)
        async with asyncio.timeout(limits.SECONDS_FOR_A_FILE):
            digest = await _written(request, shelf, path, size)
        why = await _counted(shelf, kind, name, path, digest)
    except Refused as refusal:
        path.unlink(missing_ok=True)
        return _said(*refusal.args)
    except (TimeoutError, ClientDisconnect):
        path.unlink(missing_ok=True)
        return _said(400, NOT_WHOLE)
    except OSError as error:
        path.unlink(missing_ok=True)
        if not shelf.folder.is_dir():  # the session ended meanwhile
            return _said(409, GONE)
        return _said(507 if folders.is_full(error) else 400, folders.trouble(error, NOT_WHOLE))
    return _said(409, why) if why else _said(200, "")


class Refused(Exception):
    """A status and a sentence."""


async def _refuse_without_room(shelf: Shelf, size: int, more: int) -> None:
    """Refuse a file for which there is no room, or whose session has ended."""
    if not shelf.folder.is_dir():
        raise Refused(409, GONE)
    refusal = (await to_thread.run_sync(room_for, shelf.folder)).refusal(size, more)
    if refusal:
        raise Refused(*refusal)


async def _counted(shelf: Shelf, kind: Kind, name: str, path: Path, digest: str) -> str:
    """Count a file that came whole, or open it where it is a saved evaluation; say why not."""
    if not saved.is_saved(path):
        return await to_thread.run_sync(shelf.add, kind, name, path, digest)
    try:
        return await to_thread.run_sync(opening.unpack, path, shelf, limiter=_unpacking())
    finally:
        path.unlink(missing_ok=True)


@lru_cache(maxsize=1)
def _unpacking() -> CapacityLimiter:
    return CapacityLimiter(limits.UNPACKED_AT_ONCE)


async def _written(request: Request, shelf: Shelf, path: Path, size: int) -> str:
    """Write what comes, as long as it comes and there is room; return its SHA-256."""
    digest, come, looked, pace = sha256(), 0, 0, Pace()
    stream = request.stream()
    with path.open("wb") as file:
        while True:
            async with asyncio.timeout_at(pace.end):
                chunk = await anext(stream, None)
            if chunk is None:
                break
            come += len(chunk)
            if come > size:
                raise Refused(400, NOT_WHOLE)
            file.write(chunk)
            digest.update(chunk)
            pace.came(len(chunk))
            if come - looked >= limits.BYTES_BETWEEN_LOOKS:
                looked = come
                file.flush()
                await _refuse_without_room(shelf, size, 0)
    if come < size:
        raise Refused(400, NOT_WHOLE)
    return digest.hexdigest()


class Pace:
    """Until when the next bytes have to come: each stretch of time brings its share."""

    def __init__(self) -> None:
        """Begin to wait."""
        self.left = 0
        self.came(0)

    def came(self, size: int) -> None:
        """Begin the next stretch, once the bytes of this one have come."""
        self.left -= size
        if self.left <= 0:
            self.left = int(limits.SLOWEST_UPLOAD * limits.SECONDS_OF_SLOWNESS)
            self.end = asyncio.get_running_loop().time() + limits.SECONDS_OF_SLOWNESS


def _said(status: int, sentence: str) -> Response:
    return PlainTextResponse(sentence, status)


@asynccontextmanager
async def tidy() -> AsyncIterator[None]:
    """Remove what servers that were killed have left behind, now and then; in the end our own."""
    task = asyncio.create_task(_again_and_again())
    try:
        yield
    finally:
        task.cancel()
        folders.leave()


async def _again_and_again() -> None:
    while True:
        try:
            await to_thread.run_sync(folders.sweep)
        except OSError:
            log.exception("files that were left behind could not be removed")
        await asyncio.sleep(limits.SECONDS_BETWEEN_FOLDER_SWEEPS)


def routes() -> list[Route]:
    """Return the route that takes a file."""
    return [Route(UPLOAD_URL, _put, methods=["PUT"])]
