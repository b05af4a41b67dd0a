"""The page of conventions in a real browser."""

import re

import pytest

from tests.browser.axe import findings, sideways

expect = pytest.importorskip("playwright.sync_api").expect
READY = "[data-testid=library] >> nth=1"
GROUPS = "[data-testid=prints-group]"


@pytest.fixture
def conventions(open_page):
    """Open the page, and wait until both libraries are there."""

    def opened(query: str = "", **options):
        page = open_page(f"/conventions{query}", **options)
        page.wait_for_selector(READY)
        return page

    return opened


def type_into(page, label: str, text: str) -> None:
    field = page.get_by_label(label, exact=True)
    field.fill(text)
    field.press("Enter")


@pytest.mark.every_time
def test_typing_a_number_finds_who_prints_it(conventions):
    page = conventions()
    type_into(page, "I got", "0.957")
    page.wait_for_selector("[data-testid=answer]")
    assert "LightGBM" in page.locator("[data-testid=answer]").inner_text()
    mine = page.locator(GROUPS, has_text="your number")
    assert mine.locator("data").inner_text() == "0.9575"
    page.wait_for_url(re.compile(r"got=0\.957"))


@pytest.mark.every_time
def test_a_link_brings_everything_back(conventions):
    query = "?r=2,3&k=5&judged=2,3,3,1&scores=1,1&got=0.7789&a=elasticsearch&b=ranx-ndcg"
    page = conventions(query)
    first, second = page.locator("[data-testid=library]").all()
    assert first.get_attribute("data-library") == "elasticsearch"
    assert second.get_attribute("data-library") == "ranx-ndcg"
    assert page.get_by_label("Cutoff k").input_value() == "5"
    before = page.locator("[data-testid=prints]").inner_text()
    page.reload()
    page.wait_for_selector(READY)
    assert page.locator("[data-testid=prints]").inner_text() == before


CODE = "[data-testid=stCode] code span"
QUERIES = ("?got=0.957&scores=3,2,2,2,1", "?r=3,-0.5,2")
SEEN = [(query, width) for query in QUERIES for width in (390, 1280)]


@pytest.mark.parametrize(("query", "width"), SEEN)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(conventions, query, width):
    page = conventions(query, width=width)
    assert findings(page) == []
    page.locator(
        CODE
    ).first.scroll_into_view_if_needed()  # of what is out of sight axe says nothing
    assert findings(page) == []
    assert not sideways(page)


def test_fields_that_are_filled_in_quickly_are_all_asked(conventions):
    page = conventions()
    for label, text in (
        ("Cutoff k", "3"),
        ("I got", "0.957"),
        ("Scores of the system", "5 4 3 2 1"),
    ):
        page.get_by_label(label, exact=True).fill(text)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"(?=.*k=3)(?=.*got=0\.957)(?=.*scores=5)"))
