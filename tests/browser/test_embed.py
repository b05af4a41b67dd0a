"""Pages of ours inside a page of another origin, by one line of script."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

import ndcg_core as nc
from benchmarks.site import serve_folder
from tests.browser.learner import LESSONS, Learner
from tests.browser.sites import WHY, on_a_site_too

OTHER = {"localhost": "127.0.0.1", "127.0.0.1": "localhost"}
"""Two names of this machine, which are two sites for a browser."""
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A blog</title>
<style>[data-look=dark] body {{ background: #111 }} body {{ background: #fff }}</style></head>
<body><h1>A blog</h1>{scripts}</body></html>"""
SCRIPT = (
    '<p>Try it:</p><script src="{url}/embed.js" data-page="{page}" data-link="{link}"></script>'
)
BOARD = ("playground", "r=3,0,2&k=2")
LESSON = ("learn", "lesson=grades-not-flags")
HEIGHTS = """() => [...document.querySelectorAll("iframe")].map((one) => one.offsetHeight)"""
CONTENT = "document.body.getBoundingClientRect().height"
SCHEME = "getComputedStyle(document.documentElement).colorScheme"
RECORDS = """() => Object.keys(localStorage).filter((name) => name.includes("ndcg-tutor:"))"""
ANSWERED = "[data-testid=question][data-state=right]"
COMPLETE = ".exhibit:not(:has([aria-busy]))"
HAS_PYTHON = "() => Boolean(globalThis.ndcgPython)"
READY = ".exhibit[data-revision]"

on_a_site = pytest.mark.parametrize(
    "place", [pytest.param("site", marks=pytest.mark.thorough(WHY))], indirect=True
)


class Blog:
    """A page of another origin with embedded pages of ours."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def frame(self, nth: int):
        """Return the embedded page in a frame, once it is usable."""
        handle = self.page.locator("iframe").nth(nth).element_handle()
        frame = handle.content_frame()
        frame.wait_for_selector(READY)
        return frame

    def wait_fits(self, nth: int) -> None:
        """Wait until a frame is as high as its content."""
        frame = self.frame(nth)
        for _ in range(100):
            if abs(self.page.evaluate(HEIGHTS)[nth] - frame.evaluate(CONTENT)) <= 1:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError((self.page.evaluate(HEIGHTS), frame.evaluate(CONTENT)))


@pytest.fixture
def blog(chromium, place, tmp_path):
    """Open a page with embedded pages from a server with another name."""
    troubles: list[str] = []

    def opened(*embedded: tuple[str, str], at: str = "/", **options) -> Blog:
        scripts = [SCRIPT.format(url=place.url, page=one, link=link) for one, link in embedded]
        (tmp_path / "index.html").write_text(PAGE.format(scripts="".join(scripts)))
        page = context.new_page()
        for name, value in options.items():
            page.emulate_media(**{name: value})
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(origin + at)
        return Blog(page)

    with serve_folder(tmp_path) as own:
        ours, theirs = urlsplit(place.url), urlsplit(own.url)
        origin = f"http://{OTHER[ours.hostname]}:{theirs.port}"
        with chromium.new_context(permissions=["local-network-access"]) as context:
            yield opened
    assert not troubles


@on_a_site_too
@pytest.mark.every_time
def test_a_page_fits_its_frame_and_keeps_its_link_after_a_reload(blog):
    there = blog(BOARD, BOARD)
    frame = there.frame(0)
    expect(frame.get_by_test_id("value-ndcg")).to_have_attribute(
        "data-value", nc.exact(nc.ndcg([3, 0, 2], 2))
    )
    assert frame.locator("header summary:visible").count() == 0
    there.wait_fits(0)
    length = there.page.evaluate("history.length")
    frame.get_by_role("button", name="Reverse").click()
    value = frame.get_by_test_id("value-ndcg")
    moved = nc.exact(nc.ndcg([2, 0, 3], 2))
    expect(value).to_have_attribute("data-value", moved)
    frame.wait_for_function("() => location.search.includes('C%3A2')")
    assert there.page.evaluate("history.length") == length  # Back leaves the blog
    before = there.page.evaluate(HEIGHTS)[0]
    frame.get_by_role("button", name="Add a document").click()
    expect(frame.get_by_test_id("card")).to_have_count(4)
    there.wait_fits(0)
    assert there.page.evaluate(HEIGHTS)[0] > before
    there.page.reload()
    first, second = there.frame(0), there.frame(1)
    expect(first.get_by_test_id("card")).to_have_count(4)
    expect(second.get_by_test_id("card")).to_have_count(3)  # the same link, but another frame
    assert parse_qs(urlsplit(first.url).query)["k"] == ["2"]


@on_a_site_too
def test_the_outer_page_stores_one_record_for_all_frames(blog):
    there = blog(LESSON, LESSON)
    first, second = there.frame(0), there.frame(1)
    assert there.page.evaluate(RECORDS) == []
    learner = Learner(first)
    learner.complete_block(LESSONS[0].steps[0].gating_blocks[0])
    learner.press_continue()
    learner.expect_step(2)
    (name,) = there.page.evaluate(RECORDS)
    assert name.endswith("/ ndcg-tutor:progress")
    text = there.page.evaluate("(name) => localStorage.getItem(name)", name)
    assert json.loads(text)["lessons"]["grades-not-flags"]["reached"] == 2
    assert first.evaluate(f"() => {{ try {{ return ({RECORDS})() }} catch {{ return [] }} }}") == []
    second.wait_for_selector(ANSWERED)  # it is told at once
    there.wait_fits(0)
    there.page.reload()
    Learner(there.frame(0)).expect_step(2)
    another = there.page.context.new_page()
    another.goto(there.page.url)
    Blog(another).frame(0).wait_for_selector(ANSWERED)


@on_a_site
def test_all_frames_share_one_python_which_restarts_if_its_frame_is_removed(blog):
    there = blog(BOARD, BOARD)
    frames = there.frame(0), there.frame(1)
    for frame in frames:
        frame.wait_for_selector(COMPLETE)
    have = [frame.evaluate(HAS_PYTHON) for frame in frames]
    assert sorted(have) == [False, True], "the frame that asks first starts Python"
    there.page.locator("iframe").nth(have.index(True)).evaluate("frame => frame.remove()")
    other = frames[have.index(False)]
    other.get_by_role("button", name="Reverse").click()
    other.wait_for_function("() => location.search.includes('C%3A2')")
    value = other.get_by_test_id("value-ndcg")
    expect(value).to_have_attribute("data-value", nc.exact(nc.ndcg([2, 0, 3], 2)))
    assert other.evaluate(HAS_PYTHON) is True


def test_a_page_follows_the_theme_of_the_outer_page(blog):
    there = blog(BOARD, color_scheme="dark")
    frame = there.frame(0)
    assert frame.evaluate(SCHEME) == "light"  # as the white page around
    there.page.evaluate("document.documentElement.dataset.look = 'dark'")
    frame.wait_for_function(f"() => {SCHEME} === 'dark'")
    there.page.evaluate("document.documentElement.dataset.theme = 'light'")
    frame.wait_for_function(f"() => {SCHEME} === 'light'")
    there.page.evaluate("document.documentElement.dataset.theme = 'dark'")
    frame.wait_for_function(f"() => {SCHEME} === 'dark'")
    paper = frame.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(22, 21, 19)"


def test_a_page_without_a_background_follows_the_system_theme(blog):
    there = blog(BOARD, color_scheme="dark")
    there.page.evaluate("document.styleSheets[0].disabled = true")
    there.page.evaluate("document.body.title = 'changed'")
    frame = there.frame(0)
    frame.wait_for_function(f"() => {SCHEME} === 'dark'")
    there.page.emulate_media(color_scheme="light")
    frame.wait_for_function(f"() => {SCHEME} === 'light'")


def test_messages_from_other_windows_change_nothing(blog):
    there = blog(BOARD)
    there.frame(0)
    there.wait_fits(0)
    height = there.page.evaluate(HEIGHTS)
    there.page.evaluate(
        """() => { postMessage({ ndcg: { height: 3000, record: { key: "ndcg-tutor:progress",
            text: "{}" } } }, "*"); return new Promise((go) => setTimeout(go, 200)); }"""
    )
    assert there.page.evaluate(HEIGHTS) == height
    assert there.page.evaluate(RECORDS) == []


def test_a_link_that_no_frame_can_show_opens_a_tab(blog):
    there = blog(("learn", ""))
    frame = there.frame(0)
    frame.evaluate(
        """() => document.querySelector("main").insertAdjacentHTML("beforeend",
            '<a id="away" href="./class">A class</a> <a id="near" href="./playground">It</a>')"""
    )
    with there.page.context.expect_page() as opened:
        frame.locator("#away").click()
    assert urlsplit(opened.value.url).path.rstrip("/").endswith("/class")
    frame.locator("#near").click()
    frame.wait_for_selector("[data-testid=card]")
    assert frame.locator("header summary:visible").count() == 0


def test_an_unknown_page_is_named_in_a_sentence(blog):
    there = blog(("playgroud", ""))
    expect(there.page.locator("body")).to_contain_text("There is no page “playgroud”. There are")
    assert there.page.locator("iframe").count() == 0
