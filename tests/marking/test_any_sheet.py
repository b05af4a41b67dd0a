"""Any sheet: honest answers are never marked wrong, and any other text gets a sentence."""

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ndcg_core as nc
from ndcg_core.content import load_toml
from ndcg_core.marking.verdicts import Verdict
from tests.marking.sheets import DECIMALS, SHEET


def _round_value(value, decimals):
    text = repr(value) if decimals is None else f"{value:.{decimals}f}"
    return float(text), text


@st.composite
def draw_honest_sheets(draw):
    """Draw a rightly calculated sheet with some rounded and some omitted steps."""
    grades = draw(st.lists(st.integers(0, 4), min_size=1, max_size=9))
    convention = draw(st.sampled_from(list(nc.CONVENTIONS.values())))
    sheet = nc.Sheet(tuple(grades), convention, draw(st.integers(1, len(grades))))
    given = {}

    def step(cell, value):
        value, text = _round_value(value, draw(DECIMALS))
        if draw(st.booleans()):
            given[cell] = text
        return value

    sums = {}
    for side, total in (("actual", "dcg"), ("ideal", "idcg")):
        terms = [
            step(f"{side}.term.{t.rank}", t.gain / step(f"{side}.discount.{t.rank}", t.discount))
            for t in getattr(sheet.trace, side)
        ]
        sums[total] = step(total, sum(terms))
    if sums["idcg"]:
        step("ndcg", sums["dcg"] / sums["idcg"])
    return sheet.with_all(given)


@given(draw_honest_sheets())
def test_a_right_answer_rounded_at_any_step_is_never_wrong(sheet):
    for mark in nc.mark(sheet):
        assert mark.verdict in ("right", "carried", "last-digit"), mark


NUMBERS = ["0", "1", "3", "3.5", "-1", "1.26", "1,26", "5000", "99999999999", "1e300", "1e-300"]
TEXTS = st.sampled_from([*NUMBERS, "0/0", "1/3", "7/log2(3)", "x", "nan", "D1"])


@st.composite
def draw_scribbled_sheets(draw):
    grades = draw(st.lists(st.sampled_from([0, 1, 2, 3, 2.5, 60]), min_size=1, max_size=4))
    pool = draw(st.sampled_from([None, [*grades, 0, 3]]))
    convention = draw(st.sampled_from(list(nc.CONVENTIONS.values())))
    sheet = nc.Sheet(tuple(grades), convention, draw(st.integers(1, 5)), judged=pool)
    cells = draw(st.lists(st.sampled_from(sheet.cells), max_size=8, unique=True))
    return sheet.with_all({cell: draw(TEXTS) for cell in cells})


@given(draw_scribbled_sheets())
def test_any_text_gets_a_verdict_and_a_sentence(sheet):
    for mark in nc.mark(sheet):
        assert mark.verdict in get_args(Verdict)
        assert mark.message or mark.verdict == "right"
    assert nc.summary(sheet)


CASES = load_toml(__file__, "cases.toml")


@pytest.mark.parametrize(("texts", "sentence"), CASES["summaries"])
def test_a_summary_states_the_verdicts_in_words(texts, sentence):
    assert nc.summary(SHEET.with_all(texts)) == sentence


@pytest.mark.parametrize(("texts", "sentence"), CASES["asked"])
def test_a_summary_for_a_learner_is_about_the_blanks_alone(texts, sentence):
    sheet = replace(SHEET, blanks=("dcg", "idcg", "ndcg"), given={"actual.term.1": "3"})
    assert nc.summary(sheet.with_all(texts)) == sentence


def test_the_summary_of_document_000_names_its_order_and_its_terms():
    sentence = nc.summary(nc.load_examples()[0].sheet)
    assert sentence.startswith(
        "The ideal order is not the ranking sorted by grade. The order has one 3 too many and one "
        "0 "
        "too few. 4 of 8 ideal terms are wrong, each by the same mistake: terms sorted, not "
        "divided again."
    )
