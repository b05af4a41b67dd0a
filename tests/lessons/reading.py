"""The words that a learner reads in a lesson, and the moves and cells of its tasks."""

import re
from html import unescape

from ndcg_core.lessons import Prose, load_lessons
from ndcg_core.lessons.course.due import find_opening_questions

LESSONS = load_lessons()
HIDDEN = re.compile(r"<span[^>]*popover.*?</span>|<math.*?</math>|<[^>]*>", re.DOTALL)


def plain(html) -> str:
    """Return the visible text, without the meanings that open on demand."""
    return unescape(HIDDEN.sub(" ", str(html)))


def asked(question) -> list:
    """Return a question's texts before it is answered."""
    return [question.ask.fill_in(), *(o.say.fill_in() for o in getattr(question, "options", ()))]


def read(part) -> list:
    """Return a part's texts before any action; for a check, its first two questions."""
    if isinstance(part, Prose):
        return [part.fill_in({})]
    if part.kind == "note":
        return [part.title.fill_in(), part.text.fill_in()]
    if part.kind == "check":
        return [text for question in part.questions[:2] for text in asked(question)]
    question = getattr(part, "question", part)
    return asked(question) if hasattr(question, "ask") else []


def remembered(lesson) -> list:
    return [question for _, question in find_opening_questions(LESSONS, lesson).values()]


def words(texts) -> int:
    return sum(len(plain(text).split()) for text in texts)


def moves(order) -> int:
    """The fewest cards that have to be moved for an order: all but a longest rising row."""
    rising: list[int] = []
    for at, rank in enumerate(order):
        rising.append(1 + max((rising[n] for n in range(at) if order[n] < rank), default=0))
    return len(order) - max(rising)


def cells(sheet) -> int:
    """The cells to write: after two terms the sheet fills in the others."""
    terms = sum(".term." in cell for cell in sheet.blanks)
    return len(sheet.blanks) - max(0, terms - 2)
