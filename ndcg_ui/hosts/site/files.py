"""The downloads that a page of a site offers."""

from urllib.parse import parse_qsl

from ndcg_core.metric.numbers import clip_text
from ndcg_core.quizzes.formats import QUIZ_FORMATS, format_quiz
from ndcg_ui.components.board.downloads import FILES, build_file_content
from ndcg_ui.pages.worksheet.link import read_link


def build_download(name: str, query: str) -> bytes:
    """Return the content of the download `name` for a link's query.

    Raises ValueError with a sentence for an unknown name.
    """
    link = dict(parse_qsl(query))
    if name in FILES:
        return build_file_content(name, link).encode()
    key = next((key for key, quiz in QUIZ_FORMATS.items() if quiz["name"] == name), None)
    if key is None:
        raise ValueError(f"There is no download “{clip_text(name, 80)}”.")
    sheet = read_link(link)[0].worksheet
    return format_quiz(key, f"NDCG worksheet {sheet.seed}", sheet.exercises)
