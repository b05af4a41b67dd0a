"""One attempt at a question: its answer, its verdict and the help."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from ndcg_core.lessons.blocks.papers import Exercise, Question
from ndcg_core.lessons.blocks.questions import Judged
from ndcg_core.marking.verdicts import INVALID, RIGHT, WRONG

MISSES_BEFORE_HELP = 2
"""The number of misses after which the answer may be shown."""


@dataclass(frozen=True)
class Attempt:
    """A learner's attempt at a question.

    given    the last answer
    result   "open", "right", "wrong", or "shown" if the answer was shown
    misses   the number of wrong answers
    hints    the number of hints that were read
    tried    the wrong answers so far, if they can be distinguished
    checked  "checked" after a first answer; before it, only filled cells are marked
    cell     the cell of a sheet that was left last, or that a hint was requested for
    """

    given: Any = None
    result: Literal["open", "right", "wrong", "shown"] = "open"
    misses: int = 0
    hints: int = 0
    tried: tuple[int, ...] = ()
    checked: Literal["not yet", "checked"] = "not yet"
    cell: str = ""

    @property
    def over(self) -> Literal["over", "open"]:
        return "over" if self.result in (RIGHT, "shown") else "open"

    @property
    def help(self) -> Literal["offered", "not yet"]:
        return "offered" if self.misses >= MISSES_BEFORE_HELP and self.over == "open" else "not yet"


def judge_attempt(question: Question, attempt: Attempt) -> Judged:
    """Judge the last answer, which is open if there is none."""
    if attempt.given is None:
        return Judged("open")
    return _judge_complete(question, attempt.given)


def _judge_complete(question: Question, given: Any) -> Judged:
    """Judge an answer. A sheet with an empty cell is not answered yet."""
    judged = question.judge(given)
    if isinstance(question, Exercise) and question.list_empty_cells(given):
        return replace(judged, outcome=INVALID)
    return judged


def add_answer(question: Question, attempt: Attempt, given: Any) -> Attempt:
    outcome = _judge_complete(question, given).outcome
    attempt = replace(attempt, checked="checked")
    if outcome == INVALID:
        return replace(attempt, given=given)
    missed = outcome == WRONG
    tried = (*attempt.tried, given) if missed and isinstance(given, int) else attempt.tried
    misses = attempt.misses + missed
    return replace(attempt, given=given, result=outcome, misses=misses, tried=tried)


def reveal_answer(question: Question, attempt: Attempt) -> Attempt:
    """Return the attempt after the answer is shown, so that the learner can go on."""
    return replace(attempt, given=question.solution, result="shown")


def unpack_attempt(data: Any) -> Attempt:
    """Restore a stored attempt, or return a new one if it cannot be read.

    >>> unpack_attempt(vars(Attempt(2, "wrong", 1))).misses, unpack_attempt("x").result
    (1, 'open')
    """
    if not isinstance(data, Mapping) or data.get("result") not in (RIGHT, WRONG, "shown", "open"):
        return Attempt()
    counts = {name: read_count(data, name) for name in ("misses", "hints")}
    tried = data.get("tried")
    places = tried if isinstance(tried, (list, tuple)) else ()
    return Attempt(
        data.get("given"),
        data["result"],
        tried=tuple(place for place in places if type(place) is int),
        checked="checked" if data.get("checked") == "checked" else "not yet",
        cell=cell if isinstance(cell := data.get("cell"), str) else "",
        **counts,
    )


def read_count(data: Mapping[str, Any], key: str) -> int:
    """Return a stored count, or 0 if it is not one."""
    value = data.get(key)
    return value if type(value) is int and value >= 0 else 0
