"""The course and its lessons, for tests of the way through it."""

from __future__ import annotations

from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.course.course import (
    Course,
    Record,
    pass_gate,
)

LESSONS = load_lessons()
ONE, TWO = LESSONS[:2]


def passed(course: Course, lesson) -> Course:
    return pass_gate(pass_gate(course, lesson, "right"), lesson, "right")


PART_ONE = [lesson for lesson in LESSONS if lesson.part == 1]
PART_TWO = [lesson for lesson in LESSONS if lesson.part == 2]


def all_passed(*lessons) -> Course:
    return Course({lesson.slug: Record(state="done") for lesson in lessons})


VARIED = (
    *("other-discounts", "find-the-error", "many-queries", "why-a-logarithm"),
    *("real-difference", "two-libraries"),
)
"""Lessons that together hold every kind of block but the lab, which has a page of its own."""
