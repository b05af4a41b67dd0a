"""The HTML of a whole page: its head, the header, and its description."""

from collections.abc import Mapping

from ndcg_ui import PRODUCT
from ndcg_ui.components.markup.builder import Html, html, p, tag
from ndcg_ui.exhibit.page import Page

NO_SCRIPT = "To drag documents, to see charts and to answer, switch JavaScript on."
OWN_PAGES = "Your pages"
"""The heading above one's own pages in the navigation."""
COMING = "The rest of this page is still on its way. If nothing more comes, reload it."
BASICS = html(
    tag("meta", charset="utf-8"),
    tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
)
"""What every head begins with."""


def write_document(head: Html, body: Html, version: str | None = None) -> str:
    """Return the HTML of a page from its body and the additions to its head.

    version: of the scripts and styles, where a server tells it with its answers.
    """
    content = tag("html", tag("head", BASICS, head), body, lang="en", data_version=version)
    return f"<!doctype html>\n{content}\n"


def describe(page: Page, query: Mapping[str, str]) -> Html:
    """Return the page's title and its description for previews."""
    title, sentence = page.about(dict(query))
    return html(
        tag("title", f"{title} · {PRODUCT}"),
        tag("meta", name="description", content=sentence),
        tag("meta", property="og:title", content=title),
        tag("meta", property="og:description", content=sentence),
        tag("meta", property="og:site_name", content=PRODUCT),
        tag("meta", property="og:type", content="website"),
    )


def main(content: Html) -> Html:
    """Return a page's main element, with a sentence for the case that nothing more arrives."""
    return html(
        tag("main", content, tag("noscript", p(NO_SCRIPT, css="say")), id="main", tabindex=-1),
        p(COMING, css="coming", role="status"),
    )


def header(
    menu: dict[str, str],
    current: str,
    skip: str = "#main",
    own: dict[str, str] | None = None,
) -> Html:
    """Return the header of every page: the product's name and the menu.

    menu: the title of each page, by its path. current: the path of the page itself. On a narrow
    screen the way is a menu. skip: what a keyboard comes to that skips the way. own: pages of one's
    own, which stand in a group.
    """
    own = own or {}
    links, own_links = _links(menu, current), _links(own, current)
    group = tag("span", OWN_PAGES, css="group") if own else None
    summary = tag("summary", f"Menu · {(menu | own)[current]}")
    narrow = tag("details", summary, tag("nav", *links, group, *own_links), css="menu")
    past = tag("a", "Skip to the page", href=skip, css="skip")
    product = tag("span", PRODUCT, css="product")
    return tag("header", past, product, tag("nav", *links), _own_group(own_links), narrow)


def _links(menu: Mapping[str, str], current: str) -> list[Html]:
    return [
        tag("a", name, href=f"./{path}", aria_current="page" if path == current else None)
        for path, name in menu.items()
    ]


def _own_group(links: list[Html]) -> Html | None:
    """Return the group of users' own pages for a wide screen, or None."""
    if not links:
        return None
    is_here = any("aria-current" in link for link in links)
    summary = tag("summary", OWN_PAGES, data_current=is_here)
    return tag("details", summary, tag("nav", *links), css="menu own-pages")
