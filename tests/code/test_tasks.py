"""The tasks of the code lab: solutions, orders of lines, cases, and the file to take home."""

import re
import subprocess
import sys
from itertools import permutations

import pytest

import ndcg_core as nc
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


def test_drawn_cases_have_gains_near_the_end_and_good_documents_below_the_cutoff():
    drawn = {name: [one for one in CASES[name] if one.kind == "generated"] for name in CASES}
    assert [len(cases) for cases in drawn.values()] == [6, 6]
    for case in drawn["dcg"]:
        (grades,) = case.arguments
        assert grades[-3:] == [2, 0, 3]
        assert 7 <= len(grades) <= 10
        assert set(grades) <= {0, 1, 2, 3, 4}
        assert case.expected == pytest.approx(nc.dcg(grades))
    for case in drawn["ndcg_at_k"]:
        grades, k = case.arguments
        assert (grades[k], grades[k + 2], len(grades)) == (0, 2, k + 3)
        assert grades[k + 1] in (3, 4)
        assert 3 <= k <= 6
        assert 1 in grades[:k], "the top k is never without a relevant document"
        assert case.expected == pytest.approx(nc.ndcg_at_k(grades, k))
    assert len({str(one.arguments) for cases in drawn.values() for one in cases}) == 12


def test_cases_come_as_visible_then_drawn_then_edges_each_with_its_note_or_edge():
    for cases in CASES.values():
        kinds = [case.kind for case in cases]
        assert kinds == sorted(kinds, key=["visible", "generated", "edge"].index)
        for case in cases:
            assert bool(case.note) == (case.kind == "visible")
            assert bool(case.edge) == (case.kind == "edge")
    empty = [case for cases in CASES.values() for case in cases if case.edge == "empty"]
    assert [(case.arguments[0], case.expected) for case in empty] == [([], 0.0), ([], 0.0)]


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
