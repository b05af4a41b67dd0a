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
EXPORT = "export default function"
BACK_TO = """path => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
}"""
OVERTAKEN = """
export default function (call) {
  component(call)();
  return component(call);
}
"""


class Overtaken:
    """A visit on which every component is called twice, the first call's cleanup between."""

    def __init__(self, page, origin: str) -> None:
        self.page = page
        self.called: set[str] = set()
        page.route(COMPONENT, self.patch)
        page.goto(f"{origin}/conventions")
        page.wait_for_selector("h1")

    def patch(self, route) -> None:
        response = route.fetch()
        source = response.text()
        assert EXPORT in source
        self.called.add(COMPONENT.search(route.request.url)[1])
        body = source.replace(EXPORT, "function component") + OVERTAKEN
        route.fulfill(response=response, body=body)

    def go(self, path: str, *components: str, wait: str):
        """Go to a page that has these components, as by the browser's Back."""
        self.page.evaluate(BACK_TO, path)
        self.page.wait_for_selector(wait)
        assert set(components) <= self.called
        return self.page


@pytest.fixture(scope="module")
def visit(chromium, server):
    """One visit for all tests: each goes to a page of its own, and a patched page loads slowly."""
    watch, context = Watch(), chromium.new_context()
    page = patient(context.new_page())
    watch.over(page, server.url)
    yield Overtaken(page, server.url), watch
    context.close()


@pytest.fixture
def overtaken(visit):
    """The visit, and nothing amiss afterwards."""
    visited, watch = visit
    yield visited.go
    found, watch.troubles[:] = list(watch.troubles), []
    assert not found, "\n".join(found)


def test_a_board_does_everything_once(overtaken):
    page = overtaken(
        "/playground", "exhibit", "board", "figure", "markup", wait="[data-testid=board]"
    )
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
    wait = "[data-testid=sheet] input"
    page = overtaken("/practice?skill=ndcg&r=3,2,3,0,1&level=2", "exhibit", "sheet", wait=wait)
    first, second = page.locator("[data-testid=sheet] input").all()
    first.fill("6.323")
    second.fill("0.972")  # the first one is left, and marked
    page.wait_for_selector("[data-testid=verdict][data-cell=idcg][data-verdict=right]")
    assert second.input_value() == "0.972"
    second.press("Enter")
    page.get_by_text("Your record, skill by skill").click()
    row = page.locator("details[open] tbody tr").inner_text()
    assert row.split() == ["NDCG", "1", "1", "0", "0"]


def test_a_player_goes_one_step_at_a_time(overtaken):
    page = overtaken("/examples", "player", wait="[data-testid=player]")
    page.get_by_role("button", name="Next").click()
    player = page.locator("[data-testid=player]")
    expect(player).to_have_attribute("data-at", "1")
    page.locator("body").press("ArrowRight")
    expect(player).to_have_attribute("data-at", "2")


def test_a_lab_stands_there_once(overtaken):
    page = overtaken("/code", "lab", wait="[data-testid=lab][data-engine]")
    lab = LabPage(page)
    assert page.get_by_role("navigation", name="Steps").count() == 1
    lab.choose("order")
    lab.order_lines()
    assert lab.press_run().state == "passed"


def test_a_question_is_answered_once(overtaken):
    page = overtaken("/", "exhibit", "ask", wait="[data-testid=start]")
    page.get_by_test_id("start").click()
    question = page.get_by_test_id("question").first
    question.locator("[data-option]").first.click()
    expect(question).to_have_attribute("data-state", re.compile("right|wrong"))
