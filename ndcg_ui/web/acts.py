"""Acts over HTTP: what was done to a board, answered with what is to be shown then.

Any process answers, and the same request twice gives the same answer: nothing is remembered.
"""

from __future__ import annotations

import gzip
import json
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ndcg_core.plain_data import plain
from ndcg_ui import limits
from ndcg_ui.acts.board import EXHIBITS, board

ADDRESS = "/acts/board"
MALFORMED = 'An act is JSON: {"page": "playground", "link": {"r": "3,2"}, "act": {"do": "..."}}.'
TOO_LONG = f"An act has at most {limits.LONGEST_ACT:,} bytes."
BUSY = "Many ask for something at once. Try again in a moment."
_long_acts: list[CapacityLimiter] = []


def routes() -> list[Route]:
    """Return the route of the acts on a board."""
    return [Route(ADDRESS, _board, methods=["POST"])]


async def _board(request: Request) -> Response:
    body = b""
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > limits.LONGEST_ACT:
                return PlainTextResponse(TOO_LONG, 413)
        page, link, act = _read(body)
    except ClientDisconnect:
        return Response(status_code=400)
    except (ValueError, RecursionError):
        return PlainTextResponse(MALFORMED, 400)
    gzipped = "gzip" in request.headers.get("accept-encoding", "")
    if len(body) <= limits.SHORT_ACT:  # a millisecond or two: a thread would cost as much
        return _answer(page, link, act, gzipped)
    if not _long_acts:
        _long_acts.append(CapacityLimiter(limits.LONG_ACTS_AT_ONCE))
    if _long_acts[0].statistics().tasks_waiting >= limits.LONG_ACTS_WAITING:
        return PlainTextResponse(BUSY, 503, {"Retry-After": "1"})
    return await to_thread.run_sync(_answer, page, link, act, gzipped, limiter=_long_acts[0])


def _answer(page: str, link: dict[str, str], act: dict[str, Any], gzipped: bool) -> Response:
    text = json.dumps(board(page, link, act), separators=(",", ":"), ensure_ascii=False)
    answer, headers = text.encode(), {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if gzipped:  # quickly: the server's middleware would take ten times as long for a tenth less
        answer = gzip.compress(answer, 1)
        headers["Content-Encoding"] = "gzip"
    return Response(answer, media_type="application/json", headers=headers)


def _read(body: bytes) -> tuple[str, dict[str, str], dict[str, Any]]:
    """Return the page, the link and the act in a request; ValueError where it holds none."""
    message = plain(json.loads(body), limits.LONGEST_ACT)
    match message:
        case {"page": str(page), "link": dict(link), "act": dict(act)} if page in EXHIBITS and all(
            isinstance(text, str) for text in link.values()
        ):
            return page, link, act
    raise ValueError("This is no act.")
