"""Of thousands of answers by nobody's rule: what is said is short, and hardly ever a name."""

from random import Random

import ndcg_core as nc
from benchmarks.marking import handed_out
from ndcg_core.classroom.question import COULD_BE, UNKNOWN, name_of_group
from ndcg_core.classroom.references import find
from ndcg_core.misconceptions import MISCONCEPTIONS
from tests.conftest import ALL

HANDED_OUT = handed_out()
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
    every = list(answers(1_500 if ALL else 400, 5))
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
    for _ in range(2_000 if ALL else 400):
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
