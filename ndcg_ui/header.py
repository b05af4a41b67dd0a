"""What stands above every page."""

from ndcg_ui import PRODUCT
from ndcg_ui.pages import MENU
from ndcg_ui.parts.markup.builder import Html, tag


def menu_name(page: str) -> str:
    """Return what the button of the menu says on a page, by the page's name."""
    return f"Menu · {page}"


def header(current: str) -> Html:
    """Return what stands above every page: the product's name, and the way to each page.

    current: the path of the page itself. On a narrow screen the way is a menu.
    """
    links = [
        tag("a", name, href=f"./{path}", aria_current="page" if path == current else None)
        for path, name in MENU.items()
    ]
    menu = tag("details", tag("summary", menu_name(MENU[current])), tag("nav", *links), css="menu")
    return tag("header", tag("span", PRODUCT, css="product"), tag("nav", *links), menu)
