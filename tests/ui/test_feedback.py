"""What is said of an answer in the course."""

import re

import pytest

from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.blocks.questions import Choice, Number, Question
from ndcg_core.lessons.course.attempts import Attempt, answered, judged
from ndcg_ui.course.feedback import said
from ndcg_ui.course.presentation import Manner

QUESTIONS = [
    question
    for lesson in load_lessons()
    for question in (*lesson.later, *(lesson.check.questions if lesson.check else ()))
]
CHOICES = [question for question in QUESTIONS if isinstance(question, Choice)]
NUMBERS = [question for question in QUESTIONS if isinstance(question, Number)]


def text(question: Question, given: object, manner: Manner) -> str:
    """What is said of an answer, without the markup."""
    attempt = answered(question, Attempt(), given)
    html = said(question, attempt, judged(question, attempt), manner)
    return re.sub("<[^>]*>", "", html)


@pytest.mark.parametrize("question", CHOICES, ids=lambda q: q.id)
def test_the_right_option_is_quoted_before_its_reason(question):
    wrong = next(n for n in range(len(question.options)) if n != question.solution)
    right = question.options[question.solution]
    told = text(question, wrong, Manner("f", again="once"))
    option = re.sub("<[^>]*>", "", right.say.shown()).removesuffix(".")
    reason = re.sub("<[^>]*>", "", right.why.shown())
    assert told.endswith(f"Right is “{option}”. {reason}")


@pytest.mark.parametrize("question", NUMBERS, ids=lambda q: q.id)
def test_a_second_try_is_offered_only_where_there_is_one(question):
    assert "once more" in text(question, "7777", Manner("f"))
    once = text(question, "7777", Manner("f", again="once"))
    assert "once more" not in once
    assert "It is " in once
