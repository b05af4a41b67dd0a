"""Feedback on answers in the course."""

import re

import pytest

from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.blocks.questions import NumberQuestion
from ndcg_core.lessons.blocks.sheet_questions import Question
from ndcg_core.lessons.course.attempts import Attempt, add_answer, judge_attempt
from ndcg_ui.components.questions.forms import Presentation, render_feedback

QUESTIONS = [
    question
    for lesson in load_lessons()
    for question in (*lesson.later, *(lesson.check.questions if lesson.check else ()))
]
NUMBERS = [question for question in QUESTIONS if isinstance(question, NumberQuestion)]


def read_feedback(question: Question, given: object, presentation: Presentation) -> str:
    """Return the feedback on an answer, without markup."""
    return give_feedback(question, add_answer(question, Attempt(), given), presentation)


def give_feedback(question: Question, attempt: Attempt, presentation: Presentation) -> str:
    """Return the feedback on an attempt, without markup."""
    html = render_feedback(question, attempt, judge_attempt(question, attempt), presentation)
    return re.sub("<[^>]*>", "", html)


@pytest.mark.parametrize("question", NUMBERS, ids=lambda q: q.id)
def test_a_second_try_is_offered_only_if_there_is_one(question):
    assert "once more" in read_feedback(question, "7777", Presentation("f"))
    once = read_feedback(question, "7777", Presentation("f", tries="one"))
    assert "once more" not in once
    assert re.search(r"The answer is [−\d.]+[.:] ", once)
    assert not re.search(r"\d\. [−\d]", once), "two numbers would be read as one"
