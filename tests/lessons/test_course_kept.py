"""What comes back in the course, what is kept of it, and the gate of a lesson."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.lessons.course.course import (
    MOST_LESSONS,
    MOST_MEMORIES,
    Course,
    Gate,
    Record,
    answer,
    count,
    pack,
    reach,
    reset,
    state_of,
    unpack,
)
from ndcg_core.lessons.course.course import answered as gate_after
from ndcg_core.lessons.course.due import GAPS, due, find, opening
from tests.lessons.courses import LESSONS, ONE, PART_ONE, PART_TWO, TWO, passed

# --- What comes back ---------------------------------------------------------------------------


def test_what_was_missed_comes_back_after_other_answers_and_ever_later():
    course = count(Course(), "gain/later-1/1", "wrong")
    gaps = []
    while course.memories:
        waited = 0
        while not due(course.memories, course.answers):
            course = count(course, "discount/later-1/1", "right")
            waited += 1
        gaps.append(waited)
        course = count(course, "gain/later-1/1", "right")
    assert gaps == list(GAPS)


def test_what_was_right_at_once_does_not_come_back():
    assert count(Course(), "gain/later-1/1", "right").memories == {}


def test_from_lesson_3_on_two_questions_of_earlier_lessons_come_first():
    assert [len(opening(LESSONS, lesson)) for lesson in LESSONS] == [0, 0] + [2] * 16
    for lesson in PART_ONE[3:]:
        sources = [item.partition("/")[0] for item in opening(LESSONS, lesson)]
        expected = [LESSONS[lesson.number - 1 - back].slug for back in (1, 3)]
        assert sources == expected


def needed(lesson) -> set[str]:
    """The slugs of all that a lesson builds on."""
    direct = [other for other in LESSONS if other.slug in lesson.needs]
    return set(lesson.needs).union(*map(needed, direct))


def test_part_two_asks_again_only_what_was_learnt_and_two_different_lessons():
    all_sources = set()
    for lesson in PART_TWO:
        items = opening(LESSONS, lesson)
        sources = {item.partition("/")[0] for item in items}
        assert len(sources) == 2
        assert sources <= needed(lesson)
        assert all(find(LESSONS, item) for item in items)
        all_sources |= sources
    assert {x.slug for x in PART_ONE} <= all_sources


# --- What is kept ------------------------------------------------------------------------------


def test_everything_survives_being_kept():
    course = reach(passed(Course(), ONE), TWO, 2)
    course = count(answer(course, TWO, "hook", 7.0), "gain/later-1/1", "wrong")
    assert unpack(json.loads(json.dumps(pack(course)))) == course


def test_one_lesson_or_all_can_be_reset():
    course = count(passed(passed(Course(), ONE), TWO), f"{TWO.slug}/later-1/1", "wrong")
    left = reset(course, TWO.slug)
    assert set(left.lessons) == {ONE.slug}
    assert left.memories == {}


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "x",
        {"lessons": 3},
        {"lessons": {"gain": {"gate": {"queue": ["a"]}, "reached": -4, "answers": []}}},
        {"memories": {"gain/later-1/1": {"right": "x"}}, "answers": None},
    ],
)
def test_nonsense_in_the_browser_never_stops_a_lesson(data):
    course = unpack(data)
    for lesson in LESSONS:
        state_of(course, LESSONS, lesson)
        record = course.record(lesson)
        assert record.reached >= 1
        if lesson.check:
            assert record.gate.at < len(lesson.check.questions)


def test_a_gate_of_another_length_is_begun_anew_and_stays_passed():
    record = Record(gate=replace(Gate.of(99), state="passed"), state="done")
    course = Course({ONE.slug: record})
    assert len(course.record(ONE).gate.queue) == len(ONE.check.questions)
    assert course.record(ONE).gate.state == "passed"


def test_no_more_lessons_and_questions_are_taken_over_than_any_course_has():
    data = {
        "version": 1,
        "lessons": {f"lesson-{n}": {"reached": 2} for n in range(MOST_LESSONS + 1)},
        "memories": {f"gain/{n}": {"right": 0, "due": 1} for n in range(MOST_MEMORIES + 1)},
    }
    course = unpack(data)
    assert (len(course.lessons), len(course.memories)) == (MOST_LESSONS, MOST_MEMORIES)


# --- The gate ----------------------------------------------------------------------------------


def after(*outcomes: str, gate: Gate | None = None) -> Gate:
    """A gate after these answers; "hint" looks at a hint."""
    gate, hints = gate or Gate.of(4), 0
    for outcome in outcomes:
        hints += outcome == "hint"
        if outcome != "hint":
            before, gate = gate, gate_after(gate, outcome, hints)
            hints = hints if gate == before else 0
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
