"""The paths that matter: every page opens, and can be used."""

from __future__ import annotations

import pytest

from ndcg_core.lessons import load_lessons
from tests.browser.others.browser import ARROW_UP, ENTER, Browser

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
