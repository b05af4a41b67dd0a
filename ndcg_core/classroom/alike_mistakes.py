"""Mistakes in a question that print the same digits, so that they cannot be told apart.

A question with one blank is checked for every known mistake. A test with several blanks is checked
only for the mistakes of its skill, and the digits of all blanks are compared together.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from math import isfinite

from ndcg_core.classroom.lesson_questions import NumberEntryQuestion
from ndcg_core.classroom.references import find_question
from ndcg_core.classroom.sheets_and_orders import SheetQuestion
from ndcg_core.exercises.fading import SHOWN_DECIMALS
from ndcg_core.exercises.separation import (
    calculate_mistaken_texts,
    format_right_texts,
    format_value,
)
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.marking.cases import SheetCase
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.misconceptions.misconception import Concept
from ndcg_core.sheets.calculation import make_calculation
from ndcg_core.sheets.sheet import Sheet

PrintedDigits = tuple[str, ...]

INSEPARABLE = (
    {"ideal-not-sorted", "sort-first"},  # both sums have the same order: 1
    {"no-discount", "running-sum-divided"},  # the last divisor cancels out
    {"power-of-r-minus-1", "power-without-minus-1"},  # one is half of the other in both sums
    {"k-minus-1", "term-left-out"},  # the last term is left out
)
"""Mistakes that give the same number for every list of grades."""
SLIPS = {id for id, mistake in MISCONCEPTIONS.items() if mistake.scope == "cell"}
"""Mistakes at one rank or in one cell."""
INSEPARABLE_WITH_DCG = {"ideal-not-cut", "cutoff-ignored", "another-cutoff"}
"""Mistakes that give the same IDCG where DCG is printed."""


def find_alike_mistakes(reference: str) -> dict[PrintedDigits, set[str]]:
    """Return the ids of mistakes in a question that print the same digits, by these digits.

    Returns {} for a question without numbers, or with several blanks outside a test. Leaves out
    mistakes that no list can separate.
    In a `NumberEntryQuestion`, the ids are "slip-0", "slip-1", ..., and "right" for the answer.
    Raises ValueError for a bad reference.

    >>> sorted(find_alike_mistakes("own?ask=ndcg&r=3,2,3,0,1&k=3")[("0.972",)])
    ['cutoff-ignored', 'reciprocal-rank-plus-1']
    >>> find_alike_mistakes("own?ask=ndcg&r=2,3,0,3,2,1&k=4")
    {}
    """
    question = find_question(reference)
    pairs: Iterable[tuple[PrintedDigits, str]] = ()
    if isinstance(question, NumberEntryQuestion):
        number = question.question
        slips = [(value, f"slip-{n}") for n, (value, _) in enumerate(number.slips)]
        values = ((number.value, "right"), *slips)
        pairs = (((f"{value:.{SHOWN_DECIMALS}f}",), id) for value, id in values)
    elif isinstance(question, SheetQuestion):
        if len(question.sheet.blanks) == 1:
            pairs = _iterate_digits_of_blank(
                question.sheet, question.sheet.blanks[0], question.taught
            )
        elif reference.startswith("test/"):
            skill = SKILLS[reference.split("/")[1]]
            ids = (id for ids in skill.mistakes_by_cell.values() for id in ids)
            pairs = _iterate_digits_of_sheet(question.sheet, dict.fromkeys(ids))
    by_digits: Mapping[PrintedDigits, set[str]] = defaultdict(set)
    for digits, id in pairs:
        by_digits[digits].add(id)
    known = [*INSEPARABLE] if isinstance(question, SheetQuestion) else []
    if isinstance(question, SheetQuestion) and "dcg" in question.sheet.given:
        known.append(INSEPARABLE_WITH_DCG)
    return {
        digits: ids for digits, ids in sorted(by_digits.items()) if _has_separable_pair(ids, known)
    }


def _has_separable_pair(ids: set[str], inseparable: Iterable[set[str]]) -> bool:
    """Return True if two of the mistakes are in no common group of inseparable mistakes.

    Slips form one group, because many slips at different ranks give the same number.
    """
    groups = [*inseparable, SLIPS]
    return any(
        not any({*pair} <= group for group in groups) for pair in combinations(sorted(ids), 2)
    )


def _iterate_digits_of_blank(
    sheet: Sheet, cell: str, taught: frozenset[Concept] | None
) -> Iterator[tuple[PrintedDigits, str]]:
    """Yield the digits and the id of each mistake about taught concepts that changes a blank.

    taught: the concepts that the class has learned; None for all.
    """
    case = SheetCase(sheet)
    for mistake, calc in case.iterate_mistakes_about(cell):
        value = case.find_value(calc, cell)
        is_met = taught is None or mistake.concept in taught
        if is_met and isfinite(value) and case.changes_cell(calc, cell):
            yield (format_value(value, cell, SHOWN_DECIMALS),), mistake.id


def _iterate_digits_of_sheet(
    sheet: Sheet, ids: Iterable[str]
) -> Iterator[tuple[PrintedDigits, str]]:
    """Yield the digits of all blanks and the id of each mistake that changes a sheet.

    Slips are left out.
    """
    right = format_right_texts(sheet, sheet.blanks, SHOWN_DECIMALS)
    for id in ids:
        if MISCONCEPTIONS[id].scope == "cell":
            continue  # such a slip can happen at any rank
        for calc in MISCONCEPTIONS[id].change(make_calculation(sheet), sheet):
            if (texts := calculate_mistaken_texts(calc, sheet)) != right:
                yield tuple(texts.values()), id
