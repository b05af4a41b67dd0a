"""The gate of a lesson: two in a row, without a hint and without a miss between them."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.lessons.course.course import (
    Course,
    Gate,
    hint,
    pack,
    unpack,
    with_hint,
)
from ndcg_core.lessons.course.course import answered as gate_after
from tests.lessons.courses import ONE


def after(*outcomes: str, gate: Gate | None = None) -> Gate:
    """A gate after these answers; "hint" looks at a hint."""
    gate = gate or Gate.of(4)
    for outcome in outcomes:
        gate = with_hint(gate) if outcome == "hint" else gate_after(gate, outcome)
    return gate


def test_two_in_a_row_pass():
    assert after("right", "right").state == "passed"
    assert after("right").state == "open"


def test_a_miss_starts_the_row_again_and_goes_to_the_back():
    gate = after("right", "wrong", "right")
    assert (gate.state, gate.run) == ("open", 1)
    assert after("wrong").queue == (1, 2, 3, 0)


def test_a_hint_neither_counts_nor_breaks_the_row():
    assert after("hint", "right", "hint", "right", "hint", "right").state == "open"
    assert after("right", "hint", "right").run == 1
    assert after("right", "hint", "right", "right").state == "passed"


def test_what_is_no_number_changes_nothing():
    assert after("right", "invalid") == after("right")


def test_a_hint_survives_being_kept_so_a_reload_does_not_take_it_back():
    course = hint(Course(), ONE)
    again = unpack(json.loads(json.dumps(pack(course))))
    assert again.record(ONE).gate.hint == "shown"


@given(st.lists(st.sampled_from(["right", "wrong", "invalid", "hint"]), max_size=12))
def test_only_two_right_without_a_hint_and_without_a_miss_between_them_pass(outcomes):
    run, hinted, passed = 0, False, False
    for outcome in outcomes:
        if outcome == "hint":
            hinted = True
        elif outcome == "wrong":
            run, hinted = 0, False
        elif outcome == "right":
            run, hinted = run + (not hinted), False
        passed = passed or run >= 2
    assert (after(*outcomes).state == "passed") == passed
