"""An element in somebody's own Streamlit app."""

import sys

import pytest

from benchmarks._server import Server, find_free_port

SCRIPT = """
import streamlit as st
import ndcg_ui.streamlit as ndcg

ranking = ndcg.board([3, 2, 3, 0, 1], key="b")
st.text("".join(ranking.labels))
"""
TEXT = "document.querySelector('[data-testid=stText]')?.textContent"


@pytest.fixture
def foreign_app(tmp_path):
    """Run a Streamlit app in a folder without our files."""
    (tmp_path / "page.py").write_text(SCRIPT, encoding="utf-8")
    port = find_free_port()
    command = [sys.executable, "-m", "streamlit", "run", "page.py", "--server.headless", "true"]
    command += ["--server.port", str(port), "--browser.gatherUsageStats", "false"]
    server = Server(port, tmp_path / "log", command, tmp_path)
    server.start()
    yield server
    server.stop()


def test_mouse_and_keys_move_cards_and_the_script_gets_the_order(browser, foreign_app):
    browser.go(foreign_app.url, wait_for=f"{TEXT} === 'ABCDE'")
    x, y = browser.find_middle("[data-label=C] [data-testid=name]")
    _, higher = browser.find_current_middle("[data-label=A] [data-testid=name]")
    browser.drag((x, y), (x, higher - 20))
    browser.wait(f"{TEXT} === 'CABDE'")
    browser.focus("[data-label=E] [data-testid=grip]")
    browser.type(" \ue013 ")
    browser.wait(f"{TEXT} === 'CABED'")
