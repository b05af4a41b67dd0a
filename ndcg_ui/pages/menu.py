"""The pages in the menu's order. Each folder describes its page in `PAGE`."""

from collections.abc import Mapping
from importlib import import_module

from ndcg_ui.components.board.alone import BOARD
from ndcg_ui.exhibit.page import ExhibitPage, StreamlitPage
from ndcg_ui.pages import FOLDERS

PAGES: tuple[ExhibitPage | StreamlitPage, ...] = tuple(
    import_module(f"ndcg_ui.pages.{folder}").PAGE for folder in FOLDERS
)
EXHIBITS: Mapping[str, ExhibitPage] = {
    page.name: page for page in PAGES if isinstance(page, ExhibitPage)
}
"""The pages that act by requests, by name."""
ACTING: Mapping[str, ExhibitPage] = {**EXHIBITS, BOARD.name: BOARD}
"""All exhibits that act by requests, with the board for other people's pages."""
MENU = {page.path: page.title for page in PAGES} | {"class": "Class"}
"""The navigation: the title of each address. The class's pages have routes of their own."""
