"""The five verdicts on filled sheets."""

import re
from dataclasses import replace

import pytest

import ndcg_core as nc
from ndcg_core.content import load_toml
from ndcg_core.sheets.cells import find_exact_value
from tests.marking.sheets import SHEET, find_verdict, mark_cells

VERDICTS = load_toml(__file__, "verdicts.toml")
SHEETS = {
    "written": SHEET,
    "exponential": replace(SHEET, convention=nc.CONVENTIONS["exponential"]),
    "queries": replace(SHEET, others=((0, 0, 1), (2, 1))),
}


@pytest.mark.parametrize(
    ("sheet", "written", "verdict", "said"),
    [(sheet, *row) for sheet in SHEETS for row in VERDICTS[sheet]],
    ids=str,
)
def test_a_number_that_follows_from_others_is_told_from_a_wrong_one(sheet, written, verdict, said):
    mark = mark_cells(SHEETS[sheet], **written)[[*written][-1]]
    assert mark.verdict == verdict, mark.message
    assert said in mark.message


@pytest.mark.parametrize(("cell", "text", "right", "why"), VERDICTS["single"])
def test_a_single_number_gets_its_verdict(cell, text, right, why):
    assert find_verdict(cell, text) == right, why


@pytest.mark.parametrize(
    ("cell", "text", "has_bounds"),
    [
        *[("ndcg", "1.2", True), ("ndcg", "-0.2", True), ("ndcg", "1", False)],
        *[("ndcg", "0.6", False), ("mean", "1.2", True), ("dcg", "-1", False)],
    ],
)
def test_a_share_outside_its_bounds_is_told_the_bounds_first(cell, text, has_bounds):
    mark = mark_cells(SHEETS["queries"], **{cell: text})[cell]
    assert mark.verdict == "wrong"
    assert mark.message.startswith("This number must be between 0 and 1. ") == has_bounds


def test_a_negative_grade_has_no_bounds_of_ndcg():
    sheet = nc.Sheet((3, -1, 2), nc.CONVENTIONS["torchmetrics"])
    assert "NDCG is between" not in mark_cells(sheet, ndcg="-3")["ndcg"].message


def test_a_wrong_running_sum_carries_into_the_next_and_into_dcg():
    marks = mark_cells(
        SHEET, actual__cumulative__4="6.000", actual__cumulative__5="6.387", dcg="6.387"
    )
    assert [mark.verdict for mark in marks.values()] == ["wrong", "carried", "carried"]


def test_an_unknown_cell_is_refused():
    for cell in ("actual.term.6", "actual.term.0", "dgc", "ideal.colour.1", "mean", "term.1"):
        with pytest.raises(ValueError, match=r"[Tt]here is no cell|has no cell"):
            SHEET.with_given(cell, "1")
    with pytest.raises(ValueError, match="There is no cell 'dgc'"):
        SHEET.with_given("dgc", " ")


def test_a_blank_text_clears_a_cell_and_several_texts_replace_the_earlier_ones():
    sheet = SHEET.with_given("dcg", "6.1").with_given("idcg", "6.3")
    assert sheet.with_given("dcg", "6.2").given == {"idcg": "6.3", "dcg": "6.2"}
    assert sheet.with_given("dcg", " ").given == {"idcg": "6.3"}
    assert sheet.with_all({"dcg": " ", "ndcg": "1"}).given == {
        **{"dcg": " ", "idcg": "6.3", "ndcg": "1"},
    }
    asked = replace(sheet, blanks=("dcg", "ndcg"))
    assert asked.missing == ("ndcg",)
    assert (asked.label("ideal.term.2"), asked.exact("ideal.label.2")) == ("D3", None)
    assert [sheet.count(side) for side in ("actual", "ideal")] == [5, 5]
    judged = replace(SHEET, judged=(3, 2, 3, 0, 1, 3), k=7)
    assert [judged.count(side) for side in ("actual", "ideal")] == [5, 6]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"given": {"dcg": 6.1}}, "The cell 'dcg' has 6.1. It must be a string."),
        ({"given": "dcg"}, "The given of a sheet is 'dcg'. It must map cells to texts."),
        ({"working": ["dcg"]}, "The working of a sheet is ['dcg']. It must map cells to texts."),
        ({"working": {"dcg": "6"}}, "The working of a sheet are '6'. They must be a list."),
        ({"blanks": "dcg"}, "The blanks of a sheet are 'dcg'. They must be a list."),
        ({"labels": "AB"}, "The labels of a sheet are 'AB'. They must be a list."),
        ({"judged": 3}, "The judged of a sheet are 3. They must be a list."),
        ({"others": (3,)}, "The others of a sheet are 3. They must be a list."),
        ({"blanks": ("dgc",)}, "There is no cell 'dgc'."),
        ({"working": {"dgc": ("6",)}}, "There is no cell 'dgc'."),
        ({"given": {"ideal.term.6": "1"}}, "There is no cell 'ideal.term.6'. The ideal order ends"),
    ],
    ids=str,
)
def test_a_sheet_with_a_bad_field_is_refused(fields, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        replace(SHEET, **fields)


def test_the_trace_of_one_query_has_no_mean():
    with pytest.raises(ValueError, match="has no cell 'mean'"):
        find_exact_value(SHEET.trace, "mean")


def test_documents_with_equal_grades_may_be_in_any_ideal_order():
    sheet = nc.Sheet((3, 2, 3), labels=("Doc A", "Doc B", "Doc C"))
    good = {"ideal.label.1": "Doc C", "ideal.label.2": "A", "ideal.label.3": "doc b"}
    assert {mark.verdict for mark in nc.mark(sheet.with_all(good))} == {"right"}
    twice = {"ideal.label.1": "A", "ideal.label.2": "A", "ideal.label.3": "D"}
    verdicts = [mark.verdict for mark in nc.mark(sheet.with_all(twice))]
    assert verdicts == ["right", "wrong", "invalid"]


@pytest.mark.parametrize("name", ["llamaindex", "jarvelin-2002"])
def test_a_mean_over_a_query_without_a_value_is_marked(name):
    sheet = nc.Sheet((3, 2, 0, 1), nc.CONVENTIONS[name], others=((0, 0, 0), (1, 0, 2)))
    assert nc.mark(sheet.with_given("mean", "0.53"))[0].verdict != "right"


TERMS_OF_CUT_DIVISORS = ("2.000", "1.000", "1.893", "1.000", "1.292")


def test_a_sum_with_truncated_divisors_follows_from_them():
    sheet = nc.Sheet((2, 1, 3, 2, 3), nc.CONVENTIONS["textbook"])  # 3 / 1.584 + 3 / 2.321 + 4
    divisors = {"actual.discount.3": "1.584", "actual.discount.5": "2.321"}
    terms = {f"actual.term.{rank}": text for rank, text in enumerate(TERMS_OF_CUT_DIVISORS, 1)}
    marks = {
        mark.cell: mark for mark in nc.mark(sheet.with_all(divisors | terms | {"dcg": "7.186"}))
    }
    assert marks["dcg"].verdict == "carried"
