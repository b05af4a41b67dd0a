"""A teacher's own questions, as defined in a plan's file or in the form of the class page.

kind     required fields besides `ask`
choice   answers, and the numbers of the right ones, from 1
number   answers: the right number and known slips, to two decimals
order    grades, wants ("ndcg highest", "dcg lowest"), k, gain, discount
predict  answers with one number; low, high and step of the slider
text     none: learners answer in their own words, and no answer is right or wrong

`reasons` has a text for each answer, which is shown with the solution. `grades` are drawn as a
ranking. Texts can contain formulas between dollar signs (`formulas`). `image` is the name of an
image (`images`), and `alt` describes it for learners who cannot see it.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import Any

from ndcg_core.classroom.formulas import refuse_bad_formulas, render_formulas
from ndcg_core.classroom.images import read_image_reference
from ndcg_core.classroom.lesson_questions import (
    ChoiceQuestion,
    GuessQuestion,
    MultipleChoiceQuestion,
    NumberEntryQuestion,
)
from ndcg_core.classroom.open_texts import OpenQuestion
from ndcg_core.classroom.question import ClassQuestion, raise_field_errors
from ndcg_core.classroom.sheets_and_orders import OrderQuestion, SortTask
from ndcg_core.content import ContentTable
from ndcg_core.lessons.blocks.kinds import Prediction
from ndcg_core.lessons.blocks.questions import SAME_TOLERANCE, Choice, NumberQuestion, Option
from ndcg_core.lessons.prose import NO_PROSE, Prose
from ndcg_core.metric import Convention
from ndcg_core.metric.numbers import read_finite, short_repr
from ndcg_core.numerals.numerals import read_numeral
from ndcg_core.sheets.sheet import Sheet

KINDS = ("choice", "number", "order", "predict", "text")
WANTS = tuple(f"{name} {end}" for name in ("ndcg", "dcg", "cg") for end in ("highest", "lowest"))
GAINS = ("linear", "exponential")
DISCOUNTS = ("log2(i+1)", "logb(i)", "i")
MAX_TEXT_LENGTHS: Mapping[str, int] = {"ask": 400, "answers": 200, "reasons": 300, "alt": 300}
SINGLE_QUOTES_ADVICE = " In a file, write a text with “\\” in single quotes."
MAX_ANSWERS = 8
MAX_GRADES = 20
MAX_SLIDER_STEPS = 1000
MIN_RIGHT_NUMBER = 0.05
"""The smallest right number. Smaller numbers look alike with two decimals."""
GUESS_REVEAL = Prose("Your guess was \ue0000\ue001.", ("you",))
REFERENCE_START = "question?"


@dataclass(frozen=True)
class OwnQuestion:
    """The fields of a teacher's own question. A bad field raises ValueError."""

    kind: str = "choice"
    ask: str = ""
    grades: tuple[float, ...] = ()
    answers: tuple[str, ...] = ()
    right: tuple[int, ...] = (1,)
    reasons: tuple[str, ...] = ()
    low: float = 0
    high: float = 1
    step: float = 0.01
    wants: str = WANTS[0]
    k: int = 0
    gain: str = GAINS[0]
    discount: str = DISCOUNTS[0]
    image: str = ""
    alt: str = ""

    @staticmethod
    def from_table(table: ContentTable) -> "OwnQuestion":
        """Read a question from a table of a plan's file or from a form's fields.

        The fields are removed from the table. Raises ValueError for an unknown or a bad field.

        >>> table = ContentTable({"ask": "2 or 3?", "answers": ["2", "3"], "right": [2]}, "here")
        >>> OwnQuestion.from_table(table).question.kind
        'choice'
        """
        values = {
            field.name: FIELD_READERS[field.type](table, field.name, field.default)
            for field in fields(OwnQuestion)
        }
        table.refuse_unread()
        return OwnQuestion(**values)

    def __post_init__(self) -> None:
        self.question  # noqa: B018 raises an error for a bad field

    @property
    def changed_fields(self) -> dict[str, Any]:
        """The kind, and the fields that differ from their defaults."""
        defaults = {field.name: field.default for field in fields(self)}
        return {"kind": self.kind} | {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in asdict(self).items()
            if value != defaults[name]
        }

    @property
    def reference(self) -> str:
        """The question's reference, with its kind and every field that is not the default."""
        return REFERENCE_START + json.dumps(
            self.changed_fields, ensure_ascii=False, separators=(",", ":")
        )

    @cached_property
    def question(self) -> ClassQuestion:
        """The question for a class.

        The constructor reads it, and so raises ValueError for a bad field.
        """
        with raise_field_errors("kind"):
            if self.kind not in KINDS:
                known = ", ".join(KINDS)
                raise ValueError(f"The kind is {short_repr(self.kind)}. It can be {known}.")
        with raise_field_errors("ask"):
            ask = self._read_prose("ask", self.ask)
            if not self.ask.strip():
                raise ValueError("The question is empty. Write a question.")
        with raise_field_errors("grades"):
            if len(self.grades) > MAX_GRADES:
                raise ValueError(f"A ranking has at most {MAX_GRADES} documents here.")
            if self.grades:
                Sheet(self.grades).trace  # noqa: B018 raises an error for a bad grade
        self._check_image()
        return QUESTION_MAKERS[self.kind](self, ask)

    def _check_image(self) -> None:
        """Raise `FieldError` for a bad image or description, or a missing description."""
        if self.image:
            with raise_field_errors("image"):
                read_image_reference(self.image)
        with raise_field_errors("alt"):
            self._read_prose("alt", self.alt)
            if self.image and not self.alt.strip():
                raise ValueError("Describe the image for learners who cannot see it.")

    def refuse_bad_formulas(self) -> None:
        """Raise `FieldError` for the first bad formula in the question, answers and reasons."""
        for field in ("ask", "answers", "reasons"):
            texts = getattr(self, field)
            with raise_field_errors(field):
                for text in (texts,) if isinstance(texts, str) else texts:
                    refuse_bad_formulas(text)

    def _read_prose(self, field: str, text: str) -> Prose:
        """Convert a field's text to prose. Raise ValueError if it is too long or not one line."""
        if len(text) > (longest := MAX_TEXT_LENGTHS[field]):
            raise ValueError(
                f"This text has {len(text)} characters. It can have at most {longest}."
            )
        if not text.isprintable():  # "\frac" in double quotes is a form feed in a file
            raise ValueError(f"This text must be one line.{SINGLE_QUOTES_ADVICE}")
        return Prose(render_formulas(text))

    def _read_reason(self, index: int) -> Prose:
        """Return the reason for the answer at an index, or empty prose.

        Raises `FieldError` if the field of the reasons is invalid.
        """
        with raise_field_errors("reasons"):
            return self._read_prose(
                "reasons", self.reasons[index] if index < len(self.reasons) else ""
            )

    def _read_answers(self, minimum: int, maximum: int = MAX_ANSWERS) -> tuple[str, ...]:
        """Check and return the answers. Raise ValueError if they or the `right` numbers are bad.

        There must be `minimum` to `maximum` different answers with a text.
        """
        count = len(self.answers)
        if not minimum <= count <= maximum:
            needs = f"{minimum} to {maximum} answers" if maximum > minimum else "one answer"
            raise ValueError(f"This kind of question has {needs}, but this one has {count}.")
        if not all(answer.strip() for answer in self.answers) or len(set(self.answers)) < count:
            raise ValueError(
                "An answer is empty, or two answers are the same. Fill in every answer, and use "
                "each one only once."
            )
        with raise_field_errors("right"):
            if not self.right:
                raise ValueError("No answer is marked as right. Mark the right answer.")
            if not set(self.right) <= set(range(1, count + 1)):
                raise ValueError(f"Name the right answer by its number, from 1 to {count}.")
        return self.answers

    def _make_choice_question(self, ask: Prose) -> ClassQuestion:
        """Make a question with one or several right options. Raise `FieldError` for a bad field."""
        with raise_field_errors("answers"):
            answers = [self._read_prose("answers", answer) for answer in self._read_answers(2)]
        options = tuple(
            Option(text, "right" if n in self.right else "wrong", self._read_reason(n - 1))
            for n, text in enumerate(answers, 1)
        )
        if all(option.verdict == "right" for option in options):
            with raise_field_errors("right"):
                raise ValueError(
                    "Every answer is marked as right. Mark fewer answers, or add a wrong answer."
                )
        choice = Choice("own", ask, options, NO_PROSE)
        if len(self.right) == 1:
            return ChoiceQuestion(choice, self.grades)
        return MultipleChoiceQuestion(choice, self.grades)

    def _make_number_question(self, ask: Prose) -> ClassQuestion:
        """Make a question for a number. The wrong answers become slips.

        Raises `FieldError` for a bad answer or reason.
        """
        with raise_field_errors("answers"):
            values = [_parse_number(text) for text in self._read_answers(1)]
            if len(self.right) > 1:
                with raise_field_errors("right"):
                    raise ValueError(
                        "Mark exactly one number as right. The other numbers are known mistakes."
                    )
            right = self.right[0] - 1
            value = values[right]
            if 0 < abs(value) < MIN_RIGHT_NUMBER:
                raise ValueError(
                    "Numbers are marked to two decimals. Ask for a number of "
                    f"{MIN_RIGHT_NUMBER} or more."
                )
            if any(abs(a - b) < SAME_TOLERANCE for n, a in enumerate(values) for b in values[:n]):
                raise ValueError(
                    "Two of these numbers differ by less than 0.005. Numbers are marked to two "
                    "decimals, so change one of them."
                )
        slips = ((n, self._read_reason(index)) for index, n in enumerate(values) if index != right)
        why = self._read_reason(right)
        return NumberEntryQuestion(
            NumberQuestion("own", ask, value, NO_PROSE, why, tuple(slips)), self.grades
        )

    def _make_prediction_question(self, ask: Prose) -> ClassQuestion:
        """Make a question for a guess with a slider. Raise `FieldError` for a bad field."""
        with raise_field_errors("answers"):
            value = _parse_number(self._read_answers(1, 1)[0])
        with raise_field_errors("low"):
            if not self.low < self.high:
                raise ValueError("The slider must go from a lower to a higher number.")
            if not self.low <= value <= self.high:
                raise ValueError(
                    f"The answer, {value:g}, is not between {self.low:g} and {self.high:g}."
                )
        with raise_field_errors("step"):
            if not 0 < self.step <= self.high - self.low <= MAX_SLIDER_STEPS * self.step:
                raise ValueError(f"The slider must have 1 to {MAX_SLIDER_STEPS} steps.")
        reason = self._read_reason(0)
        prediction = Prediction(
            "own", ask, value, self.low, self.high, self.step, GUESS_REVEAL, reason
        )
        return GuessQuestion(prediction, self.grades)

    def _make_text_question(self, ask: Prose) -> ClassQuestion:
        """Make a question to answer in words. Raise `FieldError` if the reason is invalid."""
        return OpenQuestion(ask.fill_in(), self._read_reason(0).fill_in(), self.grades)

    def _make_order_question(self, ask: Prose) -> ClassQuestion:
        """Make a question for the best or the worst order of the grades.

        Raises ValueError for a bad field, as a `FieldError` for k, the grades or the reasons.
        """
        for name, choices in (("wants", WANTS), ("gain", GAINS), ("discount", DISCOUNTS)):
            if (value := getattr(self, name)) not in choices:
                raise ValueError(f"{name} is {short_repr(value)}. It can be {', '.join(choices)}.")
        with raise_field_errors("grades"):
            if len(self.grades) < 2:
                raise ValueError("To ask for an order, give the grades of at least two documents.")
        with raise_field_errors("k"):
            if self.k > len(self.grades):
                raise ValueError(f"k is {self.k}, but the list has {len(self.grades)} ranks.")
        with raise_field_errors("grades"):
            convention = Convention("own", gain=self.gain, discount=self.discount)
            sheet = Sheet(self.grades, convention, self.k or None)
            return OrderQuestion(
                ask.fill_in(), sheet, SortTask(sheet, (self.wants,), self._read_reason(0))
            )


QUESTION_MAKERS: Mapping[str, Callable[[OwnQuestion, Prose], ClassQuestion]] = {
    "choice": OwnQuestion._make_choice_question,
    "number": OwnQuestion._make_number_question,
    "order": OwnQuestion._make_order_question,
    "predict": OwnQuestion._make_prediction_question,
    "text": OwnQuestion._make_text_question,
}
"""The method that makes the question of each kind."""


def _pop_number_field(table: ContentTable, name: str, default: float) -> float:
    """Remove a field and return its number, or the default. Raise `FieldError` if it is bad."""
    with raise_field_errors(name):
        number = default if (value := table.pop_value(name)) is None else read_finite(value)
        if number is None:
            raise ValueError(f"{name} is {short_repr(value)}. It must be a number.")
        return number


def _pop_option_numbers(
    table: ContentTable, name: str, default: tuple[int, ...]
) -> tuple[int, ...]:
    """Remove a field and return its option numbers, or the default, sorted and distinct.

    Raises ValueError if the field is not a list of whole numbers.
    """
    numbers = table.pop_numbers(name, list(default))
    if not all(isinstance(n, int) or n.is_integer() for n in numbers):
        table.refuse(f"{name} must be a list of whole numbers.", name)
    return tuple(sorted(set(map(int, numbers))))


FIELD_READERS: Mapping[Any, Callable[[ContentTable, str, Any], Any]] = {
    str: ContentTable.pop_text,
    int: ContentTable.pop_whole_number,
    float: _pop_number_field,
    tuple[float, ...]: lambda table, name, default: table.pop_numbers(name, []),
    tuple[str, ...]: lambda table, name, default: table.pop_texts(name, []),
    tuple[int, ...]: _pop_option_numbers,
}
"""The functions that read a question's fields, by the type of the field."""


def _parse_number(text: str) -> float:
    """Read a number such as 1.26, 3/log2(4) or 75%. Raise ValueError for other texts."""
    return float(read_numeral(text).value)


def read_own_question(reference: str) -> OwnQuestion:
    """Parse a reference to a teacher's own question. Raise ValueError if that is impossible.

    >>> read_own_question('question?{"ask":"2 or 3?","answers":["2","3"]}').question.worked_solution
    'The answer is “2”. '
    """
    try:
        data = json.loads(reference.removeprefix(REFERENCE_START))
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise ValueError(
            "The reference to your own question cannot be read. Write the reference as "
            'question?{"ask":"..."}.'
        )
    return OwnQuestion.from_table(ContentTable(data, "The question"))
