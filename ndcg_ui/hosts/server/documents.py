"""The HTML of each page: whole for an exhibit, else a frame in front of Streamlit's page.

Anybody can request any link, so the work is shared fairly between addresses.
"""

import gzip
import logging
from collections.abc import Awaitable, Callable
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ndcg_ui import limits
from ndcg_ui.components.document import describe, main, write_document
from ndcg_ui.components.markup.builder import NOTHING, Html, div, html, p, tag
from ndcg_ui.components.menu.header import header
from ndcg_ui.components.templates import begin_exhibit
from ndcg_ui.exhibit.page import Entry, ExhibitPage, StreamlitPage
from ndcg_ui.exhibit.scripts import address, version
from ndcg_ui.hosts.previews import picture_tags
from ndcg_ui.hosts.server import written_lessons
from ndcg_ui.hosts.server.assets import STYLE_URL, accepts
from ndcg_ui.hosts.server.own_address import own_address
from ndcg_ui.hosts.server.refusals import small_page
from ndcg_ui.hosts.server.security import content_security_policy
from ndcg_ui.hosts.server.streamlit_page import SHELL, with_ours
from ndcg_ui.hosts.server.theme import theme_css
from ndcg_ui.limits.shares import BUSY, Busy, asker, line
from ndcg_ui.pages.menu import groups_with
from ndcg_ui.pages.own import own_entries
from ndcg_ui.style.fonts import faces

log = logging.getLogger("ndcg_ui")

HEADERS = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
AGAIN = {"Cache-Control": "no-store", "Retry-After": "2", "Refresh": "2"}
ICON = tag("link", rel="icon", href="./favicon.png")
STYLE = tag("link", rel="stylesheet", href=f".{STYLE_URL}")  # after the shell, which waits for none
AnyPage = ExhibitPage | StreamlitPage
Query = tuple[tuple[str, str], ...]


def document(page: AnyPage, query: Query = (), here: str = "", top: str = "") -> bytes:
    """Return a page for a link's query, compressed.

    here: the page's own address. top: the app's address, for the picture of a preview.
    """
    if written_lessons.are_written():
        written_lessons.read_again()
    return _document(page, query, here, top, own_entries())


@lru_cache(maxsize=limits.PAGES_KEPT)
def _document(page: AnyPage, query: Query, here: str, top: str, own: tuple[Entry, ...]) -> bytes:
    link, groups = dict(query), groups_with(own)
    about = html(describe(page, link), picture_tags(page, link, top))
    if isinstance(page, ExhibitPage):
        script = tag("script", type="module", src=f".{address('page')}")
        above = header(groups, page.path)
        content = html(above, main(begin_exhibit(*page.begin(link, here))))
        head = html(_shell("page"), STYLE, _theme(), about, script)
        written = write_document(head, tag("body", content, css="page"), version())
    else:
        heading = main(div(page.heading, css="markup"))
        cover = div(heading, css="page", id="cover")
        shell = _shell("drop", "exhibit", until=page.until)
        head = html(shell, STYLE, _theme(), about)
        above = header(groups, page.path, "#root")
        written = with_ours(head, html(div(above, css="page"), cover))
    return gzip.compress(written.encode(), 6)


def _shell(*scripts: str, until: str | None = None) -> Html:
    """Return the script at the start of each page.

    scripts: those that it loads again if they were lost. until: a selector for the finished content
    of Streamlit's page.
    """
    lost, fonts = " ".join(map(address, scripts)), tag("style", Html(faces("./")))
    return html(tag("script", Html(SHELL), data_scripts=lost, data_until=until), ICON, fonts)


def _theme() -> Html:
    """Return the CSS of the theme from Streamlit's settings, to follow the style sheet."""
    css = theme_css()
    return tag("style", Html(css)) if css else NOTHING


def sentences(error: Exception) -> list[str]:
    """Log a page's error, and return the sentences for the visitor.

    Authors of lessons see the faults of their files.
    """
    if written_lessons.are_written() and isinstance(error, ValueError):
        return str(error).splitlines()
    log.error("a page crashed", exc_info=error)
    return [
        "Something on this page went wrong, and it is our fault, not yours. "
        "What you entered is still in the link above: reload the page to get it back."
    ]


def serving(page: AnyPage) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint of a page."""
    is_exhibit = isinstance(page, ExhibitPage)
    addressed = isinstance(page, ExhibitPage) and page.addressed
    policy = {"Content-Security-Policy": content_security_policy(is_exhibit)}
    headers = HEADERS | policy

    async def serve(request: Request) -> Response:
        query = tuple(request.query_params.items())
        here = str(request.url.replace(query="")) if addressed else ""
        try:
            top = own_address(request)
            compressed = await line.run(asker(request.scope), document, page, query, here, top)
        except Busy:
            return HTMLResponse(small_page("./", page.title, p(BUSY)), 503, AGAIN | policy)
        except Exception as error:
            said = (p(sentence, css="problem") for sentence in sentences(error))
            return HTMLResponse(small_page("./", page.title, *said), 500, policy)
        if not accepts("gzip", request.headers.get("accept-encoding", "")):
            return HTMLResponse(gzip.decompress(compressed), headers=headers)
        return HTMLResponse(compressed, headers={**headers, "Content-Encoding": "gzip"})

    return serve
