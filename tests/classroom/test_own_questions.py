"""A teacher's own questions in the form, in a plan's file, and marked in class."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.classroom.plans import read_plan
from ndcg_core.classroom.references import find_question
from ndcg_core.html_builder import extract_text
from ndcg_ui.classroom.shown.choosing import (
    build_reference,
    describe_plan,
    list_named_answers,
    list_suggested_plans,
    preview_question,
)
from tests.classroom.asked import JUNK, OWN, call_or_explain

FORMS = OWN["forms"]
LONGEST = {"ask": 400, "answers": 200, "reasons": 300, "alt": 300}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_question_survives_its_form_and_its_file(form):
    shown = preview_question(form)
    assert build_reference(shown["form"]) == shown["reference"]
    for name in {"kind", "ask", "answers", "reasons", "wants", "k", "alt"} & {*form}:
        assert shown["form"][name] == form[name]
    text = f"questions = ['question/1']\n[[question]]\n{_format_toml(shown['form'])}"
    plan = read_plan(text)
    assert plan.questions == (shown["reference"],)
    assert read_plan(plan.text) == plan


def _format_toml(form):
    lists = {"grades": [int(grade) for grade in form["r"].split(", ") if grade]}
    values = form | lists | {name: float(form[name]) for name in ("low", "high") if name in form}
    values |= {"k": int(form["k"])} if "k" in form else {}
    return "\n".join(
        f"{name} = {json.dumps(value)}" for name, value in values.items() if name != "r"
    )


def test_a_plan_with_a_bad_formula_is_read_and_names_its_question():
    plan = read_plan("[[question]]\nkind = 'text'\nask = 'Why $\\foo$?'")
    remark = describe_plan(plan)["remark"]
    assert remark.startswith("Question 1: The formula $\\foo$: the command \\foo is not known.")
    assert describe_plan(read_plan("questions = ['drag/1']"))["remark"] == ""


@pytest.mark.parametrize(("form", "answer", "verdict", "group", "said"), OWN["marked"])
def test_an_answer_is_marked_and_its_reason_is_shown(form, answer, verdict, group, said):
    question = find_question(preview_question(FORMS[form])["reference"])
    judged = question.judge_answer(question.read_answer(answer))
    assert (judged.outcome, judged.group) == (verdict, group)
    assert said in judged.message


@pytest.mark.parametrize(("form", "more", "field", "said"), OWN["refused"])
def test_an_error_names_its_field(form, more, field, said):
    refused = preview_question(FORMS.get(form, {}) | more)
    assert refused["field"] == field
    assert said in refused["say"]


@pytest.mark.parametrize(("form", "more", "solution"), OWN["solved"])
def test_a_question_at_its_limits_is_solved(form, more, solution):
    question = find_question(preview_question(FORMS.get(form, {}) | more)["reference"])
    assert extract_text(question.worked_solution).strip() == solution


@pytest.mark.parametrize(("field", "longest"), LONGEST.items())
def test_a_text_has_at_most_its_number_of_characters(field, longest):
    for length in (longest, longest + 1):
        text = "x" * length
        form = FORMS["pictured"] | {"alt": text}
        if field != "alt":
            form = FORMS["choice"] | {field: text if field == "ask" else [text, "b"]}
        shown = preview_question(form)
        if length == longest:
            assert text in shown["reference"]
        else:
            said = f"This text has {length} characters. It can have at most {longest}."
            assert shown == {"field": field, "say": said}


@given(
    st.dictionaries(st.sampled_from(sorted({*FORMS["predict"], *FORMS["order"], "right"})), JUNK)
)
def test_any_form_gives_a_question_or_an_error_sentence(form):
    shown, refusal = call_or_explain(lambda: preview_question(form))
    assert not refusal
    assert shown.get("reference") or shown["say"].endswith(".")


def test_the_documented_file_and_the_suggested_plans_are_readable():
    page = (Path(__file__).parents[2] / "docs/teach/plan-file.md").read_text("utf-8")
    plan = read_plan(re.search(r"```toml\n(.*?)```", page, re.DOTALL)[1])
    kinds = [find_question(question).kind for question in plan.questions[-5:]]
    assert kinds == ["several", "number", "order", "guess", "text"]
    plan.refuse_missing_images()
    *offered, both_forms = [read_plan(plan["text"]) for plan in list_suggested_plans()]
    assert len(both_forms.questions) == 20
    minutes = [int(re.search(r"(\d+) minutes", plan.title)[1]) for plan in offered]
    assert minutes == [15, 45, 90]
    for plan, most in zip(offered, minutes, strict=True):
        assert 3 <= most / len(plan.questions) <= 6, "three to six minutes for each question"


def test_six_answers_have_their_own_bars_and_one_name_each():
    assert list_named_answers("own?ask=ndcg&r=3,2,3,0,1&k=3") == [
        ("0.978", "right", "right"),
        ("1.000", "could be several", "wrong"),
        ("5.762", "stopped at DCG", "wrong"),
        ("0.949", "divided by log2(i)", "wrong"),
        ("0.959", "used 2^grade − 1 as the gain", "wrong"),
        ("1.023", "turned the fraction upside down", "wrong"),
    ]
    assert preview_question(FORMS["number"])["apart"] == [
        ("1.262", "right", "right"),
        ("1", "That divides by the rank", "wrong"),
    ]
    for name in ("own?ask=order&r=1,3,2", "practice?skill=dcg&r=3,1,2&level=2", "predict/1"):
        assert list_named_answers(name) == []
