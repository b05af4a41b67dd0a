"""Missed questions are asked again on later days, further apart each time."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ndcg_core.lessons.blocks.papers import Question
from ndcg_core.lessons.course.attempts import read_count
from ndcg_core.lessons.records import Lesson, list_foundations
from ndcg_core.marking.verdicts import INVALID, RIGHT

REVIEW_GAPS = (1, 3, 7)
"""The days until a question comes back: after a miss, one right answer, two right answers."""
MAX_DAY = 2_932_896  # 31 December 9999
MAX_REVIEWS_PER_DAY = 5
"""The largest number of reviews a day, including those already answered correctly."""
OPENING_DISTANCES = (1, 3)
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


def read_day(data: Mapping[str, Any]) -> int:
    """Return the learner's day in an action or a tab's state, counted from 1970, or 0."""
    return min(read_count(data, "today"), MAX_DAY)


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
    if right < len(REVIEW_GAPS):
        result[item] = Memory(right, today + REVIEW_GAPS[right], times + 1)
    else:
        del result[item]
    return result


def list_due(memories: Memories, today: int) -> list[str]:
    """Return the questions that are due today, the longest overdue first.

    >>> list_due({"a": Memory(0, 9), "b": Memory(1, 3), "c": Memory(0, 11)}, today=10)
    ['b', 'a']
    >>> len(list_due({f"{n}": Memory(0, 9) for n in range(35)}, today=10))
    5
    """
    overdue = [item for item, memory in memories.items() if memory.due <= today]
    reviewed = sum(
        memory.right > 0 and memory.due == today + REVIEW_GAPS[memory.right]
        for memory in memories.values()
        if memory.right < len(REVIEW_GAPS)
    )
    return sorted(overdue, key=lambda item: memories[item].due)[
        : max(0, MAX_REVIEWS_PER_DAY - reviewed)
    ]


def find_question(lessons: Iterable[Lesson], item: str, times: int = 0) -> Question | None:
    """Return the question with an id such as "gain/later-1/1", with the numbers of its turn.

    times: the number of earlier turns.
    """
    slug, _, id = item.partition("/")
    for lesson in lessons:
        if lesson.slug == slug:
            in_check = lesson.check.questions if lesson.check else ()
            questions = (*lesson.later, *in_check)
            found = next((question for question in questions if question.id == id), None)
            return renumber_question(found, times) if found else None
    return None


def renumber_question(question: Question, times: int) -> Question:
    """Return a question with the numbers of its next turn."""
    turns: tuple[Question, ...] = (question, *question.others)
    return turns[times % len(turns)]


def list_opening_items(lessons: tuple[Lesson, ...], lesson: Lesson) -> tuple[str, ...]:
    """Return the two questions that open a lesson, from the third lesson on.

    In part 1 they belong to the previous lesson, and to the third lesson before or else the first.
    In part 2 the questions of part 1 take turns for six lessons. The second question belongs to the
    lesson of part 2 that this lesson builds on, if there is one.
    """
    first = [other for other in lessons if other.number < lesson.number]
    before = first if lesson.part == 1 else list_foundations(lesson.needs, lessons)
    before = [other for other in before if other.later]
    if len(before) < 2:
        return ()
    if lesson.part == 1:
        sources = [before[max(len(before) - back, 0)] for back in OPENING_DISTANCES]
        turn = lesson.number
    else:
        early = [other for other in before if other.part == 1]
        later = [other for other in before if other.part == 2]
        turn, place = divmod(2 * lesson.number, len(early))
        sources = [early[place], *later[-1:], early[(place + 1) % len(early)]][:2]
    return tuple(f"{source.slug}/{source.later[turn % len(source.later)].id}" for source in sources)


def load_opening_questions(
    lessons: tuple[Lesson, ...], lesson: Lesson
) -> dict[str, tuple[int, Question]]:
    """Return a lesson's opening questions by id, each with its number of earlier turns.

    Each earlier lesson counts as two turns, because a retry uses the numbers in between.
    """
    before = (other for other in lessons if other.number < lesson.number)
    asked = Counter(2 * [item for other in before for item in list_opening_items(lessons, other)])
    questions = {
        item: find_question(lessons, item, asked[item])
        for item in list_opening_items(lessons, lesson)
    }
    return {item: (asked[item], one) for item, one in questions.items() if one is not None}
