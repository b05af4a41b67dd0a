"""Elements in somebody's own Streamlit app, which has nothing of ours but the package."""

import re
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect
from plotly.colors import hex_to_rgb

from benchmarks._server import Server, find_free_port
from ndcg_ui.style.tokens import read_tokens
from tests.browser.axe import list_findings
from tests.package.documents import list_blocks

TWO_BOARDS_AND_A_LESSON = """
import streamlit as st
import ndcg_ui.streamlit as ndcg

st.title("Somebody's page")
k = st.slider("Cutoff k", 1, 5, 5)
left, right = st.columns(2)
with left:
    one = ndcg.board([3, 2, 3, 0, 1], k=k, key="one")
with right:
    two = ndcg.board([0, 1, 2], labels=["X", "Y", "Z"], key="two")
st.text(f"{''.join(one.labels)} {one.trace.ndcg:.4f} {''.join(two.labels)}")
ndcg.lesson("discount", key="lesson")
"""
A_PAGE_AND_A_LESSON = """
import streamlit as st
import ndcg_ui.streamlit as ndcg

st.title("Somebody's page")
ndcg.page("playground", link={"r": "3,2,3,0,1"}, key="page")
ndcg.lesson("discount", key="lesson")
"""
IN_A_SHADOW_ROOT = """
import streamlit as st
import ndcg_ui.streamlit as ndcg
from ndcg_ui.components.templates import render_templates
from ndcg_ui.hosts.streamlit import mounting

html = f'<div class="ndcg"></div>{render_templates()}'
files = {"js": "exhibit.js", "css": "exhibit.css"}
isolated = st.components.v2.component("ndcg-tutor.exhibit", html=html, isolate_styles=True, **files)
mounting.register_component = lambda: isolated
st.title("Isolated")
ranking = ndcg.board([3, 2, 3, 0, 1], key="one")
st.text("".join(ranking.labels))
"""
ORDER = """cards => cards.sort((a, b) => a.dataset.rank - b.dataset.rank)
    .map(card => card.dataset.label).join("")"""
NOT_OURS = """() => [...document.querySelectorAll("h1, [data-testid=stSlider], body")]
    .filter(element => !element.closest(".ndcg"))
    .map(element => { const { font, color, margin, backgroundColor } = getComputedStyle(element);
      return [font, color, margin, backgroundColor].join(); })"""
FIXED = """() => [...document.querySelectorAll(".ndcg *")]
    .filter(e => e.checkVisibility() && getComputedStyle(e).position === "fixed")
    .map(e => e.className)"""


@pytest.fixture
def run_script(tmp_path, request):
    """Run a script with `streamlit run` in an otherwise empty folder."""

    def run(text: str) -> Server:
        script, port = tmp_path / "page.py", find_free_port()
        script.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "streamlit", "run", "page.py", "--server.headless", "true"]
        command += ["--server.port", str(port), "--browser.gatherUsageStats", "false"]
        server = Server(port, Path(tmp_path) / "log", command, tmp_path)
        server.start()
        request.addfinalizer(server.stop)
        return server

    return run


class Element:
    """A board with a key."""

    def __init__(self, page, key: str) -> None:
        self.board = page.locator(f".st-key-{key}")
        self.page = page
        self.board.locator("[data-testid=board][data-revision]:not([data-revision=''])").wait_for()

    @property
    def order(self) -> str:
        return self.board.get_by_test_id("card").evaluate_all(ORDER)

    def find_card(self, label: str):
        return self.board.locator(f"[data-testid=card][data-label={label}]")

    def move_down(self, label: str) -> None:
        self.find_card(label).get_by_test_id("grip").focus()
        for key in (" ", "ArrowDown", " "):
            self.page.keyboard.press(key)

    def find_middle(self, label: str) -> tuple[float, float]:
        box = self.find_card(label).get_by_test_id("name").bounding_box()
        return box["x"] + 4, box["y"] + box["height"] / 2


@pytest.mark.every_time
def test_two_boards_and_a_lesson_are_independent_of_each_other(run_script, open_page):
    page = open_page("/", at=run_script(TWO_BOARDS_AND_A_LESSON))
    one, two = Element(page, "one"), Element(page, "two")
    text = page.get_by_test_id("stText")
    expect(text).to_have_text("ABCDE 0.9724 XYZ")

    x, start = one.find_middle("E")
    _, end = one.find_middle("A")
    page.mouse.move(x, start)
    page.mouse.down()
    page.mouse.move(x, end - 10, steps=8)
    expect(one.find_card("E")).to_have_attribute("data-rank", "1")
    expect(text).to_have_text("ABCDE 0.9724 XYZ")  # a card in the air is no answer
    page.mouse.up()
    expect(text).to_have_text("EABCD 0.8199 XYZ")
    assert two.order == "XYZ"

    two.move_down("X")
    expect(text).to_have_text("EABCD 0.8199 YXZ")
    cutoff = page.get_by_role("slider", name="Cutoff k")  # the lesson has a slider of its own
    cutoff.press("ArrowLeft")  # the fifth grade is 0: this changes nothing
    cutoff.press("ArrowLeft")
    expect(text).to_have_text("EABCD 0.6606 YXZ")
    assert (one.order, two.order) == ("EABCD", "YXZ")
    one.find_card("E").get_by_test_id("grip").focus()
    page.keyboard.press("Control+z")
    expect(text).to_have_text(re.compile("^ABCDE .* YXZ$"))

    page.locator(".ndcg .lesson-bar").wait_for()
    assert page.evaluate(FIXED) == []
    assert [found for found in list_findings(page) if ".ndcg" in found or "st-key" in found] == []


def test_the_page_in_the_documentation_runs_unchanged(run_script, open_page):
    page = open_page(
        "/", at=run_script(list_blocks("python", "docs/python/streamlit.md")[0]), scheme="dark"
    )
    board, metric = Element(page, "b"), page.get_by_test_id("stMetricValue")
    expect(metric).to_have_text("0.972")
    board.move_down("A")
    expect(metric).to_have_text("0.914")
    page.get_by_role("slider").press("Home")
    expect(metric).to_have_text("0.667")
    assert board.order == "BACDE"
    chart = page.get_by_test_id("stPlotlyChart").locator("svg").first
    paper = hex_to_rgb(read_tokens("dark")["paper"])
    expect(chart).to_have_css("background-color", f"rgb{paper}")


def test_our_styles_change_nothing_outside_an_element(run_script, open_page):
    script = TWO_BOARDS_AND_A_LESSON
    plain = "\n".join(line for line in script.splitlines() if "ndcg" not in line)
    plain = re.sub(r"^with .*:$|^st\.text.*$", "", plain, flags=re.MULTILINE)
    server = run_script(plain)
    page = open_page("/", at=server)
    page.get_by_role("slider").wait_for()
    before = page.evaluate(NOT_OURS)
    (server.folder / "page.py").write_text(script, encoding="utf-8")
    page.reload()
    Element(page, "one")
    assert page.evaluate(NOT_OURS) == before


OFFERED = """panel => [...panel.querySelectorAll("[data-offer]")]
    .filter(row => row.checkVisibility()).map(row => row.dataset.offer)"""


def test_a_page_in_a_users_app_offers_no_link_or_embed_code(run_script, open_page):
    page = open_page("/", at=run_script(A_PAGE_AND_A_LESSON))
    playground, lesson = page.locator(".st-key-page"), page.locator(".st-key-lesson")
    playground.get_by_test_id("share").click()
    panel = page.get_by_role("dialog", name="Share or export")
    expect(panel).to_be_visible()
    assert panel.evaluate(OFFERED) == ["image", "code", "data"]
    for name, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as download:
            panel.get_by_role("button", name=name).click()
        assert download.value.path().read_bytes().startswith(start)
    with page.expect_download() as download:
        panel.get_by_role("link", name="CSV").click()
    assert download.value.path().read_bytes().startswith(b"order,rank")
    page.keyboard.press("Escape")
    lesson.locator(".lesson-bar").wait_for()
    expect(lesson.get_by_test_id("share")).to_be_hidden()  # this lesson has nothing else to offer


def test_keys_work_on_a_board_in_a_shadow_root(run_script, open_page):
    page = open_page("/", at=run_script(IN_A_SHADOW_ROOT))
    board = Element(page, "one")
    assert not page.evaluate("document.querySelector('[data-testid=card]')")
    board.move_down("A")
    expect(page.get_by_test_id("stText")).to_have_text("BACDE")
    board.find_card("A").get_by_test_id("grip").focus()
    page.keyboard.press(" ")
    page.keyboard.press("ArrowUp")
    expect(board.find_card("A")).to_have_attribute("data-rank", "1")
    page.keyboard.press("Escape")
    expect(board.find_card("A")).to_have_attribute("data-rank", "2")
    page.keyboard.press("Control+z")
    expect(page.get_by_test_id("stText")).to_have_text("ABCDE")
