"""The tasks of the code lab: solutions, orders of lines, cases, and the file to take home."""

import re
import subprocess
import sys
from itertools import permutations

import pytest

from ndcg_core.code_lab import CASES, PROGRAM_SENTENCES, TASKS, TOLERANCE, format_test_file
from ndcg_core.code_lab.tasks import ORDERING_TASK
from tests.clock import PATIENCE
from tests.code import programs

# --- Tasks -----------------------------------------------------------------------------------


def passes_cases(source, *functions):
    """Return True if a program passes every case of these functions in CPython."""
    space: dict = {}
    try:
        exec(source, space)
        return all(
            abs(space[name](*case.arguments) - case.expected) <= TOLERANCE
            for name in functions
            for case in CASES[name]
        )
    except Exception:
        return False


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_our_solution_passes_and_the_starter_does_not(task):
    assert passes_cases(task.solution, *task.wanted)
    if task.kind == "write":
        assert not passes_cases(task.starter, *task.wanted)
    if task.kind == "blanks":
        filled = re.sub(r"\[\[(.*?)\]\]", r"\1", task.starter)
        assert filled != task.starter
        assert passes_cases(filled, *task.wanted)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_a_task_has_hints_and_three_remarks(task):
    assert len(task.hints) >= 3
    assert all(task.hints)
    assert len(task.points) == 3


LINES = {line["id"]: line["text"] for line in ORDERING_TASK["lines"]}


def join_lines(order):
    return TASKS[0].starter + "\n".join(LINES[line] for line in order) + "\n"


def list_broken_rules(order):
    """Return the rules that an order of the lines breaks."""
    return [r for r in ORDERING_TASK["rules"] if order.index(r["first"]) > order.index(r["then"])]


def test_an_order_of_the_lines_breaks_no_rule_exactly_when_its_program_is_right():
    for order in permutations(LINES):
        assert passes_cases(join_lines(order), "dcg") == (not list_broken_rules(order)), order
    assert list_broken_rules(ORDERING_TASK["shuffled"])


# --- Cases, sentences, data ------------------------------------------------------------------


def test_the_calculation_by_hand_is_the_first_case():
    first = CASES["dcg"][0]
    assert (first.display_text, first.expected, first.kind) == ("dcg([3, 0, 2])", 4.0, "visible")


def test_a_sentence_uses_only_the_groups_of_its_pattern():
    for pattern, sentence in (row for rows in PROGRAM_SENTENCES["errors"].values() for row in rows):
        assert ("$1" in sentence) <= (re.compile(pattern).groups >= 1)
        assert sentence.endswith(".")


# --- The file to take home -------------------------------------------------------------------


def run_pytest(folder, source):
    (folder / "my_ndcg.py").write_text(source)
    (folder / "test_my_ndcg.py").write_text(format_test_file())
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_my_ndcg.py"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)


def test_the_test_file_passes_with_our_solution(tmp_path):
    done = run_pytest(tmp_path, TASKS[-1].solution)
    assert done.returncode == 0, done.stdout
    assert f"{sum(map(len, CASES.values()))} passed" in done.stdout


@pytest.mark.thorough("pytest is started a second time")
def test_the_test_file_fails_with_a_wrong_program(tmp_path):
    source = next(source for _, id, source in programs.WRONG if id == "ideal-not-sorted")
    assert run_pytest(tmp_path, source).returncode == 1
