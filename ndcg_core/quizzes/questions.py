"""The questions of a quiz: a blank of a sheet, its right number, and each known wrong one.

A learning management system compares a number with a list of answers, each with a tolerance, and
shows the feedback of the one that fits. So no two answers of a blank may fit the same number.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from math import isfinite

from ndcg_core.exercises.fading import SHOWN_DECIMALS, right_text
from ndcg_core.exercises.separation import text_of
from ndcg_core.exercises.worksheets import PaperExercise
from ndcg_core.marking.cases import SheetCase
from ndcg_core.marking.marks import Mark, Marking
from ndcg_core.marking.readings import NEAR
from ndcg_core.marking.verdicts import WRONG
from ndcg_core.marking.wording import MOST_DEEDS, in_words
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.misconceptions.misconception import clause
from ndcg_core.sheets.cells import Cell, column
from ndcg_core.sheets.sheet import Sheet

UNIT = Decimal(10) ** -SHOWN_DECIMALS
"""One unit of the last digit that is asked for: so far off is a wrong number, and `NEAR` units the
right one, where it was worked out from rounded numbers; the app marks alike.
"""
APART = Decimal("0.4")
"""The share of the distance to its neighbour that an answer's tolerance may take up."""


@dataclass(frozen=True)
class QuizAnswer:
    """A known number, and the feedback for it.

    number     with three decimals; a grade or a gain as it is
    tolerance  how far off it may be
    sentence   the feedback, as plain text; "" for the right answer
    """

    number: Decimal
    tolerance: Decimal
    sentence: str = ""


@lru_cache(maxsize=4096)
def answers_of(one: PaperExercise, cell: str) -> tuple[QuizAnswer, ...]:
    """Return the answers of one blank of an exercise.

    The first call takes some hundredths of a second.
    """
    return answers(one.sheet, cell)


def blanks_of(one: PaperExercise) -> Mapping[str, tuple[QuizAnswer, ...]]:
    return {cell: answers_of(one, cell) for cell in one.sheet.blanks}


def answers(sheet: Sheet, cell: str) -> tuple[QuizAnswer, ...]:
    """Return the right and the known wrong answers. No two fit the same number.

    >>> [f"{a.number} {a.tolerance}" for a in answers(Sheet((3, 2), blanks=("dcg",)), "dcg")][:2]
    ['4.262 0.002', '5.000 0.001']
    """
    right = Decimal(right_text(sheet, cell))
    sentences = {right: ""}
    for text, sentence in _wrong(sheet, cell):
        # Nearer, it may be the right one, worked out from rounded numbers: that is one unit off.
        if abs(Decimal(text) - right) > UNIT / APART:
            sentences[Decimal(text)] = sentence
    most = dict.fromkeys(sentences, UNIT) | {right: NEAR * UNIT}
    return tuple(QuizAnswer(n, _tolerance(n, most), sentences[n]) for n in sentences)


def _wrong(sheet: Sheet, cell: str) -> Iterator[tuple[str, str]]:
    """Yield each wrong number of a known mistake, with the marking's message."""
    case, at = SheetCase(sheet), Cell.of(cell)
    # A wrong grade is known by the order that it stands in, any other number by itself.
    order = column(at.side, "grade", sheet.count(at.side)) if at.column == "grade" else (cell,)
    cells = [c for c in order if c in sheet.blanks]
    sheets: dict[str, dict[Sheet, None]] = {}
    for _, calc in case.speaking(cell) if at.side else case.whole(cell):
        values = {c: case.value(calc, c) for c in cells}
        if all(map(isfinite, values.values())):
            texts = {c: text_of(value, c, SHOWN_DECIMALS) for c, value in values.items()}
            sheets.setdefault(texts[cell], {})[sheet.with_all(texts)] = None
    for text, written in sheets.items():
        marks = [marking.mark(c) for marking in map(Marking, written) for c in cells]
        if known := [mark for mark in marks if mark.verdict == WRONG and mark.misconception]:
            yield text, _sentence(cell, known, sheet)


def _sentence(cell: str, marks: Sequence[Mark], sheet: Sheet) -> str:
    """Return the marking's message, or a guess for a grade, as the rest of its order is not
    shown.
    """
    if Cell.of(cell).column != "grade":
        return marks[0].message
    deeds = dict.fromkeys(deed for mark in marks for deed in mark.deeds)
    hint = in_words(MISCONCEPTIONS[marks[0].misconception or ""], sheet)[1]
    return f"{clause('You', *[*deeds][:MOST_DEEDS], sure=False)}. {hint}"


def _tolerance(number: Decimal, most: Mapping[Decimal, Decimal]) -> Decimal:
    distances = (abs(number - other) for other in most if other != number)
    return min([most[number], *(APART * one for one in distances)]).normalize()
