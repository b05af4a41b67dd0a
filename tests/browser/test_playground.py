"""Moving a document: with the mouse, a finger, the keyboard and the buttons."""

import pytest

import ndcg_core as nc
from tests.browser.boards import BoardPage, opened

FIRST = "A3 B2 C3 D0 E1"


def test_the_numbers_follow_the_card_before_it_is_let_go(open_page):
    board = opened(open_page)
    revision, link = board.revision, board.page.url
    board.lift("D", onto="A")
    board.wait_value("ndcg", nc.ndcg([0, 3, 2, 3, 1]))
    board.wait_value("dcg", nc.dcg([0, 3, 2, 3, 1]))
    assert board.on_server == "A B C D E"
    assert board.page.url == link
    board.page.mouse.up()
    board.wait_confirmed(revision)
    assert board.shown == "D0 A3 B2 C3 E1"
    assert board.on_server == "D A B C E"
    assert board.value("ndcg") == nc.ndcg([0, 3, 2, 3, 1])
    board.wait_text("D:0, A:3, B:2, C:3, E:1")
    board.wait_link("r=D%3A0")


NUMBERS = "all => all.map(e => [...e.querySelectorAll('mn')].map(n => n.textContent))"


def worked_out(page):
    """The formulas with their numbers: of the sum, and of the ratio."""
    return page.eval_on_selector_all("[data-follows]", NUMBERS)


def test_the_formulas_follow_the_card_before_it_is_let_go_and_go_back_with_it(open_page):
    board = opened(open_page, "?k=4")
    before = worked_out(board.page)
    board.lift("A", onto="D")
    board.wait_value("ndcg", nc.ndcg([2, 3, 0, 3, 1], 4))
    terms = ["2", "1.893", "0", "1.292"]  # 2, 3 / log2(3), 0, 3 / log2(5)
    assert worked_out(board.page) == [[*terms, "5.185"], ["5.185", "6.323", "0.820"]]
    board.page.keyboard.press("Escape")
    board.wait_value("ndcg", nc.ndcg([3, 2, 3, 0, 1], 4))
    assert worked_out(board.page) == before


def test_a_card_can_be_dragged_again_and_again(open_page):
    board = opened(open_page)
    board.drag("E", onto="A")
    board.drag("A", onto="D")
    board.drag("C", onto="E")
    assert board.shown == "C3 E1 B2 D0 A3"
    assert board.on_server == "C E B D A"
    assert board.value("ndcg") == nc.ndcg([3, 1, 2, 0, 3])


def test_escape_puts_a_dragged_card_back(open_page):
    board = opened(open_page)
    board.grip("A").focus()
    board.lift("A", onto="E")
    board.wait_value("ndcg", nc.ndcg([2, 3, 0, 1, 3]))
    board.page.keyboard.press("Escape")
    board.wait_value("ndcg", nc.ndcg([3, 2, 3, 0, 1]))
    board.page.mouse.up()
    assert board.shown == FIRST
    with board.change():
        board.tool("Reverse").click()
    assert board.shown == "E1 D0 C3 B2 A3"


def test_escape_puts_a_card_back_that_was_pressed_without_any_focus(open_page):
    board = opened(open_page)
    board.lift("A", onto="E")
    board.wait_value("ndcg", nc.ndcg([2, 3, 0, 1, 3]))
    board.page.keyboard.press("Escape")
    board.wait_value("ndcg", nc.ndcg([3, 2, 3, 0, 1]))
    board.page.mouse.up()
    assert board.shown == FIRST


def test_a_click_without_a_drag_moves_nothing(open_page):
    board = opened(open_page)
    board.page.mouse.click(*board.middle("C"))
    with board.change():
        board.press("C", "up")
    assert board.shown == "A3 C3 B2 D0 E1"


def test_a_finger_on_the_grip_moves_a_card_and_the_fraction_stays_in_sight(open_page):
    page = open_page("/playground", width=390, height=844, has_touch=True, is_mobile=True)
    board = BoardPage(page)
    board.grip("E").scroll_into_view_if_needed()
    boxes = [board.grip(label).bounding_box() for label in "EA"]
    points = [{"x": box["x"] + 10, "y": box["y"] + 20} for box in boxes]
    finger = page.context.new_cdp_session(page)

    def touch(kind, *points):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    with board.change():
        touch("touchStart", points[0])
        for part in range(1, 9):
            y = points[0]["y"] + (points[1]["y"] - points[0]["y"]) * part / 8
            touch("touchMove", {"x": points[0]["x"], "y": y})
        board.wait_value("ndcg", nc.ndcg([1, 3, 2, 3, 0]))
        box = page.get_by_role("group", name="NDCG", exact=True).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 844
        touch("touchEnd")
    assert board.shown == "E1 A3 B2 C3 D0"


# --- The keyboard ------------------------------------------------------------------------------

KEYS = [
    ("B", ["ArrowUp"], "B2 A3 C3 D0 E1", "one up"),
    ("B", ["ArrowDown", "ArrowDown"], "A3 C3 D0 B2 E1", "two down"),
    ("C", ["Home"], "C3 A3 B2 D0 E1", "to the first place"),
    ("C", ["End"], "A3 B2 D0 E1 C3", "to the last place"),
    ("A", ["ArrowUp", "ArrowDown"], "B2 A3 C3 D0 E1", "not above the first place"),
]


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


def test_the_numbers_and_the_announcement_follow_every_key(open_page):
    board = opened(open_page)
    board.grip("D").press("Space")
    board.page.keyboard.press("ArrowUp")
    assert board.value("ndcg") == pytest.approx(nc.ndcg([3, 2, 0, 3, 1]), abs=1e-12)
    assert board.announced == f"D, rank 3 of 5. NDCG {nc.ndcg([3, 2, 0, 3, 1]):.3f}."
    board.page.keyboard.press("Escape")
    assert board.announced.startswith("Put back. D, rank 4 of 5.")
    assert board.shown == FIRST
    assert board.value("ndcg") == pytest.approx(nc.ndcg([3, 2, 3, 0, 1]), abs=1e-12)
    assert board.focused == "Move D, rank 4"


def test_a_lifted_card_is_put_back_when_the_focus_leaves(open_page):
    board = opened(open_page)
    board.grip("A").press("Space")
    board.page.keyboard.press("ArrowDown")
    board.field.focus()
    board.wait_value("ndcg", nc.ndcg([3, 2, 3, 0, 1]))
    assert board.shown == FIRST


def test_the_buttons_move_a_card_and_keep_the_focus_on_it(open_page):
    board = opened(open_page)
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


def test_after_a_move_every_button_still_acts_on_its_own_card(open_page):
    board = opened(open_page)
    with board.change():
        board.press("B", "up")
    with board.change():
        board.press("B", "more")
    with board.change():
        board.press("B", "down")
    with board.change():
        board.press("A", "remove")
    assert board.shown == "B3 C3 D0 E1"


def test_ten_quick_presses_end_where_they_should_on_screen_and_on_the_server(open_page):
    board = opened(open_page)
    down, up = (board.card("A").locator(f"[data-act={act}]") for act in ("down", "up"))
    before = board.revision
    for button in (down, down, down, up, down, up, up, down, down, down):
        button.evaluate("button => button.click()")
    board.wait_confirmed(before)
    assert board.shown == "B2 C3 D0 E1 A3"
    board.wait_link("r=B%3A2%2CC%3A3%2CD%3A0%2CE%3A1%2CA%3A3")
    assert board.on_server == "B C D E A"
    board.wait_text("B:2, C:3, D:0, E:1, A:3")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_card_glides_unless_the_person_wants_no_motion(open_page, motion):
    board = opened(open_page, reduced_motion=motion)
    board.page.evaluate(
        """() => {
            const animate = Element.prototype.animate;
            window.animated = 0;
            Element.prototype.animate = function (...given) {
                window.animated += 1;
                return animate.apply(this, given);
            };
        }"""
    )
    with board.change():
        board.tool("Reverse").click()
    assert (board.page.evaluate("window.animated") > 0) == (motion == "no-preference")
    assert board.shown == "E1 D0 C3 B2 A3"
