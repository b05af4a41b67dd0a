"""Loading a page: content without JavaScript, a small size, no layout shift."""

import pytest
from playwright.sync_api import expect

from benchmarks._server import Server
from benchmarks.start import CARD_SELECTOR
from tests.browser.visits import DRAWN, SETTLED, THERE
from tests.selection import select_rows

SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifted += entry.value;
}).observe({type: "layout-shift", buffered: true});
"""
PAGES = (
    "",
    "playground",
    "examples",
    "practice",
    "code",
    "conventions",
    "measures",
    "worksheet",
    "one-page",
    "glossary",
    "?lesson=discount&unlock=all",
)


@pytest.fixture
def alone(chromium):
    """Open empty pages, each in its own context."""
    contexts = []

    def opened(**options):
        contexts.append(chromium.new_context(**options))
        return contexts[-1].new_page()

    yield opened
    for context in contexts:
        context.close()


@pytest.mark.every_time
def test_a_link_shows_its_numbers_and_tables_without_javascript(alone, server):
    page = alone(java_script_enabled=False)
    page.goto(f"{server.url}/playground?r=3,0,2&k=2")
    assert page.title() == "NDCG@2 = 0.704 for 3, 0, 2 · NDCG, step by step"
    assert page.locator("[data-testid=value-dcg]").inner_text() == "3.000"
    assert page.locator("[data-testid=steps] tbody tr").count() == 3
    assert "Turn on JavaScript" in page.content()
    for width, name in ((1280, "Practice"), (390, "Glossary")):
        page.set_viewport_size({"width": width, "height": 800})
        page.locator("header summary:visible", has_text={1280: "Learn", 390: "Menu"}[width]).click()
        page.get_by_role("link", name=name).click()
        assert page.get_by_role("heading", level=1).inner_text() == name
        assert page.get_by_role("search").count() == 0  # which needs a script


@pytest.mark.every_time
@pytest.mark.parametrize("path", select_rows(PAGES, "playground".__eq__, "the same elsewhere"))
def test_nothing_on_a_page_moves_while_it_loads(alone, server: Server, path):
    page = alone(viewport={"width": 390, "height": 900})
    page.add_init_script(SHIFTS)
    page.goto(f"{server.url}/{path}")
    page.wait_for_function(THERE)
    page.wait_for_function(SETTLED)
    page.evaluate(DRAWN)
    assert page.evaluate("window.shifted") < 0.05


@pytest.mark.parametrize("path", ["/playground", "/evaluate", "/class"])
def test_the_first_tab_stop_skips_the_navigation(open_page, path):
    page = open_page(path)
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to main content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("!document.activeElement.closest('header')")
    assert page.evaluate(
        "document.activeElement.matches('a, button, input, select, summary, main')"
    )


def test_a_screen_reader_reads_each_text_of_a_page_once(alone, server: Server):
    page = alone()
    page.add_init_script("window.requestAnimationFrame = () => 0")  # its heading never disappears
    page.goto(f"{server.url}/evaluate")
    page.wait_for_selector("#root h1", state="attached")
    assert page.get_by_role("heading", level=1).count() == 1


# --- What a first visit fetches ------------------------------------------------------------------

BEFORE_THE_BOARD = 150_000


@pytest.mark.every_time
@pytest.mark.parametrize("path", ["", "playground"])
def test_a_board_is_usable_after_150_kb(alone, server, path):
    page, requests, sockets = alone(), [], []
    page.route("**/*.woff2", lambda route: route.abort())  # which come later
    page.route("**/plotly*", lambda route: route.abort())
    page.on("requestfinished", lambda request: requests.append(request))
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.goto(f"{server.url}/{path}", wait_until="load")
    page.wait_for_selector(CARD_SELECTOR)
    page.wait_for_load_state("networkidle")
    loaded = sum(request.sizes()["responseBodySize"] for request in requests)
    assert 30_000 < loaded <= BEFORE_THE_BOARD
    assert sockets == [], "an open page keeps no session"


@pytest.mark.every_time
def test_our_pages_load_only_fonts_from_streamlit(open_page):
    page = open_page("/playground", wait="[data-testid=figure][data-state=drawn]", context="own")
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    names = page.evaluate("performance.getEntriesByType('resource').map(({name}) => name)")
    assert [name for name in names if "/static/" in name and not name.endswith(".woff2")] == []
    assert any(name.endswith(".woff2") for name in names)
