"""The menu: the app's pages in groups. Each folder describes its page in `PAGE`."""

from collections.abc import Mapping
from importlib import import_module

from ndcg_ui.components.board.alone import BOARD
from ndcg_ui.exhibit.page import ExhibitPage, MenuEntry, Page, StreamlitPage
from ndcg_ui.pages import FOLDERS

PAGES: tuple[ExhibitPage | StreamlitPage, ...] = tuple(
    import_module(f"ndcg_ui.pages.{folder}").PAGE for folder in FOLDERS
)
EXHIBITS: Mapping[str, ExhibitPage] = {
    page.name: page for page in PAGES if isinstance(page, ExhibitPage)
}
"""The pages that answer actions, by name."""
ACTING: Mapping[str, ExhibitPage] = {**EXHIBITS, BOARD.name: BOARD}
"""All exhibits that answer actions: the pages, and the board for other people's pages."""
LIVE_CLASS = Page(
    name="class",
    title="Live class",
    group="Teach",
    purpose="Ask a question; students answer on their phones",
    topics=(
        "Plan questions from the lessons, or write your own",
        "Show the answers of the room on a wall",
        "Ten questions before and after a class measure what students learned",
        "Show a QR code and a code to join",
    ),
    describe=lambda query: ("A live class", "Questions on learners' phones, answers on the wall."),
)
"""The page of live classes, which has its own routes."""
IN_MENU = (LIVE_CLASS, *PAGES)
"""The pages in the menu's order within each group."""
OWN_PAGES = "Your pages"
"""The group of users' own pages, shown if there are any."""
GROUPS: Mapping[str, tuple[MenuEntry, ...]] = {
    group: tuple(page.entry for page in IN_MENU if page.group == group)
    for group in ("Learn", "Tools", "Teach", "About")
}
"""The menu without users' own pages."""
MENU: dict[str, str] = {entry.path: entry.title for group in GROUPS.values() for entry in group}
"""The title of each address."""


def add_own_group(own_entries: tuple[MenuEntry, ...]) -> Mapping[str, tuple[MenuEntry, ...]]:
    """Return the menu's groups, with a last group for users' own pages if there are any."""
    return {**GROUPS, OWN_PAGES: own_entries} if own_entries else GROUPS
