"""Rules for every page: no finding of axe, no sideways scrolling, a clean console, one heading."""

from itertools import product
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.axe import SIDEWAYS, list_findings
from tests.selection import select_rows

READY = {
    "/": "[data-testid=goal]",
    "/playground": "[data-testid=figure][data-state=drawn]",
    "/examples": "[data-testid=figure][data-state=drawn]",
    "/practice": "[data-testid=sheet] input",
    "/conventions": "h1",
    "/measures": "[data-testid=disagree]",
    "/evaluate": "[data-testid=systems]",
    "/code": "[data-testid=lab][data-engine=ready]",
    "/worksheet": "[data-testid=paper-key]",
    "/one-page": "[data-testid=card]",
    "/glossary": "[data-testid=terms]",
}
"""Each page, and what is on it once it is there."""
BESIDE = {
    "/?page=last-list": "[data-act=start]",
    "/?page=ten": "[data-act=begin]",
    "/?page=ending": "[data-testid=systems]",
    "/conventions?got=0.957&scores=3,2,2,2,1": "[data-testid=library] >> nth=1",
    "/conventions?r=3,-0.5,2": "[data-testid=library] >> nth=1",
    "/evaluate?data=own": "[data-testid=drop]",
    "/practice?part=drag": "[data-testid=card]",
    "/practice?part=predict": "[data-testid=predict]",
}


@pytest.mark.every_time
@pytest.mark.parametrize(
    "path", select_rows([*READY, *BESIDE], "/playground".__eq__, "axe takes its time")
)
def test_every_page_passes_axe_with_one_heading_and_no_sideways_scrolling(open_page, path):
    ready = (READY | BESIDE)[path]
    page = open_page(path, wait=ready, reduced_motion="reduce")
    assert list_findings(page) == []
    assert page.locator("h1").count() == 1
    assert "NDCG, step by step" in page.title()
    for width, height in ((844, 390), (390, 1400), (320, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"width => innerWidth === width && !({SIDEWAYS})()", arg=width)
        page.wait_for_selector(ready)
        assert width != 390 or list_findings(page) == []


def test_every_page_can_be_reached_from_the_navigation(open_page):
    page = open_page("/playground")
    for path in (*READY, "/playground"):
        if path == "/playground" and urlsplit(page.url).path == path:
            continue
        group = page.locator("header > nav details").filter(has=page.locator(f"a[href$='{path}']"))
        group.locator("summary").click()
        group.locator(f"a[href$='{path}']").click()
        page.wait_for_url(lambda url, path=path: urlsplit(url).path == path)
        page.wait_for_selector(READY[path])


FROM = ("/?lesson=gain&unlock=all&step=3", "/", "/playground?r=1", "/conventions?r=3", "/evaluate")
TO = (("Practice", "[data-act=another]"), ("Examples", "[data-go=next]"))
"""A page, the link that leads away from it, and an action done there twice before going back."""


def test_back_returns_to_the_previous_page_after_any_actions(open_page):
    page = open_page("/")
    for start, (link, act) in product(FROM, TO):
        page.goto(urlsplit(page.url)._replace(path="", query="").geturl() + start)
        page.locator("header summary", has_text="Learn").click()
        place = page.locator("header > nav").get_by_role("link", name=link)
        place.wait_for()
        step, left = page.locator("h1, h2.step").all_inner_texts(), page.url
        place.click()
        page.locator(act).first.wait_for()
        for _ in range(2):
            before = page.url
            page.locator(act).first.click()
            page.wait_for_url(lambda url, before=before: url != before)
        page.go_back()
        page.wait_for_url(left)
        expect(page.locator("main :is(h1, h2.step)")).to_have_text(step)
