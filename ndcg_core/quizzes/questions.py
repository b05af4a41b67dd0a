"""The questions of a quiz: a blank, its right number, and the known wrong numbers.

A learning management system compares a number with a list of answers, each with a tolerance, and
shows the feedback of the matching answer. So no two answers of a blank may match the same number.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from math import isfinite

from ndcg_core.exercises.fading import SHOWN_DECIMALS, format_right_value
from ndcg_core.exercises.separation import format_value
from ndcg_core.exercises.worksheets import WorksheetExercise
from ndcg_core.marking.cases import SheetCase
from ndcg_core.marking.marks import Mark, Marking
from ndcg_core.marking.readings import NEAR_UNITS
from ndcg_core.marking.verdicts import WRONG
from ndcg_core.marking.wording import MAX_DEEDS, describe_mistake
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.misconceptions.misconception import format_clause
from ndcg_core.sheets.cells import Cell, list_column
from ndcg_core.sheets.sheet import Sheet

ANSWER_UNIT = Decimal(10) ** -SHOWN_DECIMALS
"""One unit of the last digit that an exercise asks for.

This is the tolerance of wrong numbers. The tolerance of the right number is `NEAR_UNITS` units,
because a learner may calculate with rounded numbers, as in the app.
"""
TOLERANCE_SHARE = Decimal("0.4")
"""The largest tolerance, as a share of the distance to the next answer."""


@dataclass(frozen=True)
class QuizAnswer:
    """A known right or wrong number, and the feedback for it.

    number     the number with three decimals, or an exact grade or gain
    tolerance  the allowed difference
    sentence   the feedback as plain text; "" for the right answer
    """

    number: Decimal
    tolerance: Decimal
    sentence: str = ""


@lru_cache(maxsize=4096)
def list_answers(exercise: WorksheetExercise, cell: str) -> tuple[QuizAnswer, ...]:
    """Return the right answer for a blank, followed by the known wrong answers.

    The result is cached. The first call takes some tenths of a second. `prepare_answers` does the
    same work in steps.
    """
    known_marks = _get_cached_marks(exercise, cell)
    found = calculate_answers(exercise.sheet, cell, known_marks)
    known_marks.clear()
    return found


@lru_cache(maxsize=256)
def _get_cached_marks(exercise: WorksheetExercise, cell: str) -> "KnownMarks":
    """Return the cached dictionary in which callers store the marks of a blank."""
    return {}


def prepare_answers(exercise: WorksheetExercise, cell: str) -> Iterator[None]:
    """Calculate and cache the answers for a blank. Yield None after each part of the work.

    A caller may stop at any pause and start again later, because finished marks are cached.
    """
    blank = exercise, cell
    if blank not in _prepared_blanks:
        known_marks = _get_cached_marks(exercise, cell)
        for _ in _iterate_wrong_answers(exercise.sheet, cell, known_marks):
            yield
        if len(_prepared_blanks) >= MAX_PREPARED_BLANKS:
            _prepared_blanks.clear()
        _prepared_blanks.add(blank)
    list_answers(exercise, cell)
    yield


MAX_PREPARED_BLANKS = 4096
_prepared_blanks: set[tuple[WorksheetExercise, str]] = set()
"""The blanks whose answers `list_answers` has cached."""


def clear_answer_caches() -> None:
    """Clear all caches of answers and marks."""
    list_answers.cache_clear()
    _get_cached_marks.cache_clear()
    _prepared_blanks.clear()


def map_answers_by_blank(exercise: WorksheetExercise) -> Mapping[str, tuple[QuizAnswer, ...]]:
    """Return the answers for each blank of an exercise, right answer first."""
    return {cell: list_answers(exercise, cell) for cell in exercise.sheet.blanks}


KnownMarks = dict[tuple[str, ...], list[Mark]]
"""The marks of an order or of a number, by its texts."""


def calculate_answers(
    sheet: Sheet, cell: str, known_marks: KnownMarks | None = None
) -> tuple[QuizAnswer, ...]:
    """Return a cell's right answer and known wrong answers. No number matches two of them.

    known_marks: the marks so far, to which new marks are added.

    >>> found = calculate_answers(Sheet((3, 2), blanks=("dcg",)), "dcg")
    >>> [f"{answer.number} {answer.tolerance}" for answer in found][:2]
    ['4.262 0.002', '5.000 0.001']
    """
    right = Decimal(format_right_value(sheet, cell))
    sentences = {right: ""}
    for text, sentence in filter(
        None, _iterate_wrong_answers(sheet, cell, {} if known_marks is None else known_marks)
    ):
        # A nearer number may be the right number, calculated from rounded numbers.
        if abs(Decimal(text) - right) > ANSWER_UNIT / TOLERANCE_SHARE:
            sentences[Decimal(text)] = sentence
    limits = dict.fromkeys(sentences, ANSWER_UNIT) | {right: NEAR_UNITS * ANSWER_UNIT}
    return tuple(QuizAnswer(n, _calculate_tolerance(n, limits), sentences[n]) for n in sentences)


def _iterate_wrong_answers(
    sheet: Sheet, cell: str, known_marks: KnownMarks
) -> Iterator[tuple[str, str] | None]:
    """Yield each known wrong number with its feedback, and None after each marking.

    A caller can pause at each None.

    known_marks: the marks so far, to which new marks are added.
    """
    case = SheetCase(sheet)
    at = Cell.parse(cell)
    # A wrong grade is marked together with the order around it, any other number alone.
    order = list_column(at.side, "grade", sheet.count(at.side)) if at.column == "grade" else (cell,)
    cells = [c for c in order if c in sheet.blanks]
    sheets: dict[str, dict[Sheet, None]] = {}
    for _, calc in (
        case.iterate_mistakes_about(cell) if at.side else case.iterate_repeated_mistakes(cell)
    ):
        values = {c: case.find_value(calc, c) for c in cells}
        if all(map(isfinite, values.values())):
            texts = {c: format_value(value, c, SHOWN_DECIMALS) for c, value in values.items()}
            sheets.setdefault(texts[cell], {})[sheet.with_all(texts)] = None
    for text, written in sheets.items():
        marks = []
        for filled in written:
            key = tuple(filled.given[c] for c in cells)
            if key not in known_marks:
                marking = Marking(filled)
                known_marks[key] = [marking.mark_cell(c) for c in cells]
                yield None
            marks += known_marks[key]
        mistaken = [mark for mark in marks if mark.verdict == WRONG and mark.misconception]
        if mistaken:
            yield text, _explain_answer(cell, mistaken, sheet)


def _explain_answer(cell: str, marks: Sequence[Mark], sheet: Sheet) -> str:
    """Return the feedback on a wrong number: a mark's message or, for a grade, a guess.

    A grade is marked together with its order. Its feedback guesses the likely mistakes, if there
    are any, and ends with the hint of the first mark's mistake.
    """
    if Cell.parse(cell).column != "grade":
        return marks[0].message
    deeds = dict.fromkeys(deed for mark in marks for deed in mark.deeds)
    hint = describe_mistake(MISCONCEPTIONS[marks[0].misconception or ""], sheet)[1]
    if not deeds:
        return hint
    return f"{format_clause('You', *[*deeds][:MAX_DEEDS], is_sure=False)}. {hint}"


def _calculate_tolerance(number: Decimal, max_tolerances: Mapping[Decimal, Decimal]) -> Decimal:
    """Return a tolerance at which the answer for a number matches no other number.

    max_tolerances: the largest tolerance of each number.
    """
    distances = (abs(number - other) for other in max_tolerances if other != number)
    limits = [max_tolerances[number], *(TOLERANCE_SHARE * distance for distance in distances)]
    return min(limits).normalize()
