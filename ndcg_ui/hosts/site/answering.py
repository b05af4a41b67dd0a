"""The worker's answers to a page of a site: for an action, or for a download.

Python starts in each page separately and loads only the modules that the page needs.
"""

import pickle
from importlib import import_module
from pathlib import Path

from ndcg_core.content import find_lessons_folder
from ndcg_core.lessons import loader
from ndcg_ui.exhibit.page import ExhibitPage, parse_page_request
from ndcg_ui.pages import FOLDERS

_lessons = Path(__file__).with_name("lessons.pickle")
if _lessons.exists():  # made with the site (compiling.py), because parsing lessons takes seconds
    loader.PRELOADED_LESSONS[find_lessons_folder()] = lambda: pickle.loads(_lessons.read_bytes())


def load_page(name: str) -> ExhibitPage:
    """Import and return the exhibit page called `name`.

    Raises ValueError for an unknown name, because the name comes from a request.

    >>> load_page("playground").title
    'Playground'
    """
    if name not in FOLDERS:
        raise ValueError(f"There is no page “{name}”.")
    page: ExhibitPage = import_module(f"ndcg_ui.pages.{name}").PAGE
    return page


def answer_request(address: str, body: str) -> str | bytes:
    """Answer a page's request as a server would: an action as JSON, a download as bytes.

    Raises ValueError for an unknown name or a body that is no action.

    address: "acts/code" with an action, or "take-along/quiz.xml" with a link's query.

    >>> answer_request("take-along/ndcg-steps.csv", "r=3,2").split()[-1]
    b'sum,,NDCG@2,,,,,1'
    """
    kind, _, name = address.partition("/")
    if kind == "acts":
        page = load_page(name)
        return page.answer_request(parse_page_request(body, page.max_bytes))
    content: bytes = import_module("ndcg_ui.hosts.site.files").build_download(name, body)
    return content
