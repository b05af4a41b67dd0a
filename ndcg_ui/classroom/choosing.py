"""What a teacher can choose from, and a plan as it is chosen, read and written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ndcg_core.classroom.lesson_questions import parts_of
from ndcg_core.classroom.plans import Plan, Thresholds, read_plan
from ndcg_core.classroom.references import find
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import to_link, variants_for
from ndcg_core.lessons.loader import load_lessons
from ndcg_core.lessons.practice import load_practice

EACH = 3
"""Lists of one skill that are offered; one's own can be written."""


@lru_cache(maxsize=1)
def choices() -> list[dict[str, Any]]:
    """The questions by group: lessons, practice, drag tasks, predictions."""
    groups = [
        (f"Lesson {lesson.number}: {lesson.title}", _in_lesson(lesson.slug, parts_of(lesson)))
        for lesson in load_lessons()
    ]
    for skill in SKILLS.values():
        links = (to_link(variant) for variant in variants_for(skill.id)[:EACH])
        groups.append((f"Practice: {skill.title}", [_practice(link) for link in links]))
    for name, practice in load_practice().items():
        places = range(1, len(practice.blocks) + 1)
        groups.append((f"Practice: {practice.title}", [f"{name}/{n}" for n in places]))
    return [
        {"group": title, "questions": [described(reference) for reference in references]}
        for title, references in groups
        if references
    ]


def _in_lesson(slug: str, parts: Mapping[str, object]) -> list[str]:
    return [f"lesson/{slug}/{name}" for name in parts]


def _practice(link: Mapping[str, str]) -> str:
    return "practice?" + "&".join(f"{name}={value}" for name, value in link.items())


def described(reference: str) -> dict[str, str]:
    """A question in a list: its name, how it is answered, what is asked."""
    asked = find(reference)
    about = f" <small>{reference.partition('r=')[2].split('&')[0]}</small>"
    return {
        "reference": reference,
        "kind": asked.kind,
        "ask": asked.ask + (about if "r=" in reference else ""),
    }


def plan_in(message: Mapping[str, Any]) -> Plan:
    """The plan in a message: a file's "text", or its parts; ValueError with a sentence."""
    if isinstance(message.get("text"), str):
        return read_plan(message["text"])
    questions = message.get("questions")
    if not isinstance(questions, list) or not all(isinstance(q, str) for q in questions):
        raise ValueError("A plan has a list of questions, each by its name.")
    known = Thresholds()
    thresholds = Thresholds(
        message.get("explain_below", known.explain_below),
        message.get("discuss_to", known.discuss_to),
    )
    return Plan(tuple(questions), str(message.get("title") or "A class"), thresholds)


def as_message(plan: Plan) -> dict[str, Any]:
    """A plan for the page: its parts, its questions described, and its file's text."""
    return {
        "title": plan.title,
        "explain_below": plan.thresholds.explain_below,
        "discuss_to": plan.thresholds.discuss_to,
        "questions": [described(reference) for reference in plan.questions],
        "text": plan.text,
    }
