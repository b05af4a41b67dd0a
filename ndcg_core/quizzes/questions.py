"""The questions of a quiz: a blank of a sheet, its right number, and each known wrong one.

A learning management system compares a number with a list of answers, each with a tolerance, and
shows the feedback of the matching one. So no two answers of a blank may match the same number.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from math import isfinite

from ndcg_core.exercises.fading import SHOWN_DECIMALS, format_right_value
from ndcg_core.exercises.separation import write_value
from ndcg_core.exercises.worksheets import PaperExercise
from ndcg_core.marking.cases import SheetCase
from ndcg_core.marking.marks import Mark, Marking
from ndcg_core.marking.readings import NEAR_UNITS
from ndcg_core.marking.verdicts import WRONG
from ndcg_core.marking.wording import MAX_DEEDS, describe_mistake
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.misconceptions.misconception import write_clause
from ndcg_core.sheets.cells import Cell, list_column
from ndcg_core.sheets.sheet import Sheet

ANSWER_UNIT = Decimal(10) ** -SHOWN_DECIMALS
"""One unit of the last digit that an exercise asks for.

A wrong number may be this far off. The right number may be `NEAR_UNITS` units off if it was
calculated from rounded numbers, as in the app.
"""
TOLERANCE_SHARE = Decimal("0.4")
"""The share of the distance to the next answer that a tolerance may take."""


@dataclass(frozen=True)
class QuizAnswer:
    """A known right or wrong number, and the feedback for it.

    number     with three decimals; grades and gains unchanged
    tolerance  the allowed difference
    sentence   the feedback as plain text; "" for the right answer
    """

    number: Decimal
    tolerance: Decimal
    sentence: str = ""


@lru_cache(maxsize=4096)
def list_answers(one: PaperExercise, cell: str) -> tuple[QuizAnswer, ...]:
    """Return the answers of one blank of an exercise.

    The first call takes some tenths of a second; `prepare_answers` divides it into parts.
    """
    known = _cache_marks(one, cell)
    found = find_answers(one.sheet, cell, known)
    known.clear()
    return found


@lru_cache(maxsize=256)
def _cache_marks(one: PaperExercise, cell: str) -> "KnownMarks":
    return {}


def prepare_answers(one: PaperExercise, cell: str) -> Iterator[None]:
    """Calculate the answers of one blank, and pause after each wrong number that is marked.

    A caller may stop at any pause and start again later. Finished marks are kept.
    """
    blank = one, cell
    if blank not in _finished:
        known = _cache_marks(one, cell)
        for _ in _list_wrong_answers(one.sheet, cell, known):
            yield
        if len(_finished) >= MAX_FINISHED:
            _finished.clear()
        _finished.add(blank)
    list_answers(one, cell)
    yield


MAX_FINISHED = 4096
_finished: set[tuple[PaperExercise, str]] = set()
"""The blanks whose answers `list_answers` has cached."""


def forget_answers() -> None:
    """Clear the cached answers."""
    list_answers.cache_clear()
    _cache_marks.cache_clear()
    _finished.clear()


def list_blanks(one: PaperExercise) -> Mapping[str, tuple[QuizAnswer, ...]]:
    return {cell: list_answers(one, cell) for cell in one.sheet.blanks}


KnownMarks = dict[tuple[str, ...], list[Mark]]
"""The marks of an order or a number, by its texts."""


def find_answers(
    sheet: Sheet, cell: str, known: KnownMarks | None = None
) -> tuple[QuizAnswer, ...]:
    """Return the right answer and the known wrong answers. No two of them match the same number.

    >>> found = find_answers(Sheet((3, 2), blanks=("dcg",)), "dcg")
    >>> [f"{answer.number} {answer.tolerance}" for answer in found][:2]
    ['4.262 0.002', '5.000 0.001']
    """
    right = Decimal(format_right_value(sheet, cell))
    sentences = {right: ""}
    for text, sentence in filter(
        None, _list_wrong_answers(sheet, cell, {} if known is None else known)
    ):
        # Nearer, it may be the right one, worked out from rounded numbers: that is one unit off.
        if abs(Decimal(text) - right) > ANSWER_UNIT / TOLERANCE_SHARE:
            sentences[Decimal(text)] = sentence
    most = dict.fromkeys(sentences, ANSWER_UNIT) | {right: NEAR_UNITS * ANSWER_UNIT}
    return tuple(QuizAnswer(n, _find_tolerance(n, most), sentences[n]) for n in sentences)


def _list_wrong_answers(
    sheet: Sheet, cell: str, known: KnownMarks
) -> Iterator[tuple[str, str] | None]:
    """Yield each wrong number of a known mistake with the marking's message.

    It also yields None after each other marked number. known: the marks so far, which it extends.
    """
    case = SheetCase(sheet)
    at = Cell.parse(cell)
    # A wrong grade is known by the order that it stands in, any other number by itself.
    order = list_column(at.side, "grade", sheet.count(at.side)) if at.column == "grade" else (cell,)
    cells = [c for c in order if c in sheet.blanks]
    sheets: dict[str, dict[Sheet, None]] = {}
    for _, calc in (
        case.list_mistakes_about(cell) if at.side else case.list_throughout_mistakes(cell)
    ):
        values = {c: case.find_value(calc, c) for c in cells}
        if all(map(isfinite, values.values())):
            texts = {c: write_value(value, c, SHOWN_DECIMALS) for c, value in values.items()}
            sheets.setdefault(texts[cell], {})[sheet.with_all(texts)] = None
    for text, written in sheets.items():
        marks = []
        for one in written:
            place = tuple(one.given[c] for c in cells)
            if place not in known:
                marking = Marking(one, like=None if at.column == "grade" else case)
                known[place] = [marking.mark_cell(c) for c in cells]
                yield None
            marks += known[place]
        mistaken = [mark for mark in marks if mark.verdict == WRONG and mark.misconception]
        if mistaken:
            yield text, _explain_answer(cell, mistaken, sheet)


def _explain_answer(cell: str, marks: Sequence[Mark], sheet: Sheet) -> str:
    """Return the message of the marking, or a guess for a grade without its order."""
    if Cell.parse(cell).column != "grade":
        return marks[0].message
    deeds = dict.fromkeys(deed for mark in marks for deed in mark.deeds)
    hint = describe_mistake(MISCONCEPTIONS[marks[0].misconception or ""], sheet)[1]
    return f"{write_clause('You', *[*deeds][:MAX_DEEDS], sure=False)}. {hint}"


def _find_tolerance(number: Decimal, most: Mapping[Decimal, Decimal]) -> Decimal:
    distances = (abs(number - other) for other in most if other != number)
    return min([most[number], *(TOLERANCE_SHARE * one for one in distances)]).normalize()
