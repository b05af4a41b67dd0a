"""The length of a lesson: words, things, actions. No term is used before it is explained."""

import re

import pytest

from ndcg_core.lessons import Prose
from ndcg_core.lessons.loader import load_glossary
from ndcg_core.lessons.prose import typeset_text
from tests.lessons.minutes import estimate_lesson
from tests.lessons.reading import (
    LESSONS,
    count_cells,
    count_moves,
    count_words,
    extract_visible_text,
    list_opening_questions,
    list_part_texts,
    list_question_texts,
)

MOST = 5
LONGER = {"real-difference": 6}
"""Lesson 16 tells what the number of queries does to p from what their spread does: each is asked
first, and seen then in a chart, which no step below its question may show.
"""
WRITTEN = {"cumulative-gain": "CG", "reciprocal-rank": "RR", "average-precision": "AP"}
WRITTEN |= {name: name.upper() for name in ("dcg", "idcg", "ndcg")}
PLAIN = {"document", "query", "ranking", "rank", "base", "mean", "system", "tie", "pool"}
"""Words of every day, which need no link before they are used."""


def count_actions(part) -> int:
    """Return the least number of actions in a part."""
    if part.kind == "drag-task":
        return count_moves(part.solution)
    if part.kind == "check":
        return sum(len(q.sheet.blanks) if q.kind == "sheet" else 1 for q in part.questions[:2])
    if part.kind == "sheet":
        return count_cells(part.question.sheet)
    return {"predict": 2, "audit": 2, "note": 0, "compare": 0, "sketch": 0}.get(part.kind, 1)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_a_lesson_has_at_most_five_blocks_700_words_and_20_actions(lesson):
    before = list_opening_questions(lesson)
    assert len(lesson.steps) - 1 + bool(before) <= LONGER.get(lesson.slug, MOST)
    texts = [text for question in before for text in list_question_texts(question)]
    assert (
        count_words(
            [*texts, *(t for s in lesson.steps for p in s.parts for t in list_part_texts(p))]
        )
        <= 700
    )
    assert len(before) + len(lesson.steps) - 1 + sum(map(count_actions, lesson.blocks)) <= 20


def estimate_minutes(lesson) -> float:
    """Return the estimate for learners who miss a question in every other check."""
    return (estimate_lesson(lesson) + estimate_lesson(lesson, misses=1)) / 2


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_a_lesson_takes_the_minutes_that_it_states(lesson):
    assert abs(estimate_minutes(lesson) - lesson.minutes) < 1
    assert estimate_lesson(lesson, misses=1) >= estimate_lesson(lesson)


def test_the_course_takes_at_most_160_minutes():
    assert sum(map(estimate_minutes, LESSONS)) <= 160
    assert sum(lesson.minutes for lesson in LESSONS) <= 160


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_a_lesson_asks_for_an_action_within_60_words(lesson):
    first = lesson.steps[0]
    at = next(
        n for n, p in enumerate(first.parts) if not isinstance(p, Prose) and list_part_texts(p)
    )
    above = [text for part in first.parts[:at] for text in list_part_texts(part)]
    assert count_words([*above, list_part_texts(first.parts[at])[0]]) <= 60


def test_no_term_is_used_before_it_is_explained():
    texts = [t for one in LESSONS for s in one.steps for p in s.parts for t in list_part_texts(p)]
    meanings = {name: text for name, text in load_glossary().items() if name not in PLAIN}
    early = []
    for name, meaning in meanings.items():
        word = re.compile(rf"\b{WRITTEN.get(name, name.replace('-', ' '))}\b")
        used = next(
            (n for n, text in enumerate(texts) if word.search(extract_visible_text(text))), None
        )
        linked = next(
            (n for n, text in enumerate(texts) if typeset_text(meaning) in str(text)), None
        )
        if used is not None and (linked is None or linked > used):
            early.append((name, extract_visible_text(texts[used])[:60]))
    assert early == []
