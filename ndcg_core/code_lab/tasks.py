"""The tasks of the code lab: order the lines, fill two blanks, write dcg, write ndcg_at_k."""

from dataclasses import dataclass
from typing import Any, Literal

from ndcg_core.content import load_toml

_TASK_FILE = load_toml(__file__, "tasks.toml")


@dataclass(frozen=True)
class CodeTask:
    """A task of the code lab, with its starting text, its hints and its solution.

    kind      "order" for lines to sort, "blanks" for a program with gaps, or "write"
    wanted    the functions that the check calls, in this order
    starter   the first text in the editor, in which [[answer]] marks a gap
    points    sentences that are shown after the task is passed
    carries   the task whose program is the starter of this task, or ""
    """

    id: str
    title: str
    kind: Literal["order", "blanks", "write"]
    text: str
    wanted: tuple[str, ...]
    starter: str
    hints: tuple[str, ...]
    solution: str
    points: tuple[str, ...]
    carries: str = ""


TASKS = tuple(
    CodeTask(**row | {key: tuple(row[key]) for key in ("wanted", "hints", "points")})
    for row in _TASK_FILE["tasks"]
)
NDCG_SOLUTION = TASKS[-1].solution

TEST_FILE_TEMPLATE: str = _TASK_FILE["take_home"]
"""The test file for the learner's machine, with placeholders for the cases."""
ORDERING_TASK: dict[str, Any] = {
    "lines": [{"id": id, "text": text} for id, text in _TASK_FILE["lines"].items()],
    "shuffled": _TASK_FILE["shuffled"],
    "rules": _TASK_FILE["rules"],
}
"""The lines and rules of the first task, as plain data."""
