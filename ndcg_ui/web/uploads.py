"""Files for /evaluate: written to disk as they come, into the folder whose secret name is told.

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
from ndcg_ui.evaluation import folders, saved
from ndcg_ui.evaluation.files import Files, Kind

UPLOAD_URL = "/evaluate/files/{token}/{kind}"
KINDS = ("qrels", "run")
GONE = "This page is no longer known here. Reload it, and drop the file again."
NOT_WHOLE = "The file did not come whole. Drop it again."
MANY = "Other files of this page are on their way. Drop this one again when they are there."
log = logging.getLogger("ndcg_ui")
_coming: Counter[Path] = Counter()
"""How many files are on their way into each folder."""


async def _put(request: Request) -> Response:
    folder, kind = folders.find(request.path_params["token"]), request.path_params["kind"]
    if folder is None or kind not in KINDS:
        return PlainTextResponse(GONE, 404)
    if _coming[folder] >= limits.UPLOADS_EACH:
        return PlainTextResponse(MANY, 429)
    _coming[folder] += 1
    try:
        status, sentence = await _store(request, Files(folder), cast(Kind, kind))
        return PlainTextResponse(sentence, status)
    finally:
        _coming[folder] -= 1
        if not _coming[folder]:
            del _coming[folder]


async def _store(request: Request, files: Files, kind: Kind) -> tuple[int, str]:
    """Write a file to disk, and count it; return the status and the sentence of the answer."""
    length = request.headers.get("content-length", "")
    size = int(length) if length.isascii() and length.isdigit() and len(length) < 16 else -1
    path, name = files.place(), request.query_params.get("name", "")
    try:
        await _refuse_without_room(files, size, size)
        async with asyncio.timeout(limits.SECONDS_FOR_A_FILE):
            digest = await _written(request, files, path, size)
        why = await _counted(files, kind, name, path, digest)
    except Refused as refusal:
        path.unlink(missing_ok=True)
        return refusal.args
    except (TimeoutError, ClientDisconnect):
        path.unlink(missing_ok=True)
        return 400, NOT_WHOLE
    except OSError as error:
        path.unlink(missing_ok=True)
        if not files.folder.is_dir():  # the session ended meanwhile
            return 409, GONE
        return (507, folders.DISK_FULL) if folders.is_full(error) else (400, NOT_WHOLE)
    return (409, why) if why else (200, "")


class Refused(Exception):
    """A status and a sentence."""


async def _refuse_without_room(files: Files, size: int, more: int) -> None:
    """Refuse a file for which there is no room, or whose session has ended."""
    if not files.folder.is_dir():
        raise Refused(409, GONE)
    refusal = await to_thread.run_sync(folders.refusal, files.folder, size, more)
    if refusal:
        raise Refused(*refusal)


async def _counted(files: Files, kind: Kind, name: str, path: Path, digest: str) -> str:
    """Count a file that came whole, or open it where it is a saved evaluation; say why not."""
    if not saved.is_saved(path):
        return await to_thread.run_sync(files.add, kind, name, path, digest)
    try:
        return await to_thread.run_sync(saved.unpack, path, files, limiter=_unpacking())
    finally:
        path.unlink(missing_ok=True)


@lru_cache(maxsize=1)
def _unpacking() -> CapacityLimiter:
    return CapacityLimiter(limits.UNPACKED_AT_ONCE)


async def _written(request: Request, files: Files, path: Path, size: int) -> str:
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
                await _refuse_without_room(files, size, 0)
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


@asynccontextmanager
async def tidy() -> AsyncIterator[None]:
    """Remove now and then what nobody has used for long; in the end our own."""
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
