"""What comes back: a missed question is asked again after a few others, then ever later."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ndcg_core.lessons.blocks.papers import Question
from ndcg_core.lessons.records import Lesson, built_on
from ndcg_core.marking.verdicts import INVALID, RIGHT

GAPS = (2, 5, 12)
"""After so many further answers a question comes back: missed, right once, right twice."""
BACK = (1, 3)
"""A lesson opens with a question of the lesson before it, and of the third one before it."""


@dataclass(frozen=True)
class Memory:
    """A question that was missed: how often it was right since, when it is due again, and how often
    it was asked, which says with which of its numbers it comes.
    """

    right: int
    due: int
    times: int = 0


Memories = Mapping[str, Memory]


def remembered(
    memories: Memories, item: str, outcome: str, answers: int, times: int = 0
) -> dict[str, Memory]:
    """The memories after a question was answered; answers: how many were, this one included; times:
    how often it had been asked before.

    >>> missed = remembered({}, "gain/later-1", "wrong", 10)
    >>> missed["gain/later-1"].due
    12
    """
    result = dict(memories)
    if outcome == INVALID or (outcome == RIGHT and item not in result):
        return result
    right = result[item].right + 1 if outcome == RIGHT else 0
    if right < len(GAPS):
        result[item] = Memory(right, answers + GAPS[right], times + 1)
    else:
        del result[item]
    return result


def due(memories: Memories, answers: int) -> list[str]:
    """The questions that are due, the longest overdue first.

    >>> due({"a": Memory(0, 9), "b": Memory(1, 3), "c": Memory(0, 11)}, 10)
    ['b', 'a']
    """
    ripe = (item for item, memory in memories.items() if memory.due <= answers)
    return sorted(ripe, key=lambda item: memories[item].due)


def find(lessons: Iterable[Lesson], item: str, times: int = 0) -> Question | None:
    """The question of an id such as "gain/later-1/1", of a check or of those asked later; asked
    so many times before, it has other numbers.
    """
    slug, _, id = item.partition("/")
    for lesson in lessons:
        if lesson.slug == slug:
            questions = (*lesson.later, *(lesson.check.questions if lesson.check else ()))
            found = next((question for question in questions if question.id == id), None)
            return with_numbers_of(found, times) if found else None
    return None


def with_numbers_of(question: Question, times: int) -> Question:
    """Return a question with the numbers that it has after it was asked so many times."""
    turns: tuple[Question, ...] = (question, *question.others)
    return turns[times % len(turns)]


def opening(lessons: tuple[Lesson, ...], lesson: Lesson) -> tuple[str, ...]:
    """The two questions a lesson opens with, from the third lesson on.

    In part 1 they belong to the lesson before it and to the third before it, or to the first where
    there is none so far back. In part 2 the questions of part 1 take turns, six lessons long; the
    second is of the lesson of part 2 that it builds on, where there is one.
    """
    first = [other for other in lessons if other.number < lesson.number]
    before = first if lesson.part == 1 else built_on(lesson.needs, lessons)
    before = [other for other in before if other.later]
    if len(before) < 2:
        return ()
    if lesson.part == 1:
        sources = [before[max(len(before) - back, 0)] for back in BACK]
        turn = lesson.number
    else:
        early = [other for other in before if other.part == 1]
        later = [other for other in before if other.part == 2]
        turn, place = divmod(2 * lesson.number, len(early))
        sources = [early[place], *later[-1:], early[(place + 1) % len(early)]][:2]
    return tuple(f"{source.slug}/{source.later[turn % len(source.later)].id}" for source in sources)


def opening_questions(
    lessons: tuple[Lesson, ...], lesson: Lesson
) -> dict[str, tuple[int, Question]]:
    """What a lesson opens with: each question by its id, and how often it was asked before: each
    lesson that asked it counts twice, as the numbers in between are for when it was missed.
    """
    before = (other for other in lessons if other.number < lesson.number)
    asked = Counter(2 * [item for other in before for item in opening(lessons, other)])
    questions = {item: find(lessons, item, asked[item]) for item in opening(lessons, lesson)}
    return {item: (asked[item], one) for item, one in questions.items() if one is not None}
