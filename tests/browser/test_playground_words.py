"""What the playground says and points at: unusual rankings, one document everywhere, typed HTML."""

from itertools import pairwise

import pytest

import ndcg_core as nc
from tests.browser.boards import opened

SENTENCES = [
    ("0,0,0", "Nothing here is relevant", 0.0, "all zero"),
    ("2", "One document has only one order", 1.0, "one document"),
    ("2,2,2", "All documents have the same grade", 1.0, "all tied"),
    ("3,1,1", "B and C have the same grade", 1.0, "two tied"),
]


def test_an_unusual_ranking_is_explained_in_a_sentence(same_page):
    board = opened(same_page)
    for text, sentence, ndcg, reason in SENTENCES:
        with board.change():
            board.enter(text)
        board.wait_said(sentence)
        assert board.value("ndcg") == ndcg, reason


def test_a_cutoff_beyond_the_list_is_explained(same_page):
    board = opened(same_page, "?r=1,3&k=9")
    board.wait_said("k is 9, and the ranking ends at rank 2")
    assert board.value("ndcg") == nc.ndcg([1, 3])


def test_a_wrong_link_is_explained_and_stays_so_until_it_is_mended(open_page):
    board = opened(open_page, "?r=3,x&k=0")
    board.wait_said("it must be a whole number")
    assert board.shown == "A3 B2 C3 D0 E1"


def test_the_sentence_comes_and_goes_with_the_ranking(same_page):
    board = opened(same_page, "?r=0,1")
    assert board.page.get_by_text("Nothing here is relevant").count() == 0
    with board.change():
        board.press("B", "less")
    board.wait_said("Nothing here is relevant")
    with board.change():
        board.press("A", "more")
    board.page.get_by_text("Nothing here is relevant").wait_for(state="detached")


NAME = "th + td, [data-testid=name]"


def marked(page, selector):
    """The names of the highlighted rows or cards."""
    return page.eval_on_selector_all(
        f"{selector}[data-lit]",
        f"found => found.map(e => e.dataset.label ?? e.querySelector({NAME!r}).textContent)",
    )


PLACES = {
    "board": "[data-testid=card]",
    "ideal column": "[aria-label='Ideal order'] > li",
    "steps": "[data-testid=steps] tbody tr",
    "ideal table": "[data-testid=ideal] tbody tr",
}


@pytest.mark.every_time
def test_pointing_at_a_document_marks_it_everywhere(same_page):
    board = opened(same_page, "?r=1,3,2")
    page = board.page
    page.get_by_role("group", name="NDCG", exact=True).hover()
    for place, selector in PLACES.items():
        spot = page.locator(selector, has_text="C").first
        spot.scroll_into_view_if_needed()
        spot.hover(position={"x": 40, "y": 20})
        for other, there in PLACES.items():
            assert marked(page, there) == ["C"], f"pointing at the {place} marks the {other}"
    page.locator("h1").hover()
    assert [marked(page, there) for there in PLACES.values()] == [[]] * 4


def test_the_focus_marks_a_document_like_the_pointer(same_page):
    board = opened(same_page, "?r=1,3,2")
    board.page.locator("[data-testid=steps] tbody tr").nth(1).focus()
    assert [marked(board.page, there) for there in PLACES.values()] == [["B"]] * 4
    board.grip("C").focus()
    assert [marked(board.page, there) for there in PLACES.values()] == [["C"]] * 4


def test_the_chart_marks_the_document_pointed_at_on_the_board(same_page):
    board = opened(same_page, "?r=1,3,2", charts="shown")
    board.page.wait_for_selector("[data-testid=figure][data-state=drawn]")
    board.card("B").hover()
    board.page.locator("[data-testid=figure] .point[data-lit]").first.wait_for(state="attached")


def test_the_mark_follows_the_document_that_moves(same_page):
    board = opened(same_page, "?r=1,3,2")
    board.grip("C").press("Space")
    board.page.keyboard.press("Home")
    with board.change():
        board.page.keyboard.press("Space")
    assert marked(board.page, PLACES["board"]) == ["C"]
    board.page.wait_for_function(
        """() => document.querySelector("[data-testid=steps] tr[data-lit] th + td")
            ?.textContent === "C" """
    )


@pytest.mark.every_time
def test_a_name_with_html_is_shown_as_text(same_page):
    board = opened(same_page, "?r=<img/src/onerror-alert(1)>:3,B:1")
    label = "<img/src/onerror-alert 1 >"
    for place in ("[data-testid=card]", "[aria-label='Ideal order']", "[data-testid=steps]"):
        assert label in board.page.locator(f"{place} :is({NAME})").all_inner_texts()
    assert board.page.locator("[data-testid=board] img, [data-testid=steps] img").count() == 0


def test_a_swap_in_the_heat_map_is_made_by_the_keyboard(same_page):
    board = opened(same_page, "?r=1,3,2", charts="shown")
    board.page.get_by_role(
        "heading", name="What each swap would change"
    ).scroll_into_view_if_needed()
    pad = board.page.get_by_role("application")
    pad.wait_for(state="attached")
    pad.focus()
    with board.change():
        board.page.keyboard.press("Enter")
    assert board.shown == "B3 A1 C2"


def test_the_cutoff_line_and_what_is_beyond_it(same_page):
    board = opened(same_page, "?r=3,2,1&k=2")
    terms = board.page.get_by_test_id("term").all()
    assert [term.is_visible() for term in terms] == [True, True, False]
    counted = board.page.locator("[data-testid=steps] tbody tr").all_inner_texts()
    assert ["not counted" in row for row in counted] == [False, False, True]
    line = "cards => getComputedStyle(cards, '::after').content"
    assert board.page.get_by_role("list", name="The ranking").evaluate(line) == '"k"'


@pytest.mark.parametrize("width", [1280, 390])
def test_board_and_fraction_are_in_sight_at_once(same_page, width):
    board = opened(same_page, charts="shown", width=width, height=844 if width == 390 else 800)
    page = board.page
    page.wait_for_selector("[data-testid=figure]")
    height = page.viewport_size["height"]
    for selector in ("[role=group][aria-label=NDCG]", "[data-testid=card] >> nth=0"):
        box = page.locator(selector).bounding_box()
        assert box["y"] >= 0, selector
        assert box["y"] + box["height"] <= height, selector
    if width == 1280:
        chart = page.locator("[data-testid=figure]").first.bounding_box()
        assert chart["y"] + chart["height"] <= height


# --- Room on a card ----------------------------------------------------------------------------

BOXES = """parts => parts
    .map(part => part.getBoundingClientRect())
    .filter(({ width }) => width)
    .map(({ left, right }) => [left, right])
    .sort(([one], [other]) => one - other)"""


def overlaps(boxes: list[list[float]]) -> list[list[float]]:
    """Boxes that begin before the one on their left has ended, by more than rounding."""
    return [box for before, box in pairwise(boxes) if box[0] < before[1] - 0.5]


@pytest.mark.parametrize("width", [390, 320])
def test_every_button_of_a_narrow_card_has_a_place_of_its_own(same_page, width):
    page = opened(same_page, "?r=Doc 1:3,Doc 2:2.5", width=width).page
    card = page.locator("[data-testid=card]").first
    card.get_by_test_id("grip").focus()
    buttons = card.locator("button:visible")
    assert buttons.count() == 7
    assert overlaps(buttons.evaluate_all(BOXES)) == []


def test_a_long_working_leaves_room_for_the_name_and_the_term(same_page):
    page = opened(same_page, "?r=Doc 1:3,Doc 2:2.5&gain=exponential").page
    for card in page.locator("[data-testid=card]").all():
        boxes = card.locator("[data-testid=name], math, [data-testid=term]").evaluate_all(BOXES)
        assert len(boxes) == 4
        assert overlaps(boxes) == []


def test_a_short_working_leaves_the_name_whole(same_page):
    page = opened(same_page, "?r=Doc 1:3,Doc 12:2").page
    whole = "labels => labels.every(label => label.scrollWidth <= label.clientWidth)"
    assert page.locator("[data-testid=card] [data-testid=name]").evaluate_all(whole)
