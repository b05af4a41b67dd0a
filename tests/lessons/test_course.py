"""What opens in the course, and in which order: rules without a page."""

from __future__ import annotations

from ndcg_core.lessons.course.course import (
    Course,
    finish,
    next_lesson,
    reach,
    state_of,
    waits_for,
)
from tests.lessons.courses import LESSONS, ONE, PART_ONE, PART_TWO, TWO, VARIED, all_passed, passed


def test_lessons_open_one_at_a_time():
    states = [state_of(Course(), LESSONS, lesson) for lesson in LESSONS]
    assert states == ["open"] + ["locked"] * (len(LESSONS) - 1)
    course = passed(Course(), ONE)
    assert [state_of(course, LESSONS, x) for x in LESSONS[:3]] == ["done", "open", "locked"]
    assert next_lesson(course, LESSONS) == TWO


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


def test_the_lessons_looked_at_every_time_hold_every_kind_of_block():
    kinds = {
        lesson.slug: {getattr(part, "kind", "") for step in lesson.steps for part in step.parts}
        for lesson in LESSONS
    }
    seen = set().union(*(kinds[slug] for slug in VARIED))
    assert seen | {"lab"} == set().union(*kinds.values())
