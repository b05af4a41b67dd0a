"""Moving a document with the keyboard and the buttons."""

import pytest

import ndcg_core as nc
from tests.browser.boards import opened

FIRST = "A3 B2 C3 D0 E1"
KEYS = [
    ("B", ["ArrowUp"], "B2 A3 C3 D0 E1", "one up"),
    ("B", ["ArrowDown", "ArrowDown"], "A3 C3 D0 B2 E1", "two down"),
    ("C", ["Home"], "C3 A3 B2 D0 E1", "to the first place"),
    ("C", ["End"], "A3 B2 D0 E1 C3", "to the last place"),
    ("A", ["ArrowUp", "ArrowDown"], "B2 A3 C3 D0 E1", "not above the first place"),
]


@pytest.mark.every_time
def test_the_keyboard_moves_a_card(open_page):
    board = opened(open_page)
    for label, keys, expected, reason in KEYS:
        move_by_keyboard(board, label, keys, expected, reason)
        with board.change():
            board.tool("Reset").click()


def move_by_keyboard(board, label, keys, expected, reason):
    board.grip(label).press("Space")
    assert board.announced.startswith(f"Lifted. {label}, rank")
    for key in keys:
        board.page.keyboard.press(key)
    with board.change():
        board.page.keyboard.press("Space")
    assert board.shown == expected, reason
    rank = expected.split().index(next(c for c in expected.split() if c[0] == label)) + 1
    grades = [int(card[1]) for card in expected.split()]
    assert board.announced == f"Dropped. {label}, rank {rank} of 5. NDCG {nc.ndcg(grades):.3f}."
    assert board.focused == f"Move {label}, rank {rank}"


def test_the_numbers_and_the_announcement_follow_every_key(same_page):
    board = opened(same_page)
    board.grip("D").press("Space")
    board.page.keyboard.press("ArrowUp")
    assert board.value("ndcg") == pytest.approx(nc.ndcg([3, 2, 0, 3, 1]), abs=1e-12)
    assert board.announced == f"D, rank 3 of 5. NDCG {nc.ndcg([3, 2, 0, 3, 1]):.3f}."
    board.page.keyboard.press("Escape")
    assert board.announced.startswith("Put back. D, rank 4 of 5.")
    assert board.shown == FIRST
    assert board.value("ndcg") == pytest.approx(nc.ndcg([3, 2, 3, 0, 1]), abs=1e-12)
    assert board.focused == "Move D, rank 4"


def test_a_lifted_card_is_put_back_when_the_focus_leaves(same_page):
    board = opened(same_page)
    board.grip("A").press("Space")
    board.page.keyboard.press("ArrowDown")
    board.field.focus()
    board.wait_value("ndcg", nc.ndcg([3, 2, 3, 0, 1]))
    assert board.shown == FIRST


def test_the_buttons_move_a_card_and_keep_the_focus_on_it(same_page):
    board = opened(same_page)
    up = board.card("C").locator("[data-act=up]")
    up.focus()
    with board.change():
        board.page.keyboard.press("Enter")
    assert board.shown == "A3 C3 B2 D0 E1"
    assert board.focused == "Move C up"
    with board.change():
        board.page.keyboard.press("Enter")
    assert board.shown == "C3 A3 B2 D0 E1"
    assert board.announced.startswith("C, rank 1 of 5.")
    assert "C" in (board.focused or ""), "the focus stays on the card that reached the top"


def test_after_a_move_every_button_still_acts_on_its_own_card(same_page):
    board = opened(same_page)
    with board.change():
        board.press("B", "up")
    with board.change():
        board.press("B", "more")
    with board.change():
        board.press("B", "down")
    with board.change():
        board.press("A", "remove")
    assert board.shown == "B3 C3 D0 E1"


def test_ten_quick_presses_end_where_they_should_on_screen_and_on_the_server(same_page):
    board = opened(same_page)
    down, up = (board.card("A").locator(f"[data-act={act}]") for act in ("down", "up"))
    before = board.revision
    for button in (down, down, down, up, down, up, up, down, down, down):
        button.evaluate("button => button.click()")
    board.wait_confirmed(before)
    assert board.shown == "B2 C3 D0 E1 A3"
    board.wait_link("r=B%3A2%2CC%3A3%2CD%3A0%2CE%3A1%2CA%3A3")
    assert board.on_server == "B C D E A"
    board.wait_text("B:2, C:3, D:0, E:1, A:3")
