"""The HTML of the header.

The groups open without a script. The search needs one.
"""

from collections.abc import Iterable, Mapping, Sequence

from ndcg_ui import PRODUCT
from ndcg_ui.components.markup.builder import Html, div, h2, html, p, small, span, tag
from ndcg_ui.exhibit.page import MenuEntry

PLACEHOLDER = "Search lessons and terms"
KEYS_HELP = "↑ ↓ choose, Enter opens, Esc closes"
Groups = Mapping[str, Sequence[MenuEntry]]


def render_header(groups: Groups, current: str, skip_target: str = "#main") -> Html:
    """Return the header of every page: the product, the menu and the search.

    A wide window shows the groups next to the search. A narrow window shows one button for all
    links.

    groups: the entries of the menu by the name of their group
    current: the address of the page that has this header
    skip_target: the address of the content, for the link that skips the header
    """
    return tag(
        "header",
        tag("a", "Skip to main content", href=skip_target, css="skip"),
        span(PRODUCT, css="product"),
        tag("nav", *_render_panels(groups, current), aria_label="Pages", css="menu-groups"),
        _render_search("wide"),
        _render_search_button(),
        _render_narrow_menu(groups, current),
    )


def _render_panels(groups: Groups, current: str) -> Iterable[Html]:
    """Yield the menu of each group. The browser closes one menu when another opens."""
    for name, entries in groups.items():
        is_here = any(entry.path == current for entry in entries)
        links = (_render_link(entry, current, small(entry.purpose)) for entry in entries)
        yield tag(
            "details",
            tag("summary", name, data_current=is_here),
            div(*links, css="menu-panel"),
            css="menu-group",
            name="menu-group",
        )


def _render_link(entry: MenuEntry, current: str, below: Html | None = None) -> Html:
    here = "page" if entry.path == current else None
    return tag("a", entry.title, below, href=f"./{entry.path}", aria_current=here)


def _render_search_button() -> Html:
    """Return the button that opens the narrow menu with the focus in its search field."""
    lens = span(css="lens", aria_hidden="true")
    return tag("button", lens, type="button", css="menu-lens", aria_label="Search")


def _render_narrow_menu(groups: Groups, current: str) -> Html:
    """Return the menu of a narrow window, with the search and the links to all pages."""
    summary = tag("summary", span("Menu", css="to-open"), span("Close", css="to-close"))
    sections = (
        tag(
            "section",
            h2(name),
            div(*(_render_link(entry, current) for entry in entries), css="menu-links"),
        )
        for name, entries in groups.items()
    )
    pages = tag("nav", *sections, aria_label="Pages")
    content = div(
        _render_search("sheet"),
        pages,
        css="menu-content",
        role="dialog",
        aria_label="Menu",
        aria_modal="true",
    )
    return tag("details", summary, content, css="menu-sheet")


def _render_search(place: str) -> Html:
    """Return a search field with a list of results, whose id contains `place`."""
    results = f"hits-{place}"
    field = tag(
        "input",
        type="text",
        role="combobox",
        aria_label="Search",
        aria_autocomplete="list",
        aria_expanded="false",
        aria_controls=results,
        placeholder=PLACEHOLDER,
        autocomplete="off",
        autocapitalize="off",
        spellcheck="false",
        enterkeyhint="go",
    )
    keys = html(tag("kbd", "/", css="slash"), tag("kbd", "esc", css="escape"))
    label = tag(
        "label",
        span(css="lens", aria_hidden="true"),
        field,
        span(keys, css="menu-keys", aria_hidden="true"),
    )
    foot = p(
        span(KEYS_HELP, aria_hidden="true"), span(css="menu-count", role="status"), css="menu-foot"
    )
    found = div(
        div(id=results, role="listbox", aria_label="Results", css="menu-list"),
        foot,
        css="menu-hits",
        hidden=True,
    )
    return div(label, found, css="menu-search", role="search")
