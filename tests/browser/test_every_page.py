"""What holds on every page: nothing for axe, nothing sideways, a clean console, one heading."""

from urllib.parse import urlsplit

import pytest

from tests.browser.axe import SIDEWAYS, findings
from tests.selection import some

READY = {
    "/": "[data-testid=figure][data-state=drawn]",
    "/playground": "[data-testid=figure][data-state=drawn]",
    "/examples": "[data-testid=figure][data-state=drawn]",
    "/practice": "[data-testid=sheet] input",
    "/conventions": "h1",
    "/evaluate": "[data-testid=unknown]",
    "/code": "[data-testid=lab][data-engine=ready]",
    "/worksheet": "[data-testid=paper-key]",
}
"""Each page, and what is on it once it is there."""


@pytest.mark.every_time
@pytest.mark.parametrize("path", some(READY, "/playground".__eq__, "axe takes its time"))
def test_axe_finds_nothing_there_is_one_heading_and_nothing_scrolls_sideways_at_390_pixels(
    same_page, path
):
    page = same_page(path, wait=READY[path], reduced_motion="reduce")
    assert findings(page) == []
    assert page.locator("h1").count() == 1
    assert "NDCG, step by step" in page.title()
    page.set_viewport_size({"width": 390, "height": 1400})
    page.wait_for_function(f"() => innerWidth === 390 && !({SIDEWAYS})()")
    page.wait_for_selector(READY[path])


@pytest.mark.every_time
def test_every_page_can_be_reached_from_the_navigation(open_page):
    page = open_page("/playground")
    for path in (*READY, "/playground"):
        if path == "/playground" and urlsplit(page.url).path == path:
            continue
        page.locator(f"[data-testid=stTopNavLink][href$='{path}']").first.click()
        page.wait_for_url(lambda url, path=path: urlsplit(url).path == path)
        page.wait_for_selector(READY[path])
