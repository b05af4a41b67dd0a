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

from ndcg_ui.components.figure.base import PLOTLY_URL, read_plotly_script
from ndcg_ui.exhibit.scripts import (
    COMPONENT_ROOM,
    ENTRY_MODULES,
    build_component_address,
    build_script,
)
from ndcg_ui.hosts.building import build_scoped_style
from ndcg_ui.hosts.server.streamlit_page import STREAMLIT_STATIC
from ndcg_ui.style import build_document_style

MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css"}
CACHE_FOREVER = "public, max-age=31536000, immutable"
Content = Callable[[], bytes]


# --- What there is ----------------------------------------------------------------------------


STYLE = build_document_style()
STYLE_URL = f"/assets/style-{hashlib.sha256(STYLE).hexdigest()[:12]}.css"
OTHER_VERSIONS = (
    (re.compile(r"/assets/style-[0-9a-f]{12}\.css"), STYLE_URL),
    (re.compile(r"/vendor/plotly-[\w.]{1,30}\.min\.js"), PLOTLY_URL),
)
"""The addresses of a file in other versions of the app, and its address in this version.

During an update or behind a load balancer, a page from another version requests such an address. It
gets the file of this version, which is better than none.
"""


@cache
def map_files() -> dict[str, Content]:
    """Map the addresses of our and Streamlit's files to functions that return the content.

    They are our style and scripts, Plotly's script, and Streamlit's scripts and styles.
    """
    streamlits = {
        f"/{path.relative_to(STREAMLIT_STATIC).as_posix()}": path.read_bytes
        for path in (STREAMLIT_STATIC / "static").rglob("*.*")
        if path.suffix in MEDIA_TYPES
    }
    ours: dict[str, Content] = {
        STYLE_URL: lambda: STYLE,
        PLOTLY_URL: read_plotly_script,
        build_component_address("exhibit", "css"): build_scoped_style,
    }
    return {
        **{build_component_address(name): partial(build_script, name) for name in ENTRY_MODULES},
        **streamlits,
        **ours,
    }


# --- How it is sent ---------------------------------------------------------------------------


class CompressionMiddleware:
    """Middleware that sends our and Streamlit's scripts and styles, compressed if accepted.

    Most file names contain a hash of the content, so browsers cache these files for good. Browsers
    revalidate the files of components, and files that they request by another version's name.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a script or style, and pass on every other request."""
        asked = scope["path"] if scope["type"] == "http" and scope["method"] == "GET" else ""
        path = asked if asked in map_files() else _find_current_address(asked)
        if not path:
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        again = path.startswith(COMPONENT_ROOM) or path != asked
        media_type = MEDIA_TYPES[Path(path).suffix]
        response = await _make_response(
            map_files()[path], media_type, headers, must_revalidate=again
        )
        await response(scope, receive, send)


def _find_current_address(requested_path: str) -> str:
    """Convert another version's address of a file to this version's. Return "" for others."""
    found = (own for pattern, own in OTHER_VERSIONS if pattern.fullmatch(requested_path))
    return next(found, "")


@cache
def _compute_tag(content: Content) -> str:
    return f'"{hashlib.sha256(content()).hexdigest()[:16]}"'


def make_file_endpoint(
    content: Content, media_type: str, *, must_revalidate: bool = False
) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that sends a file.

    content: returns the content of the file
    must_revalidate: True if browsers must ask for changes, instead of caching the file for good
    """

    async def send_file(request: Request) -> Response:
        return await _make_response(
            content, media_type, request.headers, must_revalidate=must_revalidate
        )

    return send_file


_GZIPPED: dict[Content, bytes] = {}
"""The compressed files by the function that makes them. Their number is small."""
_COMPRESSING = Lock()


async def _make_response(
    content: Content, media_type: str, headers: Headers, *, must_revalidate: bool
) -> Response:
    """Return a response with a file, or with status 304 if the browser has this version.

    A file is compressed only once.

    must_revalidate: True if browsers must ask for changes, instead of caching the file for good
    """
    out = {
        "Cache-Control": "no-cache" if must_revalidate else CACHE_FOREVER,
        "Vary": "Accept-Encoding",
    }
    if must_revalidate:
        out["ETag"] = _compute_tag(content)
        if out["ETag"] in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=out)
    if not is_coding_accepted("gzip", headers.get("accept-encoding", "")):
        return Response(content(), media_type=media_type, headers=out)
    if content not in _GZIPPED:
        async with _COMPRESSING:
            if content not in _GZIPPED:
                _GZIPPED[content] = await to_thread(lambda: gzip.compress(content(), 6))
    out["Content-Encoding"] = "gzip"
    return Response(_GZIPPED[content], media_type=media_type, headers=out)


def is_coding_accepted(coding: str, header: str) -> bool:
    """Return True if an Accept-Encoding header names a coding with a weight above 0.

    >>> [is_coding_accepted("gzip", header) for header in ("br, gzip;q=0.9", "br, gzip;q=0", "gz")]
    [True, False, False]
    """
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == coding:
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
