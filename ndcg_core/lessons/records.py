"""Lessons and their steps, and the rules that lessons and the course must follow."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeGuard

from ndcg_core.lessons.blocks.kinds import GATING_KINDS, Block, Board, LessonCheck, QuestionBlock
from ndcg_core.lessons.blocks.questions import Choice
from ndcg_core.lessons.blocks.sheet_questions import Question
from ndcg_core.lessons.parser import Segment, Source
from ndcg_core.lessons.prose import Prose
from ndcg_core.lessons.references import Reference
from ndcg_core.misconceptions.misconception import Concept


@dataclass(frozen=True)
class Step:
    """A step of a lesson: a heading, with prose and blocks below it.

    parts  the prose and blocks, in their order
    terms  the names of the glossary terms to which the step links
    """

    title: str
    parts: tuple[Prose | Block, ...]
    terms: frozenset[str] = frozenset()

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of the step, without the prose."""
        return tuple(part for part in self.parts if not isinstance(part, Prose))

    @property
    def gating_blocks(self) -> tuple[Block, ...]:
        """The blocks that must be completed before the next step opens."""
        return tuple(
            block
            for block in self.blocks
            if block.kind in GATING_KINDS or (isinstance(block, Board) and block.aim)
        )


@dataclass(frozen=True)
class Lesson:
    """A lesson with its goals, its steps and its questions for later lessons.

    goals         the learner's new abilities, one to three
    taught        for each goal, the title of the step that teaches it
    out_of_scope  topics of other lessons
    needs         the slugs of the lessons that this lesson builds on
    sources       the names of the references in sources.toml
    references    the references that `sources` names
    teaches       the concepts that the lesson introduces; mistakes about later concepts are not
                  named
    later         questions for later lessons and reviews
    part          1: the calculation, one lesson after another; 2: the meaning, in any order
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
    taught: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()

    @property
    def goal(self) -> str:
        """The goals joined into one phrase."""
        *first, last = self.goals
        return f"{', '.join(first)}, and {last}" if first else last

    @property
    def blocks(self) -> Iterator[Block]:
        """An iterator over the blocks of all steps."""
        return (block for step in self.steps for block in step.blocks)

    @property
    def check(self) -> LessonCheck | None:
        """The check of the lesson, or None if the lesson has none."""
        return next((block for block in self.blocks if isinstance(block, LessonCheck)), None)


LAST_HEADING = "In short"
FIRST_KINDS = ("predict", "choice", "drag-task")
MOVED_KINDS = ("board", "drag-task")
MAX_LINES = 5
MAX_GOALS = 3
MAX_MINUTES = 10
COURSE_PARTS = (1, 2)
ASKING_KINDS = ("predict", "choice", "number", "sheet")
TELLING_KINDS = ("board", "compare", "replay", "systems", "flips", "curves", "libraries")
PLAYED_KINDS = ("board", "drag-task", "compare", "systems", "lab", "curves", "flips")


def list_lesson_faults(lesson: Lesson, source: Source, is_whole: bool = True) -> list[str]:
    """Return a sentence for each rule that a lesson breaks, with file and line.

    is_whole: True if every segment could be read. Otherwise, rules about the contents are skipped.
    """
    faults = [*_iterate_front_matter_faults(lesson, source), *_iterate_step_faults(source)]
    if is_whole:
        faults += _iterate_content_faults(lesson, source)
    return [*faults, *_iterate_taught_faults(lesson, source)]


def _iterate_front_matter_faults(lesson: Lesson, source: Source) -> Iterator[str]:
    """Yield the faults of the front matter, including goals that the check never asks.

    Also yields a fault if the check asks a goal that does not exist.
    """
    goals = lesson.goals
    if goals is not None and not 1 <= len(goals) <= MAX_GOALS:
        yield (
            f"{source.locate_key('goal')}: there are {len(goals)} goals. A lesson can have one to "
            f"{MAX_GOALS}."
        )
    if lesson.minutes is not None and lesson.minutes > MAX_MINUTES:
        yield (
            f"{source.locate_key('minutes')}: {lesson.minutes} minutes are too long. A lesson "
            f"takes at most {MAX_MINUTES}."
        )
    if lesson.part not in (*COURSE_PARTS, None):
        yield f"{source.locate_key('part')}: part is {lesson.part}. It must be 1 or 2."
    if lesson.sources is not None and not lesson.sources:
        place = source.locate_key("sources")
        yield f"{place}: there are no sources. A lesson must name its references."
    asked = lesson.check.goals if lesson.check else ()
    if goals and asked:
        unasked = [goal for nth, goal in enumerate(goals, 1) if nth not in asked]
        if unasked:
            yield (
                f"{source.locate_key('goal')}: no question of the check asks this goal: "
                f"{' / '.join(unasked)}."
            )
        if max(asked) > len(goals):
            yield (
                f"{source.locate_key('goal')}: a question of the check asks goal {max(asked)}, "
                "which does not exist."
            )


def _iterate_step_faults(source: Source) -> Iterator[str]:
    """Yield the faults in the counts of boards, checks and labs, and in the last step.

    A step can have one board. A lesson must have exactly one check or lab.
    """
    steps = split_steps(source)
    for heading, segments in steps:
        if sum(segment.kind in MOVED_KINDS for segment in segments) > 1:
            yield (
                f"{source.place}:{heading.line}: a step has two boards. It can have only one, so "
                "that its task is in sight."
            )
    kinds = [segment.kind for segment in source.segments]
    if kinds.count("check") + kinds.count("lab") != 1:
        fault = "a lesson needs exactly one check or lab, which opens the next lesson."
        yield f"{source.locate_key()}: {fault}"
    title = ""
    line = 1
    text = ""
    if steps:
        heading, segments = steps[-1]
        title = heading.text
        line = heading.line
        text = "\n".join(segment.text for segment in segments if segment.kind == "prose")
    lines = len(re.findall(r"^[-*] ", text, re.MULTILINE))
    if title != LAST_HEADING or not 1 <= lines <= MAX_LINES or "**Next:**" not in text:
        yield (
            f"{source.place}:{line}: the last step must be called “{LAST_HEADING}”. It has a list "
            f"of at most {MAX_LINES} lines, and then a paragraph that begins with **Next:**."
        )


def _iterate_content_faults(lesson: Lesson, source: Source) -> Iterator[str]:
    """Yield a fault for each missing part: first task, block to play with, later questions.

    There must be two later questions, except in a lesson with a lab.
    """
    kinds = {block.kind for block in lesson.blocks}
    if not any(block.kind in FIRST_KINDS for block in lesson.steps[0].blocks):
        line = next((segment.line for segment in source.segments if segment.kind == "heading"), 1)
        yield (
            f"{source.place}:{line}: the first step has no {', '.join(FIRST_KINDS)}: a lesson "
            "begins with something to do."
        )
    if not set(PLAYED_KINDS) & kinds:
        yield (
            f"{source.locate_key()}: there is nothing to play with. A lesson needs one of "
            f"{', '.join(PLAYED_KINDS)}."
        )
    if len(lesson.later) < 2 and "lab" not in kinds:
        yield (
            f"{source.locate_key()}: a lesson needs at least two retrieval questions, for later "
            "lessons to ask."
        )


def _iterate_taught_faults(lesson: Lesson, source: Source) -> Iterator[str]:
    """Yield a fault for each goal or question whose `taught` names no step before the check.

    A lesson with a lab has no check. There, the steps down to the lab count.
    """
    steps = split_steps(source)
    before = list[str]()
    for heading, segments in steps:
        kinds = {segment.kind for segment in segments}
        if "check" in kinds:
            break
        before.append(heading.text)
        if "lab" in kinds:
            break
    if lesson.goals is not None and lesson.taught is not None:
        if len(lesson.taught) != len(lesson.goals):
            yield (
                f"{source.locate_key('taught')}: taught must name a step for each goal, so "
                f"{len(lesson.goals)} and not {len(lesson.taught)}."
            )
        for title in lesson.taught:
            if title not in before:
                yield f"{source.locate_key('taught')}: {_format_unknown_step(title, before)}"
    place = next(
        (segment.line for _, segments in steps for segment in segments if segment.kind == "check"),
        1,
    )
    for question, title in zip(
        lesson.check.questions if lesson.check else (),
        lesson.check.taught if lesson.check else (),
        strict=True,
    ):
        name = question.id.partition("/")[2]
        if not title:
            yield (
                f"{source.place}:{place}: question {name} of the check has no taught. It must name "
                "the step that teaches what is asked."
            )
        elif title not in before:
            fault = _format_unknown_step(title, before)
            yield f"{source.place}:{place}: question {name} of the check: {fault}"


def _format_unknown_step(title: str, known_steps: Sequence[str]) -> str:
    """Return a sentence about an unknown step, with the names of the known steps."""
    names = ", ".join(f"“{step}”" for step in known_steps)
    return f"taught is {title!r}, which is not a step before the check. The steps are {names}."


def split_steps(source: Source) -> list[tuple[Segment, list[Segment]]]:
    """Return the headings of a file, each with the segments below it.

    Segments above the first heading are left out.
    """
    steps = list[tuple[Segment, list[Segment]]]()
    for segment in source.segments:
        if segment.kind == "heading":
            steps.append((segment, []))
        elif steps:
            steps[-1][1].append(segment)
    return steps


def has_revealable_answer(part: Prose | Block) -> TypeGuard[Block]:
    """Return True if a part of a step is a question whose answer a later part may reveal.

    These are predictions, choices, numbers and sheets.
    """
    return not isinstance(part, Prose) and part.kind in ASKING_KINDS


def may_reveal_answer(part: Prose | Block) -> bool:
    """Return True if a part of a step may reveal the answer to a question above it."""
    if isinstance(part, Prose):
        return 'class="computed"' in part.html
    return part.kind in TELLING_KINDS


HEDGING_WORDS = re.compile(
    r"\b(depends|cannot (say|know|be said)|does not tell|anything from|may rise)\b", re.IGNORECASE
)
"""The words of a cautious answer, such as “cannot be said”."""
MIN_CHOICES = 40
"""The least number of choices for a check of the whole course."""
MIN_REFUTED = 8
"""The least number of choices in which a cautious option is wrong."""


def iterate_choices(lesson: Lesson) -> Iterator[Choice]:
    """Return an iterator over the choices in a lesson's steps, check and later questions."""
    in_steps = [block.question for block in lesson.blocks if isinstance(block, QuestionBlock)]
    checked = lesson.check.questions if lesson.check else ()
    asked = (*in_steps, *checked, *lesson.later)
    return (question for question in asked if isinstance(question, Choice))


def iterate_choice_faults(choices: Sequence[Choice]) -> Iterator[str]:
    """Yield a fault if the longest or a cautious option is right too often in a course.

    A cautious option must also be wrong in at least `MIN_REFUTED` choices. Fewer than `MIN_CHOICES`
    choices are not checked.
    """
    if len(choices) < MIN_CHOICES:
        return
    longest = []
    by_chance = []
    for choice in choices:
        lengths = [len(str(option.say.fill_in())) for option in choice.options]
        maximum = max(lengths)
        longest.append(lengths[choice.solution] == maximum and lengths.count(maximum) == 1)
        by_chance.append(1 / len(lengths))
    yield from _iterate_frequency_faults("longest option", sum(longest), sum(by_chance))
    right = []
    by_chance = []
    for choice in choices:
        hedges = [
            bool(HEDGING_WORDS.search(str(option.say.fill_in()))) for option in choice.options
        ]
        if any(hedges):
            right.append(hedges[choice.solution])
            by_chance.append(sum(hedges) / len(hedges))
    yield from _iterate_frequency_faults("hedge", sum(right), sum(by_chance))
    if (refuted := len(right) - sum(right)) < MIN_REFUTED:
        yield (
            f"a hedge is refuted in {refuted} choices. It should be refuted in at least "
            f"{MIN_REFUTED}."
        )


def _iterate_frequency_faults(name: str, right_count: int, chance_count: float) -> Iterator[str]:
    """Yield a fault if a kind of option is right more often than expected by chance."""
    if right_count > chance_count:
        yield (
            f"the {name} is right in {right_count} choices. By chance it would be in "
            f"{chance_count:.0f}."
        )


LocateKey = Callable[[Lesson, str], str]
"""A function that returns the file and line of a key in a lesson's front matter."""


def iterate_order_faults(lessons: Sequence[Lesson], locate_key: LocateKey) -> Iterator[str]:
    """Yield a fault for duplicate slugs or numbers, missing or circular needs, or mixed parts.

    The parts are mixed if a lesson of part 1 comes after one of part 2.
    """
    slugs = [lesson.slug for lesson in lessons]
    numbers = [lesson.number for lesson in lessons]
    for index, lesson in enumerate(lessons):
        if lesson.slug in slugs[:index]:
            yield f"{locate_key(lesson, '')}: the slug {lesson.slug!r} is used twice."
        if lesson.number in numbers[:index]:
            yield f"{locate_key(lesson, '')}: the number {lesson.number} is used twice."
        if missing := [need for need in lesson.needs if need not in slugs]:
            yield f"{locate_key(lesson, 'needs')}: it needs {missing[0]!r}, which is not a lesson."
        elif lesson in list_foundations(lesson.needs, lessons):
            yield f"{locate_key(lesson, 'needs')}: its needs form a cycle."
    for before, after in pairwise(lessons):
        if before.part > after.part:
            place = locate_key(after, "part")
            yield (
                f"{place}: a lesson of part 1 must come before those of part 2. Set "
                f"part = 2 here, or give it a number before {before.number:02}."
            )


def list_foundations(slugs: Iterable[str], lessons: Sequence[Lesson]) -> list[Lesson]:
    """Return the lessons with the given slugs and all that they build on, in course order."""
    reached = set[str]()
    ahead = list(slugs)
    while ahead:
        slug = ahead.pop()
        if slug not in reached:
            reached.add(slug)
            ahead += next((lesson.needs for lesson in lessons if lesson.slug == slug), ())
    return [lesson for lesson in lessons if lesson.slug in reached]
