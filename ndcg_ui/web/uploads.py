"""Files for /evaluate: written to disk as they come, into the folder of the session that asked.

Streamlit keeps uploads in memory; its own way stays closed (`closed`).
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import cast

from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ndcg_ui.evaluation import limits
from ndcg_ui.evaluation.files import EVERYBODYS, Files, Kind, Room

UPLOAD_URL = "/evaluate/files/{token}/{kind}"
KINDS = ("qrels", "run")


async def _put(request: Request) -> Response:
    files, kind = EVERYBODYS.get(request.path_params["token"]), request.path_params["kind"]
    if files is None or kind not in KINDS:
        return _said(404, "This page is no longer known here. Reload it, and drop the file again.")
    length = request.headers.get("content-length", "")
    size = int(length) if length.isascii() and length.isdigit() and len(length) < 16 else -1
    refusal = Room().refusal(size)
    if refusal:
        return _said(*refusal)
    path = files.place()
    files.coming += size
    try:
        async with asyncio.timeout(limits.SECONDS_FOR_A_FILE):
            whole = await _written(request, path, size)
    except (TimeoutError, ClientDisconnect):
        whole = False
    finally:
        files.coming -= size
    if not whole:
        path.unlink(missing_ok=True)
        return _said(400, "The file did not come whole. Drop it again.")
    why = _count(files, kind, request.query_params.get("name", ""), path)
    return _said(409, why) if why else _said(200, "")


async def _written(request: Request, path: Path, size: int) -> bool:
    """Write what comes; whether it is as long as was said."""
    come = 0
    with path.open("wb") as file:
        async for chunk in request.stream():
            come += len(chunk)
            if come > size:
                return False
            file.write(chunk)
    return come == size


def _count(files: Files, kind: str, name: str, path: Path) -> str:
    return files.add(cast(Kind, kind), name, path)


def _said(status: int, sentence: str) -> Response:
    return PlainTextResponse(sentence, status)


def routes() -> list[Route]:
    """Return the route that takes a file."""
    return [Route(UPLOAD_URL, _put, methods=["PUT"])]
