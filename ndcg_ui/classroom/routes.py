"""The classes over HTTP: a learner's page and messages, a teacher's commands, streams of events.

Secrets travel in the header Authorization and in a link's fragment: neither is written to a log or
sent on as a Referer.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from ndcg_core.classroom.names import name_of
from ndcg_core.classroom.plans import read_plan
from ndcg_core.classroom.room import Refused
from ndcg_ui.classroom import choosing, downloads, limits, walls
from ndcg_ui.classroom.addresses import join_address, qr
from ndcg_ui.classroom.keeping import Busy
from ndcg_ui.classroom.school import School, school
from ndcg_ui.classroom.streams import Streams

Answering = Callable[[Request], Awaitable[Response]]
NO_STORE = {"Cache-Control": "no-store"}
STREAM = NO_STORE | {"X-Accel-Buffering": "no", "Content-Encoding": "identity"}
TOO_LONG = f"A message has at most {limits.LONGEST_MESSAGE:,} bytes."
TOO_SLOW = "The message did not come to its end in time; send it again."
NO_MESSAGE = "This is no message that can be read: it must be JSON, a table of names and values."


@lru_cache(maxsize=1)
def streams() -> Streams:
    """The streams of this process, told of what other processes write from here on."""
    school().start()
    return Streams(school())


class TooLong(ValueError):
    """More was sent than a message has, or it came too slowly."""


async def _message(request: Request, longest: int = limits.LONGEST_MESSAGE) -> dict[str, Any]:
    """The message in a request; no more of it is read than a message has."""
    body = b""
    try:
        async with asyncio.timeout(limits.SECONDS_FOR_MESSAGE):
            async for part in request.stream():
                body += part
                if len(body) > longest:
                    raise TooLong(TOO_LONG)
    except TimeoutError:
        raise TooLong(TOO_SLOW) from None
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        raise ValueError(NO_MESSAGE) from None
    if not isinstance(message, dict):
        raise ValueError(NO_MESSAGE)
    return message


def _secret(request: Request) -> str:
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret if kind == "Bearer" and len(secret) <= 200 else ""


def _spoken(answer: Answering) -> Answering:
    """The same, where every refusal is a status and a sentence."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except Busy as busy:
            return _said(429, str(busy), {"Retry-After": "2"})
        except Refused as refused:
            return _said(409, str(refused))
        except TooLong as refused:
            return _said(413, str(refused), {"Connection": "close"})
        except ValueError as refused:
            return _said(400, str(refused))

    return answered


def _said(status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
    return JSONResponse({"say": sentence}, status, NO_STORE | (headers or {}))


def _done(**message: Any) -> Response:
    return JSONResponse(message, headers=NO_STORE)


# --- Learners ------------------------------------------------------------------------------------


async def _enter(request: Request) -> Response:
    message = await _message(request)
    token, code, number = await school().join(message.get("code"))
    kept = await asyncio.to_thread(school().books.room, code, 0.0)
    return _done(token=token, code=code, name=name_of(number, kept.salt if kept else 0))


async def _answer(request: Request) -> Response:
    ballot = await school().answer(_secret(request), await _message(request))
    return _done(kept=ballot.number)


async def _follow(request: Request) -> Response:
    return _streamed(await streams().learner(_secret(request)))


def _streamed(events: AsyncIterator[bytes]) -> Response:
    return StreamingResponse(events, media_type="text/event-stream", headers=STREAM)


# --- Teachers and walls --------------------------------------------------------------------------


async def _open(request: Request) -> Response:
    message = await _message(request, limits.LONGEST_PLAN)
    school().plans.through("")
    plan = await asyncio.to_thread(read_plan, str(message.get("plan", "")))
    address = request.client.host if request.client else ""
    key = str(message.get("key", ""))
    opened = await asyncio.to_thread(school().open_room, plan, key, address)
    return _done(**vars(opened))


async def _questions(request: Request) -> Response:
    return _done(groups=await asyncio.to_thread(choosing.choices))


async def _plan(request: Request) -> Response:
    message = await _message(request, limits.LONGEST_PLAN)
    school().plans.through("")
    return _done(**await asyncio.to_thread(lambda: choosing.told(choosing.plan_in(message))))


async def _command(request: Request) -> Response:
    message = await _message(request)
    room = await asyncio.to_thread(school().command, _secret(request), message)
    school().hub.touch()
    return _done(revision=room.revision)


async def _watch(request: Request) -> Response:
    return _streamed(await streams().wall(_secret(request)))


async def _answers(request: Request) -> Response:
    def table(school: School) -> str:
        return downloads.answers(school, school.room_of(_secret(request), "steering")[0])

    text = await asyncio.to_thread(table, school())
    return Response(text, media_type="text/csv; charset=utf-8", headers=NO_STORE)


async def _session(request: Request) -> Response:
    def found(school: School) -> list[dict[str, Any]]:
        return walls.session(school, school.room_of(_secret(request), "steering")[0])

    return _done(mistakes=await asyncio.to_thread(found, school()))


async def _address(request: Request) -> Response:
    kept, _ = await asyncio.to_thread(school().room_of, _secret(request))
    host = request.headers.get("host", "localhost")
    address = join_address(request.url.scheme, host, kept.code)
    return _done(address=address, svg=await asyncio.to_thread(qr, address))


async def _end(request: Request) -> Response:
    await asyncio.to_thread(school().delete, _secret(request))
    school().hub.touch()
    return _done(ended="ended")


ROUTES: tuple[tuple[str, str, Answering], ...] = (
    ("POST", "/join/enter", _enter),
    ("POST", "/join/answer", _answer),
    ("GET", "/join/events", _follow),
    ("GET", "/class/questions", _questions),
    ("POST", "/class/plan", _plan),
    ("POST", "/class/rooms", _open),
    ("POST", "/class/command", _command),
    ("GET", "/class/events", _watch),
    ("GET", "/class/address", _address),
    ("GET", "/class/answers", _answers),
    ("GET", "/class/session", _session),
    ("POST", "/class/end", _end),
)


def routes() -> list[Route]:
    """The routes of the classes."""
    return [Route(path, _spoken(answer), methods=[method]) for method, path, answer in ROUTES]
