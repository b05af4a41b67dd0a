"""What is said of a misconception: under other conventions, where none is known, in which words."""

from dataclasses import replace

import pytest

import ndcg_core as nc
from ndcg_core.misconceptions import MISCONCEPTIONS

SHEET = nc.Sheet((3, 2, 3, 0, 1))
WITH_POOL = replace(SHEET, judged=(3, 2, 3, 0, 1, 3, 2))


def test_under_the_other_convention_the_mistake_runs_the_other_way():
    exponential = nc.Sheet((3, 2, 3, 0, 1), nc.CONVENTIONS["exponential"])
    mark = nc.mark(exponential.with_given("dcg", "6.1487"))[0]
    assert mark.misconception == "exponential-gain"
    assert "used the grade itself" in mark.message
    textbook = nc.Sheet((3, 2, 3, 0, 1), nc.CONVENTIONS["textbook"])
    mark = nc.mark(textbook.with_given("dcg", "6.1487"))[0]
    assert mark.misconception == "log2-rank"
    assert "logarithm of rank + 1" in mark.message


def test_what_elsewhere_is_a_convention_says_so():
    for id in ("log2-rank", "exponential-gain", "natural-log", "retrieved-as-pool"):
        assert MISCONCEPTIONS[id].legitimate


@pytest.mark.parametrize(
    ("convention", "given", "said"),
    [
        ("standard", "1", "You may have read 0 divided by 0 as 1, or"),
        ("lightgbm", "0", "You may have read 0 divided by 0 as 0, or"),
        ("standard", "0/0", "You divided 0 by 0. Look at"),
        ("standard", "undefined", "You divided 0 by 0"),
    ],
)
def test_what_is_made_of_0_divided_by_0_is_said_as_it_was_made(convention, given, said):
    zeros = nc.Sheet((0, 0, 0), nc.CONVENTIONS[convention], blanks=("ndcg",))
    (mark,) = nc.mark(zeros.with_given("ndcg", given))
    assert mark.misconception == "all-zero-divides"
    assert said in mark.message


def test_a_right_number_is_no_mistake():
    assert nc.diagnose("6.1487", "dcg", SHEET) == []
    assert nc.diagnose(6.148712314377457, "dcg", SHEET) == []
    assert nc.diagnose(float("nan"), "dcg", SHEET) == []
    assert nc.diagnose("six", "dcg", SHEET) == []


def test_a_number_that_no_mistake_gives_is_said_to_be_unknown():
    mark = nc.mark(SHEET.with_given("dcg", "8.1111"))[0]
    assert (mark.verdict, mark.misconception) == ("wrong", None)
    assert mark.message.startswith("No known mistake gives this number.")


def test_then_the_first_cell_that_differs_is_named():
    given = {"actual.term.2": "1.262", "actual.term.3": "2.222", "dcg": "8.1111"}
    message = nc.mark(SHEET.with_all(given))[-1].message
    assert message.endswith("The first cell that differs is the term at rank 3 of the ranking.")


@pytest.mark.parametrize("id", list(MISCONCEPTIONS))
def test_a_message_is_short_kind_and_points_somewhere(id):
    mistake = MISCONCEPTIONS[id]
    ways = [(mistake.action, mistake.hint), *([mistake.reverse] if mistake.reverse else [])]
    for text in (f"The author {action}. {hint}" for action, hint in ways):
        assert 1 <= text.count(". ") + 1 <= 2
        assert "Look at" in text or "Look for" in text
        assert len(text) <= 160
        assert " - " not in text
        assert not set("!") & set(text)


@pytest.mark.parametrize("id", list(MISCONCEPTIONS))
def test_a_mistake_that_does_not_apply_gives_no_number_and_no_error(id):
    for sheet in (SHEET, nc.Sheet((0,)), nc.Sheet((0, 0)), nc.Sheet((1.5,)), WITH_POOL):
        for cell in sheet.cells:
            if ".label." not in cell:
                assert all(n == n for n in MISCONCEPTIONS[id].numbers(cell, sheet))
