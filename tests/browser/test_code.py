"""The code page: its steps, its results, and screen readers."""

import pytest
from playwright.sync_api import expect

from ndcg_core.code_lab import format_test_file as written_test
from tests.browser.axe import list_findings, scrolls_sideways
from tests.browser.lab_page import CONTINUED, EDITOR, LabPage
from tests.code.programs import NDCG, SUM


@pytest.fixture
def lab(open_page):
    """Return the code lab of a new learner."""
    ready = "[data-testid=lab][data-engine]"
    return LabPage(open_page("/code", wait=ready, tolerate=CONTINUED))


# --- The four steps --------------------------------------------------------------------------


@pytest.mark.every_time
def test_a_broken_rule_is_named_and_lines_and_blanks_can_be_edited(lab):
    page, verdict = lab.page, lab.press_run()
    assert (verdict.state, verdict.id) == ("failed", "order-loop-discount")
    assert page.locator("[data-testid=line][data-marked]").count() == 1
    start = page.locator("[data-line=start] [data-testid=grip]").bounding_box()
    first = page.locator("[data-testid=line]").first.bounding_box()
    page.mouse.move(start["x"] + 5, start["y"] + 5)
    page.mouse.down()
    page.mouse.move(start["x"] + 5, first["y"] + 30, steps=8)
    page.mouse.move(start["x"] + 5, first["y"] + 2, steps=4)
    page.mouse.up()
    assert page.locator("[data-testid=line]").first.get_attribute("data-line") == "start"
    lab.choose("blanks")
    blanks = page.locator("[data-testid=blank]")
    blanks.nth(0).fill("math.log2(i)")
    assert lab.press_run().id == "blank-empty"
    blanks.nth(1).fill("rel / discount")
    assert lab.press_run().id == "divides-by-log-1"
    blanks.nth(0).fill("math.log2(i + 1)")
    assert lab.after(lambda: blanks.nth(0).press("Enter")).state == "passed"


def test_hints_appear_dcg_is_reused_and_both_files_are_saved(lab):
    page = lab.page
    lab.choose("dcg")
    hint = page.locator("[data-testid=hint]")
    for shown in (1, 2, 3, 3):
        hint.press("Enter")
        assert page.locator("[data-testid=hints] li").count() == shown
    assert hint.inner_text() == "No more hints"
    assert lab.run("dcg", SUM).state == "passed"
    assert "Our program" in page.inner_text("[data-testid=learned]")
    lab.choose("ndcg")
    assert page.input_value(EDITOR).startswith(SUM.rstrip())
    assert lab.press_run().id == "no-return"
    own = NDCG["any() as the guard"]
    assert lab.run("ndcg", own).state == "passed"
    for name, text in (("my_ndcg.py", own), ("test_my_ndcg.py", written_test())):
        with page.expect_download() as download:
            page.click(f"text=Download {name}")
        assert download.value.path().read_text() == text


# --- The result ------------------------------------------------------------------------------


@pytest.mark.every_time
def test_a_result_shows_an_errors_line_a_wrong_value_and_the_orders_of_the_links_ranking(open_page):
    ready = "[data-testid=lab][data-engine][data-ranking='1,0,3']"
    lab = LabPage(open_page("/code?r=1,0,3&k=2", wait=ready))
    page = lab.page
    verdict = lab.run("dcg", "import math\n\ndef dcg(rels):\n    return totl\n")
    assert verdict.state == "error"
    assert "line 4" in verdict.words
    assert "NameError: name 'totl' is not defined" in verdict.words
    assert "Check the spelling" in verdict.words
    assert page.inner_text("[data-testid=painted] [data-marked]") == "    return totl"
    page.type(EDITOR, " ")
    assert page.locator("[data-testid=painted] [data-marked]").count() == 0
    lab.run("dcg", "def dcg(rels):\n    return 4\n")
    rows = page.locator("[data-testid=checks] tbody tr")
    assert rows.nth(0).get_attribute("data-verdict") == "right"
    assert rows.nth(1).inner_text().split("\t")[1:] == ["4.000", "6.149", "wrong"]
    lab.run("ndcg", NDCG["sorted and a guard"])
    orders = {
        row.get_attribute("data-order"): row.inner_text().split()
        for row in page.query_selector_all("[data-testid=orders] tbody tr")
    }
    assert orders["perfect"] == ["Perfect", "3", "1", "0", "3.631", "3.631", "1.000", "1.000"]
    assert orders["reversed"] == ["Reversed", "0", "1", "3", "2.131", "2.131", "0.174", "0.174"]
    assert orders["yours"][-1] == "0.275"


def test_a_learner_steps_through_a_loop_on_one_list(lab):
    lab.choose("dcg")
    step = lab.page.get_by_test_id("step")
    head = "from math import log2\ndef dcg(rels):\n    s = 0\n"
    loop = "    for rank, rel in enumerate(rels, 1):  # each\n        term = rel / log2(rank + 1)\n"
    lab.write(f"{head}{loop}\n        s += term  # add\n    return s\n")
    step.click()
    table = lab.page.get_by_test_id("passes")
    expect(table.get_by_role("columnheader")).to_have_text(["pass", "s", "rank", "rel", "term"])
    rows = [row.inner_text().split() for row in table.locator("tbody tr").all()]
    assert [row[1:] for row in rows] == [
        ["3.000", "1", "3", "3.000"],
        ["3.000", "2", "0", "0.000"],
        ["4.000", "3", "2", "1.000"],
    ]
    expect(lab.page.get_by_test_id("run-result")).to_contain_text("The call returned 4")
    lab.write(f"{head}{loop}        s += trm\n")
    step.click()
    expect(lab.page.get_by_test_id("run-result")).to_contain_text("name 'trm' is not defined")
    lab.write("def dcg(rels):\n    return sum(rels)\n")
    step.click()
    expect(lab.page.get_by_test_id("run-result")).to_contain_text(
        "There is no loop to step through"
    )


def test_output_appears_below_its_call_and_a_button_stops_a_run(lab):
    lab.run("dcg", "print('hello')\ndef dcg(rels):\n    print(len(rels), end='')\n    return 0\n")
    printed = lab.page.inner_text("[data-testid=printed]")
    assert printed.startswith("hello\n# dcg([3, 0, 2])\n3\n# dcg([3, 2, 3, 0, 1])\n5\n")
    assert "where CPython rounds down" in lab.page.inner_text("[data-testid=run-result]")
    lab.run("dcg", "while True:\n    print('x' * 100)\n")
    printed = lab.page.inner_text("[data-testid=printed]")
    assert 3000 < len(printed) < 5000
    assert "the rest is not shown" in printed
    lab.write("while True:\n    pass\n")
    lab.page.click("[data-testid=run]")
    stop = lab.page.get_by_role("button", name="Stop", exact=True)
    assert lab.after(stop.click).state == "stopped"


# --- Everyone --------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(open_page, width):
    page = open_page("/code", width=width, wait="[data-testid=lab]", reduced_motion="reduce")
    lab = LabPage(page)
    lab.order_lines()
    assert lab.press_run().state == "passed"
    assert page.locator("[data-step=order][data-state=done]").count() == 1
    assert not scrolls_sideways(page)  # our program is below
    for step in ("order", "blanks"):
        lab.choose(step)
        assert list_findings(page) == []
    for blank in page.locator("[data-testid=blank]").all():
        words = blank.locator("xpath=ancestor::*[@class='line']").locator("span").first
        before, box = words.bounding_box(), blank.bounding_box()
        assert box["x"] >= before["x"] + before["width"] - 1
        assert box["y"] < before["y"] + before["height"] / 2 < box["y"] + box["height"]
        assert box["x"] + box["width"] <= width
    lab.run("dcg", "def dcg(rels):\n    print('x' * 300)\n    return 2 * 'long' + 3\n")
    assert list_findings(page) == []
    lab.run("dcg", SUM.replace("return", "return 1e-7 +"))
    assert set(page.locator("[data-testid=checks] td[title]").evaluate_all(LINES)) == {1}
    lab.run("ndcg", NDCG["sorted and a guard"])
    page.click("[data-testid=hint]")
    assert list_findings(page) == []
    assert not scrolls_sideways(page)


LINES = """cells => cells.map(cell => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return range.getClientRects().length;
})"""
"""The number of lines that each number takes."""


@pytest.mark.every_time
def test_a_users_function_gets_its_convention_and_a_private_link(open_page):
    sent = []
    page = open_page("/code", wait="[data-testid=lab][data-engine]", tolerate=CONTINUED)
    page.on("request", lambda request: sent.append(request.url + (request.post_data or "")))
    own = LabPage(page)
    mark = "ideal_of_the_top"
    source = f"""
from math import log2

def dcg(rels):
    return sum(rel / log2(i + 2) for i, rel in enumerate(rels))

def my_ndcg(rels, k):
    {mark} = dcg(sorted(rels[:k], reverse=True))
    return dcg(rels[:k]) / {mark} if {mark} else 0.0
"""
    own.choose("own")
    own.write(source)
    assert own.press_run().state == "asked"
    verdict = page.get_by_test_id("own-verdict")
    expect(verdict).to_contain_text("Called as my_ndcg(ranked grades, k).")
    expect(verdict).to_contain_text("It is nearest to standard")
    assert "`" not in verdict.inner_text()
    expect(verdict).to_contain_text("Sort the whole list first, then cut it at k")
    assert any("my_ndcg" in text for text in sent)
    assert not any(mark in text for text in sent)
    link = page.get_by_test_id("own-link").get_attribute("href")
    again = open_page(f"/code{link}", wait="[data-testid=lab][data-engine]")
    expect(again.get_by_test_id("editor")).to_have_value(source)
    own.choose("dcg")
    expect(verdict).to_have_count(0)


ARTICLE = """
import math
import numpy as np

relevance_scores = [3, 2, 3, 0, 1]
ideal_relevance_scores = sorted(relevance_scores, reverse=True)

def calculate_dcg(relevance_scores, p):
    dcg = 0
    for i in range(min(p, len(relevance_scores))):
        dcg += relevance_scores[i] / math.log2(i + 2)
    return dcg

def calculate_idcg(ideal_relevance_scores, p):
    idcg = 0
    for i in range(min(p, len(ideal_relevance_scores))):
        idcg += ideal_relevance_scores[i] / math.log2(i + 2)
    return idcg

def calculate_ndcg(dcg, idcg):
    if idcg == 0:
        return 0
    return dcg / idcg

p = 5
dcg = calculate_dcg(relevance_scores, p)
idcg = calculate_idcg(ideal_relevance_scores, p)
ndcg = calculate_ndcg(dcg, idcg)
print(f"NDCG at {p}: {ndcg:.3f}")
"""
COMPOSED = "calculate_ndcg(calculate_dcg(ranked grades, k), calculate_idcg(sorted grades, k))"


def test_the_three_functions_of_an_article_are_checked_together(open_page):
    page = open_page("/code", wait="[data-testid=lab][data-engine]", tolerate=CONTINUED)
    own = LabPage(page)
    own.choose("own")
    own.write(ARTICLE)
    assert own.press_run().state == "asked"
    verdict = page.get_by_test_id("own-verdict")
    expect(verdict).to_contain_text(f"Called as {COMPOSED}.")
    expect(verdict).to_contain_text("This is standard")
    own.write(ARTICLE.replace("math.log2(i + 2)", "np.log2(i + 2)"))
    result = own.press_run()
    expect(verdict).to_have_count(0)
    assert result.state == "error"
    assert "Python on this page has no numpy" in result.words
