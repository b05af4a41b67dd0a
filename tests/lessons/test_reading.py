"""The length of a lesson: words, things, actions. No term is used before it is explained."""

import re
from html import unescape

import pytest

from ndcg_core.lessons import Prose, load_lessons
from ndcg_core.lessons.course.due import opening_questions
from ndcg_core.lessons.loader import load_glossary
from ndcg_core.lessons.prose import typeset

LESSONS = load_lessons()
MOST = 5
LONGER = {"real-difference": 6}
"""Lesson 16 tells what the number of queries does to p from what their spread does: each is asked
first, and seen then in a chart, which no step below its question may show.
"""
HIDDEN = re.compile(r"<span[^>]*popover.*?</span>|<math.*?</math>|<[^>]*>", re.DOTALL)
WRITTEN = {"cumulative-gain": "CG", "reciprocal-rank": "RR", "average-precision": "AP"}
WRITTEN |= {name: name.upper() for name in ("dcg", "idcg", "ndcg")}
PLAIN = {"document", "query", "ranking", "rank", "base", "mean", "system", "tie", "pool"}
"""Words of every day, which need no link before they are used."""


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
    return [question for _, question in opening_questions(LESSONS, lesson).values()]


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


def acts(part) -> int:
    """Return the least number of actions in a part."""
    if part.kind == "drag-task":
        return moves(part.solution)
    if part.kind == "check":
        return sum(len(q.sheet.blanks) if q.kind == "sheet" else 1 for q in part.questions[:2])
    if part.kind == "sheet":
        return cells(part.question.sheet)
    return {"predict": 2, "audit": 2, "note": 0, "compare": 0}.get(part.kind, 1)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_a_lesson_has_five_things_seven_hundred_words_and_twenty_acts_at_most(lesson):
    before = remembered(lesson)
    assert len(lesson.steps) - 1 + bool(before) <= LONGER.get(lesson.slug, MOST)
    texts = [text for question in before for text in asked(question)]
    assert words([*texts, *(t for s in lesson.steps for p in s.parts for t in read(p))]) <= 700
    assert len(before) + len(lesson.steps) - 1 + sum(map(acts, lesson.blocks)) <= 20


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_a_newcomer_acts_within_sixty_words(lesson):
    first = lesson.steps[0]
    at = next(n for n, p in enumerate(first.parts) if not isinstance(p, Prose) and read(p))
    above = [text for part in first.parts[:at] for text in read(part)]
    assert words([*above, read(first.parts[at])[0]]) <= 60


def test_no_word_of_a_lesson_is_used_before_it_is_explained():
    texts = [t for one in LESSONS for s in one.steps for p in s.parts for t in read(p)]
    meanings = {name: text for name, text in load_glossary().items() if name not in PLAIN}
    early = []
    for name, meaning in meanings.items():
        word = re.compile(rf"\b{WRITTEN.get(name, name.replace('-', ' '))}\b")
        used = next((n for n, text in enumerate(texts) if word.search(plain(text))), None)
        linked = next((n for n, text in enumerate(texts) if typeset(meaning) in str(text)), None)
        if used is not None and (linked is None or linked > used):
            early.append((name, plain(texts[used])[:60]))
    assert early == []
