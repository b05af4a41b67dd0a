"""How the server refuses: a status and a sentence, for a request as for a connection."""

from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

POLICY_VIOLATION = 1008
NOTHING_HERE = "There is nothing here."
BUSY = "Many ask for something at once. Try again in a moment."


def busy() -> PlainTextResponse:
    """Return the answer to a request for which there is no time just now."""
    return PlainTextResponse(f"{BUSY}\n", 503, {"Retry-After": "1"})


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, sentence: str) -> None:
    """Answer with `sentence` instead of what was asked for."""
    if scope["type"] == "http" or "websocket.http.response" in scope.get("extensions", {}):
        await PlainTextResponse(f"{sentence}\n", status)(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": sentence})
