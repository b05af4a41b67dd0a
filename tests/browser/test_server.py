"""The server: restarts during a visit, crashes, two processes, and its answers."""

import os
import signal
from http.client import HTTPConnection

import pytest
from playwright.sync_api import expect

from tests.browser.boards import AT_REST, BoardPage
from tests.browser.visits import GONE
from tests.clock import PATIENCE


def test_a_page_shows_unconfirmed_changes_until_a_new_server_confirms_them(open_page, make_server):
    server = make_server()
    page = open_page("/playground?r=1,2,3", at=server, tolerate=GONE)
    board = BoardPage(page)
    unconfirmed = page.locator("[data-testid=board] h2 + [role=status]")
    assert unconfirmed.inner_text() == ""
    place = board.find_card("A").bounding_box()["y"]
    before = board.revision
    server.process.send_signal(signal.SIGSTOP)  # otherwise it may confirm the move first
    board.find_card("A").locator("[data-act=down]").dispatch_event("click")
    server.kill()
    page.get_by_text("not confirmed yet").wait_for()
    page.wait_for_function(AT_REST)
    assert board.find_card("A").bounding_box()["y"] == place + 56  # the move, and no jump besides
    server.start()
    board.wait_confirmed(before)
    assert board.shown == "B2 A1 C3"
    assert board.on_server == "B A C"
    expect(unconfirmed).to_have_text("")


HOLD = """() => {
  const gate = new Promise((go) => (window.letAnswersThrough = go));
  const ask = window.fetch;
  window.fetch = async (...what) => {
    await gate;
    return ask(...what);
  };
}"""
"""Requests wait until a test lets them through."""


@pytest.mark.every_time
def test_a_link_to_another_page_waits_for_pending_actions(open_page):
    page = open_page("/playground")
    page.evaluate(HOLD)
    BoardPage(page).find_tool("Sort to ideal").click()
    tools = page.get_by_role("navigation").get_by_role("group").filter(has_text="Tools")
    tools.locator("summary").click()
    tools.get_by_role("link", name="Other measures").click()
    page.wait_for_timeout(400)
    assert "measures" not in page.url
    page.evaluate("() => window.letAnswersThrough()")
    page.wait_for_url("**/measures*")


def test_killing_either_of_two_processes_loses_no_ranking(open_page, two_processes):
    server = two_processes
    pages = [
        BoardPage(open_page(f"/playground?r={grades}", at=server, tolerate=GONE))
        for grades in ("1,2", "2,1", "0,3", "3,0")
    ]
    for board in pages:
        with board.change():
            board.find_tool("Reverse").click()
    workers = server.worker_ids
    assert len(workers) == 2
    for times, worker in enumerate(workers, 1):  # the pages of the other one do not notice
        os.kill(worker, signal.SIGKILL)
        for board, grade in zip(pages, (1, 2, 0, 3), strict=True):
            with board.change():
                board.press("A", "more")
            board.wait_link(f"A%3A{grade + times}")  # written just after the move is confirmed
    assert [board.shown for board in pages] == ["B2 A3", "B1 A4", "B3 A2", "B0 A5"]
    assert not set(workers) & set(server.worker_ids)


# --- What it answers to whom, asked without a browser ----------------------------------------


STREAM = "/_stcore/stream"
UPGRADE = {
    **{"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"},
    "Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2RlZg==",
}
ASKED = (
    ("GET", "/_stcore/metrics", {}, 404),
    ("GET", "/_stcore/bidi-components/ndcg-tutor.exhibit/mount.py", {}, 404),
    ("PUT", "/_stcore/upload_file/a/b", {}, 404),
    ("GET", "/", {"Host": "rebound.example"}, 421),
    ("GET", "/", {"Origin": "https://other.example"}, 403),
    ("GET", STREAM, UPGRADE, 101),
    ("GET", STREAM, UPGRADE | {"Origin": "http://x.test"}, 403),
    ("GET", STREAM, UPGRADE | {"Host": "x.test"}, 421),
)


@pytest.mark.every_time
@pytest.mark.parametrize(("method", "path", "headers", "status"), ASKED)
def test_the_real_server_answers_with_the_right_status_and_headers(
    server, method, path, headers, status
):
    connection = HTTPConnection("localhost", server.port, timeout=PATIENCE)
    connection.request(method, path, headers=headers)
    assert connection.getresponse().status == status
    connection.close()
