"""What a page of a site asks, answered in its worker: an act, or a file to take along."""

import pickle
from pathlib import Path
from urllib.parse import parse_qsl

from ndcg_core.content import lessons_dir
from ndcg_core.lessons.loader import READ_ALREADY
from ndcg_core.quizzes.formats import FORMATS, quiz
from ndcg_ui.page import read_act
from ndcg_ui.pages import EXHIBITS
from ndcg_ui.parts.board.downloads import FILES, write_file
from ndcg_ui.worksheet.link import read_link

_lessons = Path(__file__).with_name("lessons.pickle")
if _lessons.exists():  # made with the site (compiling.py): to read them takes seconds
    READ_ALREADY[lessons_dir()] = pickle.loads(_lessons.read_bytes())


def answer(address: str, body: str) -> str | bytes:
    """Return what a server would answer: to "acts/code" with an act, to "take-along/quiz.xml" with
    a link's query.

    >>> answer("take-along/ndcg-steps.csv", "r=3,2").split()[-1]
    b'sum,,NDCG@2,,,,,1'
    """
    kind, _, name = address.partition("/")
    if kind == "acts":
        page = EXHIBITS[name]
        return page.answer(read_act(body, page.longest))
    query = dict(parse_qsl(body))
    if name in FILES:
        return write_file(name, query).encode()
    sheet = read_link(query)[0].worksheet
    (key,) = (key for key, one in FORMATS.items() if one["name"] == name)
    return quiz(key, f"NDCG worksheet {sheet.seed}", sheet.exercises)
