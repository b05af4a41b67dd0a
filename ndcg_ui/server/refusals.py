"""How the server refuses: a status and a sentence, for a request as for a connection."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from ndcg_ui.shares import BUSY, Busy

Answering = Callable[[Request], Awaitable[Response]]

POLICY_VIOLATION = 1008
NOTHING_HERE = "There is nothing here."


def unless_busy(answer: Answering) -> Answering:
    """Return the endpoint that says so where an address has no share left of what it takes."""

    async def answer_or_say_so(request: Request) -> Response:
        try:
            return await answer(request)
        except Busy:
            headers = {"Retry-After": "1", "Connection": "close"}
            return PlainTextResponse(f"{BUSY}\n", 503, headers)

    return answer_or_say_so


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, sentence: str) -> None:
    """Answer with `sentence` instead of what was asked for."""
    if scope["type"] == "http" or "websocket.http.response" in scope.get("extensions", {}):
        await PlainTextResponse(f"{sentence}\n", status)(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": sentence})
