"""Request every answer of a site once, to load all modules that its pages need."""

from ndcg_core.quizzes.formats import QUIZ_FORMATS
from ndcg_ui.components.board.downloads import FILES
from ndcg_ui.hosts.site.answering import answer_request
from ndcg_ui.pages.menu import EXHIBITS

EMPTY_ACTION = '{"link": {}, "act": {}}'


def request_every_answer() -> None:
    """Request the first screen of each page and every download once."""
    for page in EXHIBITS:
        answer_request(f"acts/{page}", EMPTY_ACTION)
    for file in (*FILES, *(str(quiz["name"]) for quiz in QUIZ_FORMATS.values())):
        answer_request(f"take-along/{file}", "number=1")
