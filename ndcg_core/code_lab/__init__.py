"""The code lab, without a page: tasks, cases, slips, sentences and the file to take home."""

from ndcg_core.code_lab.cases import CASES, TOLERANCE, Case, telling
from ndcg_core.code_lab.pack import comparison, lab, test_file
from ndcg_core.code_lab.tasks import TASKS, CodeTask
from ndcg_core.code_lab.wrong_programs import NOT_IN_A_PROGRAM, SAID, Slip, slips

__all__ = [
    "CASES",
    "NOT_IN_A_PROGRAM",
    "SAID",
    "TASKS",
    "TOLERANCE",
    "Case",
    "CodeTask",
    "Slip",
    "comparison",
    "lab",
    "slips",
    "telling",
    "test_file",
]
