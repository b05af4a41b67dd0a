"""Refusals of the server: a status and a sentence for a request or a connection.

A visitor of an unknown address gets a page with links instead.
"""

from collections.abc import Awaitable, Callable

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from ndcg_ui import PRODUCT
from ndcg_ui.components.document import build_document
from ndcg_ui.components.markup.builder import EMPTY, Html, div, h1, html, li, p, span, tag, ul
from ndcg_ui.exhibit.addresses import build_link_to_root
from ndcg_ui.hosts.server.assets import STYLE_URL
from ndcg_ui.hosts.server.theme import build_settings_css
from ndcg_ui.limits.shares import BUSY, BusyError, OutOfTimeError
from ndcg_ui.pages.menu import MENU
from ndcg_ui.pages.own import map_own_page_titles

Answering = Callable[[Request], Awaitable[Response]]

POLICY_VIOLATION = 1008
NOTHING_HERE = "There is nothing here."


def refuse_when_busy(endpoint: Answering) -> Answering:
    """Wrap an endpoint, so that it sends status 503 after BusyError or OutOfTimeError.

    After OutOfTimeError, a client may repeat the request at once, which continues its work.
    """

    async def answer_or_refuse(request: Request) -> Response:
        try:
            return await endpoint(request)
        except OutOfTimeError:
            return PlainTextResponse(f"{BUSY}\n", 503, {"Retry-After": "0"})
        except BusyError:
            headers = {"Retry-After": "1", "Connection": "close"}
            return PlainTextResponse(f"{BUSY}\n", 503, headers)

    return answer_or_refuse


async def refuse_request(
    scope: Scope, receive: Receive, send: Send, status: int, sentence: str
) -> None:
    """Send a status and a sentence, or close the connection if it cannot get a status."""
    if scope["type"] == "http" or "websocket.http.response" in scope.get("extensions", {}):
        await PlainTextResponse(f"{sentence}\n", status)(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": sentence})


HEADERS = {"Cache-Control": "no-store"}
NOT_FOUND_TITLE = "There is no page here"
NOT_FOUND_LEAD = "The address is misspelled, or the page was removed. These are the pages:"


def make_not_found_response(scope: Scope) -> Response:
    """Return a 404 response: a list of pages for a browser, or a sentence for other clients."""
    if "text/html" not in Headers(scope=scope).get("accept", ""):
        return PlainTextResponse(f"{NOTHING_HERE}\n", 404, HEADERS)
    top = build_link_to_root(scope["path"])
    links = (
        li(tag("a", name, href=f"{top}{path}"))
        for path, name in (MENU | map_own_page_titles()).items()
    )
    return HTMLResponse(
        render_small_page(top, NOT_FOUND_TITLE, p(NOT_FOUND_LEAD), ul(*links)), 404, HEADERS
    )


def render_small_page(top_link: str, title: str, *content: Html) -> str:
    """Return the HTML of a small page without the menu.

    top_link: the relative link to the app's first page
    """
    head = html(
        tag("title", f"{title} · {PRODUCT}"),
        tag("link", rel="stylesheet", href=f"{top_link.removesuffix('/')}{STYLE_URL}"),
        tag("style", Html(build_settings_css())) if build_settings_css() else EMPTY,
        tag("link", rel="icon", href="data:,"),
    )
    name = tag("header", span(PRODUCT, css="product"))
    main = tag("main", div(h1(title), *content, css="markup"))
    return build_document(head, tag("body", name, main, css="page"))
