"""The first screen from the server: there without JavaScript, small, taken over without a jump."""

import pytest

from benchmarks._server import Server
from benchmarks.start import CARD
from tests.browser.visits import SETTLED
from tests.selection import some

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
    "?lesson=discount&unlock=all",
)


@pytest.fixture
def alone(chromium):
    """Open empty pages, each in a context of its own."""
    contexts = []

    def opened(**options):
        contexts.append(chromium.new_context(**options))
        return contexts[-1].new_page()

    yield opened
    for context in contexts:
        context.close()


@pytest.mark.every_time
def test_without_javascript_a_link_has_its_numbers_and_its_tables(alone, server):
    page = alone(java_script_enabled=False)
    page.goto(f"{server.url}/playground?r=3,0,2&k=2")
    assert page.title() == "NDCG@2 = 0.704 for 3, 0, 2 · NDCG, step by step"
    assert page.locator("[data-testid=value-dcg]").inner_text() == "3.000"
    assert page.locator("[data-testid=steps] tbody tr").count() == 3
    assert "switch JavaScript on" in page.content()
    page.get_by_role("link", name="Practice", exact=True).click()
    assert page.get_by_role("heading", level=1).inner_text() == "Practice"


@pytest.mark.every_time
@pytest.mark.parametrize("path", some(PAGES, "playground".__eq__, "the same elsewhere"))
def test_nothing_on_a_page_is_moved_while_it_loads(alone, server: Server, path):
    page = alone(viewport={"width": 390, "height": 900})
    page.add_init_script(SHIFTS)
    page.goto(f"{server.url}/{path}")
    page.wait_for_selector("#first-screen", state="detached")
    page.wait_for_selector("#root h1")
    page.wait_for_function(SETTLED)
    assert page.evaluate("window.shifted") < 0.05


FRAMES = """async (frames) => {
  for (; frames; frames -= 1) await new Promise(requestAnimationFrame);
}"""


def test_a_button_that_is_pressed_while_the_app_arrives_still_acts(alone, server):
    page, held = alone(), []
    page.route("**/static/js/index*.js", lambda route: held.append(route))
    page.goto(f"{server.url}/playground?r=A:1,B:3&hide=charts", wait_until="commit")
    page.locator("#first-screen").get_by_role("button", name="Reverse").hover()
    page.mouse.down()
    for route in held:
        route.continue_()
    page.wait_for_selector("#root .exhibit-place[data-ready]", state="attached")
    page.evaluate(FRAMES, 30)
    page.mouse.up()
    page.wait_for_selector("#first-screen", state="detached")
    page.wait_for_selector("[data-testid=card][data-label=B][data-rank='1']")


FETCHED = """() => performance.getEntriesByType("resource").map(
  ({name, startTime, responseEnd}) => [new URL(name).pathname, startTime, responseEnd])"""


@pytest.mark.every_time
def test_streamlits_files_are_asked_for_once_the_board_can_be_moved(open_page):
    fetched = open_page("/playground", wait="[data-testid=card]", context="own").evaluate(FETCHED)
    app = [start for path, start, _ in fetched if path.startswith("/static/")]
    needed = [
        end
        for path, _, end in fetched
        if path.endswith("/exhibit.js") or path.startswith("/assets/style")
    ]
    assert len(app) > 50
    assert len(needed) == 2
    assert max(needed) <= min(app)


@pytest.mark.every_time
def test_the_first_screen_wears_the_colours_in_which_the_page_was_left(alone, server: Server):
    page = alone(color_scheme="light")
    page.add_init_script("localStorage.setItem('stActiveTheme-/code-v2', '\"Dark\"')")
    page.goto(f"{server.url}/code")
    page.wait_for_selector("#first-screen", state="detached")
    page.route("**/static/js/**", lambda route: route.abort())
    page.reload()
    colour = "getComputedStyle(document.querySelector('#first-screen')).backgroundColor"
    assert page.evaluate(colour) == "rgb(22, 21, 19)"
    assert page.get_by_role("heading", name="Write it yourself").is_visible()


def test_a_screen_reader_hears_a_page_once(alone, server: Server):
    page = alone()
    page.add_init_script("window.requestAnimationFrame = () => 0")  # the app never takes over
    page.goto(f"{server.url}/evaluate")
    page.wait_for_selector("#root h1", state="attached")
    assert page.get_by_role("heading", level=1).count() == 1


# --- What a first visit fetches ------------------------------------------------------------------

BEFORE_THE_BOARD = 150_000


@pytest.mark.every_time
@pytest.mark.parametrize("path", ["", "playground"])
def test_a_board_can_be_moved_after_150_kb(alone, server, path):
    page, requests = alone(), []
    page.route("**/static/**", lambda route: route.abort())  # Streamlit's, which come later
    page.on("requestfinished", lambda request: requests.append(request))
    page.goto(f"{server.url}/{path}", wait_until="load")
    page.wait_for_selector(CARD)
    page.wait_for_load_state("networkidle")
    loaded = sum(request.sizes()["responseBodySize"] for request in requests)
    assert 30_000 < loaded <= BEFORE_THE_BOARD
