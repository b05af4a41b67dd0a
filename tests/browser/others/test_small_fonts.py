"""A font that was cut is one that each browser takes, with all that is written in it."""

from __future__ import annotations

import os

import pytest

from benchmarks._server import streamlit
from ndcg_ui.packed import folder, fonts
from ndcg_ui.packed.cutting import cut
from ndcg_ui.web import SHELL_URL
from tests.ui.packed.filled import fill

SERIF = next(face for face in fonts.FACES if face.name == "serif")
FETCHED = """performance.getEntriesByType("resource").map(e => new URL(e.name).pathname)"""
FACES = "[...document.fonts].map(face => face.status)"


@pytest.fixture(scope="module")
def with_a_small_font(tmp_path_factory):
    """A server that has the headings' font cut."""
    where = tmp_path_factory.mktemp("cache") / "packed"
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv(folder.CACHE, str(where))
        fill(where, SHELL_URL)
    folder.write(where, fonts.key(SERIF), cut(SERIF))
    server = streamlit(tmp_path_factory.mktemp("log") / "log")
    server.variables = os.environ | {folder.CACHE: str(where)}
    server.start()
    yield server
    server.stop()


def test_a_heading_is_in_the_small_font_and_nothing_is_missing(browser, with_a_small_font):
    browser.visit(with_a_small_font.url + "/conventions")
    browser.wait_shown("[data-testid=library]")
    browser.wait("document.fonts.status === 'loaded'")
    fetched = browser.run(f"return {FETCHED}")
    assert fonts.url(SERIF) in fetched
    assert SERIF.whole() not in fetched
    assert "error" not in browser.run(f"return {FACES}")
    family = browser.run("return getComputedStyle(document.querySelector('h1')).fontFamily")
    assert SERIF.family in family
