"""Twenty typical answers and what is said to each, to be read in a minute; then thousands more.

The ranking is 3, 2, 3, 0, 1 with linear gain and log2(i + 1) where a row names no other: DCG 6.149,
IDCG 6.323, NDCG 0.972. A learner fills in one cell.
"""

from dataclasses import replace
from random import Random

import pytest

import ndcg_core as nc
from ndcg_core.classroom.question import COULD_BE, UNKNOWN, name_of_group
from ndcg_core.classroom.references import find
from ndcg_core.exercises.fading import fade, levels
from ndcg_core.exercises.variants import load_variants
from ndcg_core.misconceptions import MISCONCEPTIONS

SHEET = nc.Sheet((3, 2, 3, 0, 1))
CG = nc.Sheet((1, 0, 2, 3), k=3)
TEXTBOOK = nc.Sheet((0, 2, 1, 0, 1, 2), nc.CONVENTIONS["textbook"])

ANSWERS = [
    (SHEET, "dcg", "6.15", "right", ""),
    (SHEET, "dcg", "6.1", "right", ""),
    (SHEET, "dcg", "9", "wrong", "You counted every gain in full, wherever it stands: this is"),
    (
        SHEET,
        "dcg",
        "7.32",
        "wrong",
        "You divided by log2(i), the logarithm of the rank itself",
    ),
    (
        SHEET,
        "dcg",
        "6.32",
        "wrong",
        "You may have sorted the grades before DCG was worked out.",
    ),
    (SHEET, "dcg", "6.419", "wrong", "You swapped two digits in writing the number down: this is"),
    (
        SHEET,
        "dcg",
        "5.55",
        "wrong",
        "I cannot tell how this came about. Write down the steps",
    ),
    (
        SHEET,
        "idcg",
        "6.149",
        "wrong",
        "You left the ideal order as the ranking is: this is",
    ),
    (SHEET, "ndcg", "0.97", "right", ""),
    (SHEET, "ndcg", "0.9723", "last-digit", "Only the last digit is off: the number is cut"),
    (SHEET, "ndcg", "0.9", "invalid", "This is too coarse to tell. Give at least two decimals."),
    (
        SHEET,
        "ndcg",
        "1",
        "wrong",
        "You may have left the ideal order as the ranking is, or",
    ),
    (
        SHEET,
        "ndcg",
        "97.2",
        "wrong",
        "NDCG lies between 0 and 1. You left out the percent sign",
    ),
    (SHEET, "ndcg", "1.028", "wrong", "NDCG lies between 0 and 1. You turned the fraction upside"),
    (
        SHEET,
        "actual.term.2",
        "1.261",
        "carried",
        "It follows from numbers that were rounded on",
    ),
    (
        SHEET,
        "actual.discount.2",
        "1.099",
        "wrong",
        "You used the natural logarithm, ln",
    ),
    (CG, "cg", "4", "wrong", "I cannot tell how this came about. Look at which documents count"),
    (CG, "cg", "6", "wrong", "You may have added up the ranking beyond k, or sorted the grades"),
    (TEXTBOOK, "ndcg", "0.682", "wrong", "You divided by log2(i + 1), the logarithm"),
    (SHEET, "ndcg", "0.97–0.98", "invalid", "“0.97-0.98” is a range. Write the one number"),
]


@pytest.mark.parametrize(("sheet", "cell", "text", "verdict", "sentence"), ANSWERS)
def test_a_typical_answer(sheet, cell, text, verdict, sentence):
    (mark,) = nc.mark(replace(sheet, blanks=(cell,)).with_given(cell, text))
    assert mark.verdict == verdict
    assert mark.message.startswith(sentence)
    assert bool(sentence) == bool(mark.message)


HANDED_OUT = [
    fade(variant, level) for variant in load_variants() for level in range(levels(variant))
]
SENTENCE = 160


def answers(count, seed):
    """Answers by nobody's rule: near the right number and far from it, to 0 to 4 decimals."""
    dice = Random(seed)
    for _ in range(count):
        sheet = dice.choice(HANDED_OUT)
        cell = dice.choice([cell for cell in sheet.blanks if sheet.exact(cell) is not None])
        value = (sheet.exact(cell) or 0.0) * dice.uniform(0.4, 1.6) + dice.choice((0, 0, 1, -1))
        yield sheet, cell, f"{abs(value):.{dice.choice((0, 2, 3, 4))}f}"


def test_a_sentence_is_short_and_a_number_by_nobodys_rule_is_hardly_ever_called_a_mistake():
    named = 0
    every = list(answers(1_500, 5))
    for sheet, cell, text in every:
        mark = next(m for m in nc.mark(sheet.with_given(cell, text)) if m.cell == cell)
        assert max(map(len, mark.message.split(". "))) <= SENTENCE, mark
        named += mark.verdict == "wrong" and mark.certainty == "named"
    assert named <= len(every) / 100


def test_a_whole_number_of_cg_is_never_called_a_mistake():
    for sheet in HANDED_OUT:
        for slip in (-2, -1, 1, 2, 3) if sheet.blanks == ("cg",) else ():
            mark = nc.mark(sheet.with_given("cg", f"{(sheet.exact('cg') or 0) + slip:g}"))[-1]
            assert mark.certainty in ("possible", "unknown"), mark
            assert abs(slip) > 2 or mark.certainty == "unknown"


def test_the_wall_says_what_the_phones_say():
    dice = Random(7)
    questions = [find(f"own?ask={ask}&r=3,2,3,0,1") for ask in ("cg", "dcg", "idcg", "ndcg")]
    for _ in range(2_000):
        question = dice.choice(questions)
        (cell,) = question.sheet.blanks
        mistake = dice.choice(list(MISCONCEPTIONS.values()))
        numbers = mistake.numbers(cell, question.sheet) or (dice.uniform(0, 9),)
        text = f"{dice.choice(numbers):.{dice.choice((0, 1, 2, 3, 4))}f}"
        verdict = question.judge({cell: text})
        said = verdict.message.replace("&#x27;", "'")
        if verdict.outcome != "wrong":
            continue
        if verdict.group == UNKNOWN:
            assert "cannot tell" in said
        elif verdict.group.startswith(COULD_BE):
            assert f"You may have {verdict.group.removeprefix(COULD_BE)}" in said
        else:
            assert f"You {name_of_group(verdict.group)}" in said
            assert "may have" not in said
