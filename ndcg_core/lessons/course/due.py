"""Missed questions are asked again on later days, further apart each time."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ndcg_core.lessons.blocks.papers import Question
from ndcg_core.lessons.course.attempts import whole
from ndcg_core.lessons.records import Lesson, built_on
from ndcg_core.marking.verdicts import INVALID, RIGHT

GAPS = (1, 3, 7)
"""The days until a question comes back: after a miss, one right answer, two right answers."""
LATEST_DAY = 2_932_896  # 31 December 9999
MOST_A_DAY = 5
"""The largest number of reviews a day, including those already answered correctly."""
BACK = (1, 3)
"""A lesson opens with questions from the lessons this many places before it."""


@dataclass(frozen=True)
class Memory:
    """A question that was missed.

    right    the number of right answers since
    due      the day on which it comes back, counted from 1970 by the learner's clock
    times    the number of earlier turns, which chooses the numbers of the next one
    """

    right: int
    due: int
    times: int = 0


Memories = Mapping[str, Memory]


def day_of(data: Mapping[str, Any]) -> int:
    """Return the learner's day in an action or a tab's state, counted from 1970, or 0."""
    return min(whole(data, "today"), LATEST_DAY)


def remember_answer(
    memories: Memories, item: str, outcome: str, today: int, times: int = 0
) -> dict[str, Memory]:
    """Return the memories after a question was answered.

    times: the number of earlier turns.

    >>> missed = remember_answer({}, "gain/later-1", "wrong", today=20_000)
    >>> missed["gain/later-1"].due
    20001
    """
    result = dict(memories)
    if outcome == INVALID or (outcome == RIGHT and item not in result):
        return result
    right = result[item].right + 1 if outcome == RIGHT else 0
    if right < len(GAPS):
        result[item] = Memory(right, today + GAPS[right], times + 1)
    else:
        del result[item]
    return result


def due(memories: Memories, today: int) -> list[str]:
    """Return the questions that are due today, the longest overdue first.

    >>> due({"a": Memory(0, 9), "b": Memory(1, 3), "c": Memory(0, 11)}, today=10)
    ['b', 'a']
    >>> len(due({f"{n}": Memory(0, 9) for n in range(35)}, today=10))
    5
    """
    overdue = [item for item, memory in memories.items() if memory.due <= today]
    reviewed = sum(
        memory.right > 0 and memory.due == today + GAPS[memory.right]
        for memory in memories.values()
        if memory.right < len(GAPS)
    )
    return sorted(overdue, key=lambda item: memories[item].due)[: max(0, MOST_A_DAY - reviewed)]


def find(lessons: Iterable[Lesson], item: str, times: int = 0) -> Question | None:
    """Return the question with an id such as "gain/later-1/1", with the numbers of its turn.

    times: the number of earlier turns.
    """
    slug, _, id = item.partition("/")
    for lesson in lessons:
        if lesson.slug == slug:
            in_check = lesson.check.questions if lesson.check else ()
            questions = (*lesson.later, *in_check)
            found = next((question for question in questions if question.id == id), None)
            return with_numbers_of(found, times) if found else None
    return None


def with_numbers_of(question: Question, times: int) -> Question:
    """Return a question with the numbers of its next turn."""
    turns: tuple[Question, ...] = (question, *question.others)
    return turns[times % len(turns)]


def opening(lessons: tuple[Lesson, ...], lesson: Lesson) -> tuple[str, ...]:
    """Return the two questions that open a lesson, from the third lesson on.

    In part 1 they belong to the previous lesson, and to the third lesson before or else the first.
    In part 2 the questions of part 1 take turns for six lessons. The second question belongs to the
    lesson of part 2 that this lesson builds on, if there is one.
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
    """Return the questions that open a lesson by id, each with its number of earlier turns.

    Each earlier lesson counts as two turns, because a retry uses the numbers in between.
    """
    before = (other for other in lessons if other.number < lesson.number)
    asked = Counter(2 * [item for other in before for item in opening(lessons, other)])
    questions = {item: find(lessons, item, asked[item]) for item in opening(lessons, lesson)}
    return {item: (asked[item], one) for item, one in questions.items() if one is not None}
