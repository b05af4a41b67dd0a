"""A learner's way through the course: the stored record, and its changes by actions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from typing import Any, Literal

from ndcg_core.lessons.course.attempts import read_count
from ndcg_core.lessons.course.due import Memory, remember_answer
from ndcg_core.lessons.records import Lesson
from ndcg_core.marking.verdicts import INVALID, RIGHT
from ndcg_core.plain_data import copy_plain

RIGHT_ANSWERS_NEEDED = 2
"""The least number of right answers that passes a gate."""


@dataclass(frozen=True)
class Gate:
    """A learner's position at a gate.

    queue    the indices of the questions, the current one first
    right    the goals answered right without a hint; a miss removes its goal
    tries    the number of answers, which identifies the current attempt
    state    "open" or "passed"
    asked    the number of answers to each question; the next time it has other numbers
    """

    queue: tuple[int, ...] = ()
    right: tuple[int, ...] = ()
    tries: int = 0
    state: Literal["open", "passed"] = "open"
    asked: tuple[int, ...] = ()

    @classmethod
    def open_with(cls, count: int) -> "Gate":
        return cls(tuple(range(count)), asked=(0,) * count)

    @property
    def at(self) -> int:
        return self.queue[0]

    @property
    def times(self) -> int:
        """Count the earlier answers to the current question."""
        return self.asked[self.at] if self.asked else 0

    def has_questions(self, count: int) -> bool:
        """Return True if the gate still has `count` questions. An edited lesson may have another
        number.
        """
        return sorted(self.queue) == list(range(count)) and len(self.asked) in (0, count)


def record_answer(gate: Gate, goals: Sequence[int], outcome: str, hints: int = 0) -> Gate:
    """Return the gate after an answer. An "invalid" answer changes nothing.

    goals: the goal of each question. A right answer counts for the goal only without a hint, and a
    miss resets the goal. The question then goes to the end of the queue. A goal that is not reached
    yet is asked next, but never the same question twice in a row.

    >>> gate = record_answer(Gate.open_with(3), (1, 1, 2), "right")
    >>> gate.right, gate.queue, record_answer(gate, (1, 1, 2), "right").state
    ((1,), (2, 1, 0), 'passed')
    >>> record_answer(gate, (1, 1, 2), "wrong").queue
    (1, 2, 0)
    """
    if outcome == INVALID or gate.state == "passed":
        return gate
    goal = goals[gate.at]
    right = gate.right
    if outcome != RIGHT:
        right = tuple(other for other in right if other != goal)
    elif not hints:
        right = (*right, goal)
    queue = sorted((*gate.queue[1:], gate.at), key=lambda place: goals[place] in right)
    if queue[0] == gate.at and len(queue) > 1:
        queue[:2] = queue[1], queue[0]
    passed = len(right) >= RIGHT_ANSWERS_NEEDED and set(goals) <= set(right)
    asked = tuple(
        times + (place == gate.at) for place, times in enumerate(gate.asked or (0,) * len(queue))
    )
    return Gate(tuple(queue), right, gate.tries + 1, "passed" if passed else "open", asked)


RECORD_VERSION = 1
MAX_LESSONS = 100
MAX_MEMORIES = 1_000
MAX_RIGHT = 20
"""Limits when a stored course is restored: lessons, missed questions, right answers."""


@dataclass(frozen=True)
class Record:
    """One lesson: the last open step, its answers, its gate and its state."""

    reached: int = 1
    answers: Mapping[str, Any] = field(default_factory=dict, hash=False)
    gate: Gate = field(default_factory=Gate)
    state: Literal["open", "done"] = "open"


@dataclass(frozen=True)
class Course:
    """All lessons of one learner.

    lessons    the records by slug
    memories   the questions that come back
    answers    the number of answered questions
    last       the slug of the last lesson
    pages      the answers on pages outside the lessons, by page
    """

    lessons: Mapping[str, Record] = field(default_factory=dict, hash=False)
    memories: Mapping[str, Memory] = field(default_factory=dict, hash=False)
    answers: int = 0
    last: str = ""
    pages: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def find_record(self, lesson: Lesson) -> Record:
        """Return the record of a lesson, with a gate that fits its present questions."""
        record = self.lessons.get(lesson.slug, Record())
        count = len(lesson.check.questions) if lesson.check else 0
        if not record.gate.has_questions(count):
            record = replace(record, gate=replace(Gate.open_with(count), state=record.gate.state))
        return record

    def with_record(self, lesson: Lesson, record: Record) -> "Course":
        return replace(self, lessons={**self.lessons, lesson.slug: record}, last=lesson.slug)


def find_state(course: Course, lessons: Sequence[Lesson], lesson: Lesson) -> str:
    """Return "done", "open" or "locked" for a lesson. See `list_unmet_needs`."""
    if course.find_record(lesson).state == "done":
        return "done"
    return "locked" if list_unmet_needs(course, lessons, lesson) else "open"


def list_unmet_needs(course: Course, lessons: Sequence[Lesson], lesson: Lesson) -> list[Lesson]:
    """Return the lessons that must be done before this one opens.

    In part 1 this is the previous lesson. In part 2, these are the lessons that the lesson needs.
    """
    if lesson.part == 1:
        before = [other for other in lessons if other.number < lesson.number][-1:]
    else:
        before = [other for other in lessons if other.slug in lesson.needs]
    return [other for other in before if course.find_record(other).state != "done"]


def find_next_lesson(course: Course, lessons: Sequence[Lesson]) -> Lesson:
    """Return the lesson to continue with: the last one until it is done, then the first open."""
    states = {lesson.slug: find_state(course, lessons, lesson) for lesson in lessons}
    last = next((lesson for lesson in lessons if lesson.slug == course.last), None)
    if last and states[last.slug] != "done":
        return last
    return next((lesson for lesson in lessons if states[lesson.slug] == "open"), lessons[-1])


# --- What a learner does ---------------------------------------------------------------------


def open_step(course: Course, lesson: Lesson, step: int) -> Course:
    """Open a step. Earlier steps stay open."""
    record = course.find_record(lesson)
    return course.with_record(lesson, replace(record, reached=max(record.reached, step)))


def answer_block(course: Course, lesson: Lesson, name: str, given: Any) -> Course:
    record = course.find_record(lesson)
    return course.with_record(lesson, replace(record, answers={**record.answers, name: given}))


def pass_gate(
    course: Course, lesson: Lesson, outcome: str, hints: int = 0, today: int = 0
) -> Course:
    """Answer the gate's question. A passed gate finishes the lesson."""
    record = course.find_record(lesson)
    assert lesson.check is not None
    question = lesson.check.questions[record.gate.at]
    gate = record_answer(record.gate, lesson.check.goals, outcome, hints)
    state = "done" if gate.state == "passed" else record.state
    item = f"{lesson.slug}/{question.id}"
    counted = count_answer(course, item, outcome, record.gate.times, today)
    return counted.with_record(lesson, replace(record, gate=gate, state=state))


def finish_lesson(course: Course, lesson: Lesson) -> Course:
    """Mark a lesson without a check as done."""
    return course.with_record(lesson, replace(course.find_record(lesson), state="done"))


def count_answer(course: Course, item: str, outcome: str, times: int = 0, today: int = 0) -> Course:
    """Count an answer. A missed question comes back on a later day.

    times: the number of earlier turns of the question.
    today: the learner's day, counted from 1970.
    """
    if outcome == INVALID:
        return course
    memories = remember_answer(course.memories, item, outcome, today, times)
    return replace(course, answers=course.answers + 1, memories=memories)


def reset_lesson(course: Course, slug: str) -> Course:
    """Reset one lesson and forget its missed questions."""
    lessons = {other: record for other, record in course.lessons.items() if other != slug}
    memories = {
        item: memory for item, memory in course.memories.items() if item.partition("/")[0] != slug
    }
    return replace(course, lessons=lessons, memories=memories)


# --- What the browser keeps ------------------------------------------------------------------


def pack_course(course: Course) -> dict[str, Any]:
    packed = {"version": RECORD_VERSION, **asdict(course)}
    for record in packed["lessons"].values():
        gate = record["gate"]
        # The name "asked" was taken when the number of tries was all that a gate counted.
        asked = gate.pop("asked")
        gate["asked"] = gate.pop("tries")
        if any(asked):
            gate["times"] = asked
    return packed


def unpack_course(data: object) -> Course:
    """Restore a course from a browser or a file, without values of a wrong type.

    >>> unpack_course(pack_course(Course(answers=3))).answers, unpack_course("nonsense") == Course()
    (3, True)
    """
    try:
        data = copy_plain(data)
    except ValueError:
        return Course()
    if not isinstance(data, Mapping):
        return Course()
    lessons = {
        slug: _unpack_record(entry) for slug, entry in _read_first(MAX_LESSONS, data, "lessons")
    }
    memories = {
        item: Memory(*(read_count(entry, name) for name in ("right", "due", "times")))
        for item, entry in _read_first(MAX_MEMORIES, data, "memories")
        if isinstance(entry, Mapping)
    }
    last = data["last"] if isinstance(data.get("last"), str) else ""
    return Course(
        lessons, memories, read_count(data, "answers"), last, _read_mapping(data, "pages")
    )


def _unpack_record(data: object) -> Record:
    if not isinstance(data, Mapping):
        return Record()
    reached = max(1, read_count(data, "reached"))
    answers = dict(_read_mapping(data, "answers"))
    done = data.get("state") == "done"
    kept = _read_mapping(data, "gate")
    gate = Gate(
        _read_places(kept, "queue"),
        _read_places(kept, "right")[:MAX_RIGHT],
        read_count(kept, "asked"),
        "passed" if kept.get("state") == "passed" else "open",
        _read_places(kept, "times"),
    )
    return Record(reached, answers, gate, "done" if done else "open")


def _read_places(data: Mapping[str, Any], key: str) -> tuple[int, ...]:
    numbers = data.get(key, ())
    good = isinstance(numbers, (list, tuple)) and all(type(one) is int for one in numbers)
    return tuple(numbers) if good else ()


def _read_mapping(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = data.get(key)
    return value if isinstance(value, Mapping) else {}


def _read_first(most: int, data: Mapping[str, Any], key: str) -> Iterator[tuple[str, Any]]:
    return islice(_read_mapping(data, key).items(), most)
