"""The code lab without a browser: right and wrong programs, each with the outcomes of its slip."""

import pytest

from ndcg_core.code_lab import (
    CASES,
    NOT_IN_A_PROGRAM,
    slips,
    telling,
    test_file,
)
from ndcg_core.misconceptions import MISCONCEPTIONS
from tests.code import programs_library, programs_right, programs_wrong, programs_wrong_ndcg
from tests.code.outcomes import outcomes, passes, same

test_file.__test__ = False  # it writes a test, and is none


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
    ("ndcg_at_k", *pair) for pair in programs_wrong_ndcg.NDCG
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
