"""How a plan keeps what a class is asked; the codes of rooms and the names of learners."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.classroom.codes import LETTERS, draw_code, read_code
from ndcg_core.classroom.names import COUNT, name_of
from ndcg_core.classroom.plans import Plan, read_plan
from tests.classroom.asked import JUNK, SOME, outcome


@given(
    st.lists(st.sampled_from(SOME), min_size=1, max_size=9),
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=20),
)
def test_a_plan_is_read_back_as_it_was_written(questions, title):
    plan, refusal = outcome(lambda: Plan(tuple(questions), title))
    assert bool(refusal) != (title.isprintable() and bool(title.strip()))
    assert refusal or read_plan(plan.text) == plan


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "This is no plan"),
        ("questions = []", "1 to 60"),
        ('questions = ["drag/1"]\nexplain_below = "a"', "percentages"),
        ('questions = ["drag/1", "drag/9"]', "Question 2"),
        ('questions = ["drag/1"]\nspeed = 3', "no key 'speed'"),
        ('title = "\\n"\nquestions = ["drag/1"]', "title"),
        ("questions = " + "[" * 3000, "This is no plan"),
    ],
)
def test_what_is_no_plan_is_refused_with_a_sentence(text, said):
    with pytest.raises(ValueError, match=said):
        read_plan(text)


def test_no_letter_of_a_code_looks_like_another():
    assert len(set(LETTERS)) == 16
    assert not set(LETTERS) & set("AEIOUILOQSVY0158")


@given(st.randoms(use_true_random=False), st.sampled_from(["", " ", "-"]))
def test_a_code_is_read_as_it_was_drawn_however_it_is_typed(rng, between):
    code = draw_code(rng)
    assert read_code(between.join(code.lower())) == code


@given(JUNK)
def test_what_is_no_code_is_refused_with_a_sentence(junk):
    code, refusal = outcome(lambda: read_code(junk))
    assert refusal.endswith(".") or len(code) == 5


def test_no_two_learners_of_a_room_have_the_same_name():
    names = [name_of(number, salt=7) for number in range(1, COUNT + 200)]
    assert len(set(names)) == len(names)
    assert name_of(1, 7) == name_of(1, 7) != name_of(1, 8)
