"""The gate, what comes back, what opens, and what the browser keeps: rules without a page."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.examples.replay import steps
from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.course.attempts import Attempt, answered, shown
from ndcg_core.lessons.course.course import (
    Course,
    Record,
    answer,
    count,
    finish,
    hint,
    next_lesson,
    pack,
    pass_gate,
    reach,
    reset,
    state_of,
    unpack,
    waits_for,
)
from ndcg_core.lessons.course.due import GAPS, due, find, opening
from ndcg_core.lessons.course.gate import Gate, with_hint
from ndcg_core.lessons.course.gate import answered as gate_after
from ndcg_core.misconceptions import MISCONCEPTIONS

LESSONS = load_lessons()
ONE, TWO = LESSONS[:2]


def after(*outcomes: str, gate: Gate | None = None) -> Gate:
    """A gate after these answers; "hint" looks at a hint."""
    gate = gate or Gate.of(4)
    for outcome in outcomes:
        gate = with_hint(gate) if outcome == "hint" else gate_after(gate, outcome)
    return gate


# --- The gate ----------------------------------------------------------------------------------


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


# --- What opens --------------------------------------------------------------------------------


def passed(course: Course, lesson) -> Course:
    """The course once a lesson's check is passed."""
    return pass_gate(pass_gate(course, lesson, "right"), lesson, "right")


def test_lessons_open_one_at_a_time():
    states = [state_of(Course(), LESSONS, lesson) for lesson in LESSONS]
    assert states == ["open"] + ["locked"] * (len(LESSONS) - 1)
    course = passed(Course(), ONE)
    assert [state_of(course, LESSONS, x) for x in LESSONS[:3]] == ["done", "open", "locked"]
    assert next_lesson(course, LESSONS) == TWO


PART_ONE = [lesson for lesson in LESSONS if lesson.part == 1]
PART_TWO = [lesson for lesson in LESSONS if lesson.part == 2]


def all_passed(*lessons) -> Course:
    """A course in which these lessons are done."""
    return Course({lesson.slug: Record(state="done") for lesson in lessons})


def test_part_one_is_what_ndcg_needs_and_each_of_its_lessons_needs_only_part_one():
    assert [lesson.slug for lesson in PART_ONE][-1] == "ndcg-at-k"
    own = {lesson.slug for lesson in PART_ONE}
    assert all(set(lesson.needs) <= own for lesson in PART_ONE)
    assert sum(lesson.minutes for lesson in PART_ONE) <= 60


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
    assert [lesson.slug for lesson in LESSONS[:11]] == [
        "grades-not-flags",
        "gain",
        "discount",
        "dcg",
        "ideal",
        "ndcg-at-k",
        "exponential-gain",
        "find-the-error",
        "other-discounts",
        "many-queries",
        "write-it-yourself",
    ]


def test_one_goes_on_where_one_was():
    course = reach(passed(Course(), ONE), TWO, 3)
    assert next_lesson(course, LESSONS) == TWO
    assert course.record(TWO).reached == 3
    assert reach(course, TWO, 1).record(TWO).reached == 3


def test_a_lesson_without_a_check_can_be_finished():
    assert state_of(finish(Course(), LESSONS[10]), LESSONS, LESSONS[10]) == "done"


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
        wanted = [LESSONS[lesson.number - 1 - back].slug for back in (1, 3)]
        assert sources == wanted


def needed(lesson) -> set[str]:
    """The slugs of all that a lesson builds on."""
    direct = [other for other in LESSONS if other.slug in lesson.needs]
    return set(lesson.needs).union(*map(needed, direct))


def test_part_two_asks_again_only_what_was_learnt_and_two_different_lessons():
    asked = set()
    for lesson in PART_TWO:
        items = opening(LESSONS, lesson)
        sources = {item.partition("/")[0] for item in items}
        assert len(sources) == 2
        assert sources <= needed(lesson)
        assert all(find(LESSONS, item) for item in items)
        asked |= sources
    assert {x.slug for x in PART_ONE} <= asked


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


# --- Questions ---------------------------------------------------------------------------------


def questions():
    """Every question of the course."""
    for lesson in LESSONS:
        yield from lesson.later
        yield from lesson.check.questions if lesson.check else ()
        for block in lesson.blocks:
            if block.kind in ("choice", "number", "sheet", "audit"):
                yield block.question


WRONG = {
    "choice": lambda question: (question.solution + 1) % len(question.options),
    "number": lambda question: "77.7",
    "sheet": lambda question: dict.fromkeys(question.sheet.blanks, "77.7"),
    "audit": lambda question: {"cell": question.lines[-1], "mistake": question.offered[-1]},
}


def test_every_stored_solution_is_right_and_something_is_said_of_a_wrong_answer():
    asked = list(questions())
    assert len(asked) > 90
    for question in asked:
        assert question.judge(question.solution).outcome == "right", question.id
        wrong = question.judge(WRONG[question.kind](question))
        assert wrong.outcome == "wrong", question.id
        assert wrong.message or all(mark.message for mark in wrong.marks), question.id
        assert question.hint
        assert question.worked


def test_a_sheet_that_asks_for_a_gain_does_not_show_the_term_that_tells_it():
    asked = [question.sheet for question in questions() if question.kind == "sheet"]
    gains = [(s, cell) for s in asked for cell in s.blanks if ".gain." in cell]
    assert len(gains) >= 10
    for sheet, cell in gains:
        assert cell.replace("gain", "term") not in sheet.given, (sheet.grades, cell)


def test_exponential_gain_is_asked_for_and_not_filled_in():
    lesson = next(lesson for lesson in LESSONS if lesson.slug == "exponential-gain")
    sheets = [question.sheet for question in lesson.check.questions]
    assert sum(any(".gain." in cell for cell in sheet.blanks) for sheet in sheets) >= 3
    assert not any(".gain." in cell for sheet in sheets for cell in sheet.given)


def test_every_offered_mistake_that_gives_the_printed_number_is_an_answer():
    audits = [question for question in questions() if question.kind == "audit"]
    assert len(audits) >= 6
    for audit in audits:
        bare = replace(audit.paper, given={})
        for mistake in audit.offered:
            numbers = MISCONCEPTIONS[mistake].numbers(audit.wrong, bare)
            gives = any(f"{value:.3f}" == audit.paper.given[audit.wrong] for value in numbers)
            answer_given = {"cell": audit.wrong, "mistake": mistake}
            right = audit.judge(answer_given).outcome == "right"
            assert right == (gives or mistake == audit.mistake), (audit.id, mistake)


def test_a_2_at_rank_3_printed_whole_is_also_2_divided_by_rank_1_s_divisor():
    audit = next(q for q in questions() if q.kind == "audit" and q.id == "audit-1")
    said = audit.judge({"cell": "actual.term.3", "mistake": "another-rank's-divisor"})
    assert said.outcome == "right"
    assert "gives 2.000 too" in said.message


def test_nonsense_is_never_counted_as_a_miss():
    for question in questions():
        for answer_given in (None, "", "two", [], {}, -1, 99):
            assert question.judge(answer_given).outcome in ("invalid", "wrong")
            if answer_given in (None, "", "two"):
                assert question.judge(answer_given).outcome == "invalid"


def test_after_two_misses_the_answer_is_offered_and_ends_the_try():
    question = next(q for q in questions() if q.kind == "number")
    attempt = answered(question, answered(question, Attempt(), "77"), "78")
    assert (attempt.misses, attempt.help) == (2, "offered")
    assert shown(question, attempt).over == "over"


def test_no_replay_comes_to_what_a_later_lesson_is_about():
    number = {lesson.slug: lesson.number for lesson in LESSONS}
    taught = {"idcg": number["ideal"], "ndcg": number["ndcg-at-k"]}
    replays = [(lesson, b) for lesson in LESSONS for b in lesson.blocks if b.kind == "replay"]
    assert [lesson.number for lesson, _ in replays][:3] == [3, 4, 5]
    for lesson, replay in replays:
        ids = [step.id for step in steps(replay.sheet)][: replay.count]
        assert replay.start < len(ids)
        for id in ids:
            assert taught.get(id, 0) <= lesson.number, (lesson.slug, id)


def test_a_sound_line_is_said_to_follow_from_something_that_stands_there():
    for audit in (question for question in questions() if question.kind == "audit"):
        terms = [line for line in audit.lines if ".term." in line]
        for line in (line for line in audit.lines if line != audit.wrong):
            said = audit.judge({"cell": line, "mistake": audit.mistake}).message
            source = "what is printed before it" if terms else "the grades"
            assert f" is sound: it follows from {source}. " in said, audit.id
