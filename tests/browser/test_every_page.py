"""What holds on every page: nothing for axe, nothing sideways, a clean console, one heading."""

from urllib.parse import urlsplit

import pytest

from tests.browser.axe import findings, sideways

READY = {
    "/": "[data-testid=figure][data-state=drawn]",
    "/playground": "[data-testid=figure][data-state=drawn]",
    "/examples": "[data-testid=figure][data-state=drawn]",
    "/practice": ".sheet input",
    "/conventions": "h1",
    "/code": ".lab[data-engine=ready]",
}
"""Each page, and what is on it once it is there."""


@pytest.mark.parametrize("path", READY)
def test_axe_finds_nothing_and_there_is_one_heading(open_page, path):
    page = open_page(path, wait=READY[path], reduced_motion="reduce")
    assert findings(page) == []
    assert page.locator("h1").count() == 1
    assert "NDCG, step by step" in page.title()


@pytest.mark.parametrize("path", READY)
def test_nothing_scrolls_sideways_at_390_pixels(open_page, path):
    page = open_page(path, width=390, height=1400, wait=READY[path])
    assert not sideways(page)


@pytest.mark.parametrize("path", READY)
def test_a_page_can_be_reached_from_the_navigation(open_page, path):
    page = open_page("/playground" if path != "/playground" else "/examples")
    link = page.locator(f"[data-testid=stTopNavLink][href$='{path}']").first
    link.click()
    page.wait_for_url(lambda url: urlsplit(url).path == path)
    page.wait_for_selector(READY[path])
