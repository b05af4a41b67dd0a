"""A sheet of a check with an empty cell is no answer yet, and the cell is named."""

import pytest

from ndcg_core.html_builder import extract_text
from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.blocks.sheet_questions import Exercise
from ndcg_core.lessons.course.attempts import Attempt
from ndcg_ui.components.questions.forms import Presentation
from ndcg_ui.lesson_blocks.questions import change_attempt, make_attempt_parts

ONCE = Presentation("form", tries="one")
SHEETS = [
    question
    for lesson in load_lessons()
    if lesson.check
    for question in lesson.check.questions
    if isinstance(question, Exercise) and len(question.sheet.blanks) > 1
]


def check_texts(question, texts):
    """Return the attempt after a check of these texts, and the learner's message."""
    act = {"form": "form", "why": "check", "cell": None, "texts": texts}
    attempt = change_attempt(question, Attempt(), act, ONCE)
    *_, form = make_attempt_parts(question, attempt, "name", "place", ONCE)
    return attempt, extract_text(form.data["html"])


@pytest.mark.parametrize("question", SHEETS, ids=lambda question: question.id)
def test_a_wrong_and_an_empty_cell_use_no_attempt(question):
    first, *others = question.sheet.blanks
    wrong = dict.fromkeys(others, "99")
    attempt, text = check_texts(question, wrong)
    assert (attempt.result, attempt.misses) == ("open", 0)
    assert "is empty. Your answer counts once every cell is filled in." in text
    attempt, text = check_texts(question, wrong | {first: question.solution[first]})
    assert (attempt.result, attempt.misses) == ("wrong", 1)
    assert "Right answers:" in text


def test_the_empty_cells_are_named():
    question = next(one for one in SHEETS if {"dcg", "ndcg"} <= set(one.sheet.blanks))
    right = dict(question.solution)
    _, text = check_texts(question, {cell: "" if cell == "ndcg" else right[cell] for cell in right})
    assert "NDCG is empty." in text
    _, text = check_texts(question, right | {"dcg": "", "ndcg": " "})
    assert "DCG and NDCG are empty." in text
    attempt, _ = check_texts(question, right)
    assert attempt.result == "right"


def test_verdicts_stay_hidden_while_a_cell_is_empty():
    question = SHEETS[0]
    act = {"form": "form", "why": "check", "cell": None, "texts": {question.sheet.blanks[0]: "99"}}
    attempt = change_attempt(question, Attempt(), act, ONCE)
    sheet = next(
        part
        for part in make_attempt_parts(question, attempt, "n", "p", ONCE)
        if part.kind == "sheet"
    )
    assert {mark["verdict"] for mark in sheet.data["marks"].values()} == {"invalid"}
