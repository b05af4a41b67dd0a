"""A change of data that overtakes the one before: Streamlit then runs the earlier call's cleanup,
though the component stays on the page. Here it does so at every single call.
"""

import re

import pytest

from tests.browser.boards import BoardPage
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
