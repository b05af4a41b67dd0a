"""The HTML of a whole page: its head, its main element, and its description."""

from collections.abc import Mapping

from ndcg_ui import PRODUCT
from ndcg_ui.components.markup.builder import Html, html, p, span, tag
from ndcg_ui.exhibit.page import Page

NO_SCRIPT = "Turn on JavaScript to drag documents, see charts and answer questions."
STILL_LOADING = "The rest of this page is loading."
RELOAD_ADVICE = " If it does not appear, reload the page."
"""Shown after a minute, because a reload starts the wait again."""
BASIC_HEAD = html(
    tag("meta", charset="utf-8"),
    tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
)
"""The first elements of every head."""


def build_document(head: Html, body: Html, version: str | None = None) -> str:
    """Return a complete HTML document, with common head elements in front of `head`.

    version: the version of scripts and styles, for a page of a server.
    """
    content = tag("html", tag("head", BASIC_HEAD, head), body, lang="en", data_version=version)
    return f"<!doctype html>\n{content}\n"


def render_description_tags(page: Page, query: Mapping[str, str]) -> Html:
    """Return title and meta elements that describe a page opened by a link."""
    title, sentence = page.describe(dict(query))
    return html(
        tag("title", f"{title} · {PRODUCT}"),
        tag("meta", name="description", content=sentence),
        tag("meta", property="og:title", content=title),
        tag("meta", property="og:description", content=sentence),
        tag("meta", property="og:site_name", content=PRODUCT),
        tag("meta", property="og:type", content="website"),
    )


def render_main(content: Html) -> Html:
    """Return the main element, followed by a notice that the page is still loading."""
    return html(
        tag("main", content, tag("noscript", p(NO_SCRIPT, css="say")), id="main", tabindex=-1),
        p(STILL_LOADING, span(RELOAD_ADVICE), css="coming", role="status"),
    )
