"""Changing what is on the board: grades, names, documents, whole orders."""

import pytest

import ndcg_core as nc
from tests.browser.boards import opened


@pytest.mark.every_time
def test_the_stepper_changes_a_grade_and_the_ideal_with_it(same_page):
    board = opened(same_page)
    with board.change():
        board.press("D", "more")
    assert board.shown == "A3 B2 C3 D1 E1"
    assert board.value("idcg") == nc.idcg([3, 2, 3, 1, 1])
    with board.change():
        board.press("B", "less")
    assert board.shown == "A3 B1 C3 D1 E1"


def test_the_focus_stays_on_the_stepper_pressed_by_keyboard(same_page):
    board = opened(same_page)
    board.card("D").locator("[data-act=more]").focus()
    for grade in (1, 2):
        with board.change():
            board.page.keyboard.press("Enter")
        assert f"D{grade}" in board.shown
        assert board.focused == "Raise the grade of D"


@pytest.mark.every_time
def test_a_document_is_renamed_and_the_focus_comes_back_to_it(same_page):
    board = opened(same_page)
    for how in ("double click", "F2", "button"):
        rename(board, how)
        with board.change():
            board.tool("Undo").click()


def rename(board, how):
    if how == "double click":
        board.card("B").get_by_test_id("name").dblclick()
    elif how == "F2":
        board.grip("B").press("F2")
    else:
        board.press("B", "rename")
    with board.change():
        board.page.keyboard.type("<b>Best</b>")
        board.page.keyboard.press("Enter")
    assert board.shown == "A3 <b>Best</b>2 C3 D0 E1"
    assert board.on_server == "A <b>Best</b> C D E"
    assert board.focused == "Move <b>Best</b>, rank 2"


def test_escape_leaves_the_name_as_it_was(same_page):
    board = opened(same_page)
    board.grip("B").press("F2")
    board.page.keyboard.type("Other")
    board.page.keyboard.press("Escape")
    assert board.page.locator(".label-input").count() == 0
    assert board.card("B").get_by_test_id("name").inner_text() == "B"
    assert board.focused == "Move B, rank 2"


@pytest.mark.every_time
def test_documents_are_added_and_removed(same_page):
    board = opened(same_page)
    with board.change():
        board.tool("Add a document").click()
    assert board.shown == "A3 B2 C3 D0 E1 F1"
    with board.change():
        board.press("A", "remove")
    assert board.shown == "B2 C3 D0 E1 F1"
    assert board.value("ndcg") == nc.ndcg([2, 3, 0, 1, 1])


def test_the_last_document_cannot_be_removed(same_page):
    board = opened(same_page, "?r=3")
    assert board.card("A").locator("[data-act=remove]").is_disabled()


def test_a_judged_document_enters_the_ideal_and_not_the_ranking(same_page):
    board = opened(same_page)
    with board.change():
        board.tool("Add one judged, not retrieved").click()
    assert board.shown == "A3 B2 C3 D0 E1"
    assert board.value("idcg") == nc.idcg([3, 2, 3, 0, 1], judged=[3, 2, 3, 0, 1, 3])
    board.wait_link("judged=")
    rest = board.page.locator("[data-testid=unretrieved] li")
    with board.change():
        rest.locator("[data-act=less]").click()
    assert board.value("idcg") == nc.idcg([3, 2, 3, 0, 1], judged=[3, 2, 3, 0, 1, 2])
    with board.change():
        rest.locator("[data-act=remove]").click()
    assert board.value("idcg") == nc.idcg([3, 2, 3, 0, 1])


def test_the_focus_stays_on_the_judged_document_whose_grade_changes(same_page):
    board = opened(same_page, "?r=3,2&judged=3,2,3,3")
    board.page.locator("[data-testid=unretrieved] li [data-act=less]").nth(1).focus()
    with board.change():
        board.page.keyboard.press("Enter")
    assert board.focused == "Lower the grade of D"


@pytest.mark.every_time
def test_whole_orders_undo_redo_and_reset(open_page):
    board = opened(open_page)
    for tool, expected in (
        ("Reverse", "E1 D0 C3 B2 A3"),
        ("Sort to ideal", "C3 A3 B2 E1 D0"),
        ("Undo", "E1 D0 C3 B2 A3"),
        ("Undo", "A3 B2 C3 D0 E1"),
        ("Redo", "E1 D0 C3 B2 A3"),
        ("Reset", "A3 B2 C3 D0 E1"),
    ):
        with board.change():
            board.tool(tool).click()
        assert board.shown == expected, tool


def test_sorting_to_the_ideal_makes_ndcg_1(same_page):
    board = opened(same_page, "?r=0,1,2,3,1,0,2")
    with board.change():
        board.tool("Sort to ideal").click()
    assert board.value("ndcg") == 1.0


def test_shuffle_keeps_every_document(same_page):
    board = opened(same_page, "?r=" + "1,2,3,0," * 6)
    before = board.shown
    with board.change():
        board.tool("Shuffle").click()
    assert board.shown != before
    assert sorted(board.shown.split()) == sorted(before.split())


def test_control_z_undoes_and_control_y_redoes(same_page):
    board = opened(same_page)
    with board.change():
        board.card("C").locator("[data-act=up]").press("Enter")
    with board.change():
        board.page.keyboard.press("Control+z")
    assert board.shown == "A3 B2 C3 D0 E1"
    with board.change():
        board.page.keyboard.press("Control+y")
    assert board.shown == "A3 C3 B2 D0 E1"
    with board.change():
        board.page.keyboard.press("Control+z")
    with board.change():
        board.page.keyboard.press("Control+Shift+z")
    assert board.shown == "A3 C3 B2 D0 E1"


def test_control_z_undoes_a_drag_with_the_mouse(same_page):
    board = opened(same_page)
    board.drag("E", onto="A")
    with board.change():
        board.page.keyboard.press("Control+z")
    assert board.shown == "A3 B2 C3 D0 E1"


@pytest.mark.every_time
def test_control_z_right_after_a_move_waits_for_the_server_and_undoes_it(open_page):
    board = opened(open_page)
    before = board.revision
    board.grip("A").focus()
    board.page.evaluate(
        """() => {
            const root = document.querySelector("[data-testid=board]");
            root.querySelector("[data-act=reverse]").click();
            const key = new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true });
            root.querySelector("[data-testid=grip]").dispatchEvent(key);
        }"""
    )
    board.page.wait_for_function(
        """before => {
            const root = document.querySelector("[data-testid=board]");
            return root.dataset.revision === before
                && root.querySelector("[data-act=redo]").ariaDisabled !== "true";
        }""",
        arg=before,
    )
    assert board.shown == "A3 B2 C3 D0 E1"
