"""A lesson, the rules for lessons and the course, and their violations."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeGuard

from ndcg_core.lessons.blocks.kinds import GATING_KINDS, Block, Board, LessonCheck, QuestionBlock
from ndcg_core.lessons.blocks.papers import Question
from ndcg_core.lessons.blocks.questions import Choice
from ndcg_core.lessons.parser import Piece, Source
from ndcg_core.lessons.prose import Prose
from ndcg_core.lessons.references import Reference
from ndcg_core.misconceptions.misconception import Concept


@dataclass(frozen=True)
class Step:
    """One idea: a heading, and prose and live parts in their order.

    terms  the names of the glossary terms that it links to
    """

    title: str
    parts: tuple[Prose | Block, ...]
    terms: frozenset[str] = frozenset()

    @property
    def blocks(self) -> tuple[Block, ...]:
        return tuple(part for part in self.parts if not isinstance(part, Prose))

    @property
    def gates(self) -> tuple[Block, ...]:
        """Return the live parts that must be done before the next step opens."""
        return tuple(
            block
            for block in self.blocks
            if block.kind in GATING_KINDS or (isinstance(block, Board) and block.aim)
        )


@dataclass(frozen=True)
class Lesson:
    """One lesson.

    goals         the learner's new abilities, one to three
    taught        for each goal, the title of the step that teaches it
    out_of_scope  topics of other lessons
    needs         the slugs of the lessons it builds on
    sources       the names of its references in sources.toml
    references    these references
    teaches       the concepts that it introduces; mistakes about later concepts are not named
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
        """Return the learner's new ability in one sentence."""
        *first, last = self.goals
        return f"{', '.join(first)}, and {last}" if first else last

    @property
    def blocks(self) -> Iterator[Block]:
        return (block for step in self.steps for block in step.blocks)

    @property
    def check(self) -> LessonCheck | None:
        """Return the gate, if the lesson has one."""
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


def check_lesson(lesson: Lesson, source: Source, is_whole: bool = True) -> list[str]:
    """List the rules that a lesson breaks, with file and line.

    A rule about an unreadable part is skipped, because that part already has a fault.

    is_whole: True if everything could be read.
    """
    faults = [*_check_front(lesson, source), *_check_steps(source)]
    if is_whole:
        faults += _check_contents(lesson, source)
    return [*faults, *_check_taught(lesson, source)]


def _check_front(lesson: Lesson, source: Source) -> Iterator[str]:
    goals = lesson.goals
    if goals is not None and not 1 <= len(goals) <= MAX_GOALS:
        yield (
            f"{source.locate_key('goal')}: there are {len(goals)} goals. A lesson can have one to "
            f"{MAX_GOALS}."
        )
    if lesson.minutes is not None and lesson.minutes > MAX_MINUTES:
        yield (
            f"{source.locate_key('minutes')}: {lesson.minutes} minutes are too long. A lesson "
            "takes at "
            f"most {MAX_MINUTES}."
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
                "which is "
                "not there."
            )


def _check_steps(source: Source) -> Iterator[str]:
    """Check the headings of a lesson and the kinds of the blocks below them."""
    steps = split_steps(source)
    for heading, pieces in steps:
        if sum(piece.kind in MOVED_KINDS for piece in pieces) > 1:
            yield (
                f"{source.place}:{heading.line}: a step has two boards. It can have only one, so "
                "that its "
                "task is in sight."
            )
    kinds = [piece.kind for piece in source.pieces]
    if kinds.count("check") + kinds.count("lab") != 1:
        fault = "a lesson needs exactly one check or lab, which opens the next lesson."
        yield f"{source.locate_key()}: {fault}"
    title = ""
    line = 1
    text = ""
    if steps:
        heading, pieces = steps[-1]
        title = heading.text
        line = heading.line
        text = "\n".join(piece.text for piece in pieces if piece.kind == "prose")
    lines = len(re.findall(r"^[-*] ", text, re.MULTILINE))
    if title != LAST_HEADING or not 1 <= lines <= MAX_LINES or "**Next:**" not in text:
        yield (
            f"{source.place}:{line}: the last step must be called “{LAST_HEADING}”. It has a list "
            "of at "
            "most "
            f"{MAX_LINES} lines, and then a paragraph that begins with **Next:**."
        )


def _check_contents(lesson: Lesson, source: Source) -> Iterator[str]:
    """Check that there is something to do first, to play with, and to ask later."""
    kinds = {block.kind for block in lesson.blocks}
    if not any(block.kind in FIRST_KINDS for block in lesson.steps[0].blocks):
        line = next((piece.line for piece in source.pieces if piece.kind == "heading"), 1)
        yield (
            f"{source.place}:{line}: the first step has no {', '.join(FIRST_KINDS)}: a lesson "
            "begins "
            "with something to do."
        )
    if not set(PLAYED_KINDS) & kinds:
        yield (
            f"{source.locate_key()}: there is nothing to play with. A lesson needs one of "
            f"{', '.join(PLAYED_KINDS)}."
        )
    if len(lesson.later) < 2 and "lab" not in kinds:
        yield (
            f"{source.locate_key()}: a lesson needs at least two retrieval questions, for later "
            "lessons to "
            "ask."
        )


def _check_taught(lesson: Lesson, source: Source) -> Iterator[str]:
    """Check that each goal and each question of the check name a step that comes before it."""
    steps = split_steps(source)
    before = list[str]()
    for heading, pieces in steps:
        kinds = {piece.kind for piece in pieces}
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
                yield f"{source.locate_key('taught')}: {_say_unknown_step(title, before)}"
    place = next(
        (piece.line for _, pieces in steps for piece in pieces if piece.kind == "check"), 1
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
            fault = _say_unknown_step(title, before)
            yield f"{source.place}:{place}: question {name} of the check: {fault}"


def _say_unknown_step(title: str, before: Sequence[str]) -> str:
    names = ", ".join(f"“{one}”" for one in before)
    return f"taught is {title!r}, which is not a step before the check. The steps are {names}."


def split_steps(source: Source) -> list[tuple[Piece, list[Piece]]]:
    """Return the headings of a file, each with the pieces below it."""
    steps = list[tuple[Piece, list[Piece]]]()
    for piece in source.pieces:
        if piece.kind == "heading":
            steps.append((piece, []))
        elif steps:
            steps[-1][1].append(piece)
    return steps


def is_question(part: Prose | Block) -> TypeGuard[Block]:
    return not isinstance(part, Prose) and part.kind in ASKING_KINDS


def reveals_answer(part: Prose | Block) -> bool:
    """Return True if a part may reveal the answer to a question above it."""
    if isinstance(part, Prose):
        return 'class="computed"' in part.html
    return part.kind in TELLING_KINDS


HEDGING_WORDS = re.compile(
    r"\b(depends|cannot (say|know|be said)|does not tell|anything from|may rise)\b", re.IGNORECASE
)
"""The words of a cautious answer."""
MIN_CHOICES = 40
MIN_REFUTED = 8
"""The number of choices from which a course is checked as a whole, and the least number of wrong
cautious answers."""


def list_choices(lesson: Lesson) -> Iterator[Choice]:
    """Yield the choices of a lesson in its steps, its check and later lessons."""
    in_steps = [block.question for block in lesson.blocks if isinstance(block, QuestionBlock)]
    checked = lesson.check.questions if lesson.check else ()
    asked = (*in_steps, *checked, *lesson.later)
    return (question for question in asked if isinstance(question, Choice))


def check_choices(choices: Sequence[Choice]) -> Iterator[str]:
    """Yield faults if the longest option or a cautious option is right too often."""
    if len(choices) < MIN_CHOICES:
        return
    longest = []
    by_chance = []
    for choice in choices:
        lengths = [len(str(option.say.fill_in())) for option in choice.options]
        most = max(lengths)
        longest.append(lengths[choice.solution] == most and lengths.count(most) == 1)
        by_chance.append(1 / len(lengths))
    yield from _report_frequent("longest option", sum(longest), sum(by_chance))
    right = []
    by_chance = []
    for choice in choices:
        hedges = [
            bool(HEDGING_WORDS.search(str(option.say.fill_in()))) for option in choice.options
        ]
        if any(hedges):
            right.append(hedges[choice.solution])
            by_chance.append(sum(hedges) / len(hedges))
    yield from _report_frequent("hedge", sum(right), sum(by_chance))
    if (refuted := len(right) - sum(right)) < MIN_REFUTED:
        yield (
            f"a hedge is refuted in {refuted} choices. It should be refuted in at least "
            f"{MIN_REFUTED}."
        )


def _report_frequent(name: str, right: int, by_chance: float) -> Iterator[str]:
    if right > by_chance:
        yield f"the {name} is right in {right} choices. By chance it would be in {by_chance:.0f}."


LocateKey = Callable[[Lesson, str], str]
"""Returns the file and line of a key in a lesson's front matter."""


def check_order(lessons: Sequence[Lesson], at: LocateKey) -> Iterator[str]:
    """List duplicate slugs and numbers, missing or circular needs, and mixed-up parts."""
    slugs = [lesson.slug for lesson in lessons]
    numbers = [lesson.number for lesson in lessons]
    for place, lesson in enumerate(lessons):
        if lesson.slug in slugs[:place]:
            yield f"{at(lesson, '')}: the slug {lesson.slug!r} is used twice."
        if lesson.number in numbers[:place]:
            yield f"{at(lesson, '')}: the number {lesson.number} is used twice."
        if missing := [need for need in lesson.needs if need not in slugs]:
            yield f"{at(lesson, 'needs')}: it needs {missing[0]!r}, which is not a lesson."
        elif lesson in list_foundations(lesson.needs, lessons):
            yield f"{at(lesson, 'needs')}: its needs form a circle."
    for before, after in pairwise(lessons):
        if before.part > after.part:
            yield (
                f"{at(after, 'part')}: a lesson of part 1 must come before those of part 2. Set "
                f"part = 2 here, or give it a number before {before.number:02}."
            )


def list_foundations(slugs: Iterable[str], lessons: Sequence[Lesson]) -> list[Lesson]:
    """Return the lessons with these slugs and all lessons that they build on, in course order."""
    reached = set[str]()
    ahead = list(slugs)
    while ahead:
        slug = ahead.pop()
        if slug not in reached:
            reached.add(slug)
            ahead += next((lesson.needs for lesson in lessons if lesson.slug == slug), ())
    return [lesson for lesson in lessons if lesson.slug in reached]
