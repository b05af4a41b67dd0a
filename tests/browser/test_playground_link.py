"""The link holds the whole state: reload, Back, Forward, copying it, leaving and coming back."""

from playwright.sync_api import expect

from tests.browser.boards import opened
from tests.browser.visits import GONE


def test_streamlits_page_for_an_address_leaves_what_undo_leads_to(open_page):
    """Back is answered by an act and by Streamlit; the act may be the later of the two."""
    board = opened(open_page, "?r=3,2,1", context="own")
    page, from_server = board.page, []

    def between(socket):
        server = socket.connect_to_server()
        server.on_message(lambda message: (from_server.append(message), socket.send(message)))
        socket.on_message(server.send)

    page.route_web_socket(lambda url: "_stcore/stream" in url, between)
    page.reload()
    page.wait_for_selector("#first-screen", state="detached")
    for text in ("1 2 3", "0 1"):
        page.evaluate("History.prototype.pushState.call(history, null, '', location.href)")
        with board.change():
            board.enter(text)
    from_server.clear()
    page.route("**/acts/playground", lambda request: None)
    page.go_back()
    while not any(b'"r":"1,2,3"' in message for message in from_server):
        page.wait_for_timeout(20)
    page.evaluate("() => new Promise(drawn => setTimeout(() => requestAnimationFrame(drawn)))")
    with board.change():
        page.unroute("**/acts/playground")
    for shown in ("A0 B1", "A1 B2 C3", "A3 B2 C1"):
        with board.change():
            board.tool("Undo").click()
        assert board.shown == shown


def test_a_move_that_was_not_answered_when_the_page_was_left_is_made_on_the_return(open_page):
    board = opened(open_page, "?r=1,2,3", tolerate=GONE)
    page = board.page
    page.route("**/acts/*", lambda route: route.abort(), times=1)
    board.tool("Reverse").click()
    top = page.get_by_test_id("stTopNav")
    top.get_by_role("link", name="Examples").click()
    page.wait_for_selector("[data-testid=player]")
    top.get_by_role("link", name="Playground").click()
    page.get_by_role("button", name="Reverse").wait_for()
    expect(page.locator("[data-testid=steps] tbody th + td").first).to_have_text("C")
    assert board.shown == "C3 B2 A1"
    assert board.on_server == "C B A"
