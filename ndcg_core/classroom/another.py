"""One more question of the same kind, to be answered alone after a discussion."""

from collections.abc import Collection
from random import Random
from urllib.parse import urlencode

from ndcg_core.classroom.lesson_questions import Part, parts_of
from ndcg_core.classroom.references import find, parameters
from ndcg_core.exercises.separation import generate_variant
from ndcg_core.exercises.variants import from_link, to_link
from ndcg_core.lessons.blocks.kinds import DragTask
from ndcg_core.lessons.blocks.papers import Exercise
from ndcg_core.lessons.loader import load_lessons
from ndcg_core.lessons.practice import load_practice

TRIES = 30


def another(reference: str, rng: Random, besides: Collection[str] = ()) -> str:
    """The reference of one more of the same kind; "" where there is none.

    besides: what was asked already.

    >>> another("drag/1", Random(1), ["drag/1"])
    'drag/4'
    """
    head = reference.split("?")[0].split("/")[0]
    found = _FINDERS[head](reference, rng) if head in _FINDERS else []
    return next((other for other in found if other not in {reference, *besides}), "")


def _lesson(reference: str, rng: Random) -> list[str]:
    """The questions of the lesson that are of the same kind, and about the same cells."""
    _, slug, name = reference.split("/", 2)
    lesson = next(lesson for lesson in load_lessons() if lesson.slug == slug)
    parts = parts_of(lesson)
    likes = [other for other, part in parts.items() if _alike(part, parts[name])]
    return [f"lesson/{slug}/{other}" for other in likes]


def _alike(part: Part, asked: Part) -> bool:
    if not isinstance(part, Exercise) or not isinstance(asked, Exercise):
        return part.kind == asked.kind
    return {c.split(".")[0] for c in part.sheet.blanks} == {
        c.split(".")[0] for c in asked.sheet.blanks
    }


def _practice(reference: str, rng: Random) -> list[str]:
    link = parameters(reference, "practice")
    level = {"level": link.pop("level")} if "level" in link else {}
    variant = from_link(link)
    other = generate_variant(variant.skill, rng, besides=[variant])
    return [f"practice?{urlencode({**to_link(other), **level}, safe=',;')}"]


def _own(reference: str, rng: Random) -> list[str]:
    """The same grades in another order, which comes to another number."""
    link = parameters(reference, "own")
    grades = link.get("r", "").split(",")
    for _ in range(TRIES):
        rng.shuffle(grades)
        other = f"own?{urlencode({**link, 'r': ','.join(grades)}, safe=',;')}"
        if _differs(other, reference):
            return [other]
    return []


def _differs(other: str, reference: str) -> bool:
    try:
        one, two = find(other), find(reference)
    except ValueError:
        return False
    return (other != reference and one.worked != two.worked) or one.kind == "order"


def _of_practice(reference: str, rng: Random) -> list[str]:
    """Predictions in any order; the tasks that want the same."""
    name, _, number = reference.partition("/")
    blocks = load_practice()[name].blocks
    wanted = _wants(blocks[int(number) - 1])
    alike = [f"{name}/{n}" for n, other in enumerate(blocks, 1) if _wants(other) == wanted]
    rng.shuffle(alike)
    return alike


def _wants(block: Part) -> tuple[str, ...]:
    return block.wants if isinstance(block, DragTask) else ()


_FINDERS = {
    "lesson": _lesson,
    "practice": _practice,
    "own": _own,
    "drag": _of_practice,
    "predict": _of_practice,
}
