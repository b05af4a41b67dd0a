"""The schedule of missed questions, which are repeated on later days."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ndcg_core.lessons.blocks.sheet_questions import Question
from ndcg_core.lessons.course.attempts import read_count
from ndcg_core.lessons.records import Lesson, list_foundations
from ndcg_core.marking.verdicts import INVALID, RIGHT

REVIEW_INTERVALS = (1, 3, 7)
"""The days until a question is repeated: after a miss, one right answer, two right answers."""
MAX_DAY = 2_932_896  # 31 December 9999
MAX_REVIEWS_PER_DAY = 5
"""The largest number of reviews a day, including those already answered correctly."""
OPENING_DISTANCES = (1, 3)
"""The distances, in lessons, to the earlier lessons whose questions open a lesson."""


@dataclass(frozen=True)
class Memory:
    """The schedule of a missed question: right answers since the miss, due day and turns.

    right    the number of right answers since the last miss
    due      the day of the next repetition, counted from 1970 by the learner's clock
    times    the number of earlier turns, which chooses the form of the next turn
    """

    right: int
    due: int
    times: int = 0


Memories = Mapping[str, Memory]


def read_day(data: Mapping[str, Any]) -> int:
    """Return the learner's current day from an action or a tab's state, or 0 if it has none.

    The day is a number of days since 1970, limited to `MAX_DAY`.
    """
    return min(read_count(data, "today"), MAX_DAY)


def remember_answer(
    memories: Memories, item: str, outcome: str, today: int, earlier_turns: int = 0
) -> dict[str, Memory]:
    """Return the schedules of missed questions by id, after an answer to a question.

    A missed question is added, or starts again. After three right answers, the question is removed.
    An "invalid" answer changes nothing, nor does a right answer to a question that was not missed.

    item: the id of the question, with the lesson's slug before a slash.

    >>> missed = remember_answer({}, "gain/later-1", "wrong", today=20_000)
    >>> missed["gain/later-1"].due
    20001
    """
    result = dict(memories)
    if outcome == INVALID or (outcome == RIGHT and item not in result):
        return result
    right = result[item].right + 1 if outcome == RIGHT else 0
    if right < len(REVIEW_INTERVALS):
        result[item] = Memory(right, today + REVIEW_INTERVALS[right], earlier_turns + 1)
    else:
        del result[item]
    return result


def list_due_question_ids(memories: Memories, today: int) -> list[str]:
    """Return the ids of the questions to repeat today, the longest overdue first.

    The limit is `MAX_REVIEWS_PER_DAY`, minus the questions answered correctly today that
    have a further review.

    >>> list_due_question_ids({"a": Memory(0, 9), "b": Memory(1, 3), "c": Memory(0, 11)}, today=10)
    ['b', 'a']
    >>> len(list_due_question_ids({f"{n}": Memory(0, 9) for n in range(35)}, today=10))
    5
    """
    overdue = [item for item, memory in memories.items() if memory.due <= today]
    reviewed = sum(
        memory.right > 0 and memory.due == today + REVIEW_INTERVALS[memory.right]
        for memory in memories.values()
        if memory.right < len(REVIEW_INTERVALS)
    )
    return sorted(overdue, key=lambda item: memories[item].due)[
        : max(0, MAX_REVIEWS_PER_DAY - reviewed)
    ]


def find_question(lessons: Iterable[Lesson], item: str, earlier_turns: int = 0) -> Question | None:
    """Return the question with an id such as "gain/later-1/1", in its next form, or None."""
    slug, _, id = item.partition("/")
    for lesson in lessons:
        if lesson.slug == slug:
            in_check = lesson.check.questions if lesson.check else ()
            questions = (*lesson.later, *in_check)
            found = next((question for question in questions if question.id == id), None)
            return choose_form(found, earlier_turns) if found else None
    return None


def choose_form(question: Question, earlier_turns: int) -> Question:
    """Return the form of a question for its next turn. The forms repeat in a cycle."""
    turns: tuple[Question, ...] = (question, *question.others)
    return turns[earlier_turns % len(turns)]


def list_opening_question_ids(lessons: tuple[Lesson, ...], lesson: Lesson) -> tuple[str, ...]:
    """Return the ids of a lesson's two opening questions, or () if fewer are available.

    In part 1, the questions are from the previous lesson and from the third lesson before, or else
    the first lesson. In part 2, the first question is from the lessons of part 1 in turn, and the
    second from the last lesson of part 2 that this lesson builds on, or else from part 1.
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
        turn, index = divmod(2 * lesson.number, len(early))
        sources = [early[index], *later[-1:], early[(index + 1) % len(early)]][:2]
    return tuple(f"{source.slug}/{source.later[turn % len(source.later)].id}" for source in sources)


def find_opening_questions(
    lessons: tuple[Lesson, ...], lesson: Lesson
) -> dict[str, tuple[int, Question]]:
    """Return a lesson's opening questions by id, each after its number of earlier turns.

    Each earlier lesson that opens with a question counts as two of its turns, because a retry uses
    the numbers in between.
    """
    before = (other for other in lessons if other.number < lesson.number)
    asked = Counter(
        2 * [item for other in before for item in list_opening_question_ids(lessons, other)]
    )
    questions = {
        item: find_question(lessons, item, asked[item])
        for item in list_opening_question_ids(lessons, lesson)
    }
    return {
        item: (asked[item], question)
        for item, question in questions.items()
        if question is not None
    }
