"""The HTTP interface of classes: messages of learners and teachers, and event streams.

Secrets are sent in the header Authorization or in a link's fragment, because neither is written to
logs or sent as a Referer.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import lru_cache, partial
from time import time
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import request_response
from starlette.types import ASGIApp, Receive, Scope, Send

from ndcg_core.classroom.codes import name_learner
from ndcg_core.classroom.images import read_image_name
from ndcg_core.classroom.plans import read_plan
from ndcg_core.classroom.room import RefusedError
from ndcg_ui import limits
from ndcg_ui.classroom.life import get_service
from ndcg_ui.classroom.reach import TEST_PAGE, describe_connection_test, render_test_page
from ndcg_ui.classroom.service import ClassService
from ndcg_ui.classroom.shown import choosing, review
from ndcg_ui.classroom.store.database import DatabaseUnavailableError
from ndcg_ui.classroom.store.repository import RoomRecord
from ndcg_ui.classroom.store.settings import find_client_address
from ndcg_ui.classroom.streams import Streams
from ndcg_ui.exhibit.addresses import (
    build_base_url,
    build_qr_code_remark,
    read_address,
    render_qr_code,
)
from ndcg_ui.limits.bodies import BodyTooLongError, read_body
from ndcg_ui.limits.shares import BusyError, read_client_key, work_queue

Answering = Callable[[Request], Awaitable[Response | dict[str, Any]]]
NO_STORE = {"Cache-Control": "no-store"}
IMAGE_HEADERS = NO_STORE | {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
}
NO_IMAGE = "This image does not exist, or was deleted with its room."
STREAM_HEADERS = NO_STORE | {"X-Accel-Buffering": "no", "Content-Encoding": "identity"}
TOO_LONG = "This message is too long. The limit is {:,} bytes. Shorten it and send it again."
TOO_SLOW = "The message took too long to arrive. Send it again."
NO_MESSAGE = "This message cannot be read. It must be a JSON object."


@lru_cache(maxsize=1)
def get_streams() -> Streams:
    """Return this process's event streams. The first call may open the class database.

    Raises the errors of `get_service`. The next call tries again.
    """
    return Streams(get_service())


# --- Messages and their answers ------------------------------------------------------------------


async def read_message(
    request: Request, max_bytes: int = limits.LONGEST_CLASS_MESSAGE
) -> dict[str, Any]:
    """Return the JSON object in a request's body.

    Raises `BodyTooLongError` or TimeoutError beyond the limits, and ValueError if the body is not a
    JSON object.
    """
    try:
        message = json.loads(await read_body(request, max_bytes, limits.SECONDS_FOR_MESSAGE))
    except BodyTooLongError:
        raise BodyTooLongError(TOO_LONG.format(max_bytes)) from None
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise ValueError(NO_MESSAGE)
    return message


def read_secret(request: Request) -> str:
    """Return the Bearer secret in a request's Authorization header, or "".

    A secret of more than 200 characters counts as missing.
    """
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret if kind == "Bearer" and len(secret) <= 200 else ""


REFUSAL_RESPONSES: Mapping[type[Exception], tuple[int, dict[str, str]]] = {
    BusyError: (429, {"Retry-After": "2"}),
    DatabaseUnavailableError: (503, {"Retry-After": "2"}),
    RefusedError: (409, {}),
    BodyTooLongError: (413, {"Connection": "close"}),
    TimeoutError: (413, {"Connection": "close"}),
    ValueError: (400, {}),
}
"""The status and headers for each kind of refusal. The first kind that fits counts."""


def _make_endpoint(method: str, answer: Answering) -> ASGIApp:
    """Return an endpoint for one HTTP method, which reports refusals as JSON.

    Requests with another method get status 405.
    """

    async def answer_or_refuse(request: Request) -> Response:
        if request.method != method:
            return JSONResponse(
                {"say": f"This address accepts only {method} requests."}, 405, NO_STORE
            )
        try:
            content = await answer(request)
            if isinstance(content, dict):
                return JSONResponse(content, headers=NO_STORE)
            return content
        except tuple(REFUSAL_RESPONSES) as refusal:
            status, headers = next(
                REFUSAL_RESPONSES[kind] for kind in REFUSAL_RESPONSES if isinstance(refusal, kind)
            )
            return JSONResponse({"say": str(refusal) or TOO_SLOW}, status, NO_STORE | headers)

    return request_response(answer_or_refuse)


def _make_queued_endpoint(
    build_answer: Callable[[dict[str, Any]], dict[str, Any]], max_bytes: int
) -> Answering:
    """Return an endpoint that reads a message, and computes its answer in the work queue.

    build_answer: returns the answer to a message
    max_bytes: the size of the longest message in bytes
    """

    async def answer(request: Request) -> dict[str, Any]:
        message = await read_message(request, max_bytes)
        return await work_queue.run_work(read_client_key(request.scope), build_answer, message)

    return answer


def _make_change_endpoint(
    change: Callable[[ClassService, str, dict[str, Any]], dict[str, Any]],
) -> Answering:
    """Return an endpoint that applies a teacher's change and updates the room's open pages.

    change: changes a room, and returns the answer, for a service, the secret and the message
    """

    async def answer(request: Request) -> dict[str, Any]:
        message = await read_message(request)
        changed = await asyncio.to_thread(change, get_service(), read_secret(request), message)
        get_service().hub.request_read()
        return changed

    return answer


# --- Learners ------------------------------------------------------------------------------------


async def _join_room(request: Request) -> dict[str, Any]:
    message = await read_message(request)
    token, room, number = await get_service().join_room(
        message.get("code"), read_client_key(request.scope)
    )
    return {"token": token, "code": room.code, "name": name_learner(number, room.salt)}


async def _store_answer(request: Request) -> dict[str, Any]:
    ballot = await get_service().store_answer(read_secret(request), await read_message(request))
    return {"kept": ballot.number}


async def _follow_as_learner(request: Request) -> Response:
    return _send_stream(
        await get_streams().stream_to_learner(read_secret(request), read_client_key(request.scope))
    )


async def _send_image(request: Request) -> Response:
    """Answer a request for an image of a room. A missing image gets status 404.

    Raises ValueError if the name is not an image's.

    The name of an image contains a digest of its content, so nobody can guess it.
    """
    image = read_image_name(request.query_params.get("name", ""))
    content = await asyncio.to_thread(get_service().repository.read_image, image.name, time())
    if content is None:
        return JSONResponse({"say": NO_IMAGE}, 404, NO_STORE)
    return Response(content, media_type=image.media_type, headers=IMAGE_HEADERS)


def _send_stream(events: AsyncIterator[bytes]) -> Response:
    return StreamingResponse(events, media_type="text/event-stream", headers=STREAM_HEADERS)


# --- Teachers and walls --------------------------------------------------------------------------


async def _open_room(request: Request) -> dict[str, Any]:
    message = await read_message(request, limits.LONGEST_PLAN)
    forwarded = ",".join(request.headers.getlist("x-forwarded-for"))
    sender = request.client.host if request.client else ""  # uvicorn reads it from trusted proxies
    address = find_client_address(sender, forwarded)
    key = str(message.get("key", ""))
    get_service().check_admission(key, address)  # before the plan is parsed, which takes time
    plan = await work_queue.run_work(
        read_client_key(request.scope), read_plan, str(message.get("plan", ""))
    )
    opened = await asyncio.to_thread(get_service().open_room, plan, key, address)
    return opened


async def _list_questions(request: Request) -> dict[str, Any]:
    groups = await work_queue.run_work(
        read_client_key(request.scope), choosing.list_question_groups
    )
    plans = await work_queue.run_work(read_client_key(request.scope), choosing.list_suggested_plans)
    return {"groups": groups, "plans": plans, "key": bool(get_service().settings.key)}


async def _describe_connection_test(request: Request) -> dict[str, Any]:
    address = request.query_params.get("top", "")
    _, port = request.scope.get("server") or ("", 0)
    return await work_queue.run_work(
        read_client_key(request.scope), describe_connection_test, address, port or 0
    )


async def _send_test_page(request: Request) -> Response:
    policy = {"Content-Security-Policy": "default-src 'none'; img-src data:"}
    return Response(render_test_page(), media_type="text/html", headers=NO_STORE | policy)


async def _follow_as_wall(request: Request) -> Response:
    way_in = partial(_describe_join_address, request)
    return _send_stream(
        await get_streams().stream_to_wall(
            read_secret(request), read_client_key(request.scope), way_in
        )
    )


async def _describe_join_address(request: Request) -> dict[str, str]:
    """Return the address at which learners join, with its QR code and a remark.

    The remark is "" unless the teacher opened the app under a local name.
    """
    scheme, host, path = read_address(request.query_params.get("top", ""))
    # The code is in the fragment, which no log and no Referer contains.
    address = f"{build_base_url(scheme, host, path)}/join#{read_secret(request).partition('.')[0]}"
    svg = await work_queue.run_work(read_client_key(request.scope), render_qr_code, address)
    return {"address": address, "svg": svg, "remark": build_qr_code_remark(host)}


async def _find_steered_room(request: Request) -> RoomRecord:
    return (await asyncio.to_thread(get_service().find_room, read_secret(request), "steering"))[0]


async def _send_answers_csv(request: Request) -> Response:
    record = await _find_steered_room(request)
    text = await work_queue.run_work(
        read_client_key(request.scope), review.format_answers_csv, get_service(), record
    )
    return Response(text, media_type="text/csv; charset=utf-8", headers=NO_STORE)


async def _review_class(request: Request) -> dict[str, Any]:
    record = await _find_steered_room(request)
    return await work_queue.run_work(
        read_client_key(request.scope), review.review_class, get_service(), record
    )


async def _make_take_home_pages(request: Request) -> dict[str, Any]:
    record = await _find_steered_room(request)
    return await work_queue.run_work(
        read_client_key(request.scope), review.make_take_home_pages, get_service(), record
    )


def _make_take_home_page(message: dict[str, Any]) -> dict[str, Any]:
    return review.make_take_home_page(get_service(), message)


def _read_plan(message: dict[str, Any]) -> dict[str, Any]:
    return choosing.describe_plan(choosing.read_plan_message(message))


ROUTES: tuple[tuple[str, str, Answering], ...] = (
    ("POST", "/join/enter", _join_room),
    ("POST", "/join/answer", _store_answer),
    ("GET", "/join/events", _follow_as_learner),
    ("GET", "/join/image", _send_image),
    ("POST", "/join/solutions", _make_queued_endpoint(_make_take_home_page, limits.LONGEST_LINK)),
    ("GET", "/class/questions", _list_questions),
    ("GET", "/class/reach", _describe_connection_test),
    ("GET", TEST_PAGE, _send_test_page),
    ("POST", "/class/plan", _make_queued_endpoint(_read_plan, limits.LONGEST_PLAN)),
    (
        "POST",
        "/class/question",
        _make_queued_endpoint(choosing.preview_question, limits.LONGEST_QUESTION),
    ),
    ("POST", "/class/rooms", _open_room),
    ("POST", "/class/command", _make_change_endpoint(ClassService.apply_command)),
    ("POST", "/class/joining", _make_change_endpoint(ClassService.change_joining)),
    ("GET", "/class/events", _follow_as_wall),
    ("GET", "/class/answers", _send_answers_csv),
    ("GET", "/class/results", _review_class),
    ("GET", "/class/take-home", _make_take_home_pages),
    ("POST", "/class/end", _make_change_endpoint(ClassService.delete_room)),
)


class ClassMiddleware:
    """Middleware that answers the requests in `ROUTES` before slower middleware runs."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.answers = {path: _make_endpoint(method, answer) for method, path, answer in ROUTES}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for a path in `ROUTES`, and pass on every other request."""
        path = scope["path"] if scope["type"] == "http" else ""
        await self.answers.get(path, self.app)(scope, receive, send)
