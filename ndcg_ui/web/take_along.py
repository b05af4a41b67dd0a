"""A ranking's files, made from its link when they are asked for: no move waits for them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ndcg_core.metric.quoting import writable
from ndcg_ui.boards import downloads
from ndcg_ui.boards.linked import state_of
from ndcg_ui.web import one_at_a_time

BUSY = "Many ask for something at once. Try again in a moment."


def routes() -> list[Route]:
    """Return the route of each file."""
    return [Route(downloads.address(name), _giving(name)) for name in downloads.FILES]


def _giving(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def give(request: Request) -> Response:
        content = await one_at_a_time.run_exclusively(_content, name, dict(request.query_params))
        if content is None:
            return PlainTextResponse(f"{BUSY}\n", 503, {"Retry-After": "1"})
        headers = {
            "Cache-Control": "no-store",
            "Content-Disposition": f'attachment; filename="{name}"',
        }
        return Response(content, headers=headers, media_type=downloads.FILES[name].kind)

    return give


def _content(name: str, query: dict[str, str]) -> bytes:
    state = state_of(query)
    return writable(downloads.FILES[name].content(state.board, state.trace)).encode()
