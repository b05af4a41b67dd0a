"""The text field of a board: several ways to write a ranking, and what is none."""

import pytest

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
