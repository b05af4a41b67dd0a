"""The page `/evaluate`: compare systems, with sizes, chance and causes."""

from importlib import import_module
from threading import Lock
from types import ModuleType

from ndcg_ui.components.markup.builder import render_title
from ndcg_ui.exhibit.page import StreamlitPage

TITLE = "Compare systems"
HEADING = render_title(
    TITLE,
    "See which system is better and by how much. See whether chance could explain the difference, "
    "and which documents cause it.",
)
SENTENCE = "Compare systems on many queries, with the evidence and the documents behind it."
_IMPORTING = Lock()


def import_view() -> ModuleType:
    """Import and return the module that draws the page. The first import takes a while."""
    with _IMPORTING:  # threads that import the same packages at once can get incomplete modules
        return import_module("ndcg_ui.pages.evaluate.view")


PAGE = StreamlitPage(
    name="evaluate",
    title="Compare systems",
    group="Tools",
    purpose="Score your own runs and test the difference",
    topics=(
        "Upload judgments (qrels) and runs as TREC, CSV or JSON files",
        "A p-value from sign flips, and an interval for the difference",
        "The queries and documents behind a difference",
        "Unjudged documents, and what they could change",
    ),
    describe=lambda query: (TITLE, SENTENCE),
    heading=HEADING,
    until="[data-testid=systems], [data-testid=drop], .problem",
)
