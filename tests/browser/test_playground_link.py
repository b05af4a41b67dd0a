"""The link holds the whole state: reload, Back, Forward, copying it, leaving and coming back."""

from playwright.sync_api import expect

from tests.browser.boards import open_board
from tests.browser.menus import follow_menu_link
from tests.browser.visits import GONE


def test_an_unanswered_move_is_repeated_after_returning_to_the_page(open_page):
    board = open_board(open_page, "?r=1,2,3", tolerate=GONE)
    page = board.page
    page.route("**/acts/*", lambda route: route.abort(), times=1)
    board.find_tool("Reverse").click()
    follow_menu_link(page, "Examples")
    page.wait_for_selector("[data-testid=player]")
    follow_menu_link(page, "Playground")
    page.get_by_role("button", name="Reverse").wait_for()
    expect(page.locator("[data-testid=steps] tbody th + td").first).to_have_text("C")
    assert board.shown == "C3 B2 A1"
    assert board.on_server == "C B A"
