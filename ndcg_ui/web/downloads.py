"""What can be downloaded from /evaluate: made when it is asked for, by any process."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from ndcg_ui.evaluation import downloads
from ndcg_ui.html.builder import p, tag
from ndcg_ui.web import one_at_a_time
from ndcg_ui.web.base_path import up
from ndcg_ui.web.missing_page import small_page

GONE = (
    "This file is no longer here: files are kept for as long as the page that made them is open. "
    "Ask for it again there, or open the page anew."
)
BUSY = "Many ask for something at once. Try again in a moment."


async def _get(request: Request) -> Response:
    name, token = request.path_params["name"], request.path_params["token"]
    kind, query = downloads.KINDS.get(name), dict(request.query_params)
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    if kind is None:
        return _sentence(request, 404, GONE, headers)
    made = await one_at_a_time.made(lambda: (downloads.content(name, token, query),))
    if made is None:
        return _sentence(request, 503, BUSY, {**headers, "Retry-After": "1"})
    (content,) = made
    if content is None:
        return _sentence(request, 404, GONE, headers)
    headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return Response(content, headers=headers, media_type=kind.media_type)


def _sentence(request: Request, status: int, sentence: str, headers: dict[str, str]) -> Response:
    """A page for who follows the link, and the sentence alone for a script that asks."""
    if "text/html" not in request.headers.get("accept", ""):
        return PlainTextResponse(sentence, status, headers)
    top = up(request.url.path)
    link = tag("a", "Open the page", href=f"{top}evaluate", css="plain-button")
    page = small_page(top, "No file here", p(sentence), p(link))
    return HTMLResponse(page, status, headers)


def routes() -> list[Route]:
    """Return the route of the files."""
    return [Route(downloads.URL, _get, methods=["GET"])]
