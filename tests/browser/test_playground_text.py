"""The text field of a board: several ways to write a ranking, and what is none."""

import pytest
from playwright.sync_api import expect

from tests.browser.boards import opened
from tests.browser.visits import DRAWN


@pytest.mark.every_time
def test_a_ranking_is_entered_in_several_ways(same_page):
    board = opened(same_page)
    for text, expected in (
        ("1 2 3", "A1 B2 C3"),
        ("[3, 0.5]", "A3 B0.5"),
        ("X:3 Y:0", "X3 Y0"),
        ("Doc 1 = 3; Doc 2 = 1", "Doc 13 Doc 21"),
        ("2\t1\t0", "A2 B1 C0"),
    ):
        with board.change():
            board.enter(text)
        assert board.shown == expected, text


@pytest.mark.every_time
def test_bad_text_keeps_the_ranking_and_names_the_item(same_page):
    board = opened(same_page)
    board.enter("3, two, 1")
    problem = board.page.locator("p[role=alert]")
    problem.wait_for()
    assert "Item 2, “two”" in problem.inner_text()
    assert board.shown == "A3 B2 C3 D0 E1"
    board.wait_text("3, two, 1")
    with board.change():
        board.enter("3, 2, 1")
    problem.wait_for(state="detached")


def test_a_move_after_bad_text_goes_on_from_the_ranking_shown(same_page):
    board = opened(same_page)
    board.enter("3, two, 1")
    board.page.locator("p[role=alert]").wait_for()
    with board.change():
        board.tool("Reverse").click()
    assert board.shown == "E1 D0 C3 B2 A3"
    board.wait_text("E:1, D:0, C:3, B:2, A:3")
    board.page.locator("p[role=alert]").wait_for(state="detached")


def test_two_hundred_documents_work_and_one_more_gets_a_sentence(same_page):
    board = opened(same_page)
    with board.change():
        board.enter("1," * 199 + "3")
    assert board.shown.split()[-1] == "GR3"
    board.page.wait_for_function(DRAWN)  # two hundred cards move what stands below them
    with board.change():
        board.tool("Sort to ideal").click()
    assert board.shown.split()[0] == "GR3"
    assert board.value("ndcg") == 1.0
    assert board.tool("Add a document").is_disabled()
    board.enter("1," * 201)
    board.wait_said("That is 201 documents")
    assert len(board.shown.split()) == 200


def test_a_text_is_taken_over_when_the_field_is_left(same_page):
    board = opened(same_page)
    board.field.fill("")
    board.field.press_sequentially("1, 2")
    with board.change():
        board.field.press("Tab")
    assert board.shown == "A1 B2"


def test_what_was_refused_says_so_again_when_it_is_sent_again(same_page):
    board = opened(same_page)
    problem = board.page.locator("p[role=alert]")
    board.enter("3, two, 1")
    problem.wait_for()
    expect(board.field).to_have_attribute("aria-invalid", "true")
    board.page.get_by_role("radio", name="2^grade − 1").click()
    problem.wait_for(state="detached")  # it was said, and what was written is still there
    assert board.text == "3, two, 1"
    board.field.press("Enter")
    problem.wait_for()
    with board.change():
        board.enter("3, 2, 1")
    expect(board.field).to_have_attribute("aria-invalid", "false")
    assert board.shown == "A3 B2 C1"


SWAP = """document.dispatchEvent(
  new CustomEvent("ndcg:swap", { detail: { group: "playground", ranks: [1, 5] } }))"""


def test_what_is_being_typed_stays_while_a_move_is_confirmed(same_page):
    board = opened(same_page)
    board.field.fill("")
    board.field.press_sequentially("0, 0")
    with board.change():
        board.page.evaluate(SWAP)
    assert board.shown == "E1 B2 C3 D0 A3"
    assert board.text == "0, 0"
    board.field.press_sequentially(", 2")
    with board.change():
        board.field.press("Enter")
    assert board.shown == "A0 B0 C2"
    board.wait_text("0, 0, 2")
