"""The menu of a wide window, as a visitor uses it."""

from typing import Any

from ndcg_ui.pages.menu import GROUPS


def follow_menu_link(page: Any, title: str) -> None:
    """Open a group of the menu, and click the link to a page."""
    (group,) = (
        name for name, entries in GROUPS.items() if title in [entry.title for entry in entries]
    )
    menu = page.locator("header > nav")
    menu.get_by_text(group, exact=True).click()
    menu.get_by_role("link", name=title).click()
