"""What a teacher can choose from, and a plan as it is chosen, read and written."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from ndcg_core.classroom.lesson_questions import parts_of
from ndcg_core.classroom.plans import THRESHOLDS, Plan, Thresholds, read_plan
from ndcg_core.classroom.references import KEYS, find, parallel_tests
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import to_link, variants_for
from ndcg_core.lessons.loader import load_lessons
from ndcg_core.lessons.practice import load_practice
from ndcg_ui.boards.ranking_text import read_ranking
from ndcg_ui.classroom.screens import presented

EACH = 3
"""Lists of one skill that are offered; one's own can be written."""


@lru_cache(maxsize=1)
def choices() -> list[dict[str, Any]]:
    """The questions by group: lessons, practice, drag tasks, predictions."""
    groups: dict[str, list[str]] = {}
    for lesson in load_lessons():
        references = [f"lesson/{lesson.slug}/{name}" for name in parts_of(lesson)]
        groups[f"Lesson {lesson.number}: {lesson.title}"] = references
    for skill in SKILLS.values():
        links = [to_link(variant) for variant in variants_for(skill.id)[:EACH]]
        references = [f"practice?{urlencode(link, safe=',;')}" for link in links]
        groups[f"Practice: {skill.title}"] = references
    for name, practice in load_practice().items():
        references = [f"{name}/{n}" for n in range(1, len(practice.blocks) + 1)]
        groups[f"Practice: {practice.title}"] = references
    for skill in SKILLS.values():
        groups[f"Before and after the class: {skill.title}"] = list(parallel_tests(skill.id))
    return [
        {"group": title, "questions": [described(reference) for reference in references]}
        for title, references in groups.items()
        if references
    ]


def described(reference: str) -> dict[str, str]:
    """A question in a list: its name, how it is answered, its text with the grades."""
    question, (_, named, rest) = find(reference), reference.partition("r=")
    grades = f" <small>{rest.split('&')[0]}</small>" if named else ""
    return {"reference": reference, "kind": question.kind, "ask": question.ask + grades}


def own(message: Mapping[str, Any]) -> dict[str, Any]:
    """A list of one's own as learners will see it, or the field in which something is wrong.

    >>> own({"ask": "dcg", "r": "1,5 2,5 0,0", "k": "2"})["reference"]
    'own?ask=dcg&r=1.5,2.5,0&k=2&gain=linear&discount=log2(i%2B1)'
    >>> own({"ask": "dcg", "r": "3, 0, 2", "k": "9"})
    {'field': 'k', 'say': 'k is 9; this list has the ranks 1 to 3.'}
    """
    texts = {name: str(message.get(name, "")).strip() for name in KEYS["own"]}
    try:
        grades = read_ranking(texts["r"])
    except ValueError as error:
        return {"field": "r", "say": str(error)}
    link = {
        "ask": texts["ask"],
        "r": ",".join(document.written_grade for document in grades),
        **({"k": texts["k"]} if texts["k"] else {}),
        "gain": texts["gain"] or "linear",
        "discount": texts["discount"] or "log2(i+1)",
    }
    reference = f"own?{urlencode(link, safe=',()')}"
    try:
        question = find(reference)
    except ValueError as error:
        plain = f"own?{urlencode({**link, 'k': ''}, safe=',()')}"
        return {"field": "k" if texts["k"] and _stands(plain) else "r", "say": str(error)}
    shown = presented(reference)
    sheet = shown.get("sheet", {}).get("html", "")
    seen = {"about": shown["about"], "sheet": sheet, "worked": question.worked}
    return described(reference) | seen | {"ask_only": question.ask}


def _stands(reference: str) -> bool:
    """Whether a reference names a question."""
    with suppress(ValueError):
        return bool(find(reference))
    return False


def plan_in(message: Mapping[str, Any]) -> Plan:
    """The plan in a message: a file's "text", or its parts; ValueError with a sentence."""
    if isinstance(message.get("text"), str):
        return read_plan(message["text"])
    questions = message.get("questions")
    if not isinstance(questions, list) or not all(isinstance(q, str) for q in questions):
        raise ValueError("A plan has a list of questions, each by its name.")
    shares = {name: message[name] for name in THRESHOLDS if name in message}
    title = str(message.get("title") or "A class")
    return Plan(tuple(questions), title, Thresholds(**shares))


def as_message(plan: Plan) -> dict[str, Any]:
    """A plan for the page: its parts, its questions described, and its file's text."""
    questions = [described(reference) for reference in plan.questions]
    shares = vars(plan.thresholds)
    return {"title": plan.title, **shares, "questions": questions, "text": plan.text}
