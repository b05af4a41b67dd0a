"""The look of the playground: highlighting, the visible parts, the space on a card."""

from itertools import pairwise

import pytest

from tests.browser.boards import open_board

NAME = "th + td, [data-testid=name]"
PLACES = {
    "board": "[data-testid=card]",
    "ideal column": "[aria-label='Ideal order'] > li",
    "steps": "[data-testid=steps] tbody tr",
    "ideal table": "[data-testid=ideal] tbody tr",
}
ANOTHER = """() => document.querySelector(".exhibit").dispatchEvent(
  new CustomEvent("ndcg:highlight", { detail: { group: "another", doc: 1 } }))"""


def list_highlighted(page) -> list[list[str]]:
    """Return the names of the highlighted documents in each part of the page."""
    names = f"found => found.map(e => e.dataset.label ?? e.querySelector({NAME!r}).textContent)"
    return [page.eval_on_selector_all(f"{there}[data-lit]", names) for there in PLACES.values()]


@pytest.mark.every_time
def test_the_pointed_or_focused_document_is_highlighted_everywhere(open_page):
    board = open_board(open_page, "?r=1,3,2", charts="shown")
    page = board.page
    page.wait_for_selector("[data-testid=figure][data-state=drawn]")
    page.get_by_role("group", name="NDCG", exact=True).hover()
    for place, selector in PLACES.items():
        spot = page.locator(selector, has_text="C").first
        spot.scroll_into_view_if_needed()
        spot.hover(position={"x": 40, "y": 20})
        assert list_highlighted(page) == [["C"]] * 4, f"pointing at the {place}"
    page.locator("[data-testid=figure] .point[data-lit]").first.wait_for(state="attached")
    figure = page.get_by_test_id("figure").first
    figure.evaluate("e => e.scrollIntoView({behavior: 'instant', block: 'center'})")
    bars = figure.locator(".barlayer .trace").first.locator(".point path").all()
    _, box, _ = sorted((bar.bounding_box() for bar in bars), key=lambda box: box["x"])
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 4)
    page.wait_for_selector("[data-testid=figure][data-dimmed]")
    assert list_highlighted(page) == [["B"]] * 4, "pointing at a bar"
    faint = "all => all.filter(e => getComputedStyle(e).opacity < 1).map(e => e.tagName)"
    numbered = page.locator("[data-dimmed] g.point:not([data-lit]), [data-dimmed] g.point text")
    assert numbered.evaluate_all(faint) == []
    page.mouse.move(0, 0)  # where it covers nothing when the page scrolls
    assert list_highlighted(page) == [[]] * 4
    page.evaluate(ANOTHER)
    assert list_highlighted(page) == [[]] * 4, "a document of another board"
    page.locator("[data-testid=steps] tbody tr").nth(1).focus()
    assert list_highlighted(page) == [["B"]] * 4
    board.find_grip("C").focus()
    assert list_highlighted(page) == [["C"]] * 4
    page.keyboard.press("Space")
    page.keyboard.press("Home")
    with board.change():
        page.keyboard.press("Space")
    page.locator("[data-testid=steps] tr[data-lit] th + td", has_text="C").wait_for()
    assert list_highlighted(page) == [["C"]] * 4, "after a move"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_board_and_fraction_are_visible_together(open_page, width, height):
    page = open_board(open_page, charts="shown", width=width, height=height).page
    page.wait_for_selector("[data-testid=figure]")
    in_sight = ["[role=group][aria-label=NDCG]", "[data-testid=card]"]
    for selector in in_sight + ["[data-testid=figure]"] * (width == 1280):
        box = page.locator(selector).first.bounding_box()
        assert box["y"] >= 0, selector
        assert box["y"] + box["height"] <= height, selector


WHOLE = """names => [...document.querySelectorAll(names)]
    .every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth + 1)"""
"""No name is cut with "…"; the browser rounds the two widths each for itself."""
BOXES = """parts => parts
    .map(part => part.getBoundingClientRect())
    .filter(({ width }) => width)
    .map(({ left, right }) => [left, right])
    .sort(([one], [other]) => one - other)"""


def list_overlaps(parts) -> list[list[float]]:
    """Return the boxes that overlap the box on their left by more than rounding."""
    boxes = parts.evaluate_all(BOXES)
    return [box for before, box in pairwise(boxes) if box[0] < before[1] - 0.5]


def test_a_long_calculation_leaves_room_for_name_and_term(open_page):
    page = open_board(open_page, "?r=Doc 1:3,Doc 2:2.5&gain=exponential").page
    for card in page.locator("[data-testid=card]").all():
        parts = card.locator("[data-testid=name], math, [data-testid=term]")
        assert len(parts.evaluate_all(BOXES)) == 4
        assert list_overlaps(parts) == []
    page = open_board(open_page, "?r=Doc 1:3,Doc 12:2").page
    page.wait_for_function(WHOLE, arg="[data-testid=card] [data-testid=name]")
