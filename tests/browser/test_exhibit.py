"""The order in which an exhibit's parts are brought up to date."""

import pytest

from tests.browser.boards import BoardPage

WATCH = """() => {
  window.order = [];
  new MutationObserver((records) => {
    for (const { target } of records) {
      const element = target.closest ? target : target.parentElement;
      if (element?.closest("[data-part=steps]")) window.order.push("steps");
      if (element?.matches("[data-testid=board][data-revision]")) window.order.push("board");
    }
  }).observe(document.body, {
    subtree: true, childList: true, characterData: true, attributeFilter: ["data-revision"],
  });
}"""


@pytest.mark.every_time
def test_the_board_is_drawn_last_as_its_revision_says_that_all_is_up_to_date(same_page):
    board = BoardPage(same_page("/playground?r=3,2,1"))
    board.page.evaluate(WATCH)
    with board.change():
        board.tool("Reverse").click()
    order = board.page.evaluate("window.order")
    assert "steps" in order
    assert order[-1] == "board"
