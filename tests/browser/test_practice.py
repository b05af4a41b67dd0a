"""Practice in a real browser: sheets by keyboard, marks, hints, tasks, predictions, the record."""

import pytest
from playwright.sync_api import expect

from tests.browser.sites import on_a_site_too

SHEET = {"wait": "[data-testid=sheet] input"}
NDCG = "/practice?skill=ndcg&r=3,2,3,0,1"


def field(page, cell):
    return page.locator(f"[data-testid=sheet] input[data-cell='{cell}']")


def verdict(page, cell, expected):
    page.wait_for_selector(f"[data-testid=sheet] [data-cell='{cell}'] [data-verdict='{expected}']")


def blanks(page):
    return page.eval_on_selector_all(
        "[data-testid=sheet] input", "all => all.map(e => e.dataset.cell)"
    )


def enter(page, cell, text, key):
    field(page, cell).fill(text)
    page.keyboard.press(key)


# --- Sheets --------------------------------------------------------------------------------------


@on_a_site_too
@pytest.mark.every_time
def test_a_sheet_is_filled_in_by_keyboard_and_the_record_is_the_browsers(open_page):
    page = open_page(f"{NDCG}&level=1", **SHEET)
    assert blanks(page) == ["ndcg"]
    field(page, "ndcg").focus()
    page.keyboard.type("about one")
    page.keyboard.press("Tab")
    verdict(page, "ndcg", "invalid")  # which costs nothing
    enter(page, "ndcg", "0.972", "Enter")
    verdict(page, "ndcg", "right")
    assert "All right" in page.locator(".note[data-state=right]").inner_text()
    page.wait_for_selector("[data-testid=record] >> text=1 right, 0 missed")
    page.wait_for_function("() => localStorage.getItem('ndcg-tutor:practice')?.includes('ndcg')")
    page.reload()
    page.wait_for_selector("[data-testid=record] >> text=1 right, 0 missed")
    page.get_by_text("Your record, skill by skill").click()
    row = page.locator("details[open] tbody tr").inner_text()
    assert row.split() == ["NDCG", "1", "1", "0", "0"]


@on_a_site_too
@pytest.mark.every_time
def test_a_wrong_number_is_answered_with_what_gives_it_beside_its_field_and_aloud(open_page):
    page = open_page(f"{NDCG}&level=3", **SHEET)
    terms = [cell for cell in blanks(page) if cell.startswith("ideal.term")]
    field(page, terms[0]).focus()
    for key, cell in (("ArrowDown", terms[1]), ("ArrowUp", terms[0])):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.cell") == cell
    enter(page, "ideal.term.3", "2", "Tab")
    verdict(page, "ideal.term.3", "wrong")
    wrong = field(page, "ideal.term.3")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    message = page.get_by_test_id("message").filter(visible=True).inner_text()
    described = wrong.get_attribute("aria-describedby")
    assert page.locator(f"#{described}").inner_text() == message
    aloud = page.locator("[data-testid=sheet] [role=status]")
    expect(aloud).to_contain_text("rank 3 of the ideal order: wrong.")
    expect(aloud).to_contain_text(message)
    enter(page, "ideal.term.3", "1", "Tab")
    verdict(page, "ideal.term.3", "right")
    expect(wrong).to_have_attribute("aria-invalid", "false")
    expect(wrong).not_to_have_attribute("aria-describedby", described)
