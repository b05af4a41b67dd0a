"""Questions of lessons as questions for a class."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isfinite
from typing import Any

from ndcg_core.classroom.question import (
    GROUP_NAMES,
    RIGHT_GROUP,
    ClassQuestion,
    Kind,
    Outcome,
    Verdict,
    describe_group,
    find_group,
    find_measure_group,
    make_invalid_verdict,
    read_field,
    read_fields,
)
from ndcg_core.classroom.sheets_and_orders import OrderQuestion, SheetQuestion
from ndcg_core.html_builder import Html, html, join_pieces
from ndcg_core.lessons.blocks import kinds
from ndcg_core.lessons.blocks.questions import Choice, NumberQuestion
from ndcg_core.lessons.blocks.sheet_questions import Audit, Question
from ndcg_core.lessons.loader import load_lessons
from ndcg_core.lessons.placeholders.settings import DOCUMENT_LETTERS, Value
from ndcg_core.lessons.prose import NO_PROSE, Prose
from ndcg_core.lessons.records import Lesson
from ndcg_core.marking.coarse_numbers import refuse_one_decimal
from ndcg_core.marking.summaries import lower_title
from ndcg_core.marking.wording import name_cell
from ndcg_core.metric import number, short
from ndcg_core.metric.numbers import short_repr
from ndcg_core.numerals.numerals import read_numeral

CERTAIN_OUTCOMES: Mapping[str, Outcome] = {"right": "right", "wrong": "wrong"}
"""The outcomes of questions whose answers are always right or wrong."""


@dataclass(frozen=True)
class _LessonQuestion:
    """The properties that the questions of this module share.

    question: the block of the lesson.
    grades: the grades of the ranking that is drawn with the question.
    """

    question: Any
    grades: tuple[float, ...] = ()

    @property
    def ask(self) -> str:
        """The question as HTML."""
        ask: str = self.question.ask.fill_in()
        return ask

    @property
    def wall(self) -> str:
        """The short sentence for the wall, or the question if there is none."""
        return getattr(self.question, "wall", NO_PROSE).fill_in() or self.ask

    @property
    def worked_solution(self) -> str:
        """The solution with its reason, as HTML."""
        text: str = self.question.worked_solution
        return text


@dataclass(frozen=True)
class OptionQuestion(_LessonQuestion):
    """A base class of questions with options, one or several of which are right."""

    question: Choice

    @property
    def options(self) -> tuple[str, ...]:
        """The options as HTML."""
        return tuple(option.say.fill_in() for option in self.question.options)

    @property
    def solution(self) -> list[int]:
        """The indices of the right options, from 0."""
        return [n for n, option in enumerate(self.question.options) if option.verdict == "right"]

    def describe_option(self, index: int) -> str:
        """Return the letter and the text of an option, as the phones show them."""
        return f"{DOCUMENT_LETTERS[index]}. {self.options[index]}"

    def _read_index(self, raw_index: object) -> int:
        """Return an option's index unchanged. Raise ValueError for anything else."""
        if type(raw_index) is not int or not 0 <= raw_index < len(self.question.options):
            raise ValueError("Choose one of the answers.")
        return raw_index


@dataclass(frozen=True)
class ChoiceQuestion(OptionQuestion):
    """A question with one right option. Each option is a group: option-0, option-1, ..."""

    kind: Kind = "choice"

    def read_answer(self, raw_answer: object) -> int:
        """Return the index of the chosen option. Raise ValueError for anything else."""
        return self._read_index(raw_answer)

    def judge_answer(self, answer: int) -> Verdict:
        """Return the verdict on an option."""
        result = self.question.judge(answer)
        return Verdict(CERTAIN_OUTCOMES[result.outcome], f"option-{answer}", result.message)

    def label_group(self, group: str) -> str:
        """Return the letter and the text of a group's option."""
        return self.describe_option(int(group.removeprefix("option-")))

    def describe_answer(self, answer: int) -> str:
        """Return the letter and the text of an option."""
        return self.describe_option(answer)


@dataclass(frozen=True)
class MultipleChoiceQuestion(OptionQuestion):
    """A question with several right options. Equal answers form a group."""

    kind: Kind = "several"

    @property
    def worked_solution(self) -> str:
        """The letters of the right options, and the reason for each option that has one."""
        *others, last = (DOCUMENT_LETTERS[n] for n in self.solution)
        comma = "," if len(others) > 1 else ""
        right = f"{', '.join(others)}{comma} and {last}"
        return html(f"{right} are right. ", self._join_reasons(range(len(self.options))))

    def _join_reasons(self, indices: Collection[int]) -> Html:
        """Return the reasons that the options at `indices` have, each after the option's letter."""
        reasons = [
            html(f"{DOCUMENT_LETTERS[n]}: ", option.why.fill_in())
            for n, option in enumerate(self.question.options)
            if n in indices and option.why.html
        ]
        return join_pieces(reasons, " ")

    def read_answer(self, raw_answer: object) -> list[int]:
        """Return the sorted indices of the ticked options.

        Raises ValueError if there are none, or for an unknown option.
        """
        if not isinstance(raw_answer, list) or not raw_answer:
            raise ValueError("Tick every answer that is right.")
        return sorted(set(map(self._read_index, raw_answer)))

    def judge_answer(self, answer: list[int]) -> Verdict:
        """Judge an answer, which is right if exactly the right options are ticked."""
        right = answer == self.solution
        odd = set(answer) ^ set(self.solution)
        message = self.worked_solution if right else html(self._join_reasons(odd))
        return Verdict("right" if right else "wrong", self.describe_answer(answer), message)

    def label_group(self, group: str) -> str:
        """Return the group unchanged, because its name is the letters of the ticked options."""
        return group

    def describe_answer(self, answer: list[int]) -> str:
        """Return the letters of the options at some indices, such as "A, C"."""
        return ", ".join(DOCUMENT_LETTERS[n] for n in answer)


@dataclass(frozen=True)
class NumberEntryQuestion(_LessonQuestion):
    """A question whose answer is a number. Each known slip is a group: slip-0, slip-1, ..."""

    question: NumberQuestion
    kind: Kind = "number"

    def read_answer(self, raw_answer: object) -> str:
        """Return the text of the field. Raise ValueError if it is not a number."""
        text = read_field(raw_answer)
        read_numeral(text)
        return text

    def refuse_coarse_numbers(self, answer: str) -> None:
        """Raise ValueError for a number with one decimal."""
        refuse_one_decimal(answer, read_numeral(answer))

    def judge_answer(self, answer: str) -> Verdict:
        """Judge a number. A wrong number is grouped by its slip or its mistake, if known."""
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
        by_measure = find_measure_group(result.mistakes, result.is_sure)
        groups = (*slips, *map(find_group, result.marks), by_measure)
        return Verdict("wrong", groups[0], html(result.message))

    def label_group(self, group: str) -> str:
        """Return the explanation of a group's slip, or the group's name, as HTML."""
        if not group.startswith("slip-"):
            return html(describe_group(group))
        return self.question.slips[int(group.removeprefix("slip-"))][1].fill_in()

    def describe_answer(self, answer: str) -> str:
        """Return a number as the learner wrote it, as HTML."""
        return html(answer)


@dataclass(frozen=True)
class AuditQuestion(_LessonQuestion):
    """A calculation with one wrong line. Wrong answers are grouped by line and mistake."""

    question: Audit
    kind: Kind = "audit"

    def read_answer(self, raw_answer: object) -> dict[str, str]:
        """Return the chosen "cell" and "mistake". Raise ValueError if one is missing or unknown."""
        answer = read_fields(raw_answer, ("cell", "mistake"), "name a line and the mistake in it")
        if answer.get("cell") not in self.question.choosable_cells:
            raise ValueError("Choose the line that is wrong.")
        if answer.get("mistake") not in self.question.offered:
            raise ValueError("Choose the mistake in that line.")
        return answer

    def judge_answer(self, answer: Mapping[str, str]) -> Verdict:
        """Return the verdict on a line and a mistake."""
        result = self.question.judge(answer)
        outcome = CERTAIN_OUTCOMES[result.outcome]
        if outcome == "right":
            return Verdict(outcome, RIGHT_GROUP, result.message)
        message = html(result.message, " ", self.question.worked_solution)
        return Verdict(outcome, _format_group(answer), message)

    def label_group(self, group: str) -> str:
        """Return the name of a line and the title of a mistake, or the name of another group."""
        if group in GROUP_NAMES:
            return GROUP_NAMES[group]
        cell, _, mistake = group.partition("/")
        return html(f"{name_cell(cell)}: {lower_title(mistake)}")

    def describe_answer(self, answer: Mapping[str, str]) -> str:
        """Return the name of a line and the title of a mistake."""
        return self.label_group(_format_group(answer))


def _format_group(answer: Mapping[str, str]) -> str:
    """Return an audit answer's cell and mistake as a text, the group of a wrong answer."""
    return f"{answer['cell']}/{answer['mistake']}"


@dataclass(frozen=True)
class GuessQuestion(_LessonQuestion):
    """A number to guess with a slider.

    A guess that is close enough is right. Other guesses are grouped by tenths of the slider.
    """

    question: kinds.Prediction
    kind: Kind = "guess"

    @property
    def worked_solution(self) -> str:
        """The right number and its explanation."""
        return f"The answer is {number(self.question.value)}. {self.question.why.fill_in()}".strip()

    def read_answer(self, raw_answer: object) -> float:
        """Return a guess, rounded to the slider's steps.

        Raises ValueError for a value that is not a number on the slider.
        """
        if (
            isinstance(raw_answer, bool)
            or not isinstance(raw_answer, (int, float))
            or not isfinite(raw_answer)
        ):
            raise ValueError("Set the slider to your guess.")
        slider = self.question
        if not slider.low <= raw_answer <= slider.high:
            raise ValueError(f"The slider goes from {slider.low:g} to {slider.high:g}.")
        steps = round((raw_answer - slider.low) / slider.step)
        return round(min(slider.low + steps * slider.step, slider.high), 9)

    @property
    def tolerance(self) -> float:
        """The largest error of a right guess: 1/20 of the slider's range."""
        return (self.question.high - self.question.low) / 20

    @property
    def ranges(self) -> tuple[str, ...]:
        """The names of the slider's tenths, from low to high."""
        start = self.question.low
        width = (self.question.high - start) / 10
        ends = [f"{start + n * width:.{self.question.decimals}f}" for n in range(11)]
        return tuple(f"{low} to {high}" for low, high in pairwise(ends))

    def judge_answer(self, answer: float) -> Verdict:
        """Judge a guess by its distance from the right number."""
        task = self.question
        values = {
            "you": Value.from_number(answer, task.decimals),
            "answer": Value.from_number(task.value),
        }
        message = task.reveal.fill_in(values)  # the solution has the reason
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
        """Return the group unchanged, or the range of right guesses for the group "right"."""
        if group != RIGHT_GROUP:
            return group
        return f"{number(self.question.value)}, or within {short(self.tolerance)} of it"


LessonTask = Question | kinds.Prediction | kinds.DragTask
"""A block of a lesson that can become a question for a class."""


def find_lesson_question(reference: str) -> ClassQuestion:
    """Return the question `lesson/<slug>/<name>`. Raise ValueError for unknown names.

    >>> find_lesson_question("lesson/gain/hook").kind
    'guess'
    """
    slug, _, name = reference.partition("/")[2].partition("/")
    tasks = find_lesson_tasks(slug)
    if name not in tasks:
        raise ValueError(
            f"Lesson {slug} has no question {short_repr(name)}. Its questions are "
            f"{', '.join(tasks)}."
        )
    return make_class_question(tasks[name])


def find_lesson_tasks(slug: str) -> dict[str, LessonTask]:
    """Return a lesson's tasks that suit a class, by name. Raise ValueError for a bad slug."""
    for lesson in load_lessons():
        if lesson.slug == slug:
            return map_lesson_tasks(lesson)
    raise ValueError(f"There is no lesson {short_repr(slug)}.")


def map_lesson_tasks(lesson: Lesson) -> dict[str, LessonTask]:
    """Return a lesson's tasks that suit a class, by name, in the lesson's order.

    Tasks that refer to a learner's earlier answers are left out, and so are tasks that are unclear
    outside the lesson. Each task begins with the facts that a class needs.
    """
    tasks: dict[str, LessonTask] = {}
    for block in lesson.blocks:
        if isinstance(block, kinds.QuestionBlock) and block.alone is not None:
            tasks[block.name] = _prepend_text(block.alone, block.question)
        elif isinstance(block, (kinds.Prediction, kinds.DragTask)) and block.alone is not None:
            tasks[block.name] = _prepend_text(block.alone, block)
        elif isinstance(block, kinds.LessonCheck):
            tasks |= {question.id: question for question in block.questions}
    tasks |= {question.id: question for question in lesson.later}
    return {name: task for name, task in tasks.items() if not task.ask.needed_answers}


def _prepend_text(before: Prose, task: Any) -> Any:
    """Return a task with a text before its question, or unchanged for an empty text."""
    if not before.html:
        return task
    return replace(task, ask=Prose(f"{before.html} {task.ask.html}", task.ask.placeholders))


def make_class_question(task: LessonTask) -> ClassQuestion:
    """Return a lesson's task as a question for a class."""
    if isinstance(task, kinds.Prediction):
        return GuessQuestion(task)
    if isinstance(task, kinds.DragTask):
        return OrderQuestion(task.ask.fill_in(), task.board.sheet, task)
    if isinstance(task, Choice):
        return ChoiceQuestion(task)
    if isinstance(task, NumberQuestion):
        return NumberEntryQuestion(task)
    if isinstance(task, Audit):
        return AuditQuestion(task)
    return SheetQuestion(task.ask.fill_in(), task.sheet, task.taught)
