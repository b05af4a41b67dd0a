"""Questions of the lessons, as a class is asked them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

from ndcg_core.classroom.question import (
    GROUP_NAMES,
    RIGHT_GROUP,
    UNKNOWN,
    ClassQuestion,
    Kind,
    Outcome,
    Verdict,
    field,
    fields,
    place,
)
from ndcg_core.classroom.sheets_and_orders import FillingIn, Ordering
from ndcg_core.html_builder import html
from ndcg_core.lessons.blocks import kinds
from ndcg_core.lessons.blocks.papers import Audit, Exercise
from ndcg_core.lessons.blocks.questions import Choice, Number, Question
from ndcg_core.lessons.loader import load_lessons
from ndcg_core.lessons.placeholders.settings import Value
from ndcg_core.lessons.prose import Prose
from ndcg_core.lessons.records import Lesson
from ndcg_core.marking.wording import cell_name
from ndcg_core.metric import number
from ndcg_core.metric.numbers import shown
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.numerals.numerals import read

CHOOSE = "Choose one of the answers."
OUTCOMES: Mapping[str, Outcome] = {"right": "right", "wrong": "wrong"}


@dataclass(frozen=True)
class _OfALesson:
    """What all questions of lessons have in common."""

    question: Choice | Number | Audit

    @property
    def ask(self) -> str:
        """What is asked."""
        return self.question.ask.shown()

    @property
    def worked(self) -> str:
        """The solution and the way to it."""
        return self.question.worked


@dataclass(frozen=True)
class Choosing(_OfALesson):
    """A choice; every option is a group of its own, option-0, option-1 ..."""

    question: Choice
    kind: Kind = "choice"

    def read(self, given: object) -> int:
        """The place of an option."""
        return place(given, len(self.question.options), CHOOSE)

    def judge(self, answer: int) -> Verdict:
        """Whether the option is right, and why or why not."""
        judged = self.question.judge(answer)
        return Verdict(OUTCOMES[judged.outcome], f"option-{answer}", judged.message)

    def label(self, group: str) -> str:
        """What the option says."""
        return self.question.options[int(group.removeprefix("option-"))].say.shown()


@dataclass(frozen=True)
class Writing(_OfALesson):
    """A number; each slip that the lesson knows is a group, slip-0, slip-1 ..."""

    question: Number
    kind: Kind = "number"

    def read(self, given: object) -> str:
        """The text in the field, which is a number; else the sentence says what would be one."""
        text = field(given)
        read(text)
        return text

    def judge(self, answer: str) -> Verdict:
        """Right as it is rounded, a known slip, or not known."""
        judged = self.question.judge(answer)
        if judged.outcome == "right":
            return Verdict("right", RIGHT_GROUP, judged.message)
        slips = (
            n for n, (_, said) in enumerate(self.question.slips) if said.shown() == judged.message
        )
        slip = next(slips, None)
        group = UNKNOWN if slip is None else f"slip-{slip}"
        return Verdict("wrong", group, judged.message)

    def label(self, group: str) -> str:
        """What is said of the slip."""
        if group in GROUP_NAMES:
            return GROUP_NAMES[group]
        return self.question.slips[int(group.removeprefix("slip-"))][1].shown()


@dataclass(frozen=True)
class Auditing(_OfALesson):
    """A printed calculation: which line is wrong, and what its author did; grouped by the line."""

    question: Audit
    kind: Kind = "audit"

    def read(self, given: object) -> dict[str, str]:
        """The cell of a line, and the id of a mistake."""
        answer = fields(given, ("cell", "mistake"), "name a line, and what its author did")
        if answer.get("cell") not in self.question.lines:
            raise ValueError("Choose the line that is wrong.")
        if answer.get("mistake") not in self.question.offered:
            raise ValueError("Choose what the author of that line did.")
        return answer

    def judge(self, answer: Mapping[str, str]) -> Verdict:
        """Whether that line is wrong, and for that reason."""
        judged = self.question.judge(answer)
        right = judged.outcome == "right"
        group = RIGHT_GROUP if right else "/".join((answer["cell"], answer["mistake"]))
        return Verdict(OUTCOMES[judged.outcome], group, judged.message)

    def label(self, group: str) -> str:
        """The line and the reason."""
        if group in GROUP_NAMES:
            return GROUP_NAMES[group]
        cell, _, mistake = group.partition("/")
        return html(f"{cell_name(cell)}: {MISCONCEPTIONS[mistake].title.lower()}")


@dataclass(frozen=True)
class Guessing:
    """A number to commit to before it is seen; what is near enough is right, the rest is grouped.

    reveal  what is said once the answer is out, of what was guessed; why: whatever was guessed
    """

    asked: str
    value: float
    low: float
    high: float
    step: float
    reveal: Prose
    why: Prose
    digits: int
    kind: Kind = "guess"

    @property
    def ask(self) -> str:
        """What is asked."""
        return self.asked

    @property
    def worked(self) -> str:
        """The number, and what is to be seen of it."""
        return f"It is {number(self.value)}. {self.why.shown()}".strip()

    def read(self, given: object) -> float:
        """A number on the slider, at one of its steps."""
        if isinstance(given, bool) or not isinstance(given, (int, float)) or not isfinite(given):
            raise ValueError("Set the slider to your guess.")
        if not self.low <= given <= self.high:
            raise ValueError(f"The slider goes from {self.low:g} to {self.high:g}.")
        steps = round((given - self.low) / self.step)
        return round(min(self.low + steps * self.step, self.high), 9)

    def judge(self, answer: float) -> Verdict:
        """Near enough is within a twentieth of the slider."""
        off = answer - self.value
        near = abs(off) <= (self.high - self.low) / 20 + 1e-9
        group = RIGHT_GROUP if near else self._tenth(answer)
        return Verdict("right" if near else "wrong", group, self._said(answer))

    def _said(self, answer: float) -> str:
        own, exact = Value.of(answer, self.digits), Value.of(self.value)
        return f"{self.reveal.shown({'you': own, 'answer': exact})} {self.why.shown()}".strip()

    def _tenth(self, answer: float) -> str:
        """The tenth of the slider that a guess lies in, by its ends."""
        width = (self.high - self.low) / 10
        n = min(9, int((answer - self.low) / width + 1e-9))
        low, high = self.low + n * width, self.low + (n + 1) * width
        return f"{low:.{self.digits}f} to {high:.{self.digits}f}"

    def label(self, group: str) -> str:
        """The ends of the tenth."""
        return f"near {number(self.value)}" if group == RIGHT_GROUP else group


Part = Question | kinds.Predict | kinds.DragTask


def from_lesson(reference: str) -> ClassQuestion:
    """The question `lesson/<slug>/<name>`; ValueError with a sentence where there is none.

    >>> from_lesson("lesson/gain/hook").kind
    'guess'
    """
    _, slug, name = (*reference.split("/", 2), "", "")[:3]
    lesson = next((lesson for lesson in load_lessons() if lesson.slug == slug), None)
    if lesson is None:
        raise ValueError(f"There is no lesson {shown(slug)}.")
    parts = parts_of(lesson)
    if name not in parts:
        raise ValueError(f"Lesson {slug} has no question {shown(name)}; it has {', '.join(parts)}.")
    return as_class_question(parts[name])


def parts_of(lesson: Lesson) -> dict[str, Part]:
    """Everything in a lesson that a class can be asked, by its name, in the lesson's order.

    What speaks of the learner's earlier answers is left out: a class has given none. So is what
    cannot stand alone; before the rest goes what a class has to know.
    """
    found: dict[str, Part] = {}
    for block in lesson.blocks:
        if isinstance(block, kinds.QuestionBlock) and block.alone is not None:
            found[block.name] = _after(block.alone, block.question)
        elif isinstance(block, (kinds.Predict, kinds.DragTask)) and block.alone is not None:
            found[block.name] = _after(block.alone, block)
        elif isinstance(block, kinds.Check):
            found |= {question.id: question for question in block.questions}
    found |= {question.id: question for question in lesson.later}
    return {name: part for name, part in found.items() if not part.ask.needs}


def _after(before: Prose, part: Any) -> Any:
    """A question with something before it."""
    if not before.html:
        return part
    return replace(part, ask=Prose(f"{before.html} {part.ask.html}", part.ask.places))


def as_class_question(part: Part) -> ClassQuestion:
    """What stands in a lesson or in the practice, as a class is asked it."""
    if isinstance(part, kinds.Predict):
        slider = (part.value, part.low, part.high, part.step)
        return Guessing(part.ask.shown(), *slider, part.reveal, part.why, part.digits)
    if isinstance(part, kinds.DragTask):
        return Ordering(part.ask.shown(), part.board.sheet, part)
    if isinstance(part, Choice):
        return Choosing(part)
    if isinstance(part, Number):
        return Writing(part)
    if isinstance(part, Audit):
        return Auditing(part)
    if isinstance(part, Exercise):
        return FillingIn(part.ask.shown(), part.sheet, part.taught)
    raise TypeError(f"A class cannot be asked a {type(part).__name__}.")
