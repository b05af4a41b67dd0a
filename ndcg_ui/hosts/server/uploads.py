"""Uploads for /evaluate, streamed to disk into a folder with a secret name.

`st.file_uploader` would keep files in the memory of one process. They would be lost at a reload or
restart, unknown to other processes, and outside the limits that visitors share. So its route stays
closed (`closed`), and each file is uploaded by a request of its own.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

from anyio import to_thread
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ndcg_ui import limits
from ndcg_ui.classroom.routes import read_secret
from ndcg_ui.hosts.server.refusals import unless_busy
from ndcg_ui.pages.evaluate import folders
from ndcg_ui.pages.evaluate.files import PASTED, Files, Kind

UPLOAD_URL = "/evaluate/files/{kind}"
GONE = "The server no longer knows this page. Reload it, and drop the file again."
NOT_READ = "Files are sent here by the page /evaluate, and cannot be read here."
NOT_WHOLE = "The file did not arrive completely. Drop it again."
log = logging.getLogger("ndcg_ui")


class UploadRefused(Exception):
    """A refused upload: its status and sentence."""


async def _put(request: Request) -> Response:
    folder, kind = folders.find(read_secret(request)), request.path_params["kind"]
    if folder is None or kind not in PASTED:
        return PlainTextResponse(GONE, 404)
    files = Files(folder)
    path, name = files.place(), request.query_params.get("name", "")
    length = request.headers.get("content-length", "")
    size = int(length) if length.isascii() and length.isdigit() and len(length) < 16 else -1
    status, sentence = 400, NOT_WHOLE
    try:
        await _write(request, files, path, size)
        sentence = await to_thread.run_sync(files.add, cast(Kind, kind), name, path)
        return PlainTextResponse(sentence, 409 if sentence else 200)
    except UploadRefused as refusal:
        status, sentence = refusal.args
    except (TimeoutError, ClientDisconnect):
        pass
    except OSError as error:
        if not folder.is_dir():  # it was removed meanwhile
            status, sentence = 409, GONE
        elif folders.is_full(error):
            status, sentence = 507, folders.DISK_FULL
    path.unlink(missing_ok=True)
    return PlainTextResponse(sentence, status)


async def _write(request: Request, files: Files, path: Path, size: int) -> None:
    """Write an upload to disk while it arrives and there is room."""
    come, looked, due = 0, 0, 0.0
    await _refuse_without_room(files, size, size)
    slowness, loop = limits.SECONDS_OF_SLOWNESS, asyncio.get_running_loop()
    async with asyncio.timeout(limits.SECONDS_FOR_A_FILE), asyncio.timeout(slowness) as stretch:
        with path.open("wb") as file:
            async for chunk in request.stream():
                come += len(chunk)
                if come > size:
                    raise UploadRefused(400, NOT_WHOLE)
                file.write(chunk)
                if come >= due:  # each stretch of time brings its share
                    due = come + limits.SLOWEST_UPLOAD * slowness
                    stretch.reschedule(loop.time() + slowness)
                if come - looked >= limits.BYTES_BETWEEN_LOOKS:
                    looked = come
                    file.flush()
                    await _refuse_without_room(files, size, 0)
    if come < size:
        raise UploadRefused(400, NOT_WHOLE)


async def _refuse_without_room(files: Files, size: int, more: int) -> None:
    """Refuse a file if there is no room or its folder was removed."""
    if not files.folder.is_dir():
        raise UploadRefused(409, GONE)
    refusal = await to_thread.run_sync(folders.refuse_file, files.folder, size, more)
    if refusal:
        raise UploadRefused(*refusal)


@asynccontextmanager
async def tidy() -> AsyncIterator[None]:
    """Remove folders that nobody has used for long, and all of them at the end."""
    task = asyncio.create_task(_sweep_again_and_again())
    try:
        with folders.hold_common_folder():
            yield
    finally:
        task.cancel()


async def _sweep_again_and_again() -> None:
    while True:
        try:
            await to_thread.run_sync(folders.sweep)
        except OSError:
            log.exception("leftover files could not be removed")
        await asyncio.sleep(limits.SECONDS_BETWEEN_FOLDER_SWEEPS)


def routes() -> list[Route]:
    """Return the routes for uploads."""
    methods = ["GET", "POST", "DELETE", "PATCH"]
    return [
        Route(UPLOAD_URL, unless_busy(_put), methods=["PUT"]),
        Route(UPLOAD_URL, _refuse_to_read, methods=methods),
    ]


async def _refuse_to_read(request: Request) -> Response:
    return PlainTextResponse(NOT_READ, 405, {"Allow": "PUT"})
