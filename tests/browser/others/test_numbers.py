"""Numbers in the code lab are Python's, where there is no locale but C, too."""

from __future__ import annotations

import ndcg_core as nc
from ndcg_core.code_lab.tasks import NDCG_SOLUTION

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
