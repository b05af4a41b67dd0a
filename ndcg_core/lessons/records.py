"""A lesson, the shape that it and the course must have, and what breaks it."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NoReturn

from ndcg_core.lessons.blocks.kinds import GATING, Block, Check
from ndcg_core.lessons.blocks.papers import Question
from ndcg_core.lessons.parser import Source
from ndcg_core.lessons.prose import Prose
from ndcg_core.misconceptions.misconception import Concept


@dataclass(frozen=True)
class Step:
    """One idea: a heading, and prose and live parts in the order in which they stand."""

    title: str
    parts: tuple[Prose | Block, ...]

    @property
    def blocks(self) -> tuple[Block, ...]:
        return tuple(part for part in self.parts if not isinstance(part, Prose))

    @property
    def gates(self) -> tuple[Block, ...]:
        """The live parts that have to be done before the next step opens."""
        return tuple(block for block in self.blocks if block.kind in GATING)


@dataclass(frozen=True)
class Lesson:
    """One lesson.

    goal          what the learner can do afterwards
    out_of_scope  what it leaves to others
    needs         the slugs of the lessons it builds on
    sources       the source documents it uses
    teaches       the concepts that it introduces: mistakes about later ones are kept for later
    later         the questions that later lessons and the due list ask again
    part          1: what the calculation needs, one lesson after another; 2: each on its own
    """

    number: int
    slug: str
    title: str
    minutes: int
    goal: str
    out_of_scope: str
    needs: tuple[str, ...]
    sources: tuple[str, ...]
    teaches: tuple[Concept, ...]
    steps: tuple[Step, ...]
    later: tuple[Question, ...]
    part: int = 1

    @property
    def blocks(self) -> Iterator[Block]:
        return (block for step in self.steps for block in step.blocks)

    @property
    def check(self) -> Check | None:
        """The gate, if the lesson has one."""
        return next((block for block in self.blocks if isinstance(block, Check)), None)


LAST = "In short"
FIRST = ("predict", "choice", "drag-task")
MOVED = ("board", "drag-task")
MOST_LINES = 5
LONGEST = 10
PARTS = (1, 2)
ASKING = ("predict", "choice", "number", "sheet")
TELLING = ("board", "compare", "replay", "systems", "flips", "curves", "libraries")
PLAYED = ("board", "drag-task", "compare", "systems", "lab", "curves", "flips")


def check_lesson(lesson: Lesson, source: Source) -> None:
    """Refuse a lesson without something to do first, something to play with, a gate, a summary."""

    def refuse(sentence: str, at: str = source.at()) -> NoReturn:
        raise ValueError(f"{at}: {sentence}")

    kinds = [block.kind for block in lesson.blocks]
    if lesson.minutes > LONGEST:
        message = f"{lesson.minutes} minutes are too long; a lesson takes at most {LONGEST}."
        refuse(message, source.at("minutes"))
    if lesson.part not in PARTS:
        refuse(f"part is {lesson.part}; a lesson belongs to part 1 or 2.", source.at("part"))
    if not any(block.kind in FIRST for block in lesson.steps[0].blocks):
        first = next(piece.line for piece in source.pieces if piece.kind == "heading")
        message = f"the first step has no {', '.join(FIRST)}: a lesson begins with something to do."
        refuse(message, f"{source.place}:{first}")
    if not set(PLAYED) & set(kinds):
        refuse(f"there is nothing to play with; a lesson has one of {', '.join(PLAYED)}.")
    if kinds.count("check") + kinds.count("lab") != 1:
        refuse("a lesson has one check (or a lab): it is what opens the next lesson.")
    if len(lesson.later) < 2 and "lab" not in kinds:
        refuse("a lesson has at least two retrieval questions, for later lessons to ask.")
    _check_summary(lesson, source)
    for step in lesson.steps:
        if sum(block.kind in MOVED for block in step.blocks) > 1:
            refuse(f"“{step.title}” has two boards; a step has one, so that its task is in sight.")
    _check_names(lesson)
    _check_answers_are_not_below(lesson)


def _check_summary(lesson: Lesson, source: Source) -> None:
    last = lesson.steps[-1]
    line = [piece.line for piece in source.pieces if piece.kind == "heading"][-1]
    html = "".join(part.html for part in last.parts if isinstance(part, Prose))
    lines = len(re.findall("<li>", html))
    if last.title != LAST or not 1 <= lines <= MOST_LINES or "<strong>Next:</strong>" not in html:
        raise ValueError(
            f"{source.place}:{line}: the last step is called “{LAST}”; it has a list of at most "
            f"{MOST_LINES} lines, and then a paragraph that begins with **Next:**."
        )


def _check_names(lesson: Lesson) -> None:
    """Every answer that the prose speaks of has been given by then."""
    seen: set[str] = set()
    for step in lesson.steps:
        for part in step.parts:
            if isinstance(part, Prose):
                if missing := set(part.needs) - seen:
                    raise ValueError(
                        f"{lesson.slug}, “{step.title}”: the prose speaks of the answer to "
                        f"{', '.join(sorted(missing))}, which was not asked before."
                    )
            else:
                seen.add(part.name)


def _check_answers_are_not_below(lesson: Lesson) -> None:
    """What stands below an open question in its step must not give the answer away."""
    for step in lesson.steps:
        question = ""
        for part in step.parts:
            if question and _tells(part):
                raise ValueError(
                    f"{lesson.slug}, “{step.title}”: what stands below the question {question!r} "
                    "shows worked-out numbers before it is answered; begin a step of its own."
                )
            question = (
                part.name if not isinstance(part, Prose) and part.kind in ASKING else question
            )


def _tells(part: Prose | Block) -> bool:
    if isinstance(part, Prose):
        return 'class="computed"' in part.html
    return part.kind in TELLING


At = Callable[[Lesson, str], str]
"""File and line of a key in a lesson's front matter."""


def check_order(lessons: Sequence[Lesson], at: At) -> None:
    """Refuse a slug or number used twice, needs that do not exist or go round, parts mixed up."""
    slugs = [lesson.slug for lesson in lessons]
    numbers = [str(lesson.number) for lesson in lessons]
    for values, what in ((slugs, "slug"), (numbers, "number")):
        if twice := {value for value in values if values.count(value) > 1}:
            raise ValueError(f"lessons: the {what} {min(twice)!r} is used twice.")
    for lesson in lessons:
        if missing := [need for need in lesson.needs if need not in slugs]:
            message = f"it needs {missing[0]!r}, which is no lesson."
            raise ValueError(f"{at(lesson, 'needs')}: {message}")
        if lesson in built_on(lesson.needs, lessons):
            raise ValueError(f"{at(lesson, 'needs')}: what it needs goes round in a circle.")
    for before, after in pairwise(lessons):
        if before.part > after.part:
            raise ValueError(f"{at(after, 'part')}: a lesson of part 1 comes before part 2.")


def built_on(slugs: Iterable[str], lessons: Sequence[Lesson]) -> list[Lesson]:
    """The lessons with these slugs and all that they build on, in the order of the course."""
    reached, ahead = set[str](), list(slugs)
    while ahead:
        slug = ahead.pop()
        if slug not in reached:
            reached.add(slug)
            ahead += next((lesson.needs for lesson in lessons if lesson.slug == slug), ())
    return [lesson for lesson in lessons if lesson.slug in reached]
