"""The four tasks: order the lines, fill two blanks, write dcg, write ndcg_at_k."""

from dataclasses import dataclass
from typing import Any, Literal

from ndcg_core.content import load_toml

_TASK_FILE = load_toml(__file__, "tasks.toml")


@dataclass(frozen=True)
class CodeTask:
    """One step of the lab.

    kind      "order" (lines), "blanks" (a program with gaps) or "write" (a signature)
    wanted    the functions that the check calls, in this order
    starter   the first text in the editor; in "blanks", [[answer]] marks each gap
    points    sentences to read after the task is passed
    carries   the task whose passed program this one starts with
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

TAKE_HOME_TEXT: str = _TASK_FILE["take_home"]
"""The test file for the learner's own machine, with placeholders for the cases."""
ORDERING_TASK: dict[str, Any] = {
    "lines": [{"id": id, "text": text} for id, text in _TASK_FILE["lines"].items()],
    "shuffled": _TASK_FILE["shuffled"],
    "rules": _TASK_FILE["rules"],
}
"""The first task's lines and rules, as plain data."""
