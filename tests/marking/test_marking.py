"""The five verdicts, on sheets that somebody filled in."""

from dataclasses import replace
from math import nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ndcg_core as nc
from ndcg_core.marking.verdicts import VERDICTS
from ndcg_core.sheets.right_calculation import right_calculation

SHEET = nc.Sheet((3, 2, 3, 0, 1))
DECIMALS = st.sampled_from([None, 2, 3, 4, 5, 6])


def marked(sheet, **cells):
    """The marks of a sheet with some cells written; `__` stands for the dots of a cell id."""
    texts = {name.replace("__", "."): text for name, text in cells.items()}
    return {mark.cell: mark for mark in nc.mark(sheet.with_all(texts))}


def verdict(cell, text, sheet=SHEET):
    return marked(sheet, **{cell: text})[cell].verdict


SINGLE = [
    ("actual.term.2", "1.26", "right", "two decimals"),
    ("actual.term.2", "1.2619", "right", "four decimals"),
    ("actual.term.2", "2/log2(3)", "right", "a formula"),
    ("actual.term.2", "1.263", "last-digit", "one unit off"),
    ("actual.term.2", "1.265", "carried", "2 / 1.58 on the way, then cut off"),
    ("actual.term.2", "1.269", "wrong", "seven units off"),
    ("actual.term.2", "1.27", "carried", "2 / 1.58 on the way"),
    ("actual.term.2", "two", "invalid", "a word"),
    ("actual.term.2", "1/0", "invalid", "no number"),
    ("actual.term.2", "1", "wrong", "a coarse number that a mistake gives exactly"),
    ("idcg", "6", "invalid", "too coarse to tell"),
    ("actual.term.2", "1.3", "right", "a rounding to one decimal"),
    ("actual.term.1", "3", "right", "a whole number that is exact"),
    ("actual.term.4", "0", "right", "nothing earned"),
    ("actual.discount.3", "2", "right", "a whole divisor"),
    ("dcg", "6.1487", "right", "four decimals"),
    ("dcg", "6.15", "right", "two decimals"),
    ("dcg", "9", "wrong", "a coarse number that a mistake gives exactly"),
    ("ndcg", "0.972", "right", "three decimals"),
    ("ndcg", "97.2 %", "right", "a percentage"),
    ("ndcg", "0.9731", "carried", "6.15 / 6.32 on the way"),
    ("ndcg", "1.0", "invalid", "one decimal of a share"),
    ("ndcg", "0.9", "invalid", "one decimal of a share, cut off"),
    ("ndcg", "0.8", "wrong", "one decimal of a share, further off than cutting goes"),
    ("ndcg", "1", "wrong", "a whole number that a mistake gives exactly"),
    ("ndcg", "0.97", "right", "two decimals"),
    ("ndcg", "6.15/6.32", "right", "a formula as precise as its decimals"),
]


@pytest.mark.parametrize(
    ("cell", "text", "expected", "why"), SINGLE, ids=[f"{c} {t}: {w}" for c, t, _, w in SINGLE]
)
def test_a_single_cell_gets_its_verdict(cell, text, expected, why):
    assert verdict(cell, text) == expected


def test_rounding_on_the_way_is_never_a_mistake():
    marks = marked(SHEET, dcg="6.15", idcg="6.32", ndcg="0.9731")
    assert [marks[cell].verdict for cell in ("dcg", "idcg", "ndcg")] == [
        "right",
        "right",
        "carried",
    ]


def test_more_digits_ask_for_more():
    exponential = nc.Sheet((0, 0, 3), nc.CONVENTIONS["exponential"])
    assert verdict("actual.term.3", "3.5", exponential) == "right"
    assert verdict("actual.term.3", "3.50001", exponential) == "last-digit"
    assert verdict("dcg", "6.15") == "right"
    assert verdict("dcg", "6.1500") == "carried"


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


def test_what_is_asked_for_and_missing_is_invalid_and_never_wrong():
    sheet = replace(SHEET, blanks=("dcg", "ndcg"))
    assert [(mark.cell, mark.verdict) for mark in nc.mark(sheet)] == [
        ("dcg", "invalid"),
        ("ndcg", "invalid"),
    ]


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


def test_zero_by_zero_is_not_a_number_and_is_explained():
    mark = marked(nc.Sheet((0, 0)), ndcg="0/0")["ndcg"]
    assert (mark.verdict, mark.misconception) == ("invalid", "all-zero-divides")


def test_documents_of_one_grade_may_stand_in_either_order_of_the_ideal():
    sheet = nc.Sheet((3, 2, 3), labels=("Doc A", "Doc B", "Doc C"))
    good = {"ideal.label.1": "Doc C", "ideal.label.2": "A", "ideal.label.3": "doc b"}
    assert {mark.verdict for mark in nc.mark(sheet.with_all(good))} == {"right"}
    twice = {"ideal.label.1": "A", "ideal.label.2": "A", "ideal.label.3": "D"}
    assert [mark.verdict for mark in nc.mark(sheet.with_all(twice))] == [
        "right",
        "wrong",
        "invalid",
    ]


def test_a_mark_does_not_change_the_sheet():
    sheet = SHEET.with_given("dcg", "9.0")
    assert nc.mark(sheet) == nc.mark(sheet)
    assert sheet.with_given("dcg", "").given == {}


def _rounded(value, decimals):
    text = repr(value) if decimals is None else f"{value:.{decimals}f}"
    return float(text), text


@st.composite
def honest_sheets(draw):
    """A sheet worked out rightly, each step rounded or not, and written down or not."""
    grades = draw(st.lists(st.integers(0, 4), min_size=1, max_size=9))
    convention = draw(st.sampled_from(list(nc.CONVENTIONS.values())))
    sheet = nc.Sheet(tuple(grades), convention, draw(st.integers(1, len(grades))))
    given = {}

    def step(cell, value):
        value, text = _rounded(value, draw(DECIMALS))
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


@given(honest_sheets())
def test_no_right_answer_rounded_at_any_step_is_ever_called_wrong(sheet):
    for mark in nc.mark(sheet):
        assert mark.verdict in ("right", "carried", "last-digit"), mark


TEXTS = st.sampled_from(
    [
        "0",
        "1",
        "3",
        "3.5",
        "-1",
        "1.26",
        "0/0",
        "x",
        "1e300",
        "5000",
        "7/log2(3)",
        "nan",
        "1,26",
        "1e-300",
        "D1",
        "99999999999",
        "1/3",
    ]
)


@st.composite
def scribbled_sheets(draw):
    """Any ranking, and any text in any cell."""
    grades = draw(st.lists(st.sampled_from([0, 1, 2, 3, 2.5, 60]), min_size=1, max_size=4))
    pool = draw(st.sampled_from([None, [*grades, 0, 3]]))
    convention = draw(st.sampled_from(list(nc.CONVENTIONS.values())))
    sheet = nc.Sheet(tuple(grades), convention, draw(st.integers(1, 5)), judged=pool)
    cells = draw(st.lists(st.sampled_from(sheet.cells), max_size=8, unique=True))
    return sheet.with_all({cell: draw(TEXTS) for cell in cells})


@given(scribbled_sheets())
def test_any_scribble_gets_a_verdict_and_a_sentence(sheet):
    for mark in nc.mark(sheet):
        assert mark.verdict in VERDICTS
        assert mark.message or mark.verdict == "right"
    assert nc.summary(sheet)


@pytest.mark.parametrize("name", list(nc.CONVENTIONS))
def test_the_right_calculation_has_the_numbers_of_the_trace(name):
    for grades in ((3, 2, 3, 0, 1), (0, 0), (1, 3, 0, 2, 2, 0, 1)):
        sheet = nc.Sheet(grades, nc.CONVENTIONS[name], 3, judged=(*grades, 3, 2))
        calc = right_calculation(sheet)
        for cell in sheet.cells:
            exact = sheet.exact(cell)
            if exact is not None:
                assert calc.value(cell) == pytest.approx(exact, rel=1e-12, nan_ok=True), cell


SUMMARIES = [
    ({}, "Nothing is written yet."),
    ({"dcg": "6.15", "idcg": "6.32"}, "All 2 cells are right."),
    ({"dcg": "9.0"}, "DCG is wrong: no discount."),
    ({"dcg": "8.11"}, "DCG is wrong, by no mistake that is known."),
    ({"dcg": "six"}, "1 cell cannot be marked yet."),
]


@pytest.mark.parametrize(("texts", "words"), SUMMARIES)
def test_a_summary_says_it_in_words(texts, words):
    assert nc.summary(SHEET.with_all(texts)) == words


def test_the_summary_of_document_000_names_its_order_and_its_divisors():
    words = nc.summary(nc.load_examples()[0].sheet)
    assert words.startswith(
        "The ideal order is not a sorting of the ranking. The order has one 3 too many and one 0 "
        "too few. 4 of 8 ideal terms are wrong, each by the same mistake: another rank's divisor."
    )
