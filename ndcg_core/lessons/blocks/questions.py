"""Questions with a hint, a right answer, and explanations of wrong answers.

An answer is plain data from a page or a browser's storage: the index of an option for a choice, a
text for a number, texts by cell for a sheet, a cell and a mistake for an audit. `others` are forms
of the same question with other numbers, in the order in which they replace a repeated question.
"""

import re
from dataclasses import dataclass, replace
from typing import Any, Literal

from ndcg_core.content import ContentTable
from ndcg_core.html_builder import Html, extract_text, html
from ndcg_core.lessons.blocks.reading import Reader
from ndcg_core.lessons.placeholders.expressions import (
    OTHER_MEASURES,
    Expression,
    find_measure_and_ranking,
)
from ndcg_core.lessons.placeholders.settings import Value, read_arguments
from ndcg_core.lessons.prose import NO_PROSE, Prose
from ndcg_core.marking.marks import Mark, mark
from ndcg_core.marking.verdicts import COARSE_REPLY, INVALID, RIGHT, WRONG
from ndcg_core.marking.wording import UNKNOWN_NUMBER
from ndcg_core.measures import Measure, NamedMistake, Ranked, describe_mistakes, explain_number
from ndcg_core.metric import short
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.misconceptions.misconception import Concept
from ndcg_core.numerals.numerals import WrittenNumber, read_numeral
from ndcg_core.numerals.reader import UnreadableError
from ndcg_core.sheets.cells import Cell
from ndcg_core.sheets.sheet import Sheet

SAME_TOLERANCE = 0.005
"""Two numbers closer than this could be written in the same way."""
MAX_NAMED_MISTAKES = 2
"""The greatest number of possible mistakes that are named for a wrong number."""
NEAR_TOLERANCE = 0.004
"""The error allowed in a number that was calculated from rounded steps."""
INVERTED = NamedMistake(
    "inverted", "you turned the fraction upside down", "Check which number is divided by which."
)
COMPLEMENT = NamedMistake(
    "complement", "you subtracted the answer from 1", "Check which share the task asks for."
)
QUOTIENT_NAMES = ("quotient", "ndcg", "p", "recall", "weight", "over", "rr")
"""The first words of expressions that divide one number by another."""
SHARE_NAMES = ("quotient", "ndcg", "p", "recall", "reading")
"""The first words of expressions whose value is a share of 1."""
WRONG_REPLY = "Calculate it once more, one step at a time."
NUMBER_AT_START = re.compile(r"(<[^>]*>)*[−\d]")


Outcome = Literal["open", "right", "wrong", "invalid"]


@dataclass(frozen=True)
class AnswerVerdict:
    """The verdict on an answer, with its message and marks.

    outcome  "open" if there is no answer yet
    message  a text, or HTML of the lesson
    again    a text that is added if the learner may try again
    mistakes the mistakes that the message names, without those in `marks`
    is_sure  False if the mistakes are only possible
    """

    outcome: Outcome
    message: str = ""
    marks: tuple[Mark, ...] = ()
    again: str = ""
    mistakes: tuple[NamedMistake, ...] = ()
    is_sure: bool = True


# --- A choice --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Option:
    """An option of a multiple-choice question, with its text, its verdict and the reason.

    mistake   the id of the misconception behind a wrong option, or ""
    """

    say: Prose
    verdict: Outcome
    why: Prose
    mistake: str = ""


@dataclass(frozen=True)
class Choice:
    """A multiple-choice question with one right option and a reason for each option."""

    id: str
    ask: Prose
    options: tuple[Option, ...]
    hint: Prose
    kind: str = "choice"
    others: tuple[Any, ...] = ()
    wall: Prose = NO_PROSE

    @property
    def solution(self) -> int:
        """The index of the right option."""
        return next(n for n, option in enumerate(self.options) if option.verdict == RIGHT)

    @property
    def worked_solution(self) -> Html:
        """A sentence with the right option, and its reason."""
        right = self.options[self.solution]
        option = Html(right.say.fill_in().removesuffix("."))
        return html("The answer is “", option, "”. ", right.why.fill_in())

    def judge(self, answer: Any) -> AnswerVerdict:
        """Judge the index of an option. Any other answer is "invalid"."""
        if not isinstance(answer, int) or not 0 <= answer < len(self.options):
            return AnswerVerdict(INVALID, "Choose one of the answers.")
        option = self.options[answer]
        return AnswerVerdict(option.verdict, option.why.fill_in())


# --- A number --------------------------------------------------------------------------------


@dataclass(frozen=True)
class NumberQuestion:
    """A question whose answer is a number to calculate.

    slips: expected wrong numbers, each with an explanation of its cause
    sheet: if the number is a cell of a calculation, a sheet with this cell as its only blank, to
    explain other wrong numbers
    taught: the concepts taught so far; None for all
    measure_and_ranking: if the number is another measure, the measure and its ranking, whose known
    mistakes explain other wrong numbers
    source: the expression behind the number
    """

    id: str
    ask: Prose
    value: float
    hint: Prose
    why: Prose
    slips: tuple[tuple[float, Prose], ...] = ()
    sheet: Sheet | None = None
    taught: frozenset[Concept] | None = None
    measure_and_ranking: tuple[Measure, Ranked] | None = None
    source: str = ""
    kind: str = "number"
    others: tuple[Any, ...] = ()
    wall: Prose = NO_PROSE

    @property
    def solution(self) -> str:
        """The right number as text."""
        return Value.from_number(self.value).text

    @property
    def worked_solution(self) -> Html:
        """A sentence with the right number, and its calculation.

        A colon separates two numbers, because "The answer is 1. 2 divided by ..." would read as
        1.2.
        """
        why = self.why.fill_in()
        stop = ":" if NUMBER_AT_START.match(why) else "."
        return html("The answer is ", Value.from_number(self.value).html, f"{stop} ", why)

    def judge(self, answer: Any) -> AnswerVerdict:
        """Judge a number against the right number, the slips and the known mistakes.

        The outcome is "invalid" for text without a number, and for a right number that is rounded
        too coarsely.
        """
        try:
            written = read_numeral(str(answer))
        except UnreadableError as error:
            return AnswerVerdict(INVALID, str(error))
        unit = min(written.unit, 0.01)
        if (
            written.is_rounding_of(self.value, unit)
            or abs(written.value - self.value) <= NEAR_TOLERANCE
        ):
            return AnswerVerdict(RIGHT, self.why.fill_in())
        for slip, reply in self.slips:
            if written.is_rounding_of(slip, unit):
                return AnswerVerdict(WRONG, reply.fill_in())
        if (
            written.form != "expression"
            and not written.value.is_integer()
            and written.is_rounding_of(self.value)
        ):
            return AnswerVerdict(INVALID, COARSE_REPLY)
        text = f"{written.value:g}" if written.value.is_integer() else str(answer)
        known = self._find_known_mistake(text)
        if known is not None:
            return AnswerVerdict(WRONG, known.message, (known,), WRONG_REPLY)
        precise = replace(written, unit=unit) if written.value.is_integer() else written
        mistakes = (
            explain_number(*self.measure_and_ranking, precise) if self.measure_and_ranking else []
        )
        likeliest = (*mistakes[:MAX_NAMED_MISTAKES],) or self._find_inverse_or_complement(
            written, unit
        )
        is_sure = len(mistakes) == 1
        explanation = (
            describe_mistakes(likeliest, is_sure=is_sure) if likeliest else f"{UNKNOWN_NUMBER}."
        )
        return AnswerVerdict(WRONG, explanation, (), WRONG_REPLY, likeliest, is_sure)

    def _find_inverse_or_complement(
        self, written: WrittenNumber, unit: float
    ) -> tuple[NamedMistake, ...]:
        """Return the mistake behind an inverted quotient, or behind 1 minus a share.

        Returns () for any other number.

        unit: the unit to which the written number is rounded.
        """
        word, _, rest = self.source.partition(" ")
        if word == "quotient" and rest.endswith(" 1"):  # a whole number, written so
            return ()
        if word in QUOTIENT_NAMES and self.value and written.is_rounding_of(1 / self.value, unit):
            return (INVERTED,)
        is_share = word in SHARE_NAMES and 0 < self.value < 1
        return (COMPLEMENT,) if is_share and written.is_rounding_of(1 - self.value, unit) else ()

    def _find_known_mistake(self, text: str) -> Mark | None:
        """Return the mark that explains a wrong number by a mistake in the sheet, or None."""
        if self.sheet is None:
            return None
        marks = mark(self.sheet.with_given(self.sheet.blanks[0], text), self.taught)
        for cell_mark in marks:
            is_wrong = cell_mark.cell == self.sheet.blanks[0] and cell_mark.verdict == WRONG
            if is_wrong and cell_mark.misconception:
                return cell_mark
        return None


# --- Read from a lesson's blocks ------------------------------------------------------------


def read_choice(table: ContentTable, id: str, reader: Reader) -> Choice:
    """Read a multiple-choice question. Raise ValueError unless exactly one option is right.

    A hint, a wrong option and a reason for every option are also required. A wrong option gets its
    reason from its misconception by default.
    """
    options = tuple(
        _read_option(option, reader) for option in table.pop_tables("options", "option")
    )
    ask = table.pop_text("ask")
    choice = Choice(id, reader.convert_text(ask), options, reader.read_hint(table))
    right = [option for option in options if option.verdict == RIGHT]
    if len(right) != 1 or len(options) < 2:
        table.refuse(
            'a choice needs one option with verdict = "right", and at least one with "wrong".'
        )
    return choice


def _read_option(table: ContentTable, reader: Reader) -> Option:
    """Read an option. Raise ValueError for a bad verdict or an unknown misconception."""
    written = table.pop_text("verdict")
    mistake = table.pop_text("mistake", "")
    if written not in (RIGHT, WRONG):
        table.refuse(f'verdict is {written!r}. It must be "right" or "wrong".')
    verdict: Outcome = RIGHT if written == RIGHT else WRONG
    if mistake and mistake not in MISCONCEPTIONS:
        table.refuse(f"there is no misconception {mistake!r}.")
    message = MISCONCEPTIONS[mistake].format_sentences("Somebody") if mistake else None
    option = Option(
        reader.read_prose(table, "say"), verdict, reader.read_prose(table, "why", message), mistake
    )
    table.refuse_unread()
    return option


def read_number_question(table: ContentTable, id: str, reader: Reader) -> NumberQuestion:
    """Read a number question. Its answer is written as an expression such as "ndcg k=3".

    Raises ValueError for a slip that gives the right number or the number of another slip.
    """
    source = table.pop_text("answer")
    value = calculate_number(table, source, reader)
    slips: list[tuple[float, Prose]] = []
    for slip in table.pop_tables("slips", "slip"):
        wrong = calculate_number(slip, slip.pop_text("answer"), reader)
        if abs(wrong - value) < SAME_TOLERANCE:
            slip.refuse("this slip gives the right number.")
        if any(abs(wrong - other) < SAME_TOLERANCE for other, _ in slips):
            slip.refuse(
                "this slip gives the same number as another, so its sentence would never appear."
            )
        slips.append((wrong, reader.read_prose(slip, "why")))
        slip.refuse_unread()
    hint = reader.read_hint(table)
    why = reader.read_prose(table, "why")
    ask = reader.read_prose(table, "ask")
    sheet = _hide_unnamed_grades(_make_one_blank_sheet(source, reader), ask)
    measure_and_ranking = _find_measure_and_ranking(source, reader)
    taught = reader.taught
    return NumberQuestion(
        id, ask, value, hint, why, tuple(slips), sheet, taught, measure_and_ranking, source
    )


def _find_measure_and_ranking(source: str, reader: Reader) -> tuple[Measure, Ranked] | None:
    """Return the measure and the ranking of an expression such as "rr", or None.

    Returns None if the expression is not the name of one of `OTHER_MEASURES`.
    """
    expression = Expression.parse(source)
    if len(expression.words) != 1 or expression.words[0] not in OTHER_MEASURES:
        return None
    setting = read_arguments(expression.arguments, reader.default)
    return find_measure_and_ranking(expression.words[0], expression.arguments, setting.sheet)


def _make_one_blank_sheet(source: str, reader: Reader) -> Sheet | None:
    """Return a sheet with one blank, the cell of an expression such as "dcg r=3,0,2".

    Returns None if the expression is not a cell of a calculation.
    """
    expression = Expression.parse(source)
    arguments = dict(expression.arguments)
    cell = expression.words[0]
    if len(expression.words) > 1 or "scores" in arguments:
        return None
    if cell in ("gain", "discount", "term"):
        cell = f"{arguments.get('side', 'actual')}.{cell}.{arguments.get('i')}"
    sheet = read_arguments(arguments, reader.default).sheet
    return replace(sheet, blanks=(cell,)) if cell in sheet.cells else None


def _hide_unnamed_grades(sheet: Sheet | None, ask: Prose) -> Sheet | None:
    """Return a sheet with one grade for all documents if the question hides the grades.

    The grade is that of the rank in question, so that the marking cannot name a mistake about
    grades that the learner does not see. Any other sheet, or None, is returned unchanged.
    """
    cell = Cell.parse(sheet.blanks[0]) if sheet else None
    if not sheet or not cell or cell.side != "actual":
        return sheet
    if ", ".join(map(short, sheet.grades)) in extract_text(ask.fill_in()):
        return sheet
    return replace(sheet, grades=sheet.grades[cell.rank - 1 : cell.rank] * len(sheet.grades))


def calculate_number(table: ContentTable, source: str, reader: Reader) -> float:
    """Calculate an expression. Raise ValueError with the line if its value is not a number."""
    value = reader.converter.calculate_placeholder(source, reader.line).number
    if value is None:
        table.refuse(f"{source!r} is not a number.")
    return value
