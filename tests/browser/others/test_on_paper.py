"""A worksheet in the browsers that print it."""

from __future__ import annotations

SHEET = "/worksheet?skills=dcg&number=2&difficulty=all&seed=5"
PRESS = """const [wanted] = arguments, buttons = [...document.querySelectorAll("button")];
  buttons.find(e => e.textContent.trim() === wanted).id = "press";"""
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
    browser.run(PRESS, "IDCG")
    browser.click("#press")
    browser.wait("location.search.includes('idcg')")
    browser.wait(f"String({PARTS}) === '2,2,2'")
    rules = browser.run(f"return {ON_PAPER}")
    for part in (":root:has(.paper.a4)", "[data-printing=", ".st-key-controls-worksheet"):
        assert any(part in rule for rule in rules)
