"""Files that come late or never do not break a page. The browser's clock is moved forward."""

import pytest

from benchmarks._server import make_uvicorn_server
from tests.browser.others.test_pages import CONFIRMED, ORDER
from tests.browser.test_slow_start import SEEN

BOARD = "page.js"


@pytest.mark.parametrize("held", [BOARD, "plotly"])
def test_a_late_or_missing_file_removes_nothing_from_the_page(browser, tmp_path, held):
    go = tmp_path / "go"
    app = "tests.browser.others.held:app"
    server = make_uvicorn_server(tmp_path / "log", app, NDCG_HELD=held, NDCG_LET_GO=str(go))
    server.start()
    try:
        start = "document.querySelector('.exhibit')"
        browser.go(f"{server.url}/playground?r=A:1,B:3", wait_for=start)
        browser.run(SEEN)
        browser.wait("!missing().length")
        if held == BOARD:  # without its script nothing moves
            browser.wait_shown(".coming")
        else:
            swap_cards(browser)
        go.touch()
        browser.wait(CONFIRMED)
        swap_cards(browser)
        assert browser.run("return lost.length") == 0
    finally:
        server.stop()


def swap_cards(browser):
    """Drag the lower of two cards up."""
    browser.wait(CONFIRMED)
    upper, lower = browser.run(f"return {ORDER}")
    x, y = browser.find_middle(f"[data-label={lower}] [data-testid=name]")
    _, higher = browser.find_current_middle(f"[data-label={upper}] [data-testid=name]")
    browser.drag((x, y), (x, higher - 20))
    browser.wait(f"{ORDER} === arguments[0] && {CONFIRMED}", lower + upper)
