"""The five verdicts, on sheets that somebody filled in."""

from dataclasses import replace
from math import nan

import pytest

import ndcg_core as nc
from ndcg_core.content import beside
from tests.marking.sheets import SHEET, marked, verdict

SINGLE = beside(__file__, "verdicts.toml")["single"]


@pytest.mark.parametrize(
    ("cell", "text", "expected", "why"), SINGLE, ids=[f"{c} {t}: {w}" for c, t, _, w in SINGLE]
)
def test_a_single_cell_gets_its_verdict(cell, text, expected, why):
    assert verdict(cell, text) == expected


def test_a_wrong_order_is_not_wrong_a_second_time_in_its_terms():
    order = {f"ideal.grade.{rank}": grade for rank, grade in enumerate("33310", 1)}
    terms = {"ideal.term.3": "1.5", "ideal.term.4": "0.431", "idcg": "6.823", "ndcg": "0.9012"}
    marks = {mark.cell: mark for mark in nc.mark(SHEET.with_all({**order, **terms}))}
    assert marks["ideal.grade.3"].verdict == "wrong"
    assert marks["ideal.term.3"].verdict == "carried"
    assert marks["ideal.term.3"].message == "Right for the order written."
    assert marks["ideal.term.4"].verdict == "right"
    assert marks["idcg"].verdict == "carried"
    assert marks["ndcg"].verdict == "carried"


def test_a_wrong_divisor_carries_into_its_term_and_on_into_the_sums():
    marks = marked(SHEET, actual__discount__2="2", actual__term__2="1", dcg="5.887", ndcg="0.931")
    assert [mark.verdict for mark in marks.values()] == ["wrong", "carried", "carried", "carried"]


def test_a_wrong_running_sum_carries_into_the_next_and_into_dcg():
    marks = marked(SHEET, actual__cumulative__4="6.000", actual__cumulative__5="6.387", dcg="6.387")
    assert [mark.verdict for mark in marks.values()] == ["wrong", "carried", "carried"]


def test_rounded_terms_may_be_added_as_written_or_as_they_were():
    terms = {"actual__term__2": "1.3", "actual__term__5": "0.4"}
    assert marked(SHEET, **terms, dcg="6.20")["dcg"].verdict == "carried"
    assert marked(SHEET, **terms, dcg="6.16")["dcg"].verdict == "carried"
    assert marked(SHEET, **terms, dcg="6.15")["dcg"].verdict == "right"


def test_a_cell_that_cannot_be_read_is_left_out_of_what_follows():
    marks = marked(SHEET, actual__term__2="??", dcg="6.149")
    assert (marks["actual.term.2"].verdict, marks["dcg"].verdict) == ("invalid", "right")


def test_there_is_no_verdict_on_a_cell_that_does_not_exist():
    for cell in ("actual.term.6", "actual.term.0", "dgc", "ideal.colour.1", "mean", "term.1"):
        with pytest.raises(ValueError, match="There is no cell"):
            SHEET.with_given(cell, "1")


def test_where_nothing_is_relevant_ndcg_is_what_the_convention_says():
    assert verdict("ndcg", "0", nc.Sheet((0, 0))) == "right"
    undefined = replace(nc.STANDARD, empty=nan)
    assert verdict("ndcg", "undefined", nc.Sheet((0, 0), undefined)) == "right"
    assert verdict("ndcg", "1", nc.Sheet((0, 0), replace(nc.STANDARD, empty=1.0))) == "right"


def test_documents_of_one_grade_may_stand_in_either_order_of_the_ideal():
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
