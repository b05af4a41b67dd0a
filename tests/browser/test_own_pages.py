"""Streamlit's pages in a browser: main.py alone, and a page of one's own on our server."""

import os
import sys

import pytest
from playwright.sync_api import expect

from benchmarks._server import REPOSITORY, Server, find_free_port
from benchmarks._server import make_streamlit_server as app_server

PAGE = """import pandas as pd
import plotly.graph_objects as go
import streamlit as st

st.title("Refund queries")
k = st.slider("Cutoff k", 1, 5, 5)
st.metric("Cutoff", k)
st.dataframe(pd.DataFrame({"grade": [3, 2]}))
st.plotly_chart(go.Figure(go.Bar(y=[1, 2])))
data = pd.DataFrame({"x": [1, 2], "y": [3, 4]})
st.vega_lite_chart(data, {"mark": "bar", "encoding": {"x": {"field": "x"}, "y": {"field": "y"}}})
if st.button("To the playground"):
    st.switch_page("menu/playground.py", query_params={"r": "1,2"})
if st.button("Fail"):
    raise RuntimeError("a mistake of its author")
"""
DEEP_LINK = ("status of 404",)
"""Streamlit looks for its server below the page's own address first."""


@pytest.fixture
def pages(tmp_path):
    """Return a folder with a page."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "refunds.py").write_text(PAGE)
    return folder


@pytest.fixture
def begin(tmp_path, pages):
    """Start a server whose own pages are in the folder."""
    started = []

    def start(server: Server) -> Server:
        server.variables = {**os.environ, "NDCG_PAGES": str(pages)}
        server.start()
        started.append(server)
        return server

    yield start
    for server in started:
        server.stop()


def test_an_own_page_is_drawn_in_our_frame_and_a_reload_shows_changes(
    begin, open_page, pages, tmp_path
):
    server = begin(app_server(tmp_path / "log"))
    page = open_page("/playground", at=server)
    page.keyboard.press("/")
    page.keyboard.type("refund q")
    expect(page.get_by_role("option", name="Refund queries")).to_contain_text("Your pages")
    page.keyboard.press("Escape")
    page.locator("header > nav summary", has_text="Your pages").click()
    page.get_by_role("link", name="Refund queries").click()
    page.get_by_role("heading", name="Refund queries").wait_for()
    expect(page).to_have_title("Refund queries · NDCG, step by step")
    expect(page.locator("#cover")).to_have_count(0)
    for element in ("stDataFrame", "stPlotlyChart", "stVegaLiteChart"):
        page.get_by_test_id(element).locator("canvas, svg").first.wait_for()
    page.get_by_role("slider").press("ArrowLeft")
    expect(page.get_by_test_id("stMetricValue")).to_have_text("4")
    page.get_by_role("button", name="Fail").click()
    expect(page.get_by_test_id("stException")).to_contain_text("a mistake of its author")
    (pages / "refunds.py").write_text(PAGE.replace("Refund queries", "Another title"))
    page.reload()
    page.get_by_role("heading", name="Another title").wait_for()
    page.get_by_role("button", name="To the playground").click()
    page.locator("[data-testid=board][data-revision]").wait_for()  # the document, not Streamlit's
    assert page.url == f"{server.url}/playground?r=1%2C2"


def test_main_alone_is_the_whole_app_with_streamlits_navigation(begin, open_page, tmp_path):
    port = find_free_port()
    command = [sys.executable, "-m", "streamlit", "run", "ndcg_ui/hosts/streamlit/main.py"]
    command += ["--server.headless", "true", "--server.port", str(port)]
    server = begin(Server(port, tmp_path / "log", command, REPOSITORY))
    page = open_page("/class", at=server, tolerate=DEEP_LINK)
    expect(page.get_by_role("heading", name="A live class")).to_be_visible()
    page.get_by_text("Your pages").click()
    page.get_by_role("menuitem", name="Refund queries").click()
    expect(page.get_by_test_id("stMetricValue")).to_have_text("5")
    expect(page).to_have_title("Refund queries · NDCG, step by step")
    page.get_by_text("Tools", exact=True).click()
    page.get_by_role("menuitem", name="Playground").click()
    page.locator("[data-testid=board]").wait_for()
    assert page.url == f"{server.url}/playground"


BOARD = """import streamlit as st
import ndcg_ui.streamlit as ndcg

ranking = ndcg.board([3, 2, 3, 0, 1], key="b")
st.text(f"{''.join(ranking.labels)} {ranking.trace.ndcg:.4f}")
ndcg.page("playground", key="p")
"""


def test_a_board_on_our_server_sends_the_script_its_order(begin, open_page, pages, tmp_path):
    (pages / "boards.py").write_text(BOARD)
    page = open_page("/boards", at=begin(app_server(tmp_path / "log")))
    asked = []
    page.on("request", lambda request: request.method == "POST" and asked.append(request.url))
    text = page.get_by_test_id("stText")
    expect(text).to_have_text("ABCDE 0.9724")
    page.locator(".st-key-b [data-label=A]").get_by_test_id("grip").focus()
    for key in (" ", "ArrowDown", " "):
        page.keyboard.press(key)
    expect(text).to_have_text("BACDE 0.9140")
    page.locator(".st-key-p").get_by_role("button", name="Reverse").click()
    expect(page.locator(".st-key-p [data-testid=card][data-rank='1']")).to_have_attribute(
        "data-label", "E"
    )
    expect(text).to_have_text("BACDE 0.9140")
    assert {address.rpartition("/")[2] for address in asked} == {"board", "playground"}
