"""A page's HTML with its first screen in it: numbers before the app has started, or without it.

Streamlit's page is an empty shell. What stands before its root here covers it until the app shows
as much (shell.js takes it away then). Anybody may ask for any link, so the work is bounded, and
where many are waiting a page comes without.
"""

from __future__ import annotations

import gzip
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ndcg_ui import PRODUCT, limits
from ndcg_ui.html.builder import Html, html, tag
from ndcg_ui.packed import fonts
from ndcg_ui.web import one_at_a_time
from ndcg_ui.web.assets import COMPONENT_ROOM, SCRIPTS, SHELL_URL, STREAMLIT_STATIC, STYLE_URL
from ndcg_ui.web.compressed import accepts
from ndcg_ui.web.preloads import preloads

log = logging.getLogger("ndcg_ui")

TITLES = {
    "": "Learn",
    "playground": "Playground",
    "examples": "Examples",
    "practice": "Practice",
    "code": "Code",
    "conventions": "Conventions",
    "evaluate": "Evaluate",
    "worksheet": "Worksheet",
}
"""The navigation: each page's path and name."""
NO_SCRIPT = "To drag documents, to see charts and to answer, switch JavaScript on."
_PRELOADED_FONT = re.compile(r'<link\s+rel="preload"[^>]*as="font"[^>]*>')
_APP = re.compile(r'\s*(?:<script type="module"[^>]*></script>|<link rel="modulepreload"[^>]*>)')
_NOSCRIPT = re.compile(r"<noscript>.*?</noscript>", re.DOTALL)
Query = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Shell:
    """Streamlit's index.html with our style and script, in the order in which it is sent.

    app: Streamlit's own scripts. A browser would fetch these sixty before our style; they wait in a
    template until the first screen is painted (shell.js).
    """

    before_title: str
    after_title: str
    root: str
    app: Html


@lru_cache(maxsize=1)
def _shell() -> Shell:
    """Take index.html apart. Its text for those without JavaScript gives way to ours."""
    text = _NOSCRIPT.sub("", (STREAMLIT_STATIC / "index.html").read_text("utf-8"))
    text, app = _APP.sub("", text), "".join(_APP.findall(text))
    text = text.replace("</head>", f"  <style>{fonts.style()}</style>\n  </head>", 1)
    text = _PRELOADED_FONT.sub(_preloaded_fonts, text, count=1)
    before, _, rest = text.partition("<title>Streamlit</title>")
    between, root, after = rest.partition('<div id="root">')
    ours = html(
        tag("link", rel="stylesheet", href=f".{STYLE_URL}"),
        tag("script", src=f".{SHELL_URL}", data_scripts=" ".join(SCRIPTS)),
    )
    return Shell(before + ours, between, root + after, Html(app))


def _preloaded_fonts(whole: re.Match[str]) -> str:
    """What every page shows, in the place of Streamlit's whole font, where we have smaller ones."""
    links = (
        tag("link", rel="preload", href=f".{url}", as_="font", type="font/woff2", crossorigin=True)
        for url in fonts.on_every_page()
    )
    return "\n    ".join(links) or whole[0]


def document(path: str, query: Query = ()) -> bytes:
    """Return the page at `path` for a link's query, compressed."""
    if path not in TITLES:
        return without()
    try:
        return _document(path, query)
    except Exception:  # what the app can say is better than nothing at all
        log.exception("no first screen for /%s", path)
        return without()


@lru_cache(maxsize=limits.FIRST_SCREENS_KEPT)
def _document(path: str, query: Query) -> bytes:
    from ndcg_ui.first_screens import SCREENS  # late: the views need the addresses of this room

    screen = SCREENS[path](dict(query))
    about = (
        tag("title", f"{screen.title} · {PRODUCT}"),
        _meta("name", "description", screen.summary),
        _meta("property", "og:title", screen.title),
        _meta("property", "og:description", screen.summary),
        _meta("property", "og:site_name", PRODUCT),
        _meta("property", "og:type", "website"),
    )
    later = (
        tag("link", rel="modulepreload", fetchpriority="low", href=f".{address}")
        for address in preloads(screen.components, screen.widgets)
    )
    scripts = _module_scripts(screen.scripts)
    return _packed(_cover(path, screen.content, screen.until), html(*about, scripts), html(*later))


def _module_scripts(names: tuple[str, ...]) -> Html:
    """Scripts that act before the app is there, and what they import."""
    preloaded = (
        tag("link", rel="modulepreload", href=f".{one}") for one in preloads(names, (), ())
    )
    scripts = (
        tag("script", type="module", src=f".{COMPONENT_ROOM}/ndcg-tutor.{name}/{name}.js")
        for name in names
    )
    return html(*preloaded, *scripts)


@lru_cache(maxsize=1)
def without() -> bytes:
    """Return the page with no first screen, compressed."""
    return _packed("", tag("title", PRODUCT))


def _packed(cover: str, about: str, later: str = "") -> bytes:
    shell = _shell()
    app = tag("template", shell.app, later, id="app")
    page = (shell.before_title, about, shell.after_title, cover, app, shell.root)
    return gzip.compress("".join(page).encode(), 6)


def _meta(kind: str, name: str, content: str) -> Html:
    """One thing that is said about the page.

    >>> _meta("name", "description", "a < b")
    '<meta name="description" content="a &lt; b">'
    """
    return tag("meta", **{kind: name}, content=content)


def _cover(path: str, content: Html, until: str) -> Html:
    """What stands before the app, at the places where the app will have it."""
    links = (
        tag("a", name, href=f"./{to}", aria_current="page" if to == path else None)
        for to, name in TITLES.items()
    )
    return tag(
        "div",
        tag("header", tag("span", PRODUCT, css="product"), tag("nav", *links)),
        tag("main", content, tag("noscript", tag("p", NO_SCRIPT, css="say"))),
        css="stApp first-screen",
        id="first-screen",
        data_until=until,
    )


# --- The endpoint ------------------------------------------------------------------------------


def serving(path: str) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint for the page at `path`."""

    async def serve(request: Request) -> Response:
        query = tuple(request.query_params.items())
        packed = await one_at_a_time.made(document, path, query) or without()
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if not accepts("gzip", request.headers.get("accept-encoding", "")):
            return HTMLResponse(gzip.decompress(packed), headers=headers)
        return HTMLResponse(packed, headers={**headers, "Content-Encoding": "gzip"})

    return serve
