"""What comes back: the questions that were missed, one at a time, on the course page."""

from __future__ import annotations

from html import escape

import streamlit as st

from ndcg_core.lessons.course.attempts import Attempt, answered, hinted
from ndcg_core.lessons.course.course import Course, count
from ndcg_core.lessons.course.due import due, find
from ndcg_ui.components.markup import markup
from ndcg_ui.course.presentation import Manner
from ndcg_ui.course.questions import draw, happened
from ndcg_ui.course.scene import library
from ndcg_ui.page.rerun import again

DUE = "learn.due"


def due_again(course: Course) -> Course:
    """Draw what comes back from earlier lessons, one question at a time."""
    kept = "learn.due.put"
    ripe = [item for item in due(course.memories, course.answers) if find(library(), item)]
    put: tuple[str, int, Attempt] | None = st.session_state.get(kept)
    if put is None or find(library(), put[0]) is None:
        if not ripe:
            _later(course)
            return course
        put = (ripe[0], course.answers, Attempt())
    item, number, attempt = put
    question = find(library(), item)
    if question is None:
        return course
    manner = Manner(f"due/{item}/{number}", again="once", next="Next one" if ripe else "Done")
    did = happened(question, DUE, manner)
    if did.act == "next" and attempt.result != "open":
        st.session_state.pop(kept)
        again()
    if attempt.result == "open" and did.act == "answer":
        attempt = answered(question, attempt, did.given)
        course = count(course, item, attempt.result)
    elif attempt.result == "open" and did.act == "hint":
        attempt = hinted(attempt)
    st.session_state[kept] = (item, number, attempt)
    slug = item.partition("/")[0]
    title = next(lesson.title for lesson in library() if lesson.slug == slug)
    markup(
        f'<div data-testid="due" data-due="{len(ripe)}"><h2>Due again</h2><p class="say">Missed '
        f"before, in “{escape(title)}”. {len(ripe)} due now.</p></div>",
        key="learn.due.head",
    )
    draw(question, attempt, DUE, manner)
    return course


def _later(course: Course) -> None:
    count_of = len(course.memories)
    if count_of:
        things = "question comes" if count_of == 1 else "questions come"
        markup(
            f'<p class="say" data-testid="due" data-due="0">{count_of} missed {things} back '
            "after a few more answers.</p>",
            key="learn.due.head",
        )
