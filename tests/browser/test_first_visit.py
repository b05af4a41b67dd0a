"""What a first visit fetches: small fonts, whole ones for other letters only, 2.5 MB at most."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from benchmarks._server import streamlit
from benchmarks.start import arrive
from ndcg_ui.packed import folder, fonts
from ndcg_ui.packed.cutting import cut
from tests.browser.visits import SETTLED, TAKEN_OVER
from tests.ui.packed.filled import fill

MOST = 2_500_000
WHOLE = "/static/media/"
EVERY_TIME = fonts.FACES[0], fonts.FACES[-1]
"""The fonts that are cut for these tests; the others take as long again."""
WEIGHTS = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set();
    while (texts.nextNode()) {
        const style = getComputedStyle(texts.currentNode.parentElement);
        if (style.fontFamily.includes("Serif")) found.add(style.fontWeight);
    }
    return [...found];
}"""
ICON = """() => {
    const button = document.querySelector("[data-testid=stExpandSidebarButton]");
    const icon = button.querySelector("[data-testid=stIconMaterial]");
    return [icon.scrollWidth, parseFloat(getComputedStyle(icon).fontSize)];
}"""


@pytest.fixture(scope="module")
def serving(tmp_path_factory):
    """Start a server that keeps what is packed in a folder."""
    started = []

    def serve(where):
        server = streamlit(tmp_path_factory.mktemp("log") / "log")
        server.variables = os.environ | {folder.CACHE: str(where)}
        started.append(server)
        server.start()
        return server

    yield serve
    for server in started:
        server.stop()


@pytest.fixture(scope="module")
def with_small_fonts(serving, tmp_path_factory):
    """A server with the sans and the icons cut; all else but our script is packed in a moment."""
    where = tmp_path_factory.mktemp("cache") / "packed"
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv(folder.CACHE, str(where))
        fill(where)
    for face in EVERY_TIME:
        folder.write(where, fonts.key(face), cut(face))
    return serving(where)


@pytest.fixture
def fetched(chromium):
    """Visit a page as somebody new; return the page, and the addresses that it fetches."""
    contexts = []

    def visit(server, path, width=1280):
        contexts.append(chromium.new_context(viewport={"width": width, "height": 900}))
        page, asked = contexts[-1].new_page(), []
        page.on("request", lambda request: asked.append(request.url.removeprefix(server.url)))
        page.goto(server.url + path)
        page.wait_for_function(TAKEN_OVER)
        page.wait_for_function(SETTLED)
        return page, asked

    yield visit
    for context in contexts:
        context.close()


def whole(asked, face):
    """How often Streamlit's whole file was asked for."""
    return asked.count(face.whole())


def test_a_plain_page_fetches_the_small_fonts_and_no_whole_one(with_small_fonts, fetched):
    page, asked = fetched(with_small_fonts, "/playground", 390)
    for face in EVERY_TIME:
        assert asked.count(fonts.url(face)) == 1
        assert whole(asked, face) == 0
    assert not [address for address in asked if address.startswith(WHOLE)]
    wide, size = page.evaluate(ICON)
    assert wide == pytest.approx(size, abs=1)  # an icon: its name in letters is ten times as wide


def test_a_name_in_other_letters_fetches_the_whole_font(with_small_fonts, fetched):
    sans = EVERY_TIME[0]
    _, asked = fetched(with_small_fonts, "/playground?r=Жук:3,Кот:2")
    assert asked.count(fonts.url(sans)) == 1
    assert whole(asked, sans) == 1


@pytest.mark.parametrize("path", ["", "code", "conventions", "?lesson=discount&unlock=all"])
def test_headings_are_in_the_weight_that_their_font_is_cut_to(with_small_fonts, fetched, path):
    page, _ = fetched(with_small_fonts, f"/{path}")
    assert page.evaluate(WEIGHTS) == [str(fonts.FACES[1].only)]


# --- As it is in the end -----------------------------------------------------------------------


@pytest.fixture
def all_packed(serving, tmp_path_factory):
    """A server with all fonts cut, as it is in the end."""
    where = tmp_path_factory.mktemp("cache") / "packed"
    command = [sys.executable, "-m", "ndcg_ui.packed"]
    subprocess.run(command, check=True, env=os.environ | {folder.CACHE: str(where)})
    return serving(where)


CHART = "#root [data-testid=figure][data-state=drawn]"
VISITS = {"": CHART, "playground": CHART, "code": "[data-engine=ready]"}


def test_a_first_visit_is_2_and_a_half_mb_at_most(all_packed, chromium):
    for path, wait in VISITS.items():  # one test: two workers would each cut
        for width in (1280, 390):
            with chromium.new_context(viewport={"width": width, "height": 1000}) as context:
                loaded = arrive(context, f"{all_packed.url}/{path}", wait)["loaded"] * 1e6
            assert MOST / 3 < loaded <= MOST, (path, width)
