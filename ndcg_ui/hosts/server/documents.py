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
from ndcg_ui.components.document import build_document, render_description_tags, render_main
from ndcg_ui.components.markup.builder import EMPTY, Html, div, html, p, tag
from ndcg_ui.components.menu.header import render_header
from ndcg_ui.components.templates import render_exhibit
from ndcg_ui.exhibit.page import ExhibitPage, MenuEntry, StreamlitPage
from ndcg_ui.exhibit.scripts import build_component_address, compute_asset_version
from ndcg_ui.hosts.previews import render_picture_tags
from ndcg_ui.hosts.server import written_lessons
from ndcg_ui.hosts.server.assets import STYLE_URL, is_coding_accepted
from ndcg_ui.hosts.server.own_address import find_app_address
from ndcg_ui.hosts.server.refusals import render_small_page
from ndcg_ui.hosts.server.security import build_content_policy
from ndcg_ui.hosts.server.streamlit_page import SHELL, insert_into_streamlit_page
from ndcg_ui.hosts.server.theme import build_settings_css
from ndcg_ui.limits.shares import BUSY, BusyError, read_client_key, work_queue
from ndcg_ui.pages.menu import add_own_group
from ndcg_ui.pages.own import list_own_entries
from ndcg_ui.style.fonts import build_font_faces

log = logging.getLogger("ndcg_ui")

HEADERS = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
RETRY_HEADERS = {"Cache-Control": "no-store", "Retry-After": "2", "Refresh": "2"}
ICON = tag("link", rel="icon", href="./favicon.png")
STYLE = tag("link", rel="stylesheet", href=f".{STYLE_URL}")
"""The style sheet. It follows the shell, because a script waits for style sheets before it."""
AnyPage = ExhibitPage | StreamlitPage
Query = tuple[tuple[str, str], ...]


def render_page(
    page: AnyPage, query: Query = (), page_address: str = "", app_address: str = ""
) -> bytes:
    """Return the HTML of a page for a link's query, compressed with gzip.

    page_address: the address of the page itself
    app_address: the app's address, for the preview
    """
    if written_lessons.is_lessons_variable_set():
        written_lessons.clear_caches_of_changed_lessons()
    return _render_cached_page(page, query, page_address, app_address, list_own_entries())


@lru_cache(maxsize=limits.PAGES_KEPT)
def _render_cached_page(
    page: AnyPage,
    query: Query,
    page_address: str,
    app_address: str,
    own_pages: tuple[MenuEntry, ...],
) -> bytes:
    link = dict(query)
    groups = add_own_group(own_pages)
    about = html(render_description_tags(page, link), render_picture_tags(page, link, app_address))
    if isinstance(page, ExhibitPage):
        script = tag("script", type="module", src=f".{build_component_address('page')}")
        above = render_header(groups, page.path)
        content = html(
            above, render_main(render_exhibit(*page.build_first_screen(link, page_address)))
        )
        head = html(_render_shell("page"), STYLE, _render_theme(), about, script)
        written = build_document(head, tag("body", content, css="page"), compute_asset_version())
    else:
        heading = render_main(div(page.heading, css="markup"))
        cover = div(heading, css="page", id="cover")
        shell = _render_shell("drop", "exhibit", content_selector=page.until)
        head = html(shell, STYLE, _render_theme(), about)
        above = render_header(groups, page.path, "#root")
        written = insert_into_streamlit_page(head, html(div(above, css="page"), cover))
    return gzip.compress(written.encode(), 6)


def _render_shell(*scripts: str, content_selector: str | None = None) -> Html:
    """Return the script, icon and fonts at the start of each page.

    scripts: the scripts of the page, which the shell loads again if a request failed
    content_selector: a selector for the content of Streamlit's page that must appear
    """
    lost = " ".join(map(build_component_address, scripts))
    fonts = tag("style", Html(build_font_faces("./")))
    return html(
        tag("script", Html(SHELL), data_scripts=lost, data_until=content_selector), ICON, fonts
    )


def _render_theme() -> Html:
    """Return a style element for the theme in Streamlit's settings, or "" for our own theme."""
    css = build_settings_css()
    return tag("style", Html(css)) if css else EMPTY


def explain_error(error: Exception) -> list[str]:
    """Return sentences about a page's error. Log the error unless an author's lesson is wrong.

    For an author's lesson, the sentences describe the fault in the lesson.
    """
    if written_lessons.is_lessons_variable_set() and isinstance(error, ValueError):
        return str(error).splitlines()
    log.error("a page crashed", exc_info=error)
    return [
        "Something on this page went wrong, and it is our fault, not yours. "
        "What you entered is still in the link above: reload the page to get it back."
    ]


def make_endpoint(page: AnyPage) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that sends a page, or an error page with status 503 or 500."""
    is_exhibit = isinstance(page, ExhibitPage)
    addressed = isinstance(page, ExhibitPage) and page.shows_address
    policy = {"Content-Security-Policy": build_content_policy(is_exhibit)}
    headers = HEADERS | policy

    async def send_page(request: Request) -> Response:
        query = tuple(request.query_params.items())
        here = str(request.url.replace(query="")) if addressed else ""
        try:
            top = find_app_address(request)
            compressed = await work_queue.run_work(
                read_client_key(request.scope), render_page, page, query, here, top
            )
        except BusyError:
            return HTMLResponse(
                render_small_page("./", page.title, p(BUSY)), 503, RETRY_HEADERS | policy
            )
        except Exception as error:
            said = (p(sentence, css="problem") for sentence in explain_error(error))
            return HTMLResponse(render_small_page("./", page.title, *said), 500, policy)
        if not is_coding_accepted("gzip", request.headers.get("accept-encoding", "")):
            return HTMLResponse(gzip.decompress(compressed), headers=headers)
        return HTMLResponse(compressed, headers={**headers, "Content-Encoding": "gzip"})

    return send_page
