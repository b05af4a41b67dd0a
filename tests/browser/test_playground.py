"""Moving a document: with the mouse and with a finger."""

import pytest

import ndcg_core as nc
from tests.browser.boards import BoardPage, opened
from tests.browser.charts import newly_drawn

FIRST = "A3 B2 C3 D0 E1"


@pytest.mark.every_time
def test_the_numbers_follow_the_card_before_it_is_let_go(open_page):
    board = opened(open_page)
    revision, link = board.revision, board.page.url
    board.lift("D", onto="A")
    board.wait_value("ndcg", nc.ndcg([0, 3, 2, 3, 1]))
    board.wait_value("dcg", nc.dcg([0, 3, 2, 3, 1]))
    assert board.text == "3, 2, 3, 0, 1"
    assert board.revision == revision
    assert board.page.url == link
    board.page.mouse.up()
    board.wait_confirmed(revision)
    assert board.shown == "D0 A3 B2 C3 E1"
    assert board.on_server == "D A B C E"
    assert board.value("ndcg") == nc.ndcg([0, 3, 2, 3, 1])
    board.wait_text("D:0, A:3, B:2, C:3, E:1")
    board.wait_link("r=D%3A0")


NUMBERS = "all => all.map(e => [...e.querySelectorAll('mn')].map(n => n.textContent))"


FORMULAS = "[data-testid=formulas] .formula > span"


def worked_out(page):
    """The formulas with their numbers: of the sum, and of the ratio."""
    return page.eval_on_selector_all(FORMULAS, NUMBERS)


def wait_worked_out(page, wanted):
    """Wait until the formulas have these numbers: they come with the server's answer."""
    page.wait_for_function(
        f"""wanted => JSON.stringify(({NUMBERS})([...document.querySelectorAll("{FORMULAS}")]))
            === JSON.stringify(wanted)""",
        arg=wanted,
    )


def test_the_formulas_follow_the_card_before_it_is_let_go_and_go_back_with_it(open_page):
    board = opened(open_page, "?k=4")
    before = worked_out(board.page)
    board.lift("A", onto="D")
    board.wait_value("ndcg", nc.ndcg([2, 3, 0, 3, 1], 4))
    terms = ["2", "1.893", "0", "1.292"]  # 2, 3 / log2(3), 0, 3 / log2(5)
    wait_worked_out(board.page, [[*terms, "5.185"], ["5.185", "6.323", "0.820"]])
    board.page.keyboard.press("Escape")
    board.wait_value("ndcg", nc.ndcg([3, 2, 3, 0, 1], 4))
    wait_worked_out(board.page, before)


CURVE = """() => document.querySelector('[data-name="NDCG at every cutoff"] .js-plotly-plot')
  .data.map(({y}) => [...y])"""


def test_the_curve_of_the_cutoffs_follows_the_card_before_it_is_let_go(open_page):
    page = newly_drawn(open_page, "r=3,2,3,0,1&k=2")
    board = BoardPage(page)
    curve = nc.ndcg_curve([2, 3, 0, 3, 1])
    board.lift("A", onto="D")
    # NDCG@2 is the same as soon as A has passed rank 2; the whole line tells where it is held.
    page.wait_for_function(
        f"curve => ({CURVE})()[0].every((y, at) => Math.abs(y - curve[at]) < 1e-9)", arg=curve
    )
    _, point = page.evaluate(CURVE)
    assert point == pytest.approx([curve[1]])
    page.keyboard.press("Escape")
    page.wait_for_function(f"() => ({CURVE})()[0][0] === 1")


@pytest.mark.every_time
def test_a_card_can_be_dragged_again_and_again(same_page):
    board = opened(same_page)
    board.drag("E", onto="A")
    board.drag("A", onto="D")
    board.drag("C", onto="E")
    assert board.shown == "C3 E1 B2 D0 A3"
    assert board.on_server == "C E B D A"
    assert board.value("ndcg") == nc.ndcg([3, 1, 2, 0, 3])


@pytest.mark.every_time
def test_escape_puts_a_dragged_card_back(same_page):
    board = opened(same_page)
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


def test_escape_puts_a_card_back_that_was_pressed_without_any_focus(same_page):
    board = opened(same_page)
    board.lift("A", onto="E")
    board.wait_value("ndcg", nc.ndcg([2, 3, 0, 1, 3]))
    board.page.keyboard.press("Escape")
    board.wait_value("ndcg", nc.ndcg([3, 2, 3, 0, 1]))
    board.page.mouse.up()
    assert board.shown == FIRST


def test_a_click_without_a_drag_moves_nothing(same_page):
    board = opened(same_page)
    board.page.mouse.click(*board.middle("C"))
    with board.change():
        board.press("C", "up")
    assert board.shown == "A3 C3 B2 D0 E1"


@pytest.mark.every_time
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
