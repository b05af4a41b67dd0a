"""Feedback on thousands of random answers is short and hardly ever names a mistake."""

import re
from itertools import pairwise
from random import Random

import ndcg_core as nc
from benchmarks.marking import list_stored_sheets
from ndcg_core.classroom.question import COULD_BE, UNKNOWN_GROUP, describe_group
from ndcg_core.classroom.references import find_question
from ndcg_core.exercises.variants import list_all_practice_variants
from ndcg_core.measures.mistakes import MISTAKE_WORDS
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.misconceptions.misconception import format_clause
from ndcg_core.sheets.calculation import make_calculation
from tests.conftest import ALL

HANDED_OUT = list_stored_sheets()
SENTENCE = 160
PARTICIPLES = "added|built|counted|left|made|read|let|cut|[a-z]+ed"
"""Verbs whose past tense is also their participle."""
UNGRAMMATICAL = {
    "no participle": rf"may have (?:[^.]*?, or )?(?!(?:{PARTICIPLES})\b)",
    "another form": r"\b(?:took|gave|did|wrote|chose|began)\b",
    "an article": r"\b[Aa] [aeio]|\b[Aa]n (?![aeioFHLMNRSX0-9])",
    "a number": r"\b1 (?!as\b|is\b|has\b)[a-z]+s\b|\b(?:[02-9]|\d\d+) (?:program|document|cell)\b",
    "marks": r"  | ,|\.\.|!| - |\byou\b.*\byour\b",
    "a beginning": r"^[^A-Z]",
    "an end": r"[^.]$",
}


def list_faults(text):
    """Return the parts of a feedback text that would confuse a reader."""
    found = [what for what, pattern in UNGRAMMATICAL.items() if re.search(pattern, text)]
    long = [part for part in re.split(r"(?<=[.:?]) ", text) if len(part) > SENTENCE]
    return found + long


def list_clauses():
    """Return every action with its hint, from each variant of each mistake on some sheet."""
    sheets = [variant.unfilled_sheet for variant in list_all_practice_variants()[::5]]
    for mistake in MISCONCEPTIONS.values():
        ways = (c.action for s in sheets for c in mistake.change(make_calculation(s), s))
        for action in dict.fromkeys([mistake.action, *filter(None, ways)]):
            yield action, mistake.hint
        yield from [mistake.reverse] if mistake.reverse else []
    yield from ((words["action"], words["hint"]) for words in MISTAKE_WORDS.values())


def test_every_sentence_about_a_mistake_reads_well():
    every = list(list_clauses())
    assert len(every) > 100
    for action, hint in every:
        assert action.startswith("you ")
        assert re.match("(Look (at|for|up)|Check|Count) ", hint)
        for who, sure in (("You", True), ("The author", True), ("Somebody", False)):
            assert not list_faults(f"{format_clause(who, action, is_sure=sure)}. {hint}"), action
    deeds = [action.partition(",")[0] for action, _ in every]
    for one, other in pairwise(deeds):
        assert not list_faults(f"{format_clause('You', one, other, is_sure=False)}."), (one, other)


def draw_answers(count, seed):
    """Return random numbers near to and far from the right one, with 0 to 4 decimals."""
    dice = Random(seed)
    for _ in range(count):
        sheet = dice.choice(HANDED_OUT)
        cell = dice.choice([cell for cell in sheet.blanks if sheet.exact(cell) is not None])
        value = (sheet.exact(cell) or 0.0) * dice.uniform(0.4, 1.6) + dice.choice((0, 0, 1, -1))
        yield sheet, cell, f"{abs(value):.{dice.choice((0, 2, 3, 4))}f}"


def test_feedback_is_short_and_random_numbers_are_rarely_called_mistakes():
    named = 0
    every = list(draw_answers(1_500 if ALL else 200, 5))
    for sheet, cell, text in every:
        mark = next(m for m in nc.mark(sheet.with_given(cell, text)) if m.cell == cell)
        assert not mark.message or not list_faults(mark.message), mark
        named += mark.verdict == "wrong" and mark.certainty == "named"
    assert named <= len(every) / 100


def test_a_whole_number_of_cg_is_never_called_a_mistake():
    for sheet in HANDED_OUT:
        for slip in (-2, -1, 1, 2, 3) if sheet.blanks == ("cg",) else ():
            mark = nc.mark(sheet.with_given("cg", f"{(sheet.exact('cg') or 0) + slip:g}"))[-1]
            assert mark.certainty in ("possible", "unknown"), mark


def test_the_wall_and_the_phones_have_the_same_words():
    dice = Random(7)
    questions = [
        find_question(f"own?ask={ask}&r=3,2,3,0,1") for ask in ("cg", "dcg", "idcg", "ndcg")
    ]
    for _ in range(2_000 if ALL else 200):
        question = dice.choice(questions)
        (cell,) = question.sheet.blanks
        mistake = dice.choice(list(MISCONCEPTIONS.values()))
        numbers = mistake.list_numbers(cell, question.sheet) or (dice.uniform(0, 9),)
        text = f"{dice.choice(numbers):.{dice.choice((0, 1, 2, 3, 4))}f}"
        verdict = question.judge_answer({cell: text})
        said = verdict.message.replace("&#x27;", "'")
        if verdict.outcome != "wrong":
            continue
        if verdict.group == UNKNOWN_GROUP:
            assert "don’t recognize" in said
        elif verdict.group.startswith(COULD_BE):
            assert f"You may have {verdict.group.removeprefix(COULD_BE)}" in said
        else:
            assert f"You {describe_group(verdict.group)}" in said
            assert "may have" not in said
