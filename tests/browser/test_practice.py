"""Practice in a real browser: sheets by keyboard, marks, hints, tasks, predictions, the record."""

import pytest
from playwright.sync_api import expect

from ndcg_core.exercises.fading import fade_sheet, solve_sheet
from ndcg_core.exercises.variants import read_variant_link
from tests.browser.sites import on_a_site_too
from tests.browser.visits import DRAWN

SHEET = {"wait": "[data-testid=sheet] input"}
NDCG = "/practice?skill=ndcg&r=3,2,3,0,1"


def find_field(page, cell):
    return page.locator(f"[data-testid=sheet] input[data-cell='{cell}']")


def wait_for_verdict(page, cell, expected):
    page.wait_for_selector(f"[data-testid=sheet] [data-cell='{cell}'] [data-verdict='{expected}']")


def enter_text(page, cell, text, key):
    find_field(page, cell).fill(text)
    page.keyboard.press(key)


# --- Sheets --------------------------------------------------------------------------------------


@on_a_site_too
@pytest.mark.every_time
def test_the_keyboard_fills_in_a_sheet_and_the_browser_stores_the_record(open_page):
    page = open_page(f"{NDCG}&level=1", **SHEET)
    expect(page.locator("[data-testid=sheet] input")).to_have_count(1)
    find_field(page, "ndcg").focus()
    page.keyboard.type("about one")
    page.keyboard.press("Tab")
    wait_for_verdict(page, "ndcg", "invalid")  # an invalid number is no miss
    enter_text(page, "ndcg", "0.972", "Enter")
    wait_for_verdict(page, "ndcg", "right")
    assert "Everything is right" in page.locator(".note[data-state=right]").inner_text()
    page.wait_for_selector("[data-testid=record] >> text=1 right, 0 missed")
    page.wait_for_function("() => localStorage.getItem('ndcg-tutor:practice')?.includes('ndcg')")
    page.reload()
    page.wait_for_selector("[data-testid=record] >> text=1 right, 0 missed")
    page.get_by_text("Your record, skill by skill").click()
    row = page.locator("details[open] tbody tr").inner_text()
    assert row.split() == ["NDCG", "1", "1", "0", "0"]


def test_a_page_from_the_back_cache_shows_the_current_record(open_page):
    page = open_page(f"{NDCG}&level=1", **SHEET)
    enter_text(page, "ndcg", "0.972", "Enter")
    page.wait_for_selector("[data-testid=record] >> text=1 right, 0 missed")
    page.evaluate("localStorage.removeItem('ndcg-tutor:practice')")  # as another page would
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.get_by_test_id("record")).not_to_contain_text("1 right")


KEYS = {
    "Enter": ["ideal.term.2", "ideal.grade.3"],  # the next field
    "ArrowDown": ["ideal.grade.4", "ideal.grade.5", "ideal.term.5", "idcg", "ndcg", "ndcg"],
    "ArrowUp": ["idcg", "ideal.term.5", "ideal.term.4", "ideal.term.3", "ideal.term.2"],
}
"""The fields in the order of the arrow keys: down a column, then to the next one."""


def test_keys_move_through_a_sheet_and_enter_in_the_last_field_checks_it(open_page):
    page = open_page(f"{NDCG}&level=5", **SHEET)
    find_field(page, "ideal.term.1").click()
    for key, cells in KEYS.items():
        for cell in cells:
            page.keyboard.press(key)
            expect(find_field(page, cell)).to_be_focused()
    find_field(page, "ndcg").press("Enter")
    wait_for_verdict(page, "ideal.grade.3", "invalid")


ANSWERED = """async () => {
    const body = JSON.stringify({ link: {}, act: {} });
    const headers = { "Content-Type": "application/json" };
    await (await fetch("acts/practice", { method: "POST", body, headers })).text();
}"""
"""Waits until what was asked for before is answered: of one address in its order."""


FILL = """(texts) => {
  for (const field of document.querySelectorAll("[data-testid=sheet] input")) {
    field.value = texts[field.dataset.cell] ?? "";
  }
}"""


@pytest.mark.every_time
def test_a_hint_without_a_field_is_about_the_first_unfinished_cell(
    open_page,
):
    page = open_page(f"{NDCG}&level=5", **SHEET)
    blank = fade_sheet(read_variant_link({"skill": "ndcg", "r": "3,2,3,0,1"}), 4)
    # 3 + 1.893 + 1 + 0.431 is not the rounded sum, 6.323: it is carried.
    page.evaluate(FILL, {**solve_sheet(blank).given, "idcg": "6.324", "ndcg": ""})
    page.get_by_role("button", name="Check").click()
    wait_for_verdict(page, "idcg", "carried")
    with page.expect_request("**/acts/practice") as asked:
        page.get_by_role("button", name="Hint").click()
    assert asked.value.post_data_json["act"]["cell"] == "ndcg"


@pytest.mark.every_time
def test_one_press_on_check_counts_once_despite_a_pending_answer(open_page):
    page = open_page(f"{NDCG}&level=3", **SHEET)
    find_field(page, "ideal.term.3").click()
    page.keyboard.type("2")  # wrong: a sentence below it will move the button
    page.get_by_role("button", name="Check").hover()
    page.mouse.down()
    page.evaluate(ANSWERED)
    page.evaluate(DRAWN)
    page.mouse.up()
    wait_for_verdict(page, "ideal.term.3", "wrong")
    wait_for_verdict(
        page, "ndcg", "invalid"
    )  # all fields are looked at, and not only the one that was left
    find_field(page, "ndcg").click()
    page.keyboard.type("1")
    page.mouse.click(5, 300)
    wait_for_verdict(page, "ndcg", "wrong")


@on_a_site_too
@pytest.mark.every_time
def test_a_wrong_number_is_explained_next_to_its_field_and_announced(open_page):
    page = open_page(f"{NDCG}&level=3", **SHEET)
    enter_text(page, "ideal.term.3", "2", "Tab")
    wait_for_verdict(page, "ideal.term.3", "wrong")
    wrong = find_field(page, "ideal.term.3")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    message = page.get_by_test_id("message").filter(visible=True).inner_text()
    described = wrong.get_attribute("aria-describedby")
    assert page.locator(f"#{described}").inner_text() == message
    aloud = page.locator("[data-testid=sheet] [role=status]")
    expect(aloud).to_contain_text("rank 3 of the ideal order: wrong.")
    expect(aloud).to_contain_text(message)
    enter_text(page, "ideal.term.3", "1", "Tab")
    wait_for_verdict(page, "ideal.term.3", "right")
    expect(wrong).to_have_attribute("aria-invalid", "false")
    expect(wrong).not_to_have_attribute("aria-describedby", described)
