"""The paths that matter: every page opens, and can be used."""

import pytest

import ndcg_core as nc
from ndcg_core.code_lab.tasks import NDCG_SOLUTION
from tests.browser.others.browser import ARROW_UP, Browser, WebKitInC

PAGES = {
    "/": "[data-testid=lesson]",
    "/playground": "[data-testid=ideal] tbody tr:nth-child(5)",
    "/examples": "[data-testid=totals]",
    "/practice": "[data-testid=sheet] input",
    "/code": "[data-testid=run]",
    "/conventions": "[data-testid=library]",
    "/worksheet": "[data-testid=paper-key]",
}
"""Each page, and something near its end."""
CONFIRMED = "document.querySelector('[data-testid=board]')?.dataset.revision"
ORDER = """[...document.querySelectorAll("[data-testid=card]")]
  .sort((a, b) => a.dataset.rank - b.dataset.rank).map(card => card.dataset.label).join("")"""
SAID = "document.querySelector('[data-testid=board] > [role=status]').textContent"
ON_SERVER = """[...document.querySelectorAll("[data-testid=steps] tbody th + td")]
  .map(e => e.textContent).join("")"""


@pytest.mark.parametrize("path", PAGES)
def test_every_page_opens_with_its_heading_and_its_whole_text(browser, server, path):
    browser.visit(server.url + path)
    browser.wait_shown("h1")
    browser.wait_shown(PAGES[path])
    assert browser.run("return document.title").endswith("NDCG, step by step")
    assert browser.run(f"return {HIDDEN_WORDS}") == []


HIDDEN_WORDS = """[...document.querySelectorAll("[data-testid=markup]")]
  .filter(e => e.textContent.trim() && !e.getBoundingClientRect().height)
  .map(e => e.textContent.slice(0, 80))"""


@pytest.fixture
def playground(browser, server) -> Browser:
    """Open the playground with five documents, A to E."""
    browser.visit(f"{server.url}/playground?r=3,2,3,0,1")
    browser.wait(CONFIRMED)
    browser.wait(f"{ORDER} === 'ABCDE'")
    return browser


def test_the_mouse_drags_a_card(playground):
    x, y = playground.find_middle("[data-label=C] [data-testid=name]")
    _, higher = playground.find_current_middle("[data-label=A] [data-testid=name]")
    playground.drag((x, y), (x, higher - 20))
    playground.wait(f"{ORDER} === 'CABDE' && {ON_SERVER} === 'CABDE' && {CONFIRMED}")


def test_keys_move_a_card(playground):
    playground.click("h1")  # the page has the focus, not another part of the window
    playground.focus("[data-label=E] [data-testid=grip]")
    playground.type(" ")
    playground.wait(f"{SAID}.startsWith('Lifted.')")
    playground.type(ARROW_UP + ARROW_UP)
    playground.wait(f"{ORDER} === 'ABECD'")
    playground.type(" ")
    playground.wait(f"{ORDER} === 'ABECD' && {ON_SERVER} === 'ABECD' && {CONFIRMED}")


PROGRAM = (
    NDCG_SOLUTION
    + """

print(1.5, "%.3f" % 2.25, f"{1 / 3:.4f}", 1e-9, float("0.1"), 10**20, 0.1 + 0.2)
"""
)
PRINTED = "1.5 2.250 0.3333 1e-09 0.1 100000000000000000000 0.30000000000000004"
WRITE = """const [selector, text] = arguments, editor = document.querySelector(selector);
  editor.value = text;
  editor.dispatchEvent(new Event("input", {bubbles: true}));"""
PASSED = "document.querySelector('[data-testid=run-result][data-run=\"1\"]')?.innerText"


@pytest.mark.parametrize("browser", [WebKitInC], indirect=True)
def test_the_code_lab_parses_numbers_as_python_in_the_c_locale(browser, server):
    browser.visit(server.url + "/code")
    browser.wait_shown("[data-testid=lab][data-engine=ready]")
    browser.click("[data-step=ndcg]")
    browser.wait_shown("[data-testid=editor]")
    browser.run(WRITE, "[data-testid=editor]", PROGRAM)
    browser.click("[data-testid=run]")
    said = browser.wait(PASSED)
    assert PRINTED in said
    assert nc.number(nc.ndcg([3, 2, 3, 0, 1], 2)) in said
    assert "wrong" not in said
