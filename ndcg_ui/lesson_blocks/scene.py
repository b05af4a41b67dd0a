"""A learner's place in the course, and the scene of a lesson's blocks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from ndcg_core.exercises.skills import SKILLS
from ndcg_core.html_builder import Html
from ndcg_core.lessons import Lesson, Prose, load_lessons
from ndcg_core.lessons.course.attempts import Attempt, unpack_attempt
from ndcg_core.lessons.course.course import Course
from ndcg_core.lessons.course.course import answer_block as with_answer
from ndcg_core.lessons.course.due import read_day
from ndcg_core.lessons.last_list import load_last_list
from ndcg_core.lessons.placeholders.settings import Value
from ndcg_core.lessons.practice import load_practice
from ndcg_core.metric.numbers import clip_text
from ndcg_ui import limits
from ndcg_ui.exhibit.links import (
    Field,
    Query,
    make_choice_reader,
    make_reader,
    read_fields,
    read_positive,
    read_positive_or_default,
    write_fields,
)

Page = Literal["", "last-list", "ten", "ending"]


@dataclass(frozen=True)
class Place:
    """A place in the course: a lesson and its step, another course page, or the course page.

    step      the step from 1, or 0 for the place where the learner left the lesson
    page      the last list of part one, the ten questions, or the end of the course
    beat      a result of the last list to beat: the order, as first ranks, and the seconds; 0
              without a clock
    path      lessons and exercises in a teacher's order, or none for the whole course: slugs of
              lessons, and the names of `list_exercises`
    problems  a sentence for each unknown part of the link
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
    def lesson_here(self) -> Lesson | None:
        return next((lesson for lesson in load_lessons() if lesson.slug == self.lesson), None)


def list_exercises() -> Mapping[str, tuple[str, str]]:
    """Return the exercises that a path may contain, with title and link, by name.

    >>> list_exercises()["practice-dcg"]
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
    """The part of a learner's state that an action changes.

    state  the tab's state besides the course, as plain data
    known  True if the browser has sent the course; before that, no lesson is open or locked
    """

    place: Place
    course: Course
    state: Mapping[str, Any] = field(default_factory=dict)
    known: bool = True

    @property
    def today(self) -> int:
        """The learner's day, counted from 1970, or 0 before the browser sends it."""
        return read_day(self.state)

    def change_state(self, **changes: Any) -> None:
        """Change the tab's stored state. None deletes it."""
        after = {**self.state, **changes}
        self.state = {name: value for name, value in after.items() if value is not None}


def _read_slug(text: str) -> str:
    return {lesson.slug: lesson.slug for lesson in load_lessons()}[text]


def _read_path(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text.split(",")))


def _read_order(text: str) -> tuple[int, ...]:
    ranks = range(1, len(load_last_list().board.sheet.grades) + 1)
    order = tuple(map(read_positive_or_default, text.split(",")))
    if sorted(order) != list(ranks):
        raise ValueError(f"The link's beat must hold the ranks 1 to {ranks[-1]}, each once.")
    return order


CLOCK_CHOICES = {30: "30 seconds", 60: "1 minute", 120: "2 minutes", 0: "no clock"}
"""The times to choose from for the last list."""


def _read_seconds(text: str) -> int:
    return int(make_choice_reader("seconds", [str(seconds) for seconds in CLOCK_CHOICES])(text))


def _join_items(items: Iterable[object]) -> str:
    return ",".join(map(str, items))


FIELDS = (
    Field("lesson", "", make_reader("lesson", "no lesson has that name", _read_slug)),
    Field("step", 1, make_reader("step", "it must be a number from 1", read_positive)),
    Field("page", "", make_choice_reader("page", get_args(Page)[1:])),
    Field("beat", (), _read_order, _join_items),
    Field("seconds", 0, _read_seconds),
    Field("unlock", "", make_choice_reader("unlock", ("all",))),
    Field("path", (), _read_path, _join_items, longest=limits.LONGEST_QUERY),
)


def read_place(query: Query) -> Place:
    """Return the place that a link leads to.

    >>> read_place({"lesson": "gain", "step": "2"}).step
    2
    """
    values, problems = read_fields(FIELDS, {name: text for name, text in query.items() if text})
    known = {*(lesson.slug for lesson in load_lessons()), *list_exercises()}
    problems += [
        f"The link's path holds “{clip_text(step, 20)}”. No lesson and no exercise has that name."
        for step in values["path"]
        if step not in known
    ]
    path = tuple(step for step in values["path"] if step in known)
    return Place(**values | {"path": path}, problems=tuple(problems))


def write_place(place: Place) -> dict[str, str]:
    """Return the parameters of a link to a place."""
    step = max(place.step, 1) if place.lesson else 1
    return write_fields(FIELDS, {**vars(place), "step": step})


class Scene:
    """The common state of a page's blocks, in a lesson or on another page."""

    def __init__(self, place: str, answers: Mapping[str, Any]) -> None:
        """Start a scene.

        place: the prefix of its group names and of drafts in the browser.
        """
        self.place = place
        self._answers = answers

    @property
    def answers(self) -> Mapping[str, Any]:
        """The answers for the blocks by name.

        Other data of a block has a longer name, such as "b1.controls".
        """
        return self._answers

    def store_answer(self, name: str, answer: Any) -> None:
        """Store an answer for a block."""
        self._answers = {**self._answers, name: answer}

    def name_block(self, name: str) -> str:
        """Return the name of a block on its page."""
        return f"{self.place}.{name}"

    @property
    def known_values(self) -> Mapping[str, Value]:
        """The learner's answers that prose may mention, by block."""
        return {}

    def find_stored(self, name: str) -> Mapping[str, Any]:
        """Return the stored values with names that begin with a prefix."""
        answer = self.answers.get(name)
        return answer if isinstance(answer, Mapping) else {}

    def find_attempt(self, name: str) -> Attempt:
        """Return the attempt at a block."""
        return unpack_attempt(self.answers.get(name))

    def find_state(self, name: str) -> str:
        """Return the state of a block: "done" or "open"."""
        answer = self.answers.get(name)
        if isinstance(answer, Mapping):
            return "done" if unpack_attempt(answer).over == "over" else "open"
        return "open" if answer is None else "done"

    def fill_in_answers(self, prose: Prose, more: Mapping[str, Value] | None = None) -> Html:
        """Return prose with the learner's answers filled in."""
        return prose.fill_in({**self.known_values, **(more or {})})


class LessonScene(Scene):
    """The common state of one lesson's blocks: its record in a learner's course."""

    def __init__(self, course: Course, lesson: Lesson) -> None:
        super().__init__(f"learn.{lesson.slug}", {})
        self.lesson = lesson
        self.course = course

    @property
    def course(self) -> Course:
        return self._course

    @course.setter
    def course(self, course: Course) -> None:
        self._course = course
        self.record = course.find_record(self.lesson)

    @property
    def answers(self) -> Mapping[str, Any]:
        """The answers for the lesson's blocks, from the course."""
        return self.record.answers

    def store_answer(self, name: str, answer: Any) -> None:
        """Store an answer for a block in the course."""
        self.course = with_answer(self.course, self.lesson, name, answer)

    @property
    def known_values(self) -> Mapping[str, Value]:
        """The learner's predictions, by block."""
        values: dict[str, Value] = {}
        for block in self.lesson.blocks:
            answer = self.answers.get(block.name)
            if block.kind == "predict" and isinstance(answer, (int, float)):
                values[block.name] = Value.from_number(float(answer))
        return values


class PageScene(Scene):
    """The common state of a course page's blocks outside the lessons, stored in the course."""

    def __init__(self, learner: Learner, page: str) -> None:
        kept = learner.course.pages.get(page)
        super().__init__(f"learn.{page}", kept if isinstance(kept, Mapping) else {})
        self.learner = learner
        self.page = page

    def store_answer(self, name: str, answer: Any) -> None:
        """Store an answer in the course."""
        super().store_answer(name, answer)
        course = self.learner.course
        pages = {**course.pages, self.page: self.answers}
        self.learner.course = replace(course, pages=pages)
