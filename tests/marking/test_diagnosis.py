"""Feedback on a wrong number: its certainty, the evidence against it, and the reader."""

from dataclasses import replace

import pytest

import ndcg_core as nc
from ndcg_core.content import load_toml
from ndcg_core.exercises.fading import fade_sheet
from ndcg_core.exercises.variants import read_variant_link
from ndcg_core.lessons import load_lessons
from ndcg_core.marking.cases import SheetCase
from tests.marking.sheets import SHEET, mark_cells

SAID = load_toml(__file__, "said.toml")


def make_sheet(told):
    """Return the sheet of a case: an exercise's sheet, or `SHEET` with other fields."""
    if "exercise" in told:
        return fade_sheet(read_variant_link(told["exercise"]), told.get("level", 0))
    fields = {
        name: tuple(value) if isinstance(value, list) else value for name, value in told.items()
    }
    rules = nc.CONVENTIONS[fields.pop("convention", "standard")]
    gain = fields.pop("gain", rules.gain)
    return replace(SHEET, convention=replace(rules, gain=gain), **fields)


@pytest.mark.parametrize("why", SAID)
def test_a_wrong_number_is_explained(why):
    case = SAID[why]
    written = case["written"]
    mark = mark_cells(make_sheet(case.get("sheet", {})), **written)[[*written][-1]]
    assert (mark.misconception, mark.certainty) == (case.get("mistake"), case["sure"])
    assert case.get("says", "") in mark.message


def test_mistakes_about_later_concepts_are_not_named():
    sheet = nc.Sheet((3, 0, 3), nc.STANDARD, 2, blanks=("cg",))
    taught = ("gain", "cutoff")
    assert nc.mark(sheet.with_given("cg", "6"), taught)[0].misconception == "dcg-not-cut"
    exponential = sheet.with_given("cg", "7")  # 2^3 - 1 + 2^0 - 1
    assert nc.mark(exponential)[0].misconception == "exponential-gain"
    later = nc.mark(exponential, taught)[0]
    assert "later lesson" in later.message
    assert later.certainty == "possible"
    lesson = next(lesson for lesson in load_lessons() if lesson.slug == "gain")
    assert set(lesson.teaches) == {"gain", "cutoff", "writing"}


def test_a_large_grade_is_marked_and_diagnosed_without_an_overflow():
    assert nc.diagnose("9.00", "dcg", nc.Sheet((1, 1100))) == []
    assert nc.mark(nc.Sheet((1, 1e300), given={"dcg": "5"}))[0].verdict == "wrong"


def test_an_equal_gain_of_another_document_explains_nothing():
    sheet = nc.Sheet((3, 2, 3, 0, 1))  # ranks 1 and 3 have the same grade
    exact = SheetCase(sheet)
    equal = [
        calc
        for calc in exact.make_mistaken_calculations("another-rank's-grade", "dcg")
        if "rank 3 at rank 1" in calc.action
    ]
    assert [exact.changes_cell(calc, "dcg") for calc in equal] == [False]
    other = [
        calc
        for calc in exact.make_mistaken_calculations("another-rank's-grade", "dcg")
        if "rank 2 at rank 1" in calc.action
    ]
    assert [exact.changes_cell(calc, "dcg") for calc in other] == [True]
    mark = mark_cells(sheet, **{"dcg": "6.1487"})["dcg"]
    assert (mark.verdict, mark.misconception) == ("right", None)


def test_sheets_that_share_a_case_use_their_own_terms():
    early = replace(SHEET, given={"ideal.term.1": "3.000"})
    late = replace(SHEET, given={"ideal.term.1": "1.500"})  # the grade-3 document from rank 3

    def first_terms(sheet):
        calcs = SheetCase(sheet).make_mistaken_calculations("terms-sorted", "ideal.term.2")
        return [calc.find_value("ideal.term.1") for calc in calcs]

    assert [first_terms(sheet) for sheet in (early, late, early)] == [[3.0], [1.5], [3.0]]


def test_calculations_are_shared_only_by_sheets_with_the_same_orders():
    def find_calculations(**given):
        case = SheetCase(replace(SHEET, given=given))
        return case.make_mistaken_calculations("no-discount", "dcg")

    first = find_calculations(dcg="9")
    assert find_calculations(dcg="6.15") is first
    other = find_calculations(**{"ideal.grade.1": "2"})
    assert other is not first
    assert [calc.find_value("idcg") for calc in other] == [8.0] * 3 + [9.0] * 3


def test_a_gain_function_that_changes_is_called_again():
    gains = {3: 3.0, 2: 2.0, 0: 0.0, 1: 1.0}
    sheet = replace(SHEET, convention=replace(nc.STANDARD, gain=lambda grade: gains[grade]))

    def find_cg(sheet):
        return SheetCase(sheet).right_calculation.find_value("cg")

    assert find_cg(sheet) == 9.0
    gains[3] = 4.0
    assert find_cg(replace(sheet)) == 11.0
