"""Each page as the server sends it: its name, its first screen, and Streamlit's page behind that.

The first screen covers the app until the app shows as much (shell.js takes it away then). Anybody
may ask for any link, so each address has its share of the work, and beyond that a page without.
"""

import gzip
import logging
from collections.abc import Awaitable, Callable, Iterator
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ndcg_ui import PRODUCT, limits
from ndcg_ui.header import header
from ndcg_ui.page import ExhibitPage, Screen, StreamlitPage
from ndcg_ui.parts.markup.builder import Html, every, html, tag
from ndcg_ui.scripts import address
from ndcg_ui.server import written_lessons
from ndcg_ui.server.assets import SCRIPTS, STYLE_URL, accepts
from ndcg_ui.server.streamlit_page import SHELL, with_ours
from ndcg_ui.shares import Busy, asker, line

log = logging.getLogger("ndcg_ui")

NO_SCRIPT = "To drag documents, to see charts and to answer, switch JavaScript on."
COMING = "The rest of this page is still on its way."
HEAD = html(
    tag("meta", charset="utf-8"),
    tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
    tag("link", rel="icon", href="./favicon.png"),
)
STYLE = tag("link", rel="stylesheet", href=f".{STYLE_URL}")  # after the shell, which waits for none
AnyPage = ExhibitPage | StreamlitPage
Query = tuple[tuple[str, str], ...]


def document(page: AnyPage, query: Query = (), address: str = "") -> bytes:
    """Return a page for a link's query, compressed; address: the page's own."""
    if written_lessons.are_written():
        written_lessons.read_again()
    try:
        return _document(page, query, address)
    except Exception:  # what the app can say is better than nothing at all
        log.exception("no first screen for /%s", page.path)
        return page_without_cover()


@lru_cache(maxsize=limits.FIRST_SCREENS_KEPT)
def _document(page: AnyPage, query: Query, here: str) -> bytes:
    screen = page.first_screen(dict(query), here)
    script = tag("script", type="module", src=f".{address('exhibit')}") if screen.acts else ""
    about = every((*describe(page, query), html(script)))
    return _compressed(about, cover(page.path, screen, id="first-screen"))


@lru_cache(maxsize=1)
def page_without_cover() -> bytes:
    """Return the page with no first screen, compressed."""
    return _compressed(tag("title", PRODUCT), "")


def _compressed(about: Html, cover: str) -> bytes:
    shell = tag("script", Html(SHELL), data_scripts=" ".join(SCRIPTS))
    return gzip.compress(with_ours(HEAD + shell + STYLE + about, cover).encode(), 6)


def describe(page: AnyPage, query: Query = ()) -> Iterator[Html]:
    """Return the page's name, and its preview elsewhere."""
    title, sentence = page.about(dict(query))
    yield tag("title", f"{title} · {PRODUCT}")
    yield tag("meta", name="description", content=sentence)
    yield tag("meta", property="og:title", content=title)
    yield tag("meta", property="og:description", content=sentence)
    yield tag("meta", property="og:site_name", content=PRODUCT)
    yield tag("meta", property="og:type", content="website")


def cover(path: str, screen: Screen, **attributes: str) -> Html:
    """Return what stands before the app, at the places where the app will have it."""
    return tag(
        "div",
        header(path),
        tag("main", screen.content, tag("noscript", tag("p", NO_SCRIPT, css="say"))),
        tag("p", COMING, css="coming", role="status") if attributes else None,
        css="first-screen",
        data_until=screen.until,
        **attributes,
    )


def serving(page: AnyPage) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint for a page."""
    addressed = isinstance(page, ExhibitPage) and page.addressed

    async def serve(request: Request) -> Response:
        query = tuple(request.query_params.items())
        address = str(request.url.replace(query="")) if addressed else ""
        try:
            compressed = await line.run(asker(request.scope), document, page, query, address)
        except Busy:
            compressed = page_without_cover()
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if not accepts("gzip", request.headers.get("accept-encoding", "")):
            return HTMLResponse(gzip.decompress(compressed), headers=headers)
        return HTMLResponse(compressed, headers={**headers, "Content-Encoding": "gzip"})

    return serve
