"""What a class can be asked, and what its answers are."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.classroom.question import KINDS, answer_text
from ndcg_core.classroom.references import another, find
from ndcg_core.classroom.tally import judge_of
from ndcg_core.exercises.fading import solve
from ndcg_ui.classroom.shown.screens import present_question
from tests.classroom.asked import JUNK, LESSONS, OTHERS, SOME, outcome
from tests.selection import first

OWN = "own?ask=dcg&r=3,2,3"


def solution(asked):
    """A right answer, found without the code that judges it where that can be."""
    if asked.kind == "sheet":
        sheet = solve(asked.sheet)
        return {cell: sheet.given[cell] for cell in asked.sheet.blanks}
    if asked.kind == "guess":
        return asked.question.value
    if asked.kind == "order":
        return [rank - 1 for rank in asked.task.solution]
    if asked.kind == "several":
        return [n for n, option in enumerate(asked.question.options) if option.verdict == "right"]
    return asked.question.solution if asked.kind != "audit" else dict(asked.question.solution)


@pytest.mark.parametrize("text", ["abc", "5 +", "1/0", "nan"])
def test_what_is_no_number_is_refused_while_it_can_be_written_anew(text):
    for reference, answer in (("lesson/ideal/later-1/1", text), (OWN, {"dcg": text})):
        with pytest.raises(ValueError, match=r"Write|gives no number"):
            find(reference).read(answer)
    assert find("own?ask=ndcg&r=0,0").read({"ndcg": "0/0"}) == {"ndcg": "0/0"}


def test_there_is_a_question_of_every_kind():
    assert {find(reference).kind for reference in SOME} == set(KINDS)
    assert len(LESSONS) > 100


@pytest.mark.parametrize("reference", SOME)
def test_the_solution_of_a_question_is_right_and_says_something(reference):
    asked = find(reference)
    right = solution(asked)
    verdict = asked.judge(asked.read(right))
    assert verdict.outcome == "right"
    assert asked.worked_solution
    assert asked.ask
    assert asked.label(verdict.group)
    kept = answer_text(asked.read(right))
    assert judge_of(asked)(kept) == verdict


@given(JUNK, st.sampled_from(SOME))
def test_whatever_is_sent_is_an_answer_or_a_sentence(junk, reference):
    asked = find(reference)
    answer, refusal = outcome(lambda: asked.read(junk))
    if refusal:
        assert refusal.endswith(".")
    else:
        assert asked.read(json.loads(answer_text(answer))) == answer
        assert asked.judge(answer).outcome in ("right", "wrong", "invalid")


@pytest.mark.parametrize("reference", first(12, SOME, "one more kind of question"))
def test_one_more_of_the_same_kind_is_another_of_that_kind(reference):
    more = another(reference, Random(5), [reference])
    if more:
        assert more != reference
        assert find(more).kind == find(reference).kind


def test_a_prediction_says_what_there_is_to_see_whatever_was_guessed():
    asked = find("predict/2")
    said = [asked.judge(guess).message for guess in (0.0, 0.65)]
    for text in (asked.worked_solution, *said):
        assert "0.646" in text
        assert "Even the worst order counts every gain" in text
    assert "You said" in said[0] != said[1]


def test_one_more_is_found_for_what_a_class_is_asked_most():
    others = OTHERS - {"practice?skill=ndcg&r=3,1,0,2"}  # searched for long
    for reference in (one for one in others if not one.startswith("question?")):
        assert another(reference, Random(2), [reference]), reference


TRY_AGAIN = ("Write ", "Give ", "once more", "later lesson", "not moved", "Nothing is moved", "yet")


@pytest.mark.parametrize("reference", SOME)
def test_what_is_said_of_an_answer_is_final(reference):
    """It is heard once the solution is shown, when nothing can be tried again."""
    asked = find(reference)
    answers = {"choice": [0, 1], "number": ["7.77", "1"]}.get(asked.kind, [])
    if asked.kind == "sheet":
        answers = [dict.fromkeys(asked.sheet.blanks[-1:], text) for text in ("7.77", "1")]
    if asked.kind == "order":
        places = list(range(len(asked.sheet.grades)))
        answers = [places, places[::-1]]
    for answer in answers:
        said = asked.judge(asked.read(answer)).message
        assert not [words for words in TRY_AGAIN if words in said], said


def test_a_class_sees_the_readers_where_the_lesson_has_them_on_its_cards():
    drawn = [name for name in LESSONS if present_question(name).get("board", {}).get("readers")]
    assert drawn == ["lesson/discount/readers"]
