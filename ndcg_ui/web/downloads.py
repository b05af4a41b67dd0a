"""What is taken along from /evaluate, from disk: any process has it, whichever one made it.

Streamlit keeps what can be downloaded in the memory of the process of the page.
"""

from __future__ import annotations

from asyncio import to_thread

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from ndcg_ui.addresses import up
from ndcg_ui.evaluation import taken
from ndcg_ui.html.builder import p, tag
from ndcg_ui.web.missing_page import small_page

HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
GONE = (
    "This file is no longer here: files are kept for as long as the page that made them is open. "
    "Ask for it again there, or open the page anew."
)


async def _get(request: Request) -> Response:
    named = request.path_params
    found = await to_thread(taken.found, named["token"], named["file"])
    if found is None:
        return _gone(request)
    path, offer = found
    return FileResponse(path, headers=HEADERS, media_type=offer.media_type, filename=offer.name)


def _gone(request: Request) -> Response:
    """A page for who follows the link, and the sentence alone for a script that asks."""
    if "text/html" in request.headers.get("accept", ""):
        return HTMLResponse(_page(up(request.url.path)), 404, HEADERS)
    return PlainTextResponse(GONE, 404, HEADERS)


def _page(top: str) -> str:
    link = tag("a", "Open the page", href=f"{top}evaluate", css="plain-button")
    return small_page(top, "No file here", p(GONE), p(link))


def routes() -> list[Route]:
    """Return the route of the files."""
    return [Route(taken.URL, _get, methods=["GET"])]
