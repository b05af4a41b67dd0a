"""A change of data that overtakes the one before: Streamlit then runs the earlier call's cleanup,
though the component stays on the page. Here it does so at every single call.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.boards import BoardPage
from tests.browser.lab_page import LabPage
from tests.browser.visits import Watch, patient

COMPONENT = re.compile(r"/ndcg-tutor\.(\w+)/\1\.js")
EXPORT = "\nexport default "
OVERTAKEN = """
export default function (call) {
  component(call)();
  return component(call);
}
"""


@pytest.fixture
def overtaken(chromium, server):
    """Opens a page on which components are called twice, the first call's cleanup between."""
    watch, context = Watch(), chromium.new_context()
    page, called = patient(context.new_page()), set()
    watch.over(page, server.url)

    def patch(route) -> None:
        response = route.fetch()
        source = response.text()
        assert source.count(EXPORT) == 1
        called.add(COMPONENT.search(route.request.url)[1])
        body = source.replace(EXPORT, "\nconst component = ") + OVERTAKEN
        route.fulfill(response=response, body=body)

    def opened(path: str, component: str, wait: str):
        page.route(COMPONENT, patch)
        page.goto(server.url + path)
        page.wait_for_selector(wait)
        assert component in called
        return page

    yield opened
    page.unroute_all(behavior="wait")  # a file asked for late would end with the page's context
    context.close()
    assert not watch.troubles, "\n".join(watch.troubles)


def test_a_board_does_everything_once(overtaken):
    page = overtaken("/playground", "exhibit", wait="[data-testid=board]")
    board = BoardPage(page)
    with board.change():
        board.press("C", "up")
    assert board.shown == "A3 C3 B2 D0 E1"
    with board.change():
        board.press("E", "more")
    with board.change():
        page.keyboard.press("Control+z")
    assert board.shown == "A3 C3 B2 D0 E1"
    assert board.on_server == "A C B D E"


def test_a_sheet_keeps_what_is_typed_and_its_replay_goes_one_step_at_a_time(overtaken):
    wait = "[data-testid=sheet] input"
    path = "/practice?skill=ndcg&r=3,2,3,0,1&level=2"
    page = overtaken(path, "exhibit", wait=wait)
    first, second = page.locator("[data-testid=sheet] input").all()
    first.fill("6.323")
    second.fill("0.972")  # the first one is left, and marked
    page.wait_for_selector("[data-testid=verdict][data-cell=idcg][data-verdict=right]")
    assert second.input_value() == "0.972"
    page.get_by_role("button", name="Show the solution").click()
    page.get_by_role("button", name="Next", exact=True).click()
    player = page.get_by_test_id("player")
    expect(player).to_have_attribute("data-at", "1")
    page.locator("body").press("ArrowRight")
    expect(player).to_have_attribute("data-at", "2")


def test_a_lab_stands_there_once(overtaken):
    lab = LabPage(overtaken("/code", "lab", wait="[data-testid=lab][data-engine]"))
    assert lab.page.get_by_role("navigation", name="Steps").count() == 1
    lab.choose("order")
    lab.order_lines()
    assert lab.press_run().state == "passed"
