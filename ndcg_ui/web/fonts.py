"""The cut fonts; as long as one is not made, its address leads to the whole one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ndcg_ui.packed import folder, fonts
from ndcg_ui.web.compressed import FOREVER


def routes() -> list[Route]:
    """Return the routes of the cut fonts."""
    return [
        Route(fonts.url(face), serving(fonts.key(face), face.whole()))
        for face in fonts.FACES
        if face.path()
    ]


def serving(key: str, whole: str) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint for what is kept under `key`, and until then for the address `whole`."""
    kept: list[bytes] = []

    async def serve(request: Request) -> Response:
        if not kept:
            found = folder.read(key)
            if found is None:
                return RedirectResponse(f"..{whole}", headers={"Cache-Control": "no-store"})
            kept.append(found)
        return Response(kept[0], media_type="font/woff2", headers={"Cache-Control": FOREVER})

    return serve
