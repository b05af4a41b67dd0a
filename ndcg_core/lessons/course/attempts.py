"""Attempts at a question: the answers, their verdicts and the help."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from ndcg_core.exercises.mastery import find_outcome
from ndcg_core.lessons.blocks.questions import AnswerVerdict, NumberQuestion
from ndcg_core.lessons.blocks.sheet_questions import Exercise, Question
from ndcg_core.marking.coarse_numbers import refuse_coarse_cell, refuse_one_decimal
from ndcg_core.marking.verdicts import COARSE_REPLY, INVALID, RIGHT, WRONG
from ndcg_core.numerals.numerals import WrittenNumber, read_numeral_or_none

MISSES_BEFORE_HELP = 2
"""The number of wrong answers after which the solution may be shown."""


@dataclass(frozen=True)
class Attempt:
    """A learner's attempt at a question: the last answer, the result, and the help so far.

    given    the last answer
    result   "open", "right", "wrong", or "shown" if the answer was shown
    misses   the number of wrong answers
    hints    the number of hints that were read
    tried    the indices of the wrong options so far
    checked  "checked" after the first answer; until then, only filled cells are marked
    cell     the cell of a sheet that was edited last, or for which a hint was requested
    """

    given: Any = None
    result: Literal["open", "right", "wrong", "shown"] = "open"
    misses: int = 0
    hints: int = 0
    tried: tuple[int, ...] = ()
    checked: Literal["not yet", "checked"] = "not yet"
    cell: str = ""

    @property
    def is_over(self) -> bool:
        """True if the answer is right or the solution was shown."""
        return self.result in (RIGHT, "shown")

    @property
    def can_reveal(self) -> bool:
        """True if the learner may ask for the solution."""
        return self.misses >= MISSES_BEFORE_HELP and not self.is_over


Feedback = Literal["now", "end"]
"""The time of the feedback: after each answer, or only at the end of a test."""


def judge_attempt(
    question: Question, attempt: Attempt, feedback: Feedback = "now"
) -> AnswerVerdict:
    """Judge the last answer of an attempt. The outcome is "open" if there is no answer."""
    if attempt.given is None:
        return AnswerVerdict("open")
    return _judge_answer(question, attempt.given, feedback)


def _judge_answer(question: Question, answer: Any, feedback: Feedback) -> AnswerVerdict:
    """Judge an answer. The outcome is "invalid" for a sheet with an empty cell."""
    judged = question.judge(answer)
    if feedback == "end":
        judged = _request_decimals(question, answer, judged)
    if isinstance(question, Exercise) and question.list_empty_cells(answer):
        return replace(judged, outcome=INVALID)
    return judged


def _request_decimals(question: Question, answer: Any, judged: AnswerVerdict) -> AnswerVerdict:
    """Return a verdict that is "invalid" for the same texts, whether they are right or wrong.

    Numbers with one decimal are "invalid". A whole number never is, and is wrong instead.
    """
    if isinstance(question, NumberQuestion):
        request = _find_request(refuse_one_decimal, str(answer))
        return AnswerVerdict(INVALID, request) if request else judged
    if not isinstance(question, Exercise):
        return judged
    marks = []
    for mark in judged.marks:
        request = _find_request(partial(refuse_coarse_cell, mark.cell), mark.given)
        if request:
            mark = replace(mark, verdict=INVALID, message=request)
        elif mark.message == COARSE_REPLY:
            mark = replace(mark, verdict=WRONG)
        marks.append(mark)
    is_invalid = any(mark.verdict == INVALID for mark in marks)
    outcome = INVALID if is_invalid else find_outcome(marks)
    return replace(judged, outcome=outcome, marks=tuple(marks))


def _find_request(refuse: Callable[[str, WrittenNumber], None], text: str) -> str:
    """Return the request with which `refuse` refuses a written number, or ""."""
    number = read_numeral_or_none(text)
    try:
        if number is not None:
            refuse(text.strip(), number)
    except ValueError as error:
        return str(error)
    return ""


def add_answer(
    question: Question, attempt: Attempt, answer: Any, feedback: Feedback = "now"
) -> Attempt:
    """Return the attempt after an answer. An "invalid" answer is stored but not counted.

    A wrong answer is a miss, and the index of a wrong option is added to `tried`.
    """
    outcome = _judge_answer(question, answer, feedback).outcome
    attempt = replace(attempt, checked="checked")
    if outcome == INVALID:
        return replace(attempt, given=answer)
    missed = outcome == WRONG
    tried = (*attempt.tried, answer) if missed and isinstance(answer, int) else attempt.tried
    misses = attempt.misses + missed
    return replace(attempt, given=answer, result=outcome, misses=misses, tried=tried)


def reveal_answer(question: Question, attempt: Attempt) -> Attempt:
    """Return the attempt after the solution was shown. Such an attempt is over."""
    return replace(attempt, given=question.solution, result="shown")


def unpack_attempt(data: Any) -> Attempt:
    """Restore a stored attempt, or return a new attempt if the data are invalid.

    A single field with an invalid value gets its default.

    >>> unpack_attempt(vars(Attempt(2, "wrong", 1))).misses, unpack_attempt("x").result
    (1, 'open')
    """
    if not isinstance(data, Mapping) or data.get("result") not in (RIGHT, WRONG, "shown", "open"):
        return Attempt()
    counts = {name: read_count(data, name) for name in ("misses", "hints")}
    tried = data.get("tried")
    options = tried if isinstance(tried, (list, tuple)) else ()
    return Attempt(
        data.get("given"),
        data["result"],
        tried=tuple(option for option in options if type(option) is int),
        checked="checked" if data.get("checked") == "checked" else "not yet",
        cell=cell if isinstance(cell := data.get("cell"), str) else "",
        **counts,
    )


def read_count(data: Mapping[str, Any], key: str) -> int:
    """Return a stored count, or 0 if the value is not a whole number of 0 or more."""
    value = data.get(key)
    return value if type(value) is int and value >= 0 else 0
