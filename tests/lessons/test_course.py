"""The course's rules without a page: what opens and comes back, what is kept, and the gate."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.course.course import (
    MOST_LESSONS,
    MOST_MEMORIES,
    Course,
    Gate,
    Record,
    count,
    next_lesson,
    pass_gate,
    reach,
    state_of,
    unpack,
    waits_for,
)
from ndcg_core.lessons.course.course import answered as gate_after
from ndcg_core.lessons.course.due import GAPS, due, find, opening, opening_questions
from tests.lessons.conftest import VARIED

LESSONS = load_lessons()
ONE, TWO = LESSONS[:2]
PART_ONE, PART_TWO = ([lesson for lesson in LESSONS if lesson.part == part] for part in (1, 2))


def passed(course: Course, lesson) -> Course:
    for _ in range(max(2, len(lesson.goals))):
        course = pass_gate(course, lesson, "right")
    return course


def all_passed(*lessons) -> Course:
    return Course({lesson.slug: Record(state="done") for lesson in lessons})


def test_part_one_is_what_ndcg_needs_and_each_of_its_lessons_needs_only_part_one():
    assert [lesson.slug for lesson in PART_ONE][-1] == "ndcg-at-k"
    own = {lesson.slug for lesson in PART_ONE}
    assert all(set(lesson.needs) <= own for lesson in PART_ONE)
    assert sum(lesson.minutes for lesson in PART_ONE) <= 60


def test_the_lessons_that_stand_for_all_have_every_kind_of_block():
    kinds = {lesson.slug: {block.kind for block in lesson.blocks} for lesson in LESSONS}
    assert set().union(*kinds.values()) == set().union(*map(kinds.get, VARIED))


def test_a_lesson_of_part_two_opens_when_what_it_needs_is_done_whatever_else_is_not():
    course = all_passed(*PART_ONE)
    states = {x.slug: state_of(course, LESSONS, x) for x in PART_TWO}
    waiting = {slug for slug, state in states.items() if state == "locked"}
    assert waiting == {"find-the-error", "what-is-good", "real-difference"}
    by_slug = {lesson.slug: lesson for lesson in LESSONS}
    assert [x.slug for x in waits_for(course, LESSONS, by_slug["real-difference"])] == [
        "many-queries"
    ]
    course = all_passed(*PART_ONE, by_slug["many-queries"])
    assert state_of(course, LESSONS, by_slug["real-difference"]) == "open"
    assert next_lesson(course, LESSONS).slug == "exponential-gain"


def test_no_lesson_is_gone_on_with_that_is_still_locked():
    course = all_passed(*PART_ONE[:-1])
    assert next_lesson(course, LESSONS) == PART_ONE[-1]
    course = all_passed(*(x for x in LESSONS if x.slug != "real-difference"))
    assert next_lesson(course, LESSONS).slug == "real-difference"


def test_the_order_and_the_slugs_that_links_and_kept_progress_rely_on():
    slugs = """
    grades-not-flags gain discount dcg ideal ndcg-at-k exponential-gain find-the-error
    other-discounts many-queries write-it-yourself
    """
    assert [lesson.slug for lesson in LESSONS[:11]] == slugs.split()


def test_one_goes_on_where_one_was():
    course = reach(passed(Course(), ONE), TWO, 3)
    assert next_lesson(course, LESSONS) == TWO
    assert course.record(TWO).reached == 3
    assert reach(course, TWO, 1).record(TWO).reached == 3


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


def test_from_lesson_3_on_two_questions_of_earlier_lessons_come_first():
    for lesson in LESSONS:
        assert len(opening(LESSONS, lesson)) == (2 if len(needed(lesson)) > 1 else 0)
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
        assert len(sources) == len(items)
        assert sources <= needed(lesson)
        assert all(find(LESSONS, item) for item in items)
        all_sources |= sources
    assert {x.slug for x in PART_ONE} <= all_sources


def test_no_question_is_asked_again_within_four_lessons_of_part_two():
    turns = [set(opening(LESSONS, lesson)) for lesson in PART_TWO]
    assert not any(turns[n] & later for n in range(len(turns)) for later in turns[n + 1 : n + 5])


def test_a_number_is_asked_for_with_other_numbers_each_time_a_lesson_opens_with_it():
    asked: dict[str, list[str]] = {}
    for lesson in LESSONS:
        for item, (times, question) in opening_questions(LESSONS, lesson).items():
            assert times == 2 * len(asked.setdefault(item, []))  # one between, where it was missed
            if question.kind == "number":
                assert question.ask.shown() not in asked[item], (lesson.slug, item)
            asked[item].append(question.ask.shown())
    assert max(map(len, asked.values())) >= 3


# --- What is kept ------------------------------------------------------------------------------


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


GOALS = (1, 2, 1, 2)


def after(*outcomes: str, gate: Gate | None = None) -> Gate:
    """A gate after these answers; "hint" looks at a hint."""
    gate, hints = gate or Gate.of(4), 0
    for outcome in outcomes:
        hints += outcome == "hint"
        if outcome != "hint":
            before, gate = gate, gate_after(gate, GOALS, outcome, hints)
            hints = hints if gate == before else 0
    return gate


def test_a_miss_goes_to_the_back_and_takes_its_goal_out_again():
    assert after("wrong").queue == (1, 2, 3, 0)
    gate = after("right")
    assert (gate.right, gate.queue[0]) == ((1,), 1), "the other goal is asked next"
    gate = after("wrong", "right", gate=gate)
    assert (gate.state, gate.right) == ("passed", (1, 2))
    assert gate_after(Gate((0, 1), (1,), 1), (1, 1), "wrong").right == ()


def test_one_goal_takes_two_right_answers():
    gate = gate_after(Gate.of(3), (1, 1, 1), "right")
    assert gate.state == "open"
    assert gate_after(gate, (1, 1, 1), "right").state == "passed"


@given(st.lists(st.sampled_from(["right", "wrong", "invalid", "hint"]), max_size=12))
def test_only_a_right_answer_to_each_goal_without_a_hint_passes(outcomes):
    gate, hinted, reached = Gate.of(4), False, set()
    for outcome in outcomes:
        goal = GOALS[gate.at]
        gate = after(*["hint"] * hinted, outcome, gate=gate)
        if gate.state == "passed":
            assert reached | {goal} == {1, 2}
            break
        if outcome == "right" and not hinted:
            reached.add(goal)
        elif outcome == "wrong":
            reached.discard(goal)
        hinted = outcome == "hint" or (hinted and outcome == "invalid")
        assert set(gate.right) == reached


@pytest.mark.parametrize("kept", [{"reached": -4}, {"gate": {"queue": ["a", 0]}}], ids=str)
def test_what_no_lesson_has_kept_is_left_out(kept):
    assert unpack({"lessons": {ONE.slug: kept}}).record(ONE) == Course().record(ONE)
