"""The words that a learner reads in a lesson, and the moves and cells of its tasks."""

import re
from html import unescape

from ndcg_core.lessons import Prose, load_lessons
from ndcg_core.lessons.course.due import find_opening_questions

LESSONS = load_lessons()
HIDDEN = re.compile(r"<span[^>]*popover.*?</span>|<math.*?</math>|<[^>]*>", re.DOTALL)


def extract_visible_text(html) -> str:
    """Return the visible text, without the meanings that open on demand."""
    return unescape(HIDDEN.sub(" ", str(html)))


def list_question_texts(question) -> list:
    """Return a question's texts before it is answered."""
    return [question.ask.fill_in(), *(o.say.fill_in() for o in getattr(question, "options", ()))]


def list_part_texts(part) -> list:
    """Return a part's texts before any action; for a check, its first two questions."""
    if isinstance(part, Prose):
        return [part.fill_in({})]
    if part.kind == "note":
        return [part.title.fill_in(), part.text.fill_in()]
    if part.kind == "check":
        return [text for question in part.questions[:2] for text in list_question_texts(question)]
    question = getattr(part, "question", part)
    return list_question_texts(question) if hasattr(question, "ask") else []


def list_opening_questions(lesson) -> list:
    return [question for _, question in find_opening_questions(LESSONS, lesson).values()]


def count_words(texts) -> int:
    return sum(len(extract_visible_text(text).split()) for text in texts)


def count_moves(order) -> int:
    """Return the fewest moves for an order: all cards except a longest rising sequence."""
    rising: list[int] = []
    for at, rank in enumerate(order):
        rising.append(1 + max((rising[n] for n in range(at) if order[n] < rank), default=0))
    return len(order) - max(rising)


def count_cells(sheet) -> int:
    """Return the number of cells to fill in. After two terms, the sheet fills in the others."""
    terms = sum(".term." in cell for cell in sheet.blanks)
    return len(sheet.blanks) - max(0, terms - 2)
