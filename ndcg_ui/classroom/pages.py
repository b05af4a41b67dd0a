"""The pages of a class that are our own: small files, whose names change with their content."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache, partial
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ndcg_ui.addresses import up
from ndcg_ui.fonts import faces
from ndcg_ui.header import header
from ndcg_ui.scripts import inline_source, join_modules

HERE = Path(__file__).parent
UI = HERE.parent
STYLES = ("1-tokens", "5-tables", "6-marking", "7-narrow", "9-places")
SHARED = (
    *(UI / f"style/{name}.css" for name in STYLES),
    *sorted(UI.glob("parts/board/*.css")),
    UI / "parts/sheet/sheet.css",
)
"""What the pages share with the app: the look of tables, verdicts, board, sheet and paper."""
LOADING = join_modules(HERE / "loading.js").decode()
"""The script that stands in each page; the pages' policy allows it by its digest."""
PAGES = {
    **{"/join": "join", "/class": "class", "/class/wall": "wall"},
    **{"/class/desk": "desk", "/class/review": "review", "/join/review": "review"},
}
HEAD = """<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="referrer" content="no-referrer" />
<script>{{loading}}</script>
<link rel="stylesheet" href="{{style}}" />
<link rel="icon" href="data:," />
<script type="module" src="{{script}}"></script>"""
"""What each begins with, before its title."""
WORDS = "../style/3-words.css"
SPARE = re.compile(r"/\*.*?\*/\s*|\n\s+", re.DOTALL)
OWN = {
    "join": ("join.css", "replay.css"),
    "class": (
        WORDS,
        "../style/8-first-screen.css",
        "../parts/exhibit/exhibit.css",
        "frames.css",
        "class.css",
    ),
    "wall": ("wall.css", "results.css", "replay.css"),
    "desk": (WORDS, "frames.css", "results.css", "desk.css"),
    "review": ("results.css", "replay.css", "review.css"),
}
"""What each page adds to it, behind what all have."""


@lru_cache(maxsize=8)
def style(name: str) -> bytes:
    """A page's style sheet, with the fonts of the house, without comments and indents."""
    own = (HERE / part for part in ("shared.css", *OWN[name]))
    sheets = "\n".join([faces(), *(file.read_text("utf-8") for file in (*SHARED, *own))])
    return SPARE.sub("\n", sheets).replace(";\n}", "}").encode()


def script(name: str) -> bytes:
    """A page's script, with all that it imports."""
    return join_modules(HERE / f"{name}.js")


def _address(name: str, suffix: str, content: bytes) -> str:
    return f"/assets/{name}-{hashlib.sha256(content).hexdigest()[:12]}.{suffix}"


def style_url(name: str) -> str:
    """The address of a page's style sheet."""
    return _address(name, "css", style(name))


def script_url(name: str) -> str:
    """The address of a page's script."""
    return _address(name, "js", script(name))


@lru_cache(maxsize=8)
def page(name: str) -> str:
    """A page's HTML."""
    html = (HERE / f"{name}.html").read_text("utf-8").replace("{{head}}", HEAD)
    path = next(path for path, page_name in PAGES.items() if page_name == name)
    top = up(path).removesuffix("/")
    html = html.replace("{{header}}", header("class")).replace("{{loading}}", LOADING)
    html = html.replace("{{style}}", f"{top}{style_url(name)}")
    return html.replace("{{script}}", f"{top}{script_url(name)}")


def routes(
    serving: Callable[[Callable[[], bytes], str], Callable[[Request], Awaitable[Response]]],
    policy: Callable[[], str],
) -> Sequence[Route]:
    """The pages and their files.

    serving  the app's endpoint for a file named by its version
    policy   the app's Content-Security-Policy, which these pages have with their script in it
    """
    routes = [Route(path, partial(_page, name, policy)) for path, name in PAGES.items()]
    for name in OWN:
        routes.append(Route(style_url(name), serving(partial(style, name), "text/css")))
        script_served = serving(partial(script, name), "text/javascript")
        routes.append(Route(script_url(name), script_served))
    return routes


async def _page(name: str, policy: Callable[[], str], request: Request) -> Response:
    allowed = policy().replace("script-src 'self'", f"script-src 'self' {inline_source(LOADING)}")
    headers = {"Cache-Control": "no-cache", "Content-Security-Policy": allowed}
    return HTMLResponse(page(name), headers=headers)
