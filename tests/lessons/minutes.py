"""An estimate of the minutes that a lesson takes: its words, and seconds for each thing to do.

The learner reads everything, including replies, and misses so many questions of a check. Nobody has
been timed. The seconds are guesses for somebody who is new to the subject and types formulas such
as 3/log2(5) into the fields.
"""

from ndcg_core.lessons import Prose
from ndcg_core.lessons.blocks.questions import Choice
from ndcg_core.lessons.blocks.sheet_questions import Audit, Exercise
from ndcg_core.lessons.course.course import Gate, record_answer
from ndcg_core.marking.verdicts import RIGHT, WRONG
from tests.lessons.reading import (
    count_cells,
    count_moves,
    count_words,
    list_opening_questions,
    list_part_texts,
    list_question_texts,
)

WORDS_A_MINUTE = 180
CHOICE, NUMBER, CELL, AUDIT, PREDICTION = 15, 45, 20, 60, 20
DRAG, MOVE, BOARD, CHART, REPLAY_STEP, LAB_TASK = 10, 10, 45, 25, 4, 120
SKETCH = 8
"""Seconds for one of each, besides reading it."""
REPLY = 20
"""Words of a reply that is not the text of one option, such as the marks of a sheet."""


def _estimate_minutes(texts, seconds, more_words=0) -> float:
    return (count_words(texts) + more_words) / WORDS_A_MINUTE + seconds / 60


def estimate_question(question) -> float:
    """Return the minutes for reading a question, answering it and reading the reply."""
    texts = list_question_texts(question)
    if isinstance(question, Choice):
        return _estimate_minutes([*texts, question.worked_solution], CHOICE)
    if isinstance(question, Exercise):
        return _estimate_minutes(texts, CELL * count_cells(question.sheet), REPLY)
    seconds = AUDIT if isinstance(question, Audit) else NUMBER
    return _estimate_minutes([*texts, question.worked_solution], seconds)


def estimate_check(check, misses) -> float:
    """Return the minutes until a check is passed, if its first questions are missed."""
    gate, minutes = Gate.start_with(len(check.questions)), 0.0
    while gate.state == "open":
        minutes += estimate_question(check.questions[gate.current_index])
        outcome = WRONG if gate.tries < misses else RIGHT
        gate = record_answer(gate, check.goals, outcome)
    return minutes


def estimate_part(part, misses) -> float:
    """Return the minutes of a part of a step."""
    if isinstance(part, Prose):
        return _estimate_minutes(list_part_texts(part), 0)
    if hasattr(part, "question"):
        return estimate_question(part.question)
    match part.kind:
        case "check":
            return estimate_check(part, misses)
        case "predict":
            return _estimate_minutes([part.ask.fill_in(), part.why.fill_in()], PREDICTION, REPLY)
        case "drag-task":
            seconds = DRAG + MOVE * count_moves(part.solution)
            return _estimate_minutes([part.ask.fill_in(), part.done.fill_in()], seconds)
        case "board":
            return _estimate_minutes([], BOARD if part.aim else CHART)
        case "replay":
            return _estimate_minutes([], REPLAY_STEP * (part.count - part.start))
        case "lab":
            return _estimate_minutes([], LAB_TASK * len(part.tasks))
        case "note":
            return _estimate_minutes(list_part_texts(part), 0)
        case "sketch":
            return _estimate_minutes([], SKETCH)
        case _:
            return _estimate_minutes([], CHART)


def estimate_lesson(lesson, misses=0) -> float:
    """Return the estimated minutes of a lesson, with the questions that open it."""
    parts = (part for step in lesson.steps for part in step.parts)
    opening = sum(estimate_question(question) for question in list_opening_questions(lesson))
    return opening + sum(estimate_part(part, misses) for part in parts)
