"""A lesson, the rules for lessons and the course, and their violations."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeGuard

from ndcg_core.lessons.blocks.kinds import GATING, Block, Board, LessonCheck, QuestionBlock
from ndcg_core.lessons.blocks.papers import Question
from ndcg_core.lessons.blocks.questions import Choice
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
        """Return the live parts that must be done before the next step opens."""
        return tuple(
            block
            for block in self.blocks
            if block.kind in GATING or (isinstance(block, Board) and block.aim)
        )


@dataclass(frozen=True)
class Lesson:
    """One lesson.

    goals         what the learner can do afterwards, one to three things
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
    goals: tuple[str, ...]
    out_of_scope: str
    needs: tuple[str, ...]
    sources: tuple[str, ...]
    teaches: tuple[Concept, ...]
    steps: tuple[Step, ...]
    later: tuple[Question, ...]
    part: int = 1

    @property
    def goal(self) -> str:
        """Return the learner's new ability in one sentence."""
        return "; ".join(self.goals)

    @property
    def blocks(self) -> Iterator[Block]:
        return (block for step in self.steps for block in step.blocks)

    @property
    def check(self) -> LessonCheck | None:
        """Return the gate, if the lesson has one."""
        return next((block for block in self.blocks if isinstance(block, LessonCheck)), None)


LAST = "In short"
FIRST = ("predict", "choice", "drag-task")
MOVED = ("board", "drag-task")
MOST_LINES, MOST_GOALS = 5, 3
LONGEST = 10
PARTS = (1, 2)
ASKING = ("predict", "choice", "number", "sheet")
TELLING = ("board", "compare", "replay", "systems", "flips", "curves", "libraries")
PLAYED = ("board", "drag-task", "compare", "systems", "lab", "curves", "flips")


def check_front(lesson: Lesson, source: Source) -> list[str]:
    """List the faults of a front matter, of which what could not be read is None."""
    has_goals = lesson.goals is not None
    count = len(lesson.goals or ())
    minutes = lesson.minutes or 1
    part = lesson.part or 1
    rules = (
        (not has_goals or 1 <= count <= MOST_GOALS, "goal",
         f"there are {count} goals; a lesson has one to {MOST_GOALS}."),
        (minutes <= LONGEST, "minutes",
         f"{minutes} minutes are too long; a lesson takes at most {LONGEST}."),
        (part in PARTS, "part", f"part is {part}; a lesson belongs to part 1 or 2."),
    )  # fmt: skip
    return [f"{source.at(key)}: {sentence}" for kept, key, sentence in rules if not kept]


def check_lesson(lesson: Lesson, source: Source) -> list[str]:
    """List the missing parts of a lesson: a first question, a board, a gate, a summary."""
    kinds = [block.kind for block in lesson.blocks]
    top, lines = source.at(), [piece.line for piece in source.pieces if piece.kind == "heading"]
    first, *_, last = (f"{source.place}:{line}" for line in (*lines[:1], 1, *lines[-1:]))
    begins = any(block.kind in FIRST for block in lesson.steps[0].blocks)
    boards = (sum(block.kind in MOVED for block in step.blocks) for step in lesson.steps)
    end = lesson.steps[-1]
    html = "".join(part.html for part in end.parts if isinstance(part, Prose))
    asked = lesson.check.goals if lesson.check else ()
    unasked = [goal for nth, goal in enumerate(lesson.goals, 1) if nth not in asked]
    sums_up = 1 <= html.count("<li>") <= MOST_LINES and "<strong>Next:</strong>" in html
    rules = (
        ("lab" in kinds or not unasked, source.at("goal"),
         f"no question of the check asks this goal: {' / '.join(unasked)}."),
        (all(goal <= len(lesson.goals) for goal in asked), source.at("goal"),
         f"a question of the check asks goal {max(asked, default=1)}, which is not there."),
        (begins, first,
         f"the first step has no {', '.join(FIRST)}: a lesson begins with something to do."),
        (max(boards) <= 1, top, "a step has two boards; it has one, so that its task is in sight."),
        (set(PLAYED) & set(kinds), top,
         f"there is nothing to play with; a lesson has one of {', '.join(PLAYED)}."),
        (kinds.count("check") + kinds.count("lab") == 1, top,
         "a lesson has one check (or a lab): it is what opens the next lesson."),
        (len(lesson.later) >= 2 or "lab" in kinds, top,
         "a lesson has at least two retrieval questions, for later lessons to ask."),
        (end.title == LAST and sums_up, last, f"the last step is called “{LAST}”; it has a list of "
         f"at most {MOST_LINES} lines, and then a paragraph that begins with **Next:**."),
    )  # fmt: skip
    return [f"{place}: {sentence}" for kept, place, sentence in rules if not kept]


def is_question(part: Prose | Block) -> TypeGuard[Block]:
    return not isinstance(part, Prose) and part.kind in ASKING


def tells(part: Prose | Block) -> bool:
    """Return True if a part may hold the answer to a question above it in its step."""
    if isinstance(part, Prose):
        return 'class="computed"' in part.html
    return part.kind in TELLING


HEDGE = re.compile(
    r"\b(depends|cannot (say|know|be said)|does not tell|anything from|may rise)\b", re.IGNORECASE
)
"""How a cautious answer is recognised."""
ENOUGH, FEWEST_REFUTED = 40, 8
"""From so many choices on a course is looked at as a whole: so many hedges at least are refuted."""


def choices_of(lesson: Lesson) -> Iterator[Choice]:
    """Yield the choices of a lesson in its steps, its check and later lessons."""
    in_steps = [block.question for block in lesson.blocks if isinstance(block, QuestionBlock)]
    checked = lesson.check.questions if lesson.check else ()
    asked = (*in_steps, *checked, *lesson.later)
    return (question for question in asked if isinstance(question, Choice))


def check_choices(choices: Sequence[Choice]) -> Iterator[str]:
    """Yield faults if the longest option or a hedge is right more often than chance predicts."""
    if len(choices) < ENOUGH:
        return
    longest, by_chance = [], []
    for choice in choices:
        lengths = [len(str(option.say.fill_in())) for option in choice.options]
        most = max(lengths)
        longest.append(lengths[choice.solution] == most and lengths.count(most) == 1)
        by_chance.append(1 / len(lengths))
    yield from _too_often("longest option", sum(longest), sum(by_chance))
    right, by_chance = [], []
    for choice in choices:
        hedges = [bool(HEDGE.search(str(option.say.fill_in()))) for option in choice.options]
        if any(hedges):
            right.append(hedges[choice.solution])
            by_chance.append(sum(hedges) / len(hedges))
    yield from _too_often("hedge", sum(right), sum(by_chance))
    if (refuted := len(right) - sum(right)) < FEWEST_REFUTED:
        yield f"a hedge is refuted in {refuted} choices; it should be in {FEWEST_REFUTED} at least."


def _too_often(name: str, right: int, by_chance: float) -> Iterator[str]:
    if right > by_chance:
        yield f"the {name} is right in {right} choices; by chance it would be in {by_chance:.0f}."


At = Callable[[Lesson, str], str]
"""File and line of a key in a lesson's front matter."""


def check_order(lessons: Sequence[Lesson], at: At) -> Iterator[str]:
    """Name slugs and numbers used twice, needs that do not exist or go round, parts mixed up."""
    slugs = [lesson.slug for lesson in lessons]
    numbers = [lesson.number for lesson in lessons]
    for place, lesson in enumerate(lessons):
        if lesson.slug in slugs[:place]:
            yield f"{at(lesson, '')}: the slug {lesson.slug!r} is used twice."
        if lesson.number in numbers[:place]:
            yield f"{at(lesson, '')}: the number {lesson.number} is used twice."
        if missing := [need for need in lesson.needs if need not in slugs]:
            yield f"{at(lesson, 'needs')}: it needs {missing[0]!r}, which is no lesson."
        elif lesson in built_on(lesson.needs, lessons):
            yield f"{at(lesson, 'needs')}: what it needs goes round in a circle."
    for before, after in pairwise(lessons):
        if before.part > after.part:
            yield (
                f"{at(after, 'part')}: a lesson of part 1 comes before those of part 2. Say "
                f"part = 2 here, or give it a number before {before.number:02}."
            )


def built_on(slugs: Iterable[str], lessons: Sequence[Lesson]) -> list[Lesson]:
    """Return the lessons with these slugs and all they build on, in course order."""
    reached, ahead = set[str](), list(slugs)
    while ahead:
        slug = ahead.pop()
        if slug not in reached:
            reached.add(slug)
            ahead += next((lesson.needs for lesson in lessons if lesson.slug == slug), ())
    return [lesson for lesson in lessons if lesson.slug in reached]
