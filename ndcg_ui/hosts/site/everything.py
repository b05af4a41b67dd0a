"""Request every answer of a site once, to load all modules that its pages need."""

from ndcg_core.quizzes.formats import QUIZ_FORMATS
from ndcg_ui.components.board.downloads import FILES
from ndcg_ui.hosts.site.answering import answer
from ndcg_ui.pages.menu import EXHIBITS

NOTHING_DONE = '{"link": {}, "act": {}}'


def ask_everything() -> None:
    """Request each page's first screen and each file."""
    for page in EXHIBITS:
        answer(f"acts/{page}", NOTHING_DONE)
    for file in (*FILES, *(str(one["name"]) for one in QUIZ_FORMATS.values())):
        answer(f"take-along/{file}", "number=1")
