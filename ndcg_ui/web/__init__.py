"""What the server adds to Streamlit: the page shell, routes, middleware, friendly errors."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache

import streamlit as st
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ndcg_ui import PRODUCT
from ndcg_ui.web import assets, limits, sandbox, uploads
from ndcg_ui.web.assets import (
    PLOTLY_URL,
    SCRIPTS,
    SHELL_URL,
    STREAMLIT_STATIC,
    STYLE_URL,
    CompressedBundle,
)
from ndcg_ui.web.closed import Closed, Uploads
from ndcg_ui.web.hosts import KnownHosts
from ndcg_ui.web.no_delay import NoDelay
from ndcg_ui.web.pace import Pace
from ndcg_ui.web.security import SecurityHeaders, content_security_policy
from ndcg_ui.web.slow_requests import RequestClock, limit_slow_requests
from ndcg_ui.web.startup import warm
from ndcg_ui.web.turns import hand_over_often
from ndcg_ui.web.visitors import Visitors

__all__ = [
    "PAGES",
    "PLOTLY_URL",
    "SHELL_URL",
    "STYLE_URL",
    "content_security_policy",
    "friendly_error",
    "lifespan",
    "middleware",
    "routes",
]

log = logging.getLogger("ndcg_ui")

PAGES = ("", "playground", "examples", "practice", "code", "conventions", "evaluate")


@lru_cache(maxsize=1)
def _index_html() -> str:
    """Streamlit's index.html with our title, style and the server's address written in.

    Told the address, the browser need not probe for it: one round trip less, and no 404 in the
    console of a page opened from a link.
    """
    html = (STREAMLIT_STATIC / "index.html").read_text("utf-8")
    head = (
        f'<link rel="stylesheet" href="{STYLE_URL}" />\n'
        f'    <script src="{SHELL_URL}" data-scripts="{" ".join(SCRIPTS)}"></script>\n    '
    )
    html = html.replace("<title>Streamlit</title>", f"<title>{PRODUCT}</title>")
    return html.replace('<script type="module"', head + '<script type="module"', 1)


async def _index(request: Request) -> Response:
    return HTMLResponse(_index_html(), headers={"Cache-Control": "no-cache"})


def routes() -> list[Route]:
    """Return our routes: the page shell for each page, and what the browser needs besides."""
    shells = (Route(f"/{path}", _index) for path in PAGES)
    return [*shells, *assets.routes(), *sandbox.routes(), *uploads.routes()]


MB = 1_000_000
UPLOADS = {"off": (0, 0), "on": (10 * MB, 200 * MB)}
"""Bytes of one file that Streamlit keeps in memory, and of all of them together. No page needs it:
files for /evaluate go to disk by a route of our own (`uploads`)."""


def middleware(in_memory: str = "off") -> list[Middleware]:
    """Return our middleware, outermost first; in_memory: whether Streamlit's uploads are "on"."""
    each, total = UPLOADS[in_memory]
    return [
        Middleware(RequestClock),
        Middleware(NoDelay),
        Middleware(SecurityHeaders),
        Middleware(KnownHosts),
        Middleware(Closed),
        Middleware(Uploads, each=each, total=total),
        Middleware(
            Visitors,
            seats=limits.seats(limits.raise_file_limit()),
            pages=[f"/{path}" for path in PAGES],
        ),
        Middleware(Pace),
        Middleware(CompressedBundle),
    ]


@asynccontextmanager
async def lifespan(app: st.App) -> AsyncIterator[None]:
    """Prepare what the server needs before it listens."""
    limit_slow_requests()
    hand_over_often()
    async with warm(app):
        yield


def friendly_error(error: Exception) -> bool:
    """Log a page's crash with its traceback and show the visitor a sentence instead."""
    log.error("a page crashed", exc_info=error)
    st.error(
        "Something on this page went wrong, and it is our fault, not yours. "
        "What you entered is still in the link above: reload the page to get it back."
    )
    return True
