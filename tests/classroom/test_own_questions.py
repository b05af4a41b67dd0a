"""Questions that a teacher writes: in the form, in a plan's file, and marked in class."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.classroom.formulas import with_formulas
from ndcg_core.classroom.plans import read_plan
from ndcg_core.classroom.references import find
from ndcg_ui.classroom.choosing import seen, suggested, written
from tests.classroom.asked import JUNK, OWN_FORMS, outcome

CHOICE, SEVERAL, NUMBER, ORDER, PREDICT = OWN_FORMS


@pytest.mark.parametrize(
    ("text", "mathml"),
    [
        ("$r_i$", "<msub><mi>r</mi><mi>i</mi></msub>"),
        ("$DCG@3$", "<mrow><mi>DCG</mi><mo>@</mo><mn>3</mn></mrow>"),
        (r"$\frac{3}{\log_2 4}$", "<mfrac><mn>3</mn><mrow><msub><mi>log</mi><mn>2</mn></msub>"),
        (r"$\sum_{i=1}^k r_i$", "<msubsup><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow>"),
        ("a < b costs $5 or $7", "a &lt; b costs $5 or $7"),
    ],
)
def test_a_formula_is_read_and_the_rest_is_text(text, mathml):
    assert mathml in with_formulas(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (r"$\int$", r"none of its signs; it knows _, \^, { }, \\frac"),
        ("${x$", "a { is not closed"),
        (r"$\frac{1}$", "something is missing"),
        ("$x_1_2$", "_ stands twice"),
        ("$" + "{" * 20 + "x$", "more than 10 braces"),
    ],
)
def test_a_formula_that_cannot_be_read_is_refused_with_what_can(text, said):
    with pytest.raises(ValueError, match=said):
        with_formulas(text)


@pytest.mark.parametrize("form", OWN_FORMS, ids=lambda form: form["kind"])
def test_a_question_comes_back_into_its_form_and_out_of_its_file(form):
    shown = seen(form)
    assert written(shown["form"]) == shown["reference"]
    text = f"questions = ['question/1']\n[[question]]\n{_toml(shown['form'])}"
    plan = read_plan(text)
    assert plan.questions == (shown["reference"],)
    assert read_plan(plan.text) == plan


def _toml(form):
    lists = {"grades": [int(grade) for grade in form["r"].split(", ") if grade]}
    values = form | lists | {name: float(form[name]) for name in ("low", "high") if name in form}
    values |= {"k": int(form["k"])} if "k" in form else {}
    return "\n".join(f"{name} = {value!r}" for name, value in values.items() if name != "r")


@pytest.mark.parametrize(
    ("form", "answer", "verdict", "group", "said"),
    [
        (CHOICE, 1, "right", "option-1", "The divisor is 1."),
        (CHOICE, 0, "wrong", "option-0", "That is rank 2."),
        (SEVERAL, [2, 0], "right", "A, C", "A, C are right. B: It does not"),
        (SEVERAL, [0, 1], "wrong", "A, B", "B: It does not"),
        (NUMBER, "1.26", "right", "right", "divided by"),
        (NUMBER, "1", "wrong", "slip-0", "the rank"),
        (NUMBER, "7.7", "wrong", "unknown", ""),
        (ORDER, [0, 2, 1], "right", "1 2 3", "DCG@2 is 2.262: no order gets it lower."),
        (ORDER, [1, 2, 0], "wrong", "3 2 1", "the lowest there is"),
        (PREDICT, 0.64, "right", "right", "You said"),
        (PREDICT, 0.1, "wrong", "0.10 to 0.20", "One rank too low."),
    ],
)
def test_an_answer_is_marked_and_the_reason_is_said(form, answer, verdict, group, said):
    question = find(seen(form)["reference"])
    judged = question.judge(question.read(answer))
    assert (judged.outcome, judged.group) == (verdict, group)
    assert said in judged.message


@pytest.mark.parametrize(
    ("form", "field", "said"),
    [
        (CHOICE | {"ask": " "}, "ask", "Nothing is asked yet"),
        (CHOICE | {"ask": "$x_$"}, "ask", "cannot be read"),
        (CHOICE | {"ask": "x" * 401}, "ask", "at most 400"),
        (CHOICE | {"r": "3, x"}, "r", "Item 2"),
        (CHOICE | {"r": " ".join(["1"] * 21)}, "grades", "at most 20"),
        (CHOICE | {"answers": ["one"]}, "answers", "2 to 8 answers; this one has 1"),
        (CHOICE | {"answers": ["one", "one"]}, "answers", "stands there twice"),
        (CHOICE | {"right": []}, "answers", "Say which answer is right"),
        (CHOICE | {"right": [1, 2]}, "answers", "Every answer is right"),
        (CHOICE | {"reasons": ["y" * 301]}, "reasons", "at most 300"),
        (NUMBER | {"answers": ["many"]}, "answers", "many"),
        (NUMBER | {"answers": ["0.01"]}, "answers", "0.05 or more"),
        (NUMBER | {"answers": ["1", "1.001"]}, "answers", "written alike"),
        (NUMBER | {"right": [1, 2]}, "answers", "One number is right"),
        (ORDER | {"r": "1 2"}, "grades", "worst order already"),
        (ORDER | {"r": "3", "k": ""}, "grades", "two documents"),
        (ORDER | {"k": "4"}, "k", "k is 4; this list has 3 ranks"),
        (ORDER | {"k": "half"}, "k", "whole number"),
        (PREDICT | {"answers": ["0.6", "0.7"]}, "answers", "has one answer"),
        (PREDICT | {"high": "0.5"}, "low", "does not lie between 0 and 0.5"),
        (PREDICT | {"step": "0.0001"}, "step", "1 to 1000 steps"),
        (PREDICT | {"low": "zero"}, "low", "zero"),
        ({"kind": "list", "cell": "dcg", "r": "3 1", "k": "0"}, "k", "k is 0"),
        ({"kind": "list", "cell": "dcg", "r": ""}, "r", "There is no grade here yet"),
        ({"kind": "list", "cell": "order", "r": "3 1"}, "r", "best order already"),
        ({"kind": "essay", "ask": "Why?"}, "", "choice, number, order, predict"),
        ({"reference": "nowhere"}, "", "There is no question"),
    ],
)
def test_what_is_wrong_is_said_with_its_field(form, field, said):
    refused = seen(form)
    assert refused["field"] == field
    assert said in refused["say"]


@given(st.dictionaries(st.sampled_from(sorted({*PREDICT, *ORDER, "right"})), JUNK))
def test_whatever_the_form_sends_is_a_question_or_a_sentence(form):
    shown, refusal = outcome(lambda: seen(form))
    assert not refusal
    assert shown.get("reference") or shown["say"].endswith(".")


def test_the_file_in_the_documentation_and_the_plans_that_are_offered_can_be_read():
    page = (Path(__file__).parents[2] / "docs/class-plan.md").read_text("utf-8")
    plan = read_plan(re.search(r"```toml\n(.*?)```", page, re.DOTALL)[1])
    kinds = [find(question).kind for question in plan.questions[-4:]]
    assert kinds == ["several", "number", "order", "guess"]
    offered = [read_plan(plan["text"]) for plan in suggested()]
    minutes = [int(re.search(r"(\d+) minutes", plan.title)[1]) for plan in offered]
    assert minutes == [15, 45, 90]
    for plan, most in zip(offered, minutes, strict=True):
        assert 3 <= most / len(plan.questions) <= 6, "three to six minutes for each question"
