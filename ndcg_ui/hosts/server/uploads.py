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
from ndcg_ui.hosts.server.refusals import refuse_when_busy
from ndcg_ui.pages.evaluate import folders
from ndcg_ui.pages.evaluate.files import PASTED_NAMES, Kind, VisitorFiles

UPLOAD_URL = "/evaluate/files/{kind}"
FOLDER_GONE = "The server no longer knows this page. Reload the page, and drop the file again."
NOT_READABLE = "Files are sent here by the page /evaluate, and cannot be read here."
INCOMPLETE_UPLOAD = "The file did not arrive completely. Drop the file again."
log = logging.getLogger("ndcg_ui")


class UploadRefusedError(Exception):
    """An error with the status and the sentence of a refused upload."""


async def _receive_upload(request: Request) -> Response:
    folder = folders.find_visitor_folder(read_secret(request))
    kind = request.path_params["kind"]
    if folder is None or kind not in PASTED_NAMES:
        return PlainTextResponse(FOLDER_GONE, 404)
    files = VisitorFiles(folder)
    path = files.choose_new_path()
    name = request.query_params.get("name", "")
    length = request.headers.get("content-length", "")
    size = int(length) if length.isascii() and length.isdigit() and len(length) < 16 else -1
    status = 400
    sentence = INCOMPLETE_UPLOAD
    try:
        await _write_upload(request, files, path, size)
        sentence = await to_thread.run_sync(files.add_file, cast(Kind, kind), name, path)
        return PlainTextResponse(sentence, 409 if sentence else 200)
    except UploadRefusedError as refusal:
        status, sentence = refusal.args
    except (TimeoutError, ClientDisconnect):
        pass
    except OSError as error:
        if not folder.is_dir():  # the folder was removed meanwhile
            status = 409
            sentence = FOLDER_GONE
        elif folders.is_disk_full(error):
            status = 507
            sentence = folders.DISK_FULL
    path.unlink(missing_ok=True)
    return PlainTextResponse(sentence, status)


async def _write_upload(request: Request, files: VisitorFiles, path: Path, size: int) -> None:
    """Write an upload to disk while it arrives.

    Raises `UploadRefusedError` for a wrong length, a file that cannot be stored or a removed
    folder, and TimeoutError for a slow upload.
    """
    come = 0
    looked = 0
    due = 0.0
    await _check_folder_and_space(files, size, size)
    slowness = limits.SECONDS_OF_SLOW_UPLOAD
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(limits.SECONDS_FOR_A_FILE), asyncio.timeout(slowness) as stretch:
        with path.open("wb") as file:
            async for chunk in request.stream():
                come += len(chunk)
                if come > size:
                    raise UploadRefusedError(400, INCOMPLETE_UPLOAD)
                file.write(chunk)
                if come >= due:  # fast enough, so the deadline moves
                    due = come + limits.SLOWEST_UPLOAD * slowness
                    stretch.reschedule(loop.time() + slowness)
                if come - looked >= limits.BYTES_BETWEEN_ROOM_CHECKS:
                    looked = come
                    file.flush()
                    await _check_folder_and_space(files, size, 0)
    if come < size:
        raise UploadRefusedError(400, INCOMPLETE_UPLOAD)


async def _check_folder_and_space(files: VisitorFiles, size: int, extra_bytes: int) -> None:
    """Raise `UploadRefusedError` if the folder was removed or the file cannot be stored.

    size: the size of the file
    extra_bytes: the bytes for which there must be room besides those on the disk
    """
    if not files.folder.is_dir():
        raise UploadRefusedError(409, FOLDER_GONE)
    refusal = await to_thread.run_sync(folders.find_upload_refusal, files.folder, size, extra_bytes)
    if refusal:
        raise UploadRefusedError(*refusal)


@asynccontextmanager
async def tidy_folders() -> AsyncIterator[None]:
    """Remove unused upload folders at intervals. The last server to stop removes every folder."""
    task = asyncio.create_task(_sweep_at_intervals())
    try:
        with folders.lock_common_folder():
            yield
    finally:
        task.cancel()


async def _sweep_at_intervals() -> None:
    while True:
        try:
            await to_thread.run_sync(folders.sweep_folders)
        except OSError:
            log.exception("leftover files could not be removed")
        await asyncio.sleep(limits.SECONDS_BETWEEN_FOLDER_SWEEPS)


def list_routes() -> list[Route]:
    """Return the routes that receive uploads and refuse other requests."""
    methods = ["GET", "POST", "DELETE", "PATCH"]
    return [
        Route(UPLOAD_URL, refuse_when_busy(_receive_upload), methods=["PUT"]),
        Route(UPLOAD_URL, _refuse_download, methods=methods),
    ]


async def _refuse_download(request: Request) -> Response:
    return PlainTextResponse(NOT_READABLE, 405, {"Allow": "PUT"})
