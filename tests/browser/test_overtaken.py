"""A change of data that overtakes the one before: Streamlit then runs the earlier call's cleanup,
though the component stays on the page. Here it does so at every single call.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.boards import BoardPage
from tests.browser.lab_desk import Desk

COMPONENT = re.compile(r"/ndcg-tutor\.(\w+)/\1\.js")
EXPORT = "export default function"
OVERTAKEN = """
export default function (call) {
  component(call)();
  return component(call);
}
"""


@pytest.fixture
def overtaken(open_page):
    """Open a page on which every component is called twice, the first call's cleanup between."""
    called = set()

    def patch(route) -> None:
        response = route.fetch()
        source = response.text()
        assert EXPORT in source
        called.add(COMPONENT.search(route.request.url)[1])
        route.fulfill(
            response=response, body=source.replace(EXPORT, "function component") + OVERTAKEN
        )

    def opened(path: str, *names: str, wait: str):
        page = open_page("/conventions")
        page.route(COMPONENT, patch)
        page.goto(page.url.replace("/conventions", path))
        page.wait_for_selector(wait)
        assert set(names) <= called
        return page

    return opened


def test_a_board_does_everything_once(overtaken):
    page = overtaken("/playground", "exhibit", "board", "figure", "markup", wait=".board")
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


def test_a_sheet_keeps_what_is_typed_and_counts_it_once(overtaken):
    wait = ".sheet input"
    page = overtaken("/practice?skill=ndcg&r=3,2,3,0,1&level=2", "sheet", "store", wait=wait)
    first, second = page.locator(".sheet input").all()
    first.fill("6.323")
    second.fill("0.972")  # the first one is left, and marked
    page.wait_for_selector("[data-testid=verdict][data-cell=idcg][data-verdict=right]")
    assert second.input_value() == "0.972"
    second.press("Enter")
    page.get_by_text("Your record, skill by skill").click()
    assert page.locator(".record tbody tr").inner_text().split() == ["NDCG", "1", "1", "0", "0"]


def test_a_player_goes_one_step_at_a_time(overtaken):
    page = overtaken("/examples", "player", wait=".player")
    page.get_by_role("button", name="Next").click()
    player = page.locator(".player")
    expect(player).to_have_attribute("data-at", "1")
    page.locator("body").press("ArrowRight")
    expect(player).to_have_attribute("data-at", "2")


def test_a_lab_stands_there_once(overtaken):
    page = overtaken("/code", "lab", wait=".lab[data-engine]")
    desk = Desk(page)
    assert page.locator(".steps-list").count() == 1
    desk.choose("order")
    desk.order_lines()
    assert desk.press_run().state == "passed"


def test_a_question_is_answered_once(overtaken):
    page = overtaken("/", "ask", "store", "reconnect", wait="[data-testid=start]")
    page.get_by_test_id("start").click()
    question = page.get_by_test_id("question").first
    question.locator("[data-option]").first.click()
    expect(question).to_have_attribute("data-state", re.compile("right|wrong"))
