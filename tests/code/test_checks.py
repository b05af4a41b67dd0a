"""The code lab without a browser: right and wrong programs, each with its one verdict."""

import pytest

from ndcg_core.code_lab import (
    CASES,
    PROGRAM_SENTENCES,
    TOLERANCE,
    format_test_file,
    list_diagnostic_cases,
    list_wrong_programs,
)
from tests.code import programs
from tests.code.verdicts import judge_programs
from tests.ui.scenes import needs_node

format_test_file.__test__ = False  # it writes a test, and is none

RIGHT = list(programs.RIGHT.values())
WRONG = programs.WRONG


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    programs = [*RIGHT, *((step, source) for step, _, source in WRONG)]
    return dict(
        zip(programs, judge_programs(tmp_path_factory.mktemp("lab"), programs), strict=True)
    )


@needs_node
@pytest.mark.parametrize("program", RIGHT)
def test_every_right_program_passes(judged, program):
    verdict = judged[program]
    assert (verdict["state"], verdict["passed"]) == ("passed", verdict["total"]), verdict


@needs_node
@pytest.mark.parametrize(("step", "id", "source"), WRONG)
def test_a_wrong_program_gets_exactly_its_message(judged, step, id, source):
    verdict = judged[step, source]
    assert verdict["id"] == id, verdict
    assert verdict["state"] == ("error" if id == "error" else "failed")
    assert verdict["passed"] < verdict["total"]
    assert "{" not in verdict["say"]


def test_every_edge_case_and_slip_with_a_sentence_has_a_test_program():
    tried = {id for _, id, _ in WRONG}
    assert {id for sentences in PROGRAM_SENTENCES["slips"].values() for id in sentences} <= tried
    edges = {
        (step, f"edge-{case.edge}")
        for step, name in (("dcg", "dcg"), ("ndcg", "ndcg_at_k"))
        for case in CASES[name]
        if case.edge
    }
    assert edges == {(step, id) for step, id, _ in WRONG if id.startswith("edge-")}


def are_equal(value, other):
    if isinstance(value, str) or isinstance(other, str):
        return value == other
    return abs(value - other) <= TOLERANCE


@pytest.mark.parametrize("function", CASES)
def test_slips_have_different_wrong_outcomes(function):
    expected = tuple(case.expected for case in list_diagnostic_cases(function))
    rows = [*(slip.outcomes for slip in list_wrong_programs(function)), expected]
    for place, row in enumerate(rows):
        assert not any(all(map(are_equal, row, other)) for other in rows[place + 1 :])
