"""The pages of a class. Each page is one file that contains its style and script."""

import json
import re
from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ndcg_core.html_builder import html as escaped
from ndcg_core.marking.verdict_words import GROUP_WORDS
from ndcg_ui.components.menu.header import render_header
from ndcg_ui.exhibit.addresses import build_link_to_root
from ndcg_ui.exhibit.page import MenuEntry
from ndcg_ui.exhibit.scripts import compute_asset_version, hash_inline_script, join_modules
from ndcg_ui.pages.menu import add_own_group
from ndcg_ui.pages.own import list_own_entries
from ndcg_ui.style.fonts import build_font_faces

HERE = Path(__file__).parent
UI = HERE.parent
STYLES = ("1-tokens", "2-shared", "3-words", "5-tables", "6-marking", "7-narrow", "9-places")
SHARED_STYLES = (
    *(UI / f"style/{name}.css" for name in STYLES),
    *sorted(UI.glob("components/board/*.css")),
    UI / "components/sheet/sheet.css",
    HERE / "shared.css",
)
"""The styles that all pages of a class use. All but the last are also the app's."""
PAGE_STYLES = {
    "join": ("join.css", "replay.css"),
    "class": (
        "../style/8-page.css",
        "../components/menu/menu.css",
        "../exhibit/exhibit.css",
        "frames.css",
        "replay.css",
        "class.css",
    ),
    "wall": ("wall.css", "results.css", "replay.css"),
    "desk": ("frames.css", "results.css", "desk.css"),
    "review": ("results.css", "replay.css", "review.css"),
}
"""The styles of each page, which follow the shared ones."""
PAGES = {
    "/join": "join",
    "/class": "class",
    "/class/wall": "wall",
    "/class/desk": "desk",
    "/class/review": "review",
    "/join/review": "review",
}
HEAD = """<!doctype html>
<html lang="en" data-top="{top}" data-version="{version}" data-outcomes="{outcomes}">
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="referrer" content="no-referrer" />
<link rel="icon" href="data:," />
<style>{style}</style>
<script type="module">{script}</script>"""
"""The beginning of each page, before its title.

top: the beginning of the app's addresses
version: the version of the app's scripts
outcomes: the words for the outcomes of answers
"""
COMMENT_OR_INDENTATION = re.compile(r"/\*.*?\*/\s*|\n\s+", re.DOTALL)
LINE_ENDS = (
    ("\n\n", "\n"),
    ("; \n", ";\n"),
    (";\n}", "}"),
    (";\n", ";"),
    (" {\n", "{"),
    ("}\n", "}"),
    ("(\n", "("),
    ("\n)", ")"),
)
"""Texts around the ends of lines in CSS with shorter texts of the same meaning, in this order."""
STYLE_PROPERTY = re.compile(r"([;{][\w-]+:) ")
STYLE_SEPARATOR = re.compile(r"""("[^"]*"|'[^']*')|\s*([,>])\s+""")
"""A string, which stays as it is, or a separator with spaces around it."""
Answering = Callable[[Request], Awaitable[Response]]


def build_page(path: str, theme: str = "") -> tuple[bytes, str]:
    """Return a class page's HTML, and a source for its Content-Security-Policy.

    The source is the hash that allows the page's script.

    Raises KeyError for a path that is not in `PAGES`.

    theme: CSS that follows the page's style
    """
    return _assemble_page(path, theme, list_own_entries())


def _compact_style(style: str) -> str:
    """Return CSS without comments, indentation and most needless spaces."""
    style = COMMENT_OR_INDENTATION.sub("\n", style)
    for text, shorter in LINE_ENDS:
        style = style.replace(text, shorter)
    style = STYLE_SEPARATOR.sub(lambda found: found[1] or found[2], style)
    return STYLE_PROPERTY.sub(r"\1", style)


@lru_cache
def _assemble_page(path: str, theme: str, own_pages: tuple[MenuEntry, ...]) -> tuple[bytes, str]:
    name = PAGES[path]
    top = build_link_to_root(path)
    sheets = (
        file.read_text("utf-8")
        for file in (*SHARED_STYLES, *(HERE / part for part in PAGE_STYLES[name]))
    )
    style = _compact_style("\n".join([build_font_faces(top), *sheets])) + theme
    script = join_modules(HERE / f"{name}.js").decode()
    html = (HERE / f"{name}.html").read_text("utf-8")
    html = html.replace("{{header}}", render_header(add_own_group(own_pages), "class"))
    outcomes = escaped(json.dumps(GROUP_WORDS, separators=(",", ":")))
    parts = {"top": top, "version": compute_asset_version(), "outcomes": outcomes, "style": style}
    head = HEAD.format(**parts, script=script)
    return html.replace("{{head}}", head).encode(), hash_inline_script(script)


def list_routes(
    make_endpoint: Callable[[Callable[[], bytes], str], Answering],
    build_policy: Callable[[], str],
    build_theme_css: Callable[[], str],
) -> Sequence[Route]:
    """Return a route for each page of a class, such as /join and /class/desk.

    make_endpoint: returns an endpoint for a function that builds content, and a media type
    build_policy: returns the app's Content-Security-Policy, to which each page adds its script
    build_theme_css: returns the CSS of the app's theme
    """

    @lru_cache
    def find_endpoint(path: str, theme: str, own_pages: tuple[MenuEntry, ...]) -> Answering:
        return make_endpoint(lambda: _assemble_page(path, theme, own_pages)[0], "text/html")

    def make_route(path: str) -> Route:
        async def send_page(request: Request) -> Response:
            theme = build_theme_css()
            response = await find_endpoint(path, theme, list_own_entries())(request)
            _, script = build_page(path, theme)
            allowed = build_policy().replace("script-src 'self'", f"script-src 'self' {script}")
            response.headers["Content-Security-Policy"] = allowed
            return response

        return Route(path, send_page)

    return list(map(make_route, PAGES))
