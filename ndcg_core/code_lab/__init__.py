"""The code lab, without a page: tasks, cases, slips, sentences and the file to take home."""

from ndcg_core.code_lab.cases import CASES as CASES
from ndcg_core.code_lab.cases import TOLERANCE as TOLERANCE
from ndcg_core.code_lab.cases import telling as telling
from ndcg_core.code_lab.pack import comparison as comparison
from ndcg_core.code_lab.pack import lab as lab
from ndcg_core.code_lab.pack import test_file as test_file
from ndcg_core.code_lab.tasks import TASKS as TASKS
from ndcg_core.code_lab.wrong_programs import SAID as SAID
from ndcg_core.code_lab.wrong_programs import slips as slips
