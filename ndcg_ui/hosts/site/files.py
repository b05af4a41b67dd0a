"""The downloads that a page of a site offers."""

from urllib.parse import parse_qsl

from ndcg_core.quizzes.formats import QUIZ_FORMATS, format_quiz
from ndcg_ui.components.board.downloads import FILES, build_file_content
from ndcg_ui.pages.worksheet.link import read_link


def build_download(name: str, query: str) -> bytes:
    """Return the content of the download `name` for a link's query.

    Raises ValueError for an unknown name.
    """
    link = dict(parse_qsl(query))
    if name in FILES:
        return build_file_content(name, link).encode()
    sheet = read_link(link)[0].worksheet
    (key,) = (key for key, quiz in QUIZ_FORMATS.items() if quiz["name"] == name)
    return format_quiz(key, f"NDCG worksheet {sheet.seed}", sheet.exercises)
