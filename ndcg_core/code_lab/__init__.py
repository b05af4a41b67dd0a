"""The code lab without its page: tasks, cases, wrong programs and a test file."""

from ndcg_core.code_lab.cases import CASES as CASES
from ndcg_core.code_lab.cases import TOLERANCE as TOLERANCE
from ndcg_core.code_lab.cases import list_diagnostic_cases as list_diagnostic_cases
from ndcg_core.code_lab.pack import compare_orders as compare_orders
from ndcg_core.code_lab.pack import format_test_file as format_test_file
from ndcg_core.code_lab.pack import pack_lab as pack_lab
from ndcg_core.code_lab.tasks import TASKS as TASKS
from ndcg_core.code_lab.wrong_programs import PROGRAM_SENTENCES as PROGRAM_SENTENCES
from ndcg_core.code_lab.wrong_programs import list_wrong_programs as list_wrong_programs
