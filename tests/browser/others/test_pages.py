"""The paths that matter: every page opens, and can be used."""

import pytest

import ndcg_core as nc
from ndcg_core.code_lab.tasks import NDCG_SOLUTION
from ndcg_core.lessons import load_lessons
from tests.browser.others.browser import ARROW_UP, ENTER, Browser, WebKitInC

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
CONFIRMED = "document.querySelector('[data-testid=board]')?.dataset.revision"
ORDER = """[...document.querySelectorAll("[data-testid=card]")]
  .sort((a, b) => a.dataset.rank - b.dataset.rank).map(card => card.dataset.label).join("")"""
SAID = "document.querySelector('[data-testid=board] > [role=status]').textContent"
ON_SERVER = """[...document.querySelectorAll("[data-testid=steps] tbody th + td")]
  .map(e => e.textContent).join("")"""
CHOICE = next(
    (lesson, block.question)
    for lesson in load_lessons()
    for block in lesson.blocks
    if getattr(getattr(block, "question", None), "kind", "") == "choice"
)
"""A question of a lesson that is answered by choosing."""


@pytest.mark.parametrize("path", PAGES)
def test_every_page_opens_with_its_heading_and_all_that_it_says(browser, server, path):
    browser.visit(server.url + path)
    browser.wait_shown("h1")
    browser.wait_shown(PAGES[path])
    assert browser.run("return document.title").endswith("NDCG, step by step")
    assert browser.run(f"return {HIDDEN_WORDS}") == []


HIDDEN_WORDS = """[...document.querySelectorAll("[data-testid=markup]")]
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
    x, y = playground.middle("[data-label=C] [data-testid=name]")
    _, higher = playground.place("[data-label=A] [data-testid=name]")
    playground.drag((x, y), (x, higher - 20))
    playground.wait(f"{ORDER} === 'CABDE' && {ON_SERVER} === 'CABDE' && {CONFIRMED}")


def test_a_card_is_moved_with_the_keys(playground):
    playground.click("h1")  # now the keys are the page's, whatever else the window has
    playground.focus("[data-label=E] [data-testid=grip]")
    playground.type(" ")
    playground.wait(f"{SAID}.startsWith('Lifted.')")
    playground.type(ARROW_UP + ARROW_UP)
    playground.wait(f"{ORDER} === 'ABECD'")
    playground.type(" ")
    playground.wait(f"{ORDER} === 'ABECD' && {ON_SERVER} === 'ABECD' && {CONFIRMED}")


def test_a_question_of_a_lesson_is_answered(browser, server):
    lesson, question = CHOICE
    browser.visit(f"{server.url}/?lesson={lesson.slug}&unlock=all&step={len(lesson.steps)}")
    led = f"{lesson.slug}-step-{len(lesson.steps)}"  # the page scrolls there once it is whole
    browser.wait("document.activeElement?.dataset.place === arguments[0]", led)
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


@pytest.mark.parametrize("browser", [WebKitInC], indirect=True)
def test_numbers_are_pythons_in_the_code_lab_where_there_is_no_locale_but_c(browser, server):
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


SHEET = "/worksheet?skills=dcg&number=2&difficulty=all&seed=5"
PARTS = """["exercise]", "solution]", "exercise] svg"].map(part =>
  [...document.querySelectorAll(`[data-testid=${part}`)]
    .filter(e => e.getBoundingClientRect().width).length)"""
# What the style sheets say for paper, as far as this browser has taken it.
ON_PAPER = """[...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
  .filter(rule => rule.media?.mediaText === "print")
  .flatMap(rule => [...rule.cssRules]).map(rule => rule.selectorText).filter(Boolean)"""


def test_a_worksheet_is_chosen_has_its_key_and_its_rules_for_paper(browser, server):
    browser.visit(server.url + SHEET)
    browser.wait_shown("[data-testid=paper-key]")
    browser.click("label:has(> input[name=idcg])")
    browser.wait("location.search.includes('idcg')")
    browser.wait(f"String({PARTS}) === '2,2,2'")
    rules = browser.run(f"return {ON_PAPER}")
    for part in (":root:has(.paper.a4)", "[data-printing=", ".exhibit-row:not("):
        assert any(part in rule for rule in rules)
