"""Files the browser needs: ours, Plotly's and Streamlit's own, compressed once, cached for good."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Awaitable, Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path

import streamlit as st
from anyio import to_thread
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

HERE = Path(__file__).parent
STREAMLIT_STATIC = Path(st.__file__).parent / "static"
FOREVER = "public, max-age=31536000, immutable"
MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css"}


# --- Our own files, under names that change with their content --------------------------------


def _named(stem: str, suffix: str, content: bytes) -> str:
    return f"/assets/{stem}-{hashlib.sha256(content).hexdigest()[:12]}.{suffix}"


COMPONENTS = HERE.parent / "components"
COMPONENT_ROOM = "/_stcore/bidi-components"
# A component whose style or script cannot be fetched when it is first shown, as the server is away
# just then, is an error for good: Streamlit does not ask again. So the page brings them.
STYLES = [
    part
    for room in ("style", "course", "components/*", "conventions", "evaluation", "worksheet")
    for part in sorted(HERE.parent.glob(f"{room}/*.css"))
]
SCRIPTS = tuple(
    f"{COMPONENT_ROOM}/ndcg-tutor.{script.stem}/{script.name}"
    for script in sorted(COMPONENTS.glob("*/*.js"))
    if script.stem == script.parent.name
)
"""What Streamlit fetches for each of our components; the rest is fetched by these."""
STYLE = b"\n".join(part.read_bytes() for part in STYLES)
SHELL = (HERE / "shell.js").read_bytes()
STYLE_URL = _named("style", "css", STYLE)
SHELL_URL = _named("shell", "js", SHELL)
PLOTLY_URL = f"/vendor/plotly-{version('plotly')}.min.js"


def routes() -> list[Route]:
    """Return the routes of our files and of Plotly's script from its installed package."""
    return [
        Route(STYLE_URL, serving(lambda: STYLE, "text/css")),
        Route(SHELL_URL, serving(lambda: SHELL, "text/javascript")),
        Route(PLOTLY_URL, serving(_plotly, "text/javascript")),
    ]


def _plotly() -> bytes:
    import plotly

    return (Path(plotly.__file__).parent / "package_data" / "plotly.min.js").read_bytes()


def serving(
    content: Callable[[], bytes], media_type: str
) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that serves `content`, whose address names its version, for good."""

    async def serve(request: Request) -> Response:
        return await _file(request.url.path, content, media_type, request.headers)

    return serve


# --- Compression, done once per file ---------------------------------------------------------


async def _file(
    name: str, content: Callable[[], bytes], media_type: str, headers: Headers
) -> Response:
    """One versioned file, compressed when the browser takes it, cached by it for good."""
    out = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    if "gzip" in headers.get("accept-encoding", ""):
        body = await to_thread.run_sync(_compressed, name, content)
        out["Content-Encoding"] = "gzip"
    else:
        body = await to_thread.run_sync(content)
    return Response(body, media_type=media_type, headers=out)


_COMPRESSED: dict[str, bytes] = {}
"""By name; the names are a fixed few, and each stands for one content."""


def _compressed(name: str, content: Callable[[], bytes]) -> bytes:
    if name not in _COMPRESSED:
        _COMPRESSED[name] = gzip.compress(content(), compresslevel=6)
    return _COMPRESSED[name]


# --- Streamlit's bundle -----------------------------------------------------------------------


class CompressedBundle:
    """Serves Streamlit's own scripts and our components' compressed; Streamlit sends them plain.

    The names of its own carry a content hash: browsers keep those for good, and ask after ours.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the application `app`."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer for one of the bundle's files; pass everything else on."""
        path = scope["path"] if scope["type"] == "http" and scope["method"] == "GET" else ""
        file = _bundle().get(path)
        if file is None:
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if path.startswith(COMPONENT_ROOM):
            response = await _revalidated(path, file, headers)
        else:
            response = await _file(path, file.read_bytes, MEDIA_TYPES[file.suffix], headers)
        await response(scope, receive, send)


async def _revalidated(path: str, file: Path, headers: Headers) -> Response:
    """One of our components' files, which a browser has, or gets, in the version that is here."""
    out = {"Cache-Control": "no-cache", "ETag": _tag(file), "Vary": "Accept-Encoding"}
    if _tag(file) in headers.get("if-none-match", ""):
        return Response(status_code=304, headers=out)
    response = await _file(path, file.read_bytes, MEDIA_TYPES[file.suffix], headers)
    response.headers.update(out)
    return response


@cache
def _tag(file: Path) -> str:
    return f'"{hashlib.sha256(file.read_bytes()).hexdigest()[:16]}"'


@cache
def _bundle() -> dict[str, Path]:
    """Every file of the bundle and of our components, by its address."""
    own = {
        f"{COMPONENT_ROOM}/ndcg-tutor.{file.parent.name}/{file.name}": file
        for file in COMPONENTS.glob("*/*.js")
    }
    return own | {
        f"/{path.relative_to(STREAMLIT_STATIC).as_posix()}": path
        for path in (STREAMLIT_STATIC / "static").rglob("*.*")
        if path.suffix in MEDIA_TYPES
    }
