"""The pages, in the menu's order: each is a folder, and says the rest itself."""

from collections.abc import Mapping

from ndcg_ui import (
    code,
    conventions,
    evaluate,
    examples,
    learn,
    measures,
    playground,
    practice,
    worksheet,
)
from ndcg_ui.page import ExhibitPage, StreamlitPage

FOLDERS = (
    *(learn, playground, examples, practice, code),
    *(conventions, measures, evaluate, worksheet),
)
PAGES: tuple[ExhibitPage | StreamlitPage, ...] = tuple(folder.PAGE for folder in FOLDERS)
EXHIBITS: Mapping[str, ExhibitPage] = {
    page.name: page for page in PAGES if isinstance(page, ExhibitPage)
}
"""The pages that act by requests, by name."""
MENU = {page.path: page.title for page in PAGES} | {"class": "Class"}
"""The navigation: what each address is called. A class's page is none of Streamlit's."""
