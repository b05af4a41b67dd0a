"""Causes are offered by their odds: from even odds, and with a rank where that is likely."""

from dataclasses import replace
from random import Random

import pytest

import ndcg_core as nc
from ndcg_core.content import load_toml
from ndcg_core.marking import odds
from tests.marking.sheets import SHEET, mark_cells


@pytest.mark.parametrize(
    ("grades", "fields", "written", "deeds"), load_toml(__file__, "cases.toml")["offered"], ids=str
)
def test_the_likeliest_causes_are_offered(grades, fields, written, deeds):
    mark = mark_cells(nc.Sheet(grades, **fields), **written)[[*written][-1]]
    assert (mark.verdict, mark.deeds) == ("wrong", tuple(deeds))


def test_below_even_odds_a_hint_is_offered_instead_of_a_cause():
    mark = mark_cells(nc.Sheet((2, 0, 1, 3), k=3), cg="5")["cg"]  # 2 + 3, and 4 + 0 + 1
    assert (mark.verdict, mark.certainty, mark.deeds) == ("wrong", "possible", ())
    assert mark.message.startswith("I don’t recognize this number. Check which ")


def test_several_divisors_that_fit_a_term_are_offered_as_another_divisor():
    sheet = nc.Sheet((3, 2, 3, 1))
    mark = mark_cells(sheet, actual__term__2="1")["actual.term.2"]  # 2 / 2: rank 2, or log2(4)
    assert mark.deeds == (odds.OTHER_DIVISOR_ACTION,)


def test_a_rank_is_named_only_if_it_is_likely():
    likely = mark_cells(nc.Sheet((3, 2, 3, 1, 1)), dcg="5.318")["dcg"]  # without rank 2
    assert likely.deeds[0] == "left out the term of rank 2"
    unlikely = mark_cells(nc.Sheet((1, 0, 3, 3)), actual__term__2="1.893")[
        "actual.term.2"
    ]  # 3 or 3
    assert unlikely.deeds[0] == odds.OTHER_GAIN_ACTION


def test_a_sum_with_several_possible_slips_is_a_slip_in_one_row():
    mark = mark_cells(nc.Sheet((2, 3, 0, 1)), dcg="3.062")["dcg"]  # the grade of rank 4, or a 1
    assert mark.deeds == (odds.ONE_ROW_ACTION,)


def test_several_possible_slips_in_writing_are_a_slip_in_the_digits():
    sheet = nc.Sheet((3, 2, 0, 0, 3, 1))
    assert odds.DIGITS_ACTION in mark_cells(sheet, actual__term__5="1.116")["actual.term.5"].deeds


def test_one_wrong_grade_of_an_ideal_order_is_not_blamed_on_the_whole_order():
    sheet = nc.Sheet((2, 3, 3), blanks=tuple(f"ideal.grade.{rank}" for rank in (1, 2, 3)))
    written = {"ideal.grade.1": "3", "ideal.grade.2": "3"}
    one = {m.cell: m for m in nc.mark(sheet.with_all({**written, "ideal.grade.3": "3"}))}
    assert (one["ideal.grade.3"].certainty, one["ideal.grade.3"].deeds) == ("possible", ())
    assert "one 3 too many and one 2 too few" in one["ideal.grade.3"].message


@pytest.mark.parametrize(
    ("text", "deed"), [("4.000", odds.OTHER_GAIN_ACTION), ("0.861", odds.OTHER_GAIN_ACTION)]
)
def test_a_gain_that_no_rank_has_is_offered_as_another_gain(text, deed):
    sheet = nc.Sheet((3, 2, 3, 1))
    cell = "actual.term.1" if text == "4.000" else "actual.term.4"
    mark = {m.cell: m for m in nc.mark(sheet.with_given(cell, text))}[cell]
    assert deed in mark.deeds


def test_a_term_of_1_added_twice_and_dcg_misread_by_1_are_offered_as_another_sum():
    given = {"dcg": "5.649", "idcg": "5.693"}
    sheet = nc.Sheet((3, 2, 2, 0, 1), given=given, blanks=("ndcg",))
    assert odds.OTHER_SUM_ACTION in mark_cells(sheet, ndcg=f"{6.649 / 5.693:.3f}")["ndcg"].deeds


@pytest.mark.parametrize("seed", range(4))
def test_halved_and_doubled_weights_change_no_diagnosis(monkeypatch, seed):
    rng = Random(seed)
    sheets = [replace(SHEET, given={"ndcg": text}) for text in ("0.912", "0.921", "1.000", "0.96")]
    before = [(mark.misconception, mark.certainty) for s in sheets for mark in nc.mark(s)]
    weights = {id: weight * rng.choice((0.5, 2.0)) for id, weight in odds.MISTAKE_WEIGHTS.items()}
    monkeypatch.setattr(odds, "MISTAKE_WEIGHTS", weights)
    monkeypatch.setattr(odds, "UNKNOWN_WEIGHT", odds.UNKNOWN_WEIGHT * rng.choice((0.5, 2.0)))
    assert [(mark.misconception, mark.certainty) for s in sheets for mark in nc.mark(s)] == before


def test_a_mistake_that_gives_two_numbers_of_a_column_is_offered_first():
    given = {"actual.gain.2": "1", "actual.gain.3": "2"}
    sheet = nc.Sheet((3, 1, 2), given=given, blanks=("actual.term.2", "actual.term.3"))
    alone, both = (
        {one.cell: one.message for one in nc.mark(replace(sheet, given={**given, **terms}))}
        for terms in ({"actual.term.2": "1"}, {"actual.term.2": "1", "actual.term.3": "2"})
    )
    assert not alone["actual.term.2"].startswith("You may have counted every gain in full")
    assert both["actual.term.2"].startswith("You may have counted every gain in full")


def test_a_sum_of_the_other_order_under_printed_rows_may_be_copied():
    sheet = nc.Sheet((1, 2, 1, 3, 0), k=3, blanks=("idcg",))
    rows = [f"ideal.{column}.{rank}" for rank in (1, 2, 3) for column in ("gain", "term")]
    printed = {cell: f"{sheet.exact(cell):.3f}" for cell in rows}
    mark = mark_cells(nc.Sheet((1, 2, 1, 3, 0), k=3, blanks=("idcg",), given=printed), idcg="2.762")
    assert {"left the ideal order unsorted", "entered DCG"} <= {*mark["idcg"].deeds}


def test_a_mistake_that_leaves_other_wrong_cells_unexplained_is_not_offered_alone():
    sheet = nc.Sheet((3, 2, 1), blanks=tuple(f"actual.gain.{rank}" for rank in (1, 2, 3)))
    alone = nc.mark(sheet.with_all({"actual.gain.1": "4"}))  # 2^(3 - 1), or 3 + 1
    among = nc.mark(sheet.with_all({f"actual.gain.{i}": str(5 - i) for i in (1, 2, 3)}))
    deeds = [{m.cell: m for m in marks}["actual.gain.1"].deeds for marks in (alone, among)]
    assert "used 2^(grade − 1) as the gain" in deeds[0]
    assert "used 2^(grade − 1) as the gain" not in deeds[1]


def test_two_operations_that_agree_without_a_gain_stay_possible():
    sheet = nc.Sheet((3, 0, 0), blanks=("actual.term.2", "actual.term.3"))
    marks = nc.mark(sheet.with_all({"actual.term.2": "1.585", "actual.term.3": "2.000"}))
    mark = {m.cell: m for m in marks}["actual.term.2"]  # the divisor, or 0 + the divisor
    assert (mark.verdict, mark.certainty) == ("wrong", "possible")


def test_a_cause_that_is_left_out_for_length_is_not_denied():
    cells = [f"actual.discount.{rank}" for rank in (1, 2, 3, 4)]
    sheet = nc.Sheet((1, 3, 1, 2), convention="textbook", blanks=tuple(cells))
    marks = nc.mark(sheet.with_all(dict(zip(cells, ["1", "1", "1.0000", "2"], strict=True))))
    mark = {m.cell: m for m in marks}[cells[2]]
    assert mark.deeds == ("divided by the divisor of another rank", "counted every gain in full")
    assert "Other mistakes give this number too." in mark.message
