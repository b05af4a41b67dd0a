"""Files the browser needs: ours, Plotly's and Streamlit's own, compressed, cached for good."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from functools import cache, partial
from pathlib import Path

import streamlit as st
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ndcg_ui.figures.base import PLOTLY_URL
from ndcg_ui.web import compressed
from ndcg_ui.web.component_scripts import COMPONENTS, script

HERE = Path(__file__).parent
STREAMLIT_STATIC = Path(st.__file__).parent / "static"
MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css"}


# --- Our own files, under names that change with their content --------------------------------


def _named(stem: str, suffix: str, content: bytes) -> str:
    return f"/assets/{stem}-{hashlib.sha256(content).hexdigest()[:12]}.{suffix}"


COMPONENT_ROOM = "/_stcore/bidi-components"
# A component whose style or script cannot be fetched when it is first shown, as the server is away
# just then, is an error for good: Streamlit does not ask again. So the page brings them.
STYLES = [
    part
    for room in ("style", "course", "components/*", "conventions", "evaluation", "worksheet")
    for part in sorted(HERE.parent.glob(f"{room}/*.css"))
]
SCRIPTS = tuple(
    f"{COMPONENT_ROOM}/ndcg-tutor.{mounted.parent.name}/{mounted.parent.name}.js"
    for mounted in sorted(COMPONENTS.glob("*/__init__.py"))
)
"""What Streamlit fetches for each of our components; the rest is fetched by these."""
STYLE = b"\n".join(part.read_bytes() for part in STYLES)
SHELL = (HERE / "shell.js").read_bytes()
STYLE_URL = _named("style", "css", STYLE)
SHELL_URL = _named("shell", "js", SHELL)


def _plotly() -> bytes:
    import plotly

    return (Path(plotly.__file__).parent / "package_data" / "plotly.min.js").read_bytes()


OURS: dict[str, Callable[[], bytes]] = {
    STYLE_URL: lambda: STYLE,
    SHELL_URL: lambda: SHELL,
    PLOTLY_URL: _plotly,
}
"""By address; Plotly's script is that of its installed package."""


def routes() -> list[Route]:
    """Return the routes of these files."""
    return [
        Route(url, serving(content, MEDIA_TYPES[Path(url).suffix])) for url, content in OURS.items()
    ]


def serving(
    content: Callable[[], bytes], media_type: str
) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that serves `content`, whose address names its version, for good."""

    async def serve(request: Request) -> Response:
        return await compressed.answer(request.url.path, content, media_type, request.headers)

    return serve


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
        if path not in bundle():
            await self.app(scope, receive, send)
            return
        answer = _revalidated if path.startswith(COMPONENT_ROOM) else _versioned
        response = await answer(path, Headers(scope=scope))
        await response(scope, receive, send)


async def _versioned(path: str, headers: Headers) -> Response:
    kind = MEDIA_TYPES[Path(path).suffix]
    return await compressed.answer(path, bundle()[path], kind, headers)


async def _revalidated(path: str, headers: Headers) -> Response:
    """One of our components' files, which a browser has, or gets, in the version that is here."""
    out = {"Cache-Control": "no-cache", "ETag": _tag(path), "Vary": "Accept-Encoding"}
    if _tag(path) in headers.get("if-none-match", ""):
        return Response(status_code=304, headers=out)
    response = await _versioned(path, headers)
    response.headers.update(out)
    return response


@cache
def _tag(path: str) -> str:
    return f'"{hashlib.sha256(bundle()[path]()).hexdigest()[:16]}"'


@cache
def bundle() -> dict[str, Callable[[], bytes]]:
    """Return what is sent for every file of the bundle and of our components, by its address."""
    own = {
        f"{COMPONENT_ROOM}/ndcg-tutor.{file.parent.name}/{file.name}": partial(script, file)
        for file in COMPONENTS.glob("*/*.js")
    }
    return own | {
        f"/{path.relative_to(STREAMLIT_STATIC).as_posix()}": path.read_bytes
        for path in (STREAMLIT_STATIC / "static").rglob("*.*")
        if path.suffix in MEDIA_TYPES
    }
