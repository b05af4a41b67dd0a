"""Actions over HTTP: a request with an action is answered with the parts to show.

Any process can answer, and the same request always gets the same answer, because the server
remembers nothing.
"""

from functools import partial

from isal import isal_zlib
from msgspec.json import Encoder
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ndcg_ui import limits
from ndcg_ui.exhibit.page import ExhibitPage, parse_page_request
from ndcg_ui.hosts.server.assets import is_coding_accepted
from ndcg_ui.hosts.server.refusals import Answering, refuse_when_busy
from ndcg_ui.limits.bodies import BodyTooLongError, read_body
from ndcg_ui.limits.pace import listen_for_steps
from ndcg_ui.limits.shares import RequestTime, Slots, read_client_key, work_queue
from ndcg_ui.pages.menu import ACTING

ACTS_PATH = "/acts/"
bytes_of_acts = Slots(limits.BYTES_OF_ACTS)
MALFORMED_ACTION = 'An action is JSON: {"link": {"r": "3,2"}, "act": {"do": "..."}}.'
TOO_LONG = "An action on this page has at most {:,} bytes."
TOO_SLOW = "The action did not arrive in time. Try again."
encoder = Encoder(enc_hook=str.__str__)  # encodes `Html`, and raises TypeError for other objects
CLOSE_HEADER = {"Connection": "close"}
"""Closes the connection of a request whose body was not read completely."""


def list_routes() -> list[Route]:
    """Return a route for the actions of each exhibit."""
    return [
        Route(f"{ACTS_PATH}{name}", refuse_when_busy(_make_endpoint(page)), methods=["POST"])
        for name, page in ACTING.items()
    ]


class ActionMiddleware:
    """Middleware that answers actions before slower middleware runs."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.answers = {route.path: route.app for route in list_routes()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer an action, and pass on every other request."""
        is_act = scope["type"] == "http" and scope["method"] == "POST"
        answer = self.answers.get(scope["path"], self.app) if is_act else self.app
        await answer(scope, receive, send)


def _make_endpoint(page: ExhibitPage) -> Answering:
    async def answer(request: Request) -> Response:
        accepts_gzip = is_coding_accepted("gzip", request.headers.get("accept-encoding", ""))
        key = read_client_key(request.scope)
        try:
            with bytes_of_acts.hold_slots(key, _read_length(request, page.max_bytes)):
                body = await read_body(request, page.max_bytes, limits.SECONDS_FOR_ACT)
                name = page.name if len(body) <= limits.SHORT_ACT else ""
                return await work_queue.run_named_work(
                    name, key, partial(_answer_action, page, body, accepts_gzip)
                )
        except BodyTooLongError:
            return PlainTextResponse(TOO_LONG.format(page.max_bytes), 413, CLOSE_HEADER)
        except ClientDisconnect:
            return Response(status_code=400)
        except TimeoutError:
            return PlainTextResponse(TOO_SLOW, 408, CLOSE_HEADER)

    return answer


def _read_length(request: Request, max_bytes: int) -> int:
    """Return a request's declared length, or `max_bytes` if it is missing, invalid or larger."""
    length = request.headers.get("content-length", "")
    return min(int(length), max_bytes) if length.isascii() and length.isdigit() else max_bytes


def _answer_action(page: ExhibitPage, body: bytes, accepts_gzip: bool) -> Response:
    """Read an action, and return a response with the parts to show, or status 400.

    accepts_gzip: True to compress the response with gzip
    """
    try:
        act = parse_page_request(body, page.max_bytes)
    except (ValueError, RecursionError):
        return PlainTextResponse(MALFORMED_ACTION, 400)
    with listen_for_steps(RequestTime().add_step_time):
        shown = page.answer_action(*act)
    answer = encoder.encode(shown.plain_data)  # with `json`, an action would take a third longer
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if accepts_gzip:  # zlib would take five times as long without saving bytes
        answer = isal_zlib.compress(answer, 1, 31)  # 31 adds gzip's header
        headers["Content-Encoding"] = "gzip"
    return Response(answer, media_type="application/json", headers=headers)
