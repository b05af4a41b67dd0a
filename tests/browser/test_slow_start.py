"""Files that a page waits for may come late or never. The page still works.

No test waits for time to pass; the page's own clock is moved forward.
"""

import pytest
from playwright.sync_api import expect

from benchmarks.start import CARD_SELECTOR
from tests.browser.boards import BoardPage
from tests.browser.visits import THERE

PAGE = "/playground?r=A:1,B:3"
LATE = 25_000  # milliseconds
BOARD, STYLE = "the board's script", "the style sheets"
NEEDED = {
    BOARD: "**/ndcg-tutor.page/page.js",
    "Plotly": "**/vendor/plotly*",
    "the fonts": "**/*.woff2",
    STYLE: "**/*.css",
}
REFUSED = {
    "storage": """for (const name of ["localStorage", "sessionStorage"]) {
        const get = () => { throw new DOMException("no", "SecurityError"); };
        Object.defineProperty(window, name, { get });
    }""",
    "cookies": 'Object.defineProperty(document, "cookie", { get: () => "", set() {} })',
}
SEEN = """
    window.missing = () => ["h1", ".card", ".ideal-card", "[data-testid=value-ndcg]", ".remarks"]
        .filter((selector) => ![...document.querySelectorAll(selector)].some((element) =>
            element.checkVisibility({visibilityProperty: true}) && element.innerText.trim()));
    window.lost = null;  // what was on the screen in one frame and was not in a later one
    requestAnimationFrame(function look() {
        if (!missing().length) window.lost ??= [];
        window.lost?.push(...missing());
        requestAnimationFrame(look);
    });
"""
STILL = """() => new Promise((resolve) => {
    let [before, frames] = ["", 0];
    requestAnimationFrame(function look() {
        const places = [...document.querySelectorAll("[data-testid=card]")];
        const now = places.map((e) => Object.values(e.getBoundingClientRect().toJSON())).join();
        frames = now === before ? frames + 1 : 0;
        before = now;
        if (frames > 10) resolve();
        else requestAnimationFrame(look);
    });
})"""
"""Until no card is pushed on by what comes late: a hand would miss it."""
COMING = ".coming"
LOADING = '"Loading the chart…"'
WRITTEN = "(all) => all.map((one) => getComputedStyle(one, '::after').content)"
SKIP_DELAY = """(one) => {
    const [animation] = one.getAnimations();
    animation.finish();
    return animation.effect.getTiming().delay;
}"""
STYLED = """() => document.fonts.status === "loaded" && [
    ...document.querySelectorAll("link[rel=stylesheet]")].every(({ sheet }) => sheet)"""
CASES = [pytest.param(one, marks=[pytest.mark.every_time] * (one == BOARD)) for one in NEEDED]


@pytest.fixture
def page(chromium):
    """Open a page on a phone with a movable clock, and check at the end that nothing is lost."""
    with chromium.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.add_init_script(SEEN)
        yield page


def use_board(page, of: str = "") -> None:
    """Check that the page shows its board, numbers and sentences, and drag a card up."""
    page.wait_for_function("() => !missing().length")
    if of != BOARD:  # without its script nothing moves
        page.wait_for_selector(CARD_SELECTOR)
        board = BoardPage(page)
        page.evaluate(STILL)
        upper, lower = (card[0] for card in board.shown.split())
        board.drag(lower, upper)
    assert not page.evaluate("lost")


def hold_back(page, needed: str):
    """Delay the responses for a pattern, and return a function that releases them."""
    waiting, gone = [], []

    def come(route) -> None:
        route.continue_() if gone else waiting.append(route)

    def let_go() -> None:
        gone.append(True)
        for route in waiting:
            route.continue_()

    page.route(NEEDED[needed], come)
    return let_go


@pytest.mark.parametrize("needed", CASES)
def test_a_late_or_missing_file_removes_nothing_from_the_page(page, server, needed):
    page.clock.install()
    let_go = hold_back(page, needed)
    page.goto(server.url + PAGE, wait_until="commit")
    if needed != STYLE:
        use_board(page, needed)
    page.clock.run_for(LATE)
    use_board(page, needed)
    if needed == BOARD:
        expect(page.locator(COMING)).to_be_visible()
    if needed == "Plotly":
        assert set(page.locator(".ndcg-figure-bars").evaluate_all(WRITTEN)) == {LOADING, "none"}
    let_go()
    page.clock.run_for(LATE)  # a refused request is repeated
    page.wait_for_function(THERE)
    expect(page.locator(COMING)).to_be_hidden()
    drawn = page.locator("[data-state=drawn] .ndcg-figure-bars")
    assert set(drawn.evaluate_all(WRITTEN)) <= {"none"}
    page.wait_for_function(STYLED)  # otherwise everything moves during a drag
    use_board(page)


@pytest.mark.parametrize("refused", REFUSED)
def test_a_feature_that_a_browser_refuses_removes_nothing(page, server, refused):
    page.clock.install()
    page.add_init_script(REFUSED[refused])
    page.goto(server.url + PAGE, wait_until="commit")
    use_board(page)
    page.clock.run_for(LATE)
    use_board(page)


def test_nothing_disappears_while_the_app_loads_on_a_slow_processor(page, server):
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 6})
    page.goto(server.url + PAGE, wait_until="commit")
    use_board(page)
    page.wait_for_function(THERE)
    use_board(page)


@pytest.mark.parametrize("needed", [BOARD, "Plotly"])
def test_a_lost_script_is_requested_again(page, server, needed):
    page.clock.install()
    with page.expect_event("requestfailed"):
        page.route(NEEDED[needed], lambda route: route.abort(), times=1)
        page.goto(server.url + PAGE)
    page.clock.run_for(LATE)
    use_board(page)
    page.get_by_test_id("figure").first.scroll_into_view_if_needed()
    page.wait_for_selector("[data-testid=figure][data-state=drawn]")


def test_the_heading_of_a_streamlit_page_stays_until_content_appears(page, server):
    page.clock.install()
    comes = []
    page.route_web_socket(
        "**/_stcore/stream*", lambda socket: socket.connect_to_server() if comes else None
    )
    page.goto(server.url + "/evaluate")
    page.wait_for_selector("#root [data-testid=stApp]", state="attached")
    page.clock.run_for(LATE)
    expect(page.locator("#cover h1")).to_be_visible()
    expect(page.locator(COMING)).to_be_visible()
    advice = page.locator(f"{COMING} span")
    expect(advice).to_be_hidden()  # a reload would start the wait again
    assert advice.evaluate(SKIP_DELAY) == 60_000
    expect(advice).to_be_visible()
    comes.append(True)
    page.reload()
    page.clock.run_for(LATE)
    page.wait_for_function(THERE)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_test_id("systems")).to_be_visible()  # not the first thing under the heading
