"""A change of data that overtakes the one before: Streamlit then runs the earlier call's cleanup,
though the component stays on the page. Here it does so at every single call.
"""

import re

from tests.browser.boards import BoardPage

COMPONENT = re.compile(r"/ndcg-tutor\.(\w+)/\1\.js")
EXPORT = "\nexport default "
OVERTAKEN = """
export default function (call) {
  component(call)();
  return component(call);
}
"""


def test_a_board_does_everything_once(open_page, server):
    called = []

    def patch(route) -> None:
        response = route.fetch()
        source = response.text()
        assert source.count(EXPORT) == 1
        called.append(COMPONENT.search(route.request.url)[1])
        body = source.replace(EXPORT, "\nconst component = ") + OVERTAKEN
        route.fulfill(response=response, body=body)

    page = open_page("/evaluate", context="own")
    page.route(COMPONENT, patch)
    page.goto(f"{server.url}/playground")
    board = BoardPage(page)
    assert "exhibit" in called
    with board.change():
        board.press("C", "up")
    assert board.shown == "A3 C3 B2 D0 E1"
    with board.change():
        board.press("E", "more")
    with board.change():
        page.keyboard.press("Control+z")
    assert board.shown == "A3 C3 B2 D0 E1"
    assert board.on_server == "A C B D E"
    page.unroute_all(behavior="wait")  # a file asked for late would end with the page's context
