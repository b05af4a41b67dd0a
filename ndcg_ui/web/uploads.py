"""Files for /evaluate: written to disk as they come, into the folder of the session that asked.

Streamlit keeps uploads in memory; its own way stays closed (`closed`).
"""

from __future__ import annotations

import asyncio
import logging
from asyncio import to_thread
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import cast

from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ndcg_ui.evaluation import folders, limits, saved
from ndcg_ui.evaluation.files import Shelf
from ndcg_ui.evaluation.room_left import Room
from ndcg_ui.evaluation.stored import Kind

UPLOAD_URL = "/evaluate/files/{token}/{kind}"
KINDS = ("qrels", "run")
GONE = "This page is no longer known here. Reload it, and drop the file again."
log = logging.getLogger("ndcg_ui")


async def _put(request: Request) -> Response:
    folder, kind = folders.found(request.path_params["token"]), request.path_params["kind"]
    if folder is None or kind not in KINDS:
        return _said(404, GONE)
    length = request.headers.get("content-length", "")
    size = int(length) if length.isascii() and length.isdigit() and len(length) < 16 else -1
    refusal = await to_thread(Room().refusal, size)
    if refusal:
        return _said(*refusal)
    shelf = Shelf(folder)
    path = shelf.place()
    try:
        async with asyncio.timeout(limits.SECONDS_FOR_A_FILE):
            _reserve(path, size)
            refusal = await to_thread(Room().refusal, size, reserved=size)  # others came meanwhile
            digest = "" if refusal else await _written(request, path, size)
    except (TimeoutError, ClientDisconnect, OSError):
        digest = ""
    if not digest:
        path.unlink(missing_ok=True)
        return _said(*(refusal or (400, "The file did not come whole. Drop it again.")))
    name = request.query_params.get("name", "")
    try:
        why = await to_thread(_counted, shelf, cast(Kind, kind), name, path, digest)
    except FileNotFoundError:  # the session ended meanwhile
        why = GONE
    return _said(409, why) if why else _said(200, "")


def _counted(shelf: Shelf, kind: Kind, name: str, path: Path, digest: str) -> str:
    """Count a file that came whole, or open it where it is a saved evaluation; say why not."""
    if not saved.is_saved(path):
        return shelf.add(kind, name, path, digest)
    try:
        return saved.unpack(path, shelf)
    finally:
        path.unlink(missing_ok=True)


def _reserve(path: Path, size: int) -> None:
    """Take the room of a file before it comes, so that every process counts it."""
    with path.open("wb") as file:
        file.truncate(size)


async def _written(request: Request, path: Path, size: int) -> str:
    """Write what comes; return its SHA-256, or nothing where it is not as long as was said."""
    come, digest = 0, sha256()
    with path.open("r+b") as file:
        async for chunk in request.stream():
            come += len(chunk)
            if come > size:
                return ""
            file.write(chunk)
            digest.update(chunk)
    return digest.hexdigest() if come == size else ""


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
            await to_thread(folders.sweep)
        except OSError:
            log.exception("files that were left behind could not be removed")
        await asyncio.sleep(limits.SECONDS_BETWEEN_SWEEPS)


def routes() -> list[Route]:
    """Return the route that takes a file."""
    return [Route(UPLOAD_URL, _put, methods=["PUT"])]
