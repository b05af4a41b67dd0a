"""Compressed files for the browser: ours, Plotly's and Streamlit's."""

import gzip
import hashlib
import re
from asyncio import Lock, to_thread
from collections.abc import Awaitable, Callable
from functools import cache, partial
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ndcg_ui.components.figure.base import PLOTLY_URL, read_plotly
from ndcg_ui.exhibit.scripts import COMPONENT_ROOM, SENT, address, script
from ndcg_ui.hosts.building import scoped_style
from ndcg_ui.hosts.server.streamlit_page import STREAMLIT_STATIC
from ndcg_ui.style import joined_style

MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css"}
FOREVER = "public, max-age=31536000, immutable"
Content = Callable[[], bytes]


# --- What there is ----------------------------------------------------------------------------


STYLE = joined_style()
STYLE_URL = f"/assets/style-{hashlib.sha256(STYLE).hexdigest()[:12]}.css"
OTHER_VERSIONS = (
    (re.compile(r"/assets/style-[0-9a-f]{12}\.css"), STYLE_URL),
    (re.compile(r"/vendor/plotly-[\w.]{1,30}\.min\.js"), PLOTLY_URL),
)
"""The addresses that a file has in other versions of the app, and its own one.

A page that another version has sent asks for them, during an update or behind a load balancer. It
gets the file of this version, which is better than none.
"""


@cache
def files() -> dict[str, Content]:
    """Return the content of each of our files and of Streamlit's scripts, by address."""
    streamlits = {
        f"/{path.relative_to(STREAMLIT_STATIC).as_posix()}": path.read_bytes
        for path in (STREAMLIT_STATIC / "static").rglob("*.*")
        if path.suffix in MEDIA_TYPES
    }
    ours: dict[str, Content] = {
        STYLE_URL: lambda: STYLE,
        PLOTLY_URL: read_plotly,
        address("exhibit", "css"): scoped_style,
    }
    return {**{address(name): partial(script, name) for name in SENT}, **streamlits, **ours}


# --- How it is sent ---------------------------------------------------------------------------


class CompressedFiles:
    """Middleware that sends these files compressed, as Streamlit would not.

    All names except those of the components' files contain a content hash, so browsers cache them
    for good. For a component's file, or one of another version, browsers ask whether it has
    changed.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send one of the files, and pass every other request on."""
        asked = scope["path"] if scope["type"] == "http" and scope["method"] == "GET" else ""
        path = asked if asked in files() else _own_address(asked)
        if not path:
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        again = path.startswith(COMPONENT_ROOM) or path != asked
        media_type = MEDIA_TYPES[Path(path).suffix]
        response = await _compressed_response(files()[path], media_type, headers, again=again)
        await response(scope, receive, send)


def _own_address(asked: str) -> str:
    """Return our address of a file that another version of the app names, or ""."""
    found = (own for pattern, own in OTHER_VERSIONS if pattern.fullmatch(asked))
    return next(found, "")


@cache
def _tag(content: Content) -> str:
    return f'"{hashlib.sha256(content()).hexdigest()[:16]}"'


def serving(
    content: Content, media_type: str, *, again: bool = False
) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint for a file that browsers keep for good, or revalidate if it can change."""

    async def serve(request: Request) -> Response:
        return await _compressed_response(content, media_type, request.headers, again=again)

    return serve


_GZIPPED: dict[Content, bytes] = {}
"""The compressed files by the function that makes them. Their number is small."""
_COMPRESSING = Lock()


async def _compressed_response(
    content: Content, media_type: str, headers: Headers, *, again: bool
) -> Response:
    """Return a file's response, compressed once for all clients that accept it.

    again: True if the browser must revalidate the file instead of caching it for good.
    """
    out = {"Cache-Control": "no-cache" if again else FOREVER, "Vary": "Accept-Encoding"}
    if again:
        out["ETag"] = _tag(content)
        if out["ETag"] in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=out)
    if not accepts("gzip", headers.get("accept-encoding", "")):
        return Response(content(), media_type=media_type, headers=out)
    if content not in _GZIPPED:
        async with _COMPRESSING:
            if content not in _GZIPPED:
                _GZIPPED[content] = await to_thread(lambda: gzip.compress(content(), 6))
    out["Content-Encoding"] = "gzip"
    return Response(_GZIPPED[content], media_type=media_type, headers=out)


def accepts(coding: str, header: str) -> bool:
    """Return True if an Accept-Encoding header allows a coding.

    >>> accepts("gzip", "br, gzip;q=0.9"), accepts("gzip", "br, gzip;q=0"), accepts("gzip", "gz")
    (True, False, False)
    """
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == coding:
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
