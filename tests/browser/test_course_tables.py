"""Tables and boards in lessons: rows that an eye can follow, names on one line, titles."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.courses import CALM
from tests.browser.learner import Learner

GAPS = """table => [...table.querySelectorAll("tbody tr, tfoot tr")].flatMap(({ cells }) => {
    const spans = [...cells].map(cell => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getBoundingClientRect();
    }).filter(({ width }) => width);
    return spans.slice(1).map(({ left }, at) => left - spans[at].right);
})"""
HAND = 130  # px between the numbers of neighbouring columns, at most


def box(place: Locator) -> dict[str, float]:
    """Where something stands on the screen."""
    found = place.bounding_box()
    assert found, "it is not on the screen"
    return found


def widest_gap(table: Locator) -> float:
    """The most that lies between what stands in neighbouring cells of a row."""
    return max(table.evaluate(GAPS))


def at_step(page: Page, number: int) -> Learner:
    """A learner for whom a step has been drawn."""
    learner = Learner(page)
    learner.at_step(number)
    return learner


@pytest.mark.parametrize("path", ["/?lesson=grades-not-flags&unlock=all&step=2", "/playground"])
def test_the_rows_of_a_table_can_be_followed_by_eye(same_page, path):
    page = same_page(path, wait="table", **CALM)
    for table in page.get_by_role("table").all():
        assert widest_gap(table) < HAND


def test_an_ideal_order_has_a_title_only_where_it_is_shown(same_page):
    for slug, shown in (("gain", 0), ("dcg", 0), ("ideal", 1)):
        page = same_page(f"/?lesson={slug}&unlock=all&step=2", **CALM)
        at_step(page, 2)
        board = page.get_by_test_id("board").first
        expect(board.get_by_role("heading", name="Your ranking")).to_be_visible()
        expect(board.get_by_role("heading", name="Ideal")).to_have_count(shown)
        expect(board.get_by_role("list", name="Ideal order")).to_have_count(shown)


def test_the_name_of_a_narrow_table_stays_on_one_line(open_page):
    page = open_page("/?lesson=gain&unlock=all&step=4", **CALM)
    at_step(page, 4)
    name = page.get_by_test_id("sheet").locator("caption").first
    height = box(name)["height"]
    assert height < 2 * name.evaluate("name => parseFloat(getComputedStyle(name).lineHeight)")
