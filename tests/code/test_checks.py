"""The code lab without a browser: cases, slips, messages, the file to take home."""

import json
import re
import subprocess
import sys
from itertools import permutations

import pytest

from ndcg_core.code_lab import (
    CASES,
    NOT_IN_A_PROGRAM,
    SENTENCES,
    TASKS,
    TOLERANCE,
    comparison,
    lab,
    slips,
    telling,
    test_file,
)
from ndcg_core.code_lab.line_order import LINES, RULES, SHUFFLED, broken, program
from ndcg_core.misconceptions import MISCONCEPTIONS
from tests.code import programs_library, programs_right, programs_wrong

test_file.__test__ = False  # it writes a test, and is none


def outcomes(source, cases):
    """What a program returns for cases in CPython, one after the other, or its errors' names."""
    space = {"__name__": "my_ndcg"}
    exec(source, space)
    return [outcome(space[case.function], case) for case in cases]


def outcome(function, case):
    """What a function returns for a case, or the name of its error."""
    arguments = [list(a) if isinstance(a, list) else a for a in case.arguments]
    try:
        value = function(*arguments)
    except Exception as error:
        return type(error).__name__
    return value if arguments == list(case.arguments) else "changes its argument"


def same(value, other):
    """Whether two outcomes are the same to the check."""
    if type(value) not in (int, float, bool) or isinstance(other, str):
        return value == other if isinstance(value, str) else False
    return abs(value - other) <= TOLERANCE


def passes(source, *functions):
    """Whether a program passes every check of these functions."""
    cases = [case for name in functions for case in CASES[name]]
    return all(map(same, outcomes(source, cases), [case.expected for case in cases]))


# --- Right and wrong programs ----------------------------------------------------------------


def test_there_are_at_least_twenty_right_programs():
    assert len(programs_right.DCG) + len(programs_right.NDCG) >= 20


@pytest.mark.parametrize("name", programs_right.DCG)
def test_a_right_dcg_passes_in_cpython(name):
    assert passes(programs_right.DCG[name], "dcg")


@pytest.mark.parametrize("name", programs_right.NDCG)
def test_a_right_ndcg_passes_in_cpython(name):
    assert passes(programs_right.NDCG[name], "dcg", "ndcg_at_k")


@pytest.mark.parametrize("name", programs_library.LIBRARY)
def test_a_right_program_that_uses_the_library_passes_in_cpython(name):
    step, source = programs_library.LIBRARY[name]
    assert passes(source, *(["dcg"] if step == "dcg" else ["dcg", "ndcg_at_k"]))


WRONG = [("dcg", *pair) for pair in programs_wrong.DCG] + [
    ("ndcg_at_k", *pair) for pair in programs_wrong.NDCG
]


@pytest.mark.parametrize(("function", "id", "source"), WRONG)
def test_a_wrong_program_has_the_outcomes_of_its_slip_and_of_no_other(function, id, source):
    known = {slip.id for name in CASES for slip in slips(name)}
    if id not in known:
        pytest.skip("not told by its outcomes")
    for name in dict.fromkeys(("dcg", function)):
        found = outcomes(source, telling(name))
        matching = [s.id for s in slips(name) if all(map(same, found, s.outcomes))]
        right = all(map(same, found, [case.expected for case in telling(name)]))
        if not right:
            assert matching == [id]
            return
    pytest.fail("the program is right")


def test_every_misconception_is_tested_as_a_program():
    tried = {id for _, id, _ in WRONG}
    assert {id for id in MISCONCEPTIONS if id not in tried} == set(NOT_IN_A_PROGRAM)


@pytest.mark.parametrize(("function", "id", "source"), WRONG)
def test_no_wrong_program_passes(function, id, source):
    try:
        assert not passes(source, *dict.fromkeys(("dcg", function))), id
    except (SyntaxError, ImportError, KeyError):
        assert id in ("error", "wrong-name")


AT_AN_EDGE = [(*named, source) for *named, source in WRONG if named[1].startswith("edge-")]


@pytest.mark.parametrize(("function", "id", "source"), AT_AN_EDGE)
def test_a_program_that_fails_at_an_edge_fails_there_first(function, id, source):
    cases = CASES[function]
    right = map(same, outcomes(source, cases), [case.expected for case in cases])
    assert next(f"edge-{case.edge}" for case, ok in zip(cases, right, strict=True) if not ok) == id


def test_every_edge_is_tested_as_a_program():
    edges = {(name, f"edge-{case.edge}") for name in CASES for case in CASES[name] if case.edge}
    assert edges == {(function, id) for function, id, _ in AT_AN_EDGE}


def test_every_slip_is_tested_as_a_program():
    tried = {id for _, id, _ in WRONG}
    assert {slip.id for name in CASES for slip in slips(name)} <= tried


@pytest.mark.parametrize("function", CASES)
def test_no_two_slips_have_the_same_outcomes_and_none_is_right(function):
    expected = [case.expected for case in telling(function)]
    found = [slip.outcomes for slip in slips(function)] + [tuple(expected)]
    for place, one in enumerate(found):
        assert not any(all(map(same, one, other)) for other in found[place + 1 :])


# --- Tasks -----------------------------------------------------------------------------------


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_our_solution_passes_and_the_starter_does_not(task):
    assert passes(task.solution, *task.wanted)
    if task.kind == "write":
        assert not passes(task.starter, *task.wanted)
    if task.kind == "blanks":
        filled = re.sub(r"\[\[(.*?)\]\]", r"\1", task.starter)
        assert filled != task.starter
        assert passes(filled, *task.wanted)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_a_task_has_hints_and_three_things_to_look_at(task):
    assert len(task.hints) >= 3
    assert all(task.hints)
    assert len(task.look) == 3


def test_an_order_of_the_lines_breaks_no_rule_exactly_when_its_program_is_right():
    for order in permutations(LINES):
        try:
            right = passes(program(order), "dcg")
        except SyntaxError:
            right = False
        assert right == (broken(order) is None), order
    assert broken(SHUFFLED)


def test_every_rule_is_the_first_broken_of_some_order():
    assert {broken(order) for order in permutations(LINES)} == {None, *RULES}


# --- Cases, sentences, data ------------------------------------------------------------------


def test_the_hand_check_is_the_first_thing_seen():
    first = CASES["dcg"][0]
    assert (first.shown, first.expected, first.kind) == ("dcg([3, 0, 2])", 4.0, "visible")


def test_a_reversed_order_scores_below_a_perfect_one():
    perfect, yours, turned = comparison([3, 2, 3, 0, 1], 3)
    assert perfect["ndcg"] == 1.0 > yours["ndcg"] > turned["ndcg"]
    assert turned["grades"] == perfect["grades"][::-1]


def test_a_sentence_names_only_what_its_pattern_finds():
    for sentence in SENTENCES:
        groups = re.compile(sentence.pattern).groups
        assert ("$1" in sentence.say) <= (groups >= 1)
        assert sentence.say.rstrip().endswith((".", "."))


def test_the_data_for_the_browser_is_plain_json():
    text = json.dumps(lab(), allow_nan=False)
    assert json.loads(text) == lab()
    assert [task["id"] for task in lab(("dcg", "ndcg"))["tasks"]] == ["dcg", "ndcg"]


# --- The file to take home -------------------------------------------------------------------


def run_pytest(folder, source):
    """Run the test file on a program, in a fresh Python."""
    (folder / "my_ndcg.py").write_text(source)
    (folder / "test_my_ndcg.py").write_text(test_file())
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_my_ndcg.py"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)


def test_the_test_file_passes_with_our_solution(tmp_path):
    done = run_pytest(tmp_path, TASKS[-1].solution)
    assert done.returncode == 0, done.stdout
    assert f"{sum(map(len, CASES.values()))} passed" in done.stdout


def test_the_test_file_fails_with_a_wrong_program(tmp_path):
    id, source = programs_wrong.NDCG[3]
    done = run_pytest(tmp_path, source)
    assert id == "sort-first"
    assert done.returncode == 1
