"""The lessons' questions as questions for a class."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isfinite
from typing import Any

from ndcg_core.classroom.question import (
    GROUP_NAMES,
    RIGHT_GROUP,
    UNKNOWN_GROUP,
    ClassQuestion,
    Kind,
    Outcome,
    Verdict,
    describe_group,
    find_group,
    make_invalid_verdict,
    read_field,
    read_fields,
)
from ndcg_core.classroom.sheets_and_orders import OrderQuestion, SheetQuestion
from ndcg_core.html_builder import Html, html, join_pieces
from ndcg_core.lessons.blocks import kinds
from ndcg_core.lessons.blocks.papers import Audit, Question
from ndcg_core.lessons.blocks.questions import Choice, NumberQuestion
from ndcg_core.lessons.loader import load_lessons
from ndcg_core.lessons.placeholders.settings import DOCUMENT_LETTERS, Value
from ndcg_core.lessons.prose import NO_PROSE, Prose
from ndcg_core.lessons.records import Lesson
from ndcg_core.marking.wording import name_cell
from ndcg_core.metric import number, short
from ndcg_core.metric.numbers import short_repr
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.numerals.numerals import read_numeral

AUDIT_OUTCOMES: Mapping[str, Outcome] = {"right": "right", "wrong": "wrong"}


@dataclass(frozen=True)
class _LessonQuestion:
    """The common part of all lesson questions.

    grades: the grades of the ranking that is drawn with the question.
    """

    question: Any
    grades: tuple[float, ...] = ()

    @property
    def ask(self) -> str:
        ask: str = self.question.ask.fill_in()
        return ask

    @property
    def wall(self) -> str:
        return getattr(self.question, "wall", NO_PROSE).fill_in() or self.ask

    @property
    def worked_solution(self) -> str:
        text: str = self.question.worked_solution
        return text


@dataclass(frozen=True)
class OptionQuestion(_LessonQuestion):
    """The common part of both kinds of choice."""

    question: Choice

    @property
    def options(self) -> tuple[str, ...]:
        return tuple(option.say.fill_in() for option in self.question.options)

    @property
    def solution(self) -> list[int]:
        return [n for n, option in enumerate(self.question.options) if option.verdict == "right"]

    def describe_option(self, place: int) -> str:
        """Return the letter and the text of an option, as on the phones."""
        return f"{DOCUMENT_LETTERS[place]}. {self.options[place]}"

    def _read_place(self, data: object) -> int:
        if type(data) is not int or not 0 <= data < len(self.question.options):
            raise ValueError("Choose one of the answers.")
        return data


@dataclass(frozen=True)
class ChoiceQuestion(OptionQuestion):
    """A choice of one option. Each option is a group: option-0, option-1, ..."""

    kind: Kind = "choice"

    def read_answer(self, data: object) -> int:
        return self._read_place(data)

    def judge_answer(self, answer: int) -> Verdict:
        result = self.question.judge(answer)
        return Verdict(AUDIT_OUTCOMES[result.outcome], f"option-{answer}", result.message)

    def label_group(self, group: str) -> str:
        return self.describe_option(int(group.removeprefix("option-")))

    def describe_answer(self, answer: int) -> str:
        return self.describe_option(answer)


@dataclass(frozen=True)
class MultipleChoiceQuestion(OptionQuestion):
    """A choice with several right options. Equal answers are a group."""

    kind: Kind = "several"

    @property
    def worked_solution(self) -> str:
        """The letters of the right options, and the reason for each option."""
        right = self.describe_answer(self.solution)
        return html(f"{right} are right. ", self._list_reasons(range(len(self.options))))

    def _list_reasons(self, places: Collection[int]) -> Html:
        reasons = [
            html(f"{DOCUMENT_LETTERS[n]}: ", option.why.fill_in())
            for n, option in enumerate(self.question.options)
            if n in places and option.why.html
        ]
        return join_pieces(reasons, " ")

    def read_answer(self, data: object) -> list[int]:
        if not isinstance(data, list) or not data:
            raise ValueError("Tick every answer that is right.")
        return sorted(set(map(self._read_place, data)))

    def judge_answer(self, answer: list[int]) -> Verdict:
        """Judge an answer. It is right if exactly the right options are ticked."""
        right = answer == self.solution
        odd = set(answer) ^ set(self.solution)
        message = self.worked_solution if right else html(self._list_reasons(odd))
        return Verdict("right" if right else "wrong", self.describe_answer(answer), message)

    def label_group(self, group: str) -> str:
        return group

    def describe_answer(self, answer: list[int]) -> str:
        return ", ".join(DOCUMENT_LETTERS[n] for n in answer)


@dataclass(frozen=True)
class NumberEntryQuestion(_LessonQuestion):
    """A number to write. Each known slip is a group: slip-0, slip-1, ..."""

    question: NumberQuestion
    kind: Kind = "number"

    def read_answer(self, data: object) -> str:
        """Read the text of the field. Raise ValueError if it is not a number."""
        text = read_field(data)
        read_numeral(text)
        return text

    def judge_answer(self, answer: str) -> Verdict:
        result = self.question.judge(answer)
        if result.outcome == "right":
            return Verdict("right", RIGHT_GROUP, result.message)
        if result.outcome == "invalid":
            return make_invalid_verdict(str(result.message))
        slips = [
            f"slip-{n}"
            for n, (_, message) in enumerate(self.question.slips)
            if message.fill_in() == result.message
        ]
        groups = (*slips, *map(find_group, result.marks), UNKNOWN_GROUP)
        return Verdict("wrong", groups[0], html(result.message))

    def label_group(self, group: str) -> str:
        if not group.startswith("slip-"):
            return html(describe_group(group))
        return self.question.slips[int(group.removeprefix("slip-"))][1].fill_in()

    def describe_answer(self, answer: str) -> str:
        return html(answer)


@dataclass(frozen=True)
class AuditQuestion(_LessonQuestion):
    """A printed calculation with one wrong line. Answers are grouped by line and mistake."""

    question: Audit
    kind: Kind = "audit"

    def read_answer(self, data: object) -> dict[str, str]:
        answer = read_fields(data, ("cell", "mistake"), "name a line and the mistake in it")
        if answer.get("cell") not in self.question.lines:
            raise ValueError("Choose the line that is wrong.")
        if answer.get("mistake") not in self.question.offered:
            raise ValueError("Choose the mistake in that line.")
        return answer

    def judge_answer(self, answer: Mapping[str, str]) -> Verdict:
        result = self.question.judge(answer)
        outcome = AUDIT_OUTCOMES[result.outcome]
        if outcome == "right":
            return Verdict(outcome, RIGHT_GROUP, result.message)
        message = html(result.message, " ", self.question.worked_solution)
        return Verdict(outcome, _find_line(answer), message)

    def label_group(self, group: str) -> str:
        if group in GROUP_NAMES:
            return GROUP_NAMES[group]
        cell, _, mistake = group.partition("/")
        return html(f"{name_cell(cell)}: {MISCONCEPTIONS[mistake].title.lower()}")

    def describe_answer(self, answer: Mapping[str, str]) -> str:
        return self.label_group(_find_line(answer))


def _find_line(answer: Mapping[str, str]) -> str:
    return f"{answer['cell']}/{answer['mistake']}"


@dataclass(frozen=True)
class GuessQuestion(_LessonQuestion):
    """A number to guess before it is shown.

    A guess that is close enough is right. Other guesses are grouped by tenths of the slider.
    """

    question: kinds.Predict
    kind: Kind = "guess"

    @property
    def worked_solution(self) -> str:
        return f"It is {number(self.question.value)}. {self.question.why.fill_in()}".strip()

    def read_answer(self, data: object) -> float:
        if isinstance(data, bool) or not isinstance(data, (int, float)) or not isfinite(data):
            raise ValueError("Set the slider to your guess.")
        slider = self.question
        if not slider.low <= data <= slider.high:
            raise ValueError(f"The slider goes from {slider.low:g} to {slider.high:g}.")
        steps = round((data - slider.low) / slider.step)
        return round(min(slider.low + steps * slider.step, slider.high), 9)

    @property
    def tolerance(self) -> float:
        """The largest error that still counts as right: 1/20 of the slider's range."""
        return (self.question.high - self.question.low) / 20

    @property
    def ranges(self) -> tuple[str, ...]:
        """The names of the slider's tenths, from low to high."""
        start = self.question.low
        width = (self.question.high - start) / 10
        ends = [f"{start + n * width:.{self.question.digits}f}" for n in range(11)]
        return tuple(f"{low} to {high}" for low, high in pairwise(ends))

    def judge_answer(self, answer: float) -> Verdict:
        """Judge a guess by its distance from the value."""
        task = self.question
        values = {
            "you": Value.from_number(answer, task.digits),
            "answer": Value.from_number(task.value),
        }
        message = f"{task.reveal.fill_in(values)} {task.why.fill_in()}".strip()
        if abs(answer - task.value) <= self.tolerance + 1e-9:
            return Verdict("right", RIGHT_GROUP, message)
        group = self.describe_answer(answer)
        if group == self.describe_answer(task.value):
            group = f"{group}, not close enough"
        return Verdict("wrong", group, message)

    def describe_answer(self, answer: float) -> str:
        """Return the name of the slider's tenth that contains a guess."""
        start = self.question.low
        width = (self.question.high - start) / 10
        return self.ranges[max(0, min(9, int((answer - start) / width + 1e-9)))]

    def label_group(self, group: str) -> str:
        if group != RIGHT_GROUP:
            return group
        return f"{number(self.question.value)}, or within {short(self.tolerance)} of it"


Part = Question | kinds.Predict | kinds.DragTask


def find_in_lesson(reference: str) -> ClassQuestion:
    """Return the question `lesson/<slug>/<name>`. Raise ValueError if there is none.

    >>> find_in_lesson("lesson/gain/hook").kind
    'guess'
    """
    slug, _, name = reference.partition("/")[2].partition("/")
    parts = list_parts_of_slug(slug)
    if name not in parts:
        raise ValueError(
            f"Lesson {slug} has no question {short_repr(name)}. Its questions are "
            f"{', '.join(parts)}."
        )
    return make_class_question(parts[name])


def list_parts_of_slug(slug: str) -> dict[str, Part]:
    """Return the questions of a lesson by its slug. Raise ValueError if there is none."""
    for lesson in load_lessons():
        if lesson.slug == slug:
            return list_parts(lesson)
    raise ValueError(f"There is no lesson {short_repr(slug)}.")


def list_parts(lesson: Lesson) -> dict[str, Part]:
    """Return a lesson's questions for a class by name, in lesson order.

    Questions that refer to a learner's earlier answers are left out, and so are questions that are
    unclear outside the lesson. The others begin with the facts that a class needs.
    """
    parts: dict[str, Part] = {}
    for block in lesson.blocks:
        if isinstance(block, kinds.QuestionBlock) and block.alone is not None:
            parts[block.name] = _put_before(block.alone, block.question)
        elif isinstance(block, (kinds.Predict, kinds.DragTask)) and block.alone is not None:
            parts[block.name] = _put_before(block.alone, block)
        elif isinstance(block, kinds.LessonCheck):
            parts |= {question.id: question for question in block.questions}
    parts |= {question.id: question for question in lesson.later}
    return {name: part for name, part in parts.items() if not part.ask.needs}


def _put_before(before: Prose, part: Any) -> Any:
    """Put a text in front of a question."""
    if not before.html:
        return part
    return replace(part, ask=Prose(f"{before.html} {part.ask.html}", part.ask.places))


def make_class_question(part: Part) -> ClassQuestion:
    if isinstance(part, kinds.Predict):
        return GuessQuestion(part)
    if isinstance(part, kinds.DragTask):
        return OrderQuestion(part.ask.fill_in(), part.board.sheet, part)
    if isinstance(part, Choice):
        return ChoiceQuestion(part)
    if isinstance(part, NumberQuestion):
        return NumberEntryQuestion(part)
    if isinstance(part, Audit):
        return AuditQuestion(part)
    return SheetQuestion(part.ask.fill_in(), part.sheet, part.taught)
