"""Links into the course, and the answers of a learner for the blocks of a page."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from ndcg_core.exercises.skills import SKILLS
from ndcg_core.html_builder import Html
from ndcg_core.lessons import Lesson, Prose, load_lessons
from ndcg_core.lessons.course.attempts import Attempt, unpack_attempt
from ndcg_core.lessons.course.course import Course, store_block_answer
from ndcg_core.lessons.course.due import read_day
from ndcg_core.lessons.last_list import load_last_list
from ndcg_core.lessons.placeholders.settings import Value
from ndcg_core.lessons.practice import load_practice
from ndcg_core.metric.numbers import clip_text
from ndcg_ui import limits
from ndcg_ui.exhibit.links import (
    Field,
    Query,
    format_fields,
    make_choice_reader,
    make_field_reader,
    parse_positive,
    parse_positive_or_default,
    read_fields,
)

Page = Literal["", "last-list", "ten", "ending"]


@dataclass(frozen=True)
class CourseLink:
    """A link to a step of a lesson, to another page of the course, or to the course page.

    lesson    the slug of the lesson, or ""
    step      the step from 1, or 0 for the step at which the learner left the lesson
    page      the last list of part one, the ten questions, or the end of the course
    beat      a result of the last list to beat: the documents' original ranks in this order
    seconds   the time limit of the result to beat, or 0 without a clock
    unlock    "all" if lessons may be opened in any order
    path      lessons and exercises in a teacher's order, or none for the whole course: slugs of
              lessons, and the names of `get_exercises`
    problems  an error message for each invalid parameter
    """

    lesson: str = ""
    step: int = 1
    page: Page = ""
    beat: tuple[int, ...] = ()
    seconds: int = 0
    unlock: Literal["", "all"] = ""
    path: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def linked_lesson(self) -> Lesson | None:
        """The lesson that the link names, or None."""
        return next((lesson for lesson in load_lessons() if lesson.slug == self.lesson), None)


def get_exercises() -> Mapping[str, tuple[str, str]]:
    """Return the title and link of each exercise that a teacher's path may contain, by name.

    >>> get_exercises()["practice-dcg"]
    ('DCG', 'practice?skill=dcg')
    """
    skills = {
        f"practice-{skill.id}": (skill.title, f"practice?skill={skill.id}")
        for skill in SKILLS.values()
    }
    return skills | {
        name: (practice.title.capitalize(), f"practice?part={name}")
        for name, practice in load_practice().items()
    }


@dataclass
class Learner:
    """A learner's link, course and tab state, which an action changes.

    state            the tab's state besides the course, as plain data
    is_record_known  True if the browser has sent the course; before that, no lesson is open or
                     locked
    """

    link: CourseLink
    course: Course
    state: Mapping[str, Any] = field(default_factory=dict)
    is_record_known: bool = True

    @property
    def today(self) -> int:
        """The learner's current day, as the number of days since 1970, or 0 if unknown."""
        return read_day(self.state)

    def change_state(self, **changes: Any) -> None:
        """Set values in the tab's state. None deletes a value."""
        after = {**self.state, **changes}
        self.state = {name: value for name, value in after.items() if value is not None}


def _parse_lesson_slug(text: str) -> str:
    return {lesson.slug: lesson.slug for lesson in load_lessons()}[text]


def _parse_path(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text.split(",")))


def _parse_order(text: str) -> tuple[int, ...]:
    """Parse an order for the page “last-list”. Raise ValueError unless it has each rank once."""
    ranks = range(1, len(load_last_list().board.sheet.grades) + 1)
    order = tuple(map(parse_positive_or_default, text.split(",")))
    if sorted(order) != list(ranks):
        raise ValueError(f"The link's beat must hold the ranks 1 to {ranks[-1]}, each once.")
    return order


CLOCK_CHOICES = {30: "30 seconds", 60: "1 minute", 120: "2 minutes", 0: "no clock"}
"""The times to choose from for the last list."""


def _parse_seconds(text: str) -> int:
    return int(make_choice_reader("seconds", [str(seconds) for seconds in CLOCK_CHOICES])(text))


def _join_items(items: Iterable[object]) -> str:
    return ",".join(map(str, items))


FIELDS = (
    Field("lesson", "", make_field_reader("lesson", "no lesson has that name", _parse_lesson_slug)),
    Field("step", 1, make_field_reader("step", "it must be a number from 1", parse_positive)),
    Field("page", "", make_choice_reader("page", get_args(Page)[1:])),
    Field("beat", (), _parse_order, _join_items),
    Field("seconds", 0, _parse_seconds),
    Field("unlock", "", make_choice_reader("unlock", ("all",))),
    Field("path", (), _parse_path, _join_items, max_length=limits.LONGEST_QUERY),
)


def read_course_link(query: Query) -> CourseLink:
    """Parse the link of a course page. Invalid parameters become sentences in `problems`.

    >>> read_course_link({"lesson": "gain", "step": "2"}).step
    2
    """
    values, problems = read_fields(FIELDS, {name: text for name, text in query.items() if text})
    known = {*(lesson.slug for lesson in load_lessons()), *get_exercises()}
    problems += [
        f"The link's path holds “{clip_text(step, 20)}”. No lesson and no exercise has that name."
        for step in values["path"]
        if step not in known
    ]
    path = tuple(step for step in values["path"] if step in known)
    return CourseLink(**values | {"path": path}, problems=tuple(problems))


def format_course_link(link: CourseLink) -> dict[str, str]:
    """Return the parameters of a link into the course, without defaults."""
    step = max(link.step, 1) if link.lesson else 1
    return format_fields(FIELDS, {**vars(link), "step": step})


class Scene:
    """A learner's answers for the blocks of a lesson or of another page."""

    def __init__(self, prefix: str, answers: Mapping[str, Any]) -> None:
        """Store the prefix of the blocks' names, and the answers by the names of the blocks.

        prefix: the beginning of the blocks' names, also for drafts in the browser.
        """
        self.prefix = prefix
        self._answers = answers

    @property
    def answers(self) -> Mapping[str, Any]:
        """The learner's answers, by the names of the blocks.

        Other data of a block have a longer name, such as "b1.controls".
        """
        return self._answers

    def store_answer(self, name: str, answer: Any) -> None:
        """Store an answer or other data under a name."""
        self._answers = {**self._answers, name: answer}

    def name_block(self, name: str) -> str:
        """Return a block's name with the prefix of its page."""
        return f"{self.prefix}.{name}"

    @property
    def quotable_answers(self) -> Mapping[str, Value]:
        """The learner's answers that prose may quote, by the names of the blocks.

        Only the scene of a lesson has any.
        """
        return {}

    def get_mapping(self, name: str) -> Mapping[str, Any]:
        """Return the mapping that is stored under a name, or an empty mapping."""
        answer = self.answers.get(name)
        return answer if isinstance(answer, Mapping) else {}

    def get_attempt(self, name: str) -> Attempt:
        """Return the stored attempt at a block's question, or a new attempt."""
        return unpack_attempt(self.answers.get(name))

    def get_block_progress(self, block_name: str) -> str:
        """Return "done" if a block needs no further answer, otherwise "open"."""
        answer = self.answers.get(block_name)
        if isinstance(answer, Mapping):
            return "done" if unpack_attempt(answer).is_over else "open"
        return "open" if answer is None else "done"

    def fill_in_answers(
        self, prose: Prose, further_values: Mapping[str, Value] | None = None
    ) -> Html:
        """Return prose as HTML, with the learner's answers and further values filled in."""
        return prose.fill_in({**self.quotable_answers, **(further_values or {})})


class LessonScene(Scene):
    """A learner's answers for the blocks of a lesson, stored in the course.

    today: the learner's current day, as the number of days since 1970, or 0 if unknown.
    """

    def __init__(self, course: Course, lesson: Lesson, today: int = 0) -> None:
        super().__init__(f"learn.{lesson.slug}", {})
        self.lesson = lesson
        self.today = today
        self.course = course

    @property
    def course(self) -> Course:
        """The learner's course. Assigning a course updates the lesson's record."""
        return self._course

    @course.setter
    def course(self, course: Course) -> None:
        self._course = course
        self.record = course.find_record(self.lesson)

    @property
    def answers(self) -> Mapping[str, Any]:
        """The learner's answers to the lesson's blocks, by name."""
        return self.record.answers

    def store_answer(self, name: str, answer: Any) -> None:
        """Store an answer or other data under a name, in the course."""
        self.course = store_block_answer(self.course, self.lesson, name, answer)

    @property
    def quotable_answers(self) -> Mapping[str, Value]:
        """The learner's predictions, by the names of the blocks."""
        values: dict[str, Value] = {}
        for block in self.lesson.blocks:
            answer = self.answers.get(block.name)
            if block.kind == "predict" and isinstance(answer, (int, float)):
                values[block.name] = Value.from_number(float(answer))
        return values


class PageScene(Scene):
    """A learner's answers on a course page that is not a lesson, stored in the course."""

    def __init__(self, learner: Learner, page: str) -> None:
        kept = learner.course.pages.get(page)
        super().__init__(f"learn.{page}", kept if isinstance(kept, Mapping) else {})
        self.learner = learner
        self.page = page

    def store_answer(self, name: str, answer: Any) -> None:
        """Store an answer or other data under a name, also in the course."""
        super().store_answer(name, answer)
        course = self.learner.course
        pages = {**course.pages, self.page: self.answers}
        self.learner.course = replace(course, pages=pages)
