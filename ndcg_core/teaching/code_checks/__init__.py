"""The code lab, without a page: tasks, cases, slips, sentences and the file to take home."""

from ndcg_core.teaching.code_checks.cases import CASES, TOLERANCE, Case, telling
from ndcg_core.teaching.code_checks.errors import SENTENCES
from ndcg_core.teaching.code_checks.pack import comparison, lab
from ndcg_core.teaching.code_checks.slips import NOT_IN_A_PROGRAM, Slip, slips
from ndcg_core.teaching.code_checks.takeaway import test_file
from ndcg_core.teaching.code_checks.tasks import TASKS, Task

__all__ = [
    "CASES",
    "NOT_IN_A_PROGRAM",
    "SENTENCES",
    "TASKS",
    "TOLERANCE",
    "Case",
    "Slip",
    "Task",
    "comparison",
    "lab",
    "slips",
    "telling",
    "test_file",
]
