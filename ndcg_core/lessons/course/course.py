"""A learner's way through the course: the stored progress, and its changes by actions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from typing import Any, Literal

from ndcg_core.lessons.course.attempts import read_count
from ndcg_core.lessons.course.due import Memory, read_day, remember_answer
from ndcg_core.lessons.records import Lesson
from ndcg_core.marking.verdicts import INVALID, RIGHT
from ndcg_core.plain_data import copy_plain_data

RIGHT_ANSWERS_NEEDED = 2
"""The least number of right answers that passes a gate."""


@dataclass(frozen=True)
class Gate:
    """A gate: a learner's progress through the questions of a lesson's check.

    queue    the indices of the questions, the current question first
    right    the goals answered right without a hint; a miss removes its goal
    tries    the number of answers, which identifies the current attempt
    state    "open" or "passed"
    asked    the number of answers to each question, which chooses the form of a repeated question
    known    the numbers (see `find_form_number`) of the forms whose answers the learner knows on
             `day`, after a miss or a right answer that counted
    day      the day of `known`, counted from 1970 by the learner's clock
    """

    queue: tuple[int, ...] = ()
    right: tuple[int, ...] = ()
    tries: int = 0
    state: Literal["open", "passed"] = "open"
    asked: tuple[int, ...] = ()
    known: tuple[int, ...] = ()
    day: int = 0

    @classmethod
    def start_with(cls, count: int) -> "Gate":
        """Return a gate with `count` questions and no answers."""
        return cls(tuple(range(count)), asked=(0,) * count)

    @property
    def current_index(self) -> int:
        """The index of the current question. Raises IndexError if there are no questions."""
        return self.queue[0]

    @property
    def earlier_answer_count(self) -> int:
        """The number of earlier answers to the current question."""
        return self.count_answers(self.current_index)

    def count_answers(self, index: int) -> int:
        """Return the number of earlier answers to a question."""
        return self.asked[index] if self.asked else 0

    def find_form_number(self, index: int, form_counts: Sequence[int]) -> int:
        """Return a number that identifies a question's next form among those of all questions.

        >>> gate = Gate((0, 1), asked=(0, 3))
        >>> gate.find_form_number(0, (2, 2)), gate.find_form_number(1, (2, 2))
        (0, 3)
        """
        return self.count_answers(index) % form_counts[index] * len(self.queue) + index

    def is_answer_known(self, index: int, form_counts: Sequence[int]) -> bool:
        """Return True if the learner already knows the answer to a question's next form."""
        return self.find_form_number(index, form_counts) in self.known

    def fits_question_count(self, count: int) -> bool:
        """Return True if the gate's stored data fits a check of `count` questions.

        An edited lesson can have another number of questions than a stored gate.
        """
        return sorted(self.queue) == list(range(count)) and len(self.asked) in (0, count)


def start_day(gate: Gate, today: int) -> Gate:
    """Return the gate for today, without known answers if a new day has begun.

    On a new day, every form of a question counts again.

    >>> start_day(Gate(known=(2,), day=7), 7).known, start_day(Gate(known=(2,), day=7), 8).known
    ((2,), ())
    """
    return replace(gate, known=(), day=today) if today > gate.day else gate


def record_answer(
    gate: Gate,
    goals: Sequence[int],
    outcome: str,
    hint_count: int = 0,
    form_counts: Sequence[int] = (),
) -> Gate:
    """Return the gate after an answer to the current question.

    An "invalid" answer changes nothing, nor does an answer at a passed gate. A right answer counts
    for the question's goal only without a hint, and only if the learner did not know the answer to
    this form of the question from an earlier turn on the same day. A miss resets the goal. The
    question goes to the end of the queue. Questions about unreached goals move to the front, and
    among these the questions that can count. But the same question is never asked twice in a row.

    goals: the goal of each question.

    hint_count: the number of hints that the learner opened before the answer.

    form_counts: the number of forms of each question, or () if no form is ever repeated.

    >>> gate = record_answer(Gate.start_with(3), (1, 1, 2), "right")
    >>> gate.right, gate.queue, record_answer(gate, (1, 1, 2), "right").state
    ((1,), (2, 1, 0), 'passed')
    >>> record_answer(gate, (1, 1, 2), "wrong").queue
    (1, 2, 0)
    """
    if outcome == INVALID or gate.state == "passed":
        return gate
    answered = gate.current_index
    goal = goals[answered]
    right = gate.right
    known = gate.known
    if form_counts and not (outcome == RIGHT and hint_count):
        known = tuple(dict.fromkeys((*known, gate.find_form_number(answered, form_counts))))
    if outcome != RIGHT:
        right = tuple(other for other in right if other != goal)
    elif not hint_count and not (form_counts and gate.is_answer_known(answered, form_counts)):
        right = (*right, goal)
    asked = tuple(
        count + (index == answered)
        for index, count in enumerate(gate.asked or (0,) * len(gate.queue))
    )
    after = replace(gate, right=right, tries=gate.tries + 1, asked=asked, known=known)

    def rank_question(index: int) -> tuple[bool, bool]:
        is_known = bool(form_counts) and after.is_answer_known(index, form_counts)
        return goals[index] in right, is_known

    queue = sorted((*gate.queue[1:], answered), key=rank_question)
    if queue[0] == answered and len(queue) > 1:
        queue[:2] = queue[1], queue[0]
    passed = len(right) >= RIGHT_ANSWERS_NEEDED and set(goals) <= set(right)
    return replace(after, queue=tuple(queue), state="passed" if passed else "open")


RECORD_VERSION = 1
MAX_LESSONS = 100
"""The largest number of lessons that are restored from stored data."""
MAX_MEMORIES = 1_000
"""The largest number of missed questions that are restored."""
MAX_KNOWN_FORMS = 100
"""The largest number of forms with a known answer that are restored for each gate."""
MAX_RIGHT = 20
"""The largest number of right answers that are restored for each gate."""


@dataclass(frozen=True)
class Record:
    """The record of one lesson: the open steps, the answers, the gate and the state.

    reached  the number of the last open step
    answers  the answer to each block, by the block's name
    """

    reached: int = 1
    answers: Mapping[str, Any] = field(default_factory=dict, hash=False)
    gate: Gate = field(default_factory=Gate)
    state: Literal["open", "done"] = "open"


@dataclass(frozen=True)
class Course:
    """The course of one learner: the progress in all lessons, and the missed questions.

    lessons    the records by slug
    memories   the missed questions by id, which are repeated on later days
    answers    the number of answered questions
    last       the slug of the lesson that was opened last
    pages      the answers on pages outside the lessons, by page
    """

    lessons: Mapping[str, Record] = field(default_factory=dict, hash=False)
    memories: Mapping[str, Memory] = field(default_factory=dict, hash=False)
    answers: int = 0
    last: str = ""
    pages: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def find_record(self, lesson: Lesson) -> Record:
        """Return the record of a lesson, or a new record for a lesson that was never opened.

        If the lesson now has another number of questions, the stored gate is replaced by a new gate
        in the same state.
        """
        record = self.lessons.get(lesson.slug, Record())
        count = len(lesson.check.questions) if lesson.check else 0
        if not record.gate.fits_question_count(count):
            record = replace(record, gate=replace(Gate.start_with(count), state=record.gate.state))
        return record

    def with_record(self, lesson: Lesson, record: Record) -> "Course":
        """Return the course with another record of a lesson. The lesson becomes `last`."""
        return replace(self, lessons={**self.lessons, lesson.slug: record}, last=lesson.slug)


def find_lesson_state(course: Course, lessons: Sequence[Lesson], lesson: Lesson) -> str:
    """Return "done" for a finished lesson, else "locked" if it has unmet needs, else "open"."""
    if course.find_record(lesson).state == "done":
        return "done"
    return "locked" if list_unmet_needs(course, lessons, lesson) else "open"


def list_unmet_needs(course: Course, lessons: Sequence[Lesson], lesson: Lesson) -> list[Lesson]:
    """Return the unfinished lessons that must be done before a lesson opens.

    A lesson of part 1 needs the previous lesson. A lesson of part 2 needs the lessons in `needs`.
    """
    if lesson.part == 1:
        before = [other for other in lessons if other.number < lesson.number][-1:]
    else:
        before = [other for other in lessons if other.slug in lesson.needs]
    return [other for other in before if course.find_record(other).state != "done"]


def find_next_lesson(course: Course, lessons: Sequence[Lesson]) -> Lesson:
    """Return the last opened lesson unless it is done, otherwise the first open lesson.

    Returns the last lesson of the course if no lesson is open.
    """
    states = {lesson.slug: find_lesson_state(course, lessons, lesson) for lesson in lessons}
    last = next((lesson for lesson in lessons if lesson.slug == course.last), None)
    if last and states[last.slug] != "done":
        return last
    return next((lesson for lesson in lessons if states[lesson.slug] == "open"), lessons[-1])


# --- Actions of a learner ---------------------------------------------------------------------


def open_step(course: Course, lesson: Lesson, step: int) -> Course:
    """Return the course with a lesson open at least up to a step."""
    record = course.find_record(lesson)
    return course.with_record(lesson, replace(record, reached=max(record.reached, step)))


def store_block_answer(course: Course, lesson: Lesson, name: str, answer: Any) -> Course:
    """Return the course with the answer to a block of a lesson."""
    record = course.find_record(lesson)
    return course.with_record(lesson, replace(record, answers={**record.answers, name: answer}))


def record_gate_answer(
    course: Course, lesson: Lesson, outcome: str, hint_count: int = 0, today: int = 0
) -> Course:
    """Return the course after an answer to the current question of a lesson's gate.

    The answer is counted, a missed question gets a due day, and a passed gate finishes the lesson.

    hint_count: the number of hints that the learner opened before the answer.
    today: the learner's current day, as the number of days since 1970.
    """
    record = course.find_record(lesson)
    check = lesson.check
    assert check is not None
    question = check.questions[record.gate.current_index]
    gate = start_day(record.gate, today)
    gate = record_answer(gate, check.goals, outcome, hint_count, check.form_counts)
    state = "done" if gate.state == "passed" else record.state
    item = f"{lesson.slug}/{question.id}"
    counted = count_answer(course, item, outcome, record.gate.earlier_answer_count, today)
    return counted.with_record(lesson, replace(record, gate=gate, state=state))


def finish_lesson(course: Course, lesson: Lesson) -> Course:
    """Return the course with a lesson marked as done, for lessons without a check."""
    return course.with_record(lesson, replace(course.find_record(lesson), state="done"))


def count_answer(
    course: Course, item: str, outcome: str, earlier_answer_count: int = 0, today: int = 0
) -> Course:
    """Return the course with one more answer, and with the question's next due day, if any.

    An "invalid" answer changes nothing.

    item: the id of the question, with the lesson's slug before a slash.
    earlier_answer_count: the number of earlier answers to the question.
    today: the learner's current day, as the number of days since 1970.
    """
    if outcome == INVALID:
        return course
    memories = remember_answer(course.memories, item, outcome, today, earlier_answer_count)
    return replace(course, answers=course.answers + 1, memories=memories)


def reset_lesson(course: Course, slug: str) -> Course:
    """Return the course without the record and the missed questions of a lesson."""
    lessons = {other: record for other, record in course.lessons.items() if other != slug}
    memories = {
        item: memory for item, memory in course.memories.items() if item.partition("/")[0] != slug
    }
    return replace(course, lessons=lessons, memories=memories)


# --- Stored data -----------------------------------------------------------------------------


def pack_course(course: Course) -> dict[str, Any]:
    """Return a course as plain data for the learner's browser or a file."""
    packed = {"version": RECORD_VERSION, **asdict(course)}
    for record in packed["lessons"].values():
        gate = record["gate"]
        # The name "asked" was taken when the number of tries was all that a gate counted.
        asked = gate.pop("asked")
        gate["asked"] = gate.pop("tries")
        if any(asked):
            gate["times"] = asked
        if not gate["known"]:
            del gate["known"], gate["day"]
    return packed


def unpack_course(data: object) -> Course:
    """Restore a course from plain data. Values of a wrong type are replaced by defaults.

    At most `MAX_LESSONS` lessons and `MAX_MEMORIES` missed questions are restored.

    >>> unpack_course(pack_course(Course(answers=3))).answers, unpack_course("nonsense") == Course()
    (3, True)
    """
    try:
        data = copy_plain_data(data)
    except ValueError:
        return Course()
    if not isinstance(data, Mapping):
        return Course()
    lessons = {
        slug: _unpack_record(entry)
        for slug, entry in _read_first_items(MAX_LESSONS, data, "lessons")
    }
    memories = {
        item: Memory(*(read_count(entry, name) for name in ("right", "due", "times")))
        for item, entry in _read_first_items(MAX_MEMORIES, data, "memories")
        if isinstance(entry, Mapping)
    }
    last = data["last"] if isinstance(data.get("last"), str) else ""
    return Course(
        lessons, memories, read_count(data, "answers"), last, _read_mapping(data, "pages")
    )


def _unpack_record(data: object) -> Record:
    """Restore the record of a lesson, with defaults for values of a wrong type."""
    if not isinstance(data, Mapping):
        return Record()
    reached = max(1, read_count(data, "reached"))
    answers = dict(_read_mapping(data, "answers"))
    done = data.get("state") == "done"
    stored_gate = _read_mapping(data, "gate")
    gate = Gate(
        _read_indices(stored_gate, "queue"),
        _read_indices(stored_gate, "right")[:MAX_RIGHT],
        read_count(stored_gate, "asked"),
        "passed" if stored_gate.get("state") == "passed" else "open",
        _read_indices(stored_gate, "times"),
        _read_indices(stored_gate, "known")[:MAX_KNOWN_FORMS],
        read_day({"today": stored_gate.get("day")}),
    )
    return Record(reached, answers, gate, "done" if done else "open")


def _read_indices(data: Mapping[str, Any], key: str) -> tuple[int, ...]:
    """Return a stored list of whole numbers as a tuple, or () for any other value."""
    numbers = data.get(key, ())
    good = isinstance(numbers, (list, tuple)) and all(type(number) is int for number in numbers)
    return tuple(numbers) if good else ()


def _read_mapping(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return a stored mapping, or {} for any other value."""
    value = data.get(key)
    return value if isinstance(value, Mapping) else {}


def _read_first_items(count: int, data: Mapping[str, Any], key: str) -> Iterator[tuple[str, Any]]:
    """Return an iterator over the first `count` items of a stored mapping."""
    return islice(_read_mapping(data, key).items(), count)
