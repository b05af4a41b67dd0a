"""The paths that matter in Firefox and in WebKit: every page opens, and can be used."""

from __future__ import annotations

import os

import pytest

import ndcg_core as nc
from benchmarks._server import streamlit
from ndcg_core.code_lab.tasks import NDCG_SOLUTION
from ndcg_core.lessons import load_lessons
from ndcg_ui.packed import folder, fonts
from ndcg_ui.packed.cutting import cut
from ndcg_ui.web import SHELL_URL
from tests.browser import other_browsers as others
from tests.browser.other_browsers import ARROW_UP, ENTER, Browser
from tests.ui.packed import fill

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
SERIF = next(face for face in fonts.FACES if face.name == "serif")
CONFIRMED = "document.querySelector('[data-testid=board]')?.dataset.revision"
ORDER = """[...document.querySelectorAll("[data-testid=card]")]
  .sort((a, b) => a.dataset.rank - b.dataset.rank).map(card => card.dataset.label).join("")"""
CHOICE = next(
    (lesson, block.question)
    for lesson in load_lessons()
    for block in lesson.blocks
    if getattr(getattr(block, "question", None), "kind", "") == "choice"
)
"""A question of a lesson that is answered by choosing."""
ON_SERVER = """[...document.querySelectorAll("[data-testid=steps] tbody .name")]
  .map(e => e.textContent).join("")"""


@pytest.fixture(scope="module", params=[others.Firefox, others.WebKit], ids=lambda c: c.__name__)
def browser(request, tmp_path_factory):
    """Each browser in turn; without one, a sentence says what would bring it."""
    yield from started(request.param, tmp_path_factory)


@pytest.fixture
def webkit_in_c(tmp_path_factory):
    """WebKit in the locale C."""
    yield from started(others.WebKitInC, tmp_path_factory)


def started(kind, tmp_path_factory):
    """Start a browser and end it, or say why there is none."""
    pytest.importorskip(kind.package, reason='it needs `pip install -e ".[browsers]"`')
    try:
        with others.browser(kind, tmp_path_factory.mktemp("browser")) as started:
            yield started
    except others.Missing as missing:
        if os.environ.get("NDCG_REQUIRE_BROWSER"):
            pytest.fail(str(missing))
        pytest.skip(str(missing))


@pytest.mark.parametrize("path", PAGES)
def test_every_page_opens_with_its_heading_and_all_that_it_says(browser, server, path):
    browser.visit(server.url + path)
    browser.wait_shown("h1")
    browser.wait_shown(PAGES[path])
    assert browser.run("return document.title").endswith("NDCG, step by step")
    assert browser.run(f"return {HIDDEN_WORDS}") == []


HIDDEN_WORDS = """[...document.querySelectorAll(".markup")]
  .filter(e => e.textContent.trim() && !e.getBoundingClientRect().height)
  .map(e => e.textContent.slice(0, 80))"""


@pytest.fixture
def playground(browser, server) -> Browser:
    """The playground with five documents, A to E."""
    browser.visit(f"{server.url}/playground?r=3,2,3,0,1")
    browser.wait(CONFIRMED)
    browser.wait(f"{ORDER} === 'ABCDE'")
    return browser


def test_a_card_is_dragged_with_the_mouse(playground):
    x, y = playground.middle("[data-label=C] .label")
    _, higher = playground.place("[data-label=A] .label")
    playground.drag((x, y), (x, higher - 20))
    playground.wait(f"{ORDER} === 'CABDE' && {ON_SERVER} === 'CABDE' && {CONFIRMED}")


def test_a_card_is_moved_with_the_keys(playground):
    playground.run("document.querySelector('[data-label=E] .grip').focus()")
    playground.type(f" {ARROW_UP}{ARROW_UP} ")
    playground.wait(f"{ORDER} === 'ABECD' && {ON_SERVER} === 'ABECD' && {CONFIRMED}")


def test_a_question_of_a_lesson_is_answered(browser, server):
    lesson, question = CHOICE
    browser.visit(f"{server.url}/?lesson={lesson.slug}&unlock=all&step={len(lesson.steps)}")
    asked = f"[data-testid=question][data-name='{question.id}']"
    browser.click(f"{asked} [data-option='{question.solution}']")
    browser.wait_shown(f"{asked}[data-state=right] [data-verdict=right]")


def test_a_sheet_is_filled_in_and_marked(browser, server):
    browser.visit(f"{server.url}/practice?skill=ndcg&r=3,2,3,0,1&level=1")
    browser.click("[data-testid=sheet] input[data-cell=ndcg]")
    browser.type("0.972" + ENTER)
    browser.wait_shown("[data-testid=sheet] [data-cell=ndcg] [data-verdict=right]")


def test_a_program_is_run_in_the_code_lab(browser, server):
    browser.visit(f"{server.url}/code")
    browser.wait_shown("[data-testid=lab][data-engine=ready] [data-testid=run]")
    browser.click("[data-testid=run]")
    browser.wait_shown("[data-testid=run-result][data-run='1']")


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


def test_numbers_are_pythons_in_the_code_lab_where_there_is_no_locale_but_c(webkit_in_c, server):
    browser = webkit_in_c
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


# --- On paper ----------------------------------------------------------------------------------

SHEET = "/worksheet?skills=dcg&number=2&difficulty=all&seed=5"
PRESS = """const [wanted] = arguments, buttons = [...document.querySelectorAll("button")];
  buttons.find(e => e.textContent.trim() === wanted).id = "press";"""
PARTS = """[".paper .exercise", ".paper .solution", ".paper .code svg"].map(part =>
  [...document.querySelectorAll(part)].filter(e => e.getBoundingClientRect().width).length)"""
# What the style sheets say for paper, as far as this browser has taken it.
ON_PAPER = """[...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
  .filter(rule => rule.media?.mediaText === "print")
  .flatMap(rule => [...rule.cssRules]).map(rule => rule.selectorText).filter(Boolean)"""


def test_a_worksheet_is_chosen_has_its_key_and_its_rules_for_paper(browser, server):
    browser.visit(server.url + SHEET)
    browser.wait_shown("[data-testid=paper-key]")
    browser.run(PRESS, "IDCG")
    browser.click("#press")
    browser.wait("location.search.includes('idcg')")
    browser.wait(f"String({PARTS}) === '2,2,2'")
    rules = browser.run(f"return {ON_PAPER}")
    for part in (":root:has(.paper.a4)", "[data-printing=", ".st-key-controls-worksheet"):
        assert any(part in rule for rule in rules)


# --- Small fonts -------------------------------------------------------------------------------

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
