"""Practice in a real browser: sheets by keyboard, marks, hints, the record."""

import pytest
from playwright.sync_api import expect

from tests.browser.servers import GONE, fail_next_act


def field(page, cell):
    return page.locator(f"[data-testid=sheet] input[data-cell='{cell}']")


def verdict(page, cell, expected):
    page.wait_for_selector(f"[data-testid=sheet] [data-cell='{cell}'] [data-verdict='{expected}']")


def blanks(page):
    return page.eval_on_selector_all(
        "[data-testid=sheet] input", "all => all.map(e => e.dataset.cell)"
    )


@pytest.mark.every_time
def test_a_sheet_is_filled_in_by_keyboard_alone_and_marked_cell_by_cell(same_page):
    page = same_page("/practice?skill=ndcg&r=3,2,3,0,1&level=1", wait="[data-testid=sheet] input")
    assert blanks(page) == ["ndcg"]
    field(page, "ndcg").focus()
    page.keyboard.type("0.972")
    page.keyboard.press("Enter")
    verdict(page, "ndcg", "right")
    assert "All right" in page.locator(".note[data-state=right]").inner_text()


@pytest.mark.every_time
def test_a_wrong_number_is_answered_with_what_gives_it(open_page):
    page = open_page("/practice?skill=ndcg&r=3,2,3,0,1&level=1", wait="[data-testid=sheet] input")
    field(page, "ndcg").fill("1.028")
    page.keyboard.press("Tab")
    verdict(page, "ndcg", "wrong")
    message = page.get_by_test_id("message").filter(visible=True)
    assert "upside down" in message.inner_text()
    field(page, "ndcg").fill("0.9724")
    page.keyboard.press("Tab")
    verdict(page, "ndcg", "right")


def test_what_is_no_number_is_invalid_and_costs_nothing(open_page):
    page = open_page("/practice?skill=ndcg&r=3,2,3,0,1&level=1", wait="[data-testid=sheet] input")
    field(page, "ndcg").fill("about one")
    page.keyboard.press("Tab")
    verdict(page, "ndcg", "invalid")
    field(page, "ndcg").fill("0.972")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-testid=record] >> text=1 right, 0 missed")


SENT_IN_VAIN = {"wait": "[data-testid=sheet] input", "tolerate": GONE}


def test_what_is_written_while_the_network_is_away_outlives_another_page(open_page):
    page = open_page("/practice?skill=ndcg&r=3,2,3,0,1&level=3", **SENT_IN_VAIN)
    first, second = blanks(page)[:2]
    fail_next_act(page)
    field(page, first).click()
    page.keyboard.type("0.125")
    page.keyboard.press("Tab")  # sent in vain: it waits to be sent again
    field(page, second).click()
    page.keyboard.type("0.25")
    page.get_by_role("link", name="Conventions").click()
    page.wait_for_selector("h1:text('Which library')")
    page.go_back()
    page.wait_for_selector("[data-testid=sheet] input")
    verdict(page, first, "wrong")
    expect(field(page, first)).to_have_value("0.125")
    expect(field(page, second)).to_have_value("0.25")


def test_the_arrow_keys_go_up_and_down_a_column(same_page):
    page = same_page("/practice?skill=ndcg&r=3,2,3,0,1&level=3", wait="[data-testid=sheet] input")
    terms = [cell for cell in blanks(page) if cell.startswith("ideal.term")]
    assert len(terms) > 1
    field(page, terms[0]).focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.cell") == terms[1]
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.cell") == terms[0]


@pytest.mark.every_time
def test_hints_come_one_at_a_time_then_the_solution_as_a_replay(open_page):
    page = open_page("/practice?skill=ndcg&r=3,2,3,0,1&level=1", wait="[data-testid=sheet] input")
    for count in (1, 2):
        page.click("[data-act=hint]")
        page.wait_for_selector(f"[data-testid=hints] li >> nth={count - 1}")
        assert page.get_by_test_id("hints").locator("li").count() == count
    page.get_by_role("button", name="Show the solution").click()
    page.wait_for_selector("[data-testid=player][data-at='0']")
    assert field(page, "ndcg").input_value() == "0.972"
    page.get_by_role("button", name="Next", exact=True).click()
    page.wait_for_selector("[data-testid=player][data-at='1']")
    page.wait_for_selector("[data-testid=steps] [aria-current=step][data-rank='2']")


def test_the_solution_of_a_cg_sheet_works_out_cg(same_page):
    page = same_page("/practice?skill=cg&r=3,2,3,0,1&k=4", wait="[data-testid=sheet] input")
    page.get_by_role("button", name="Show the solution").click()
    page.get_by_text("Ranking, rank 1 of 4 · step 1 of 5").wait_for()
    page.get_by_role("button", name="Last", exact=True).click()
    page.get_by_text("CG · step 5 of 5").wait_for()
    page.wait_for_function(
        "text => document.querySelector('.formula').innerText.replace(/\\s/g, '') === text",
        arg="3+2+3+0=8",
    )
    worked = page.get_by_test_id("steps")
    assert "CG@4" in worked.inner_text()
    assert "DCG" not in worked.inner_text()


def test_what_was_said_of_one_exercise_does_not_stand_beside_the_next(open_page):
    grants = {"permissions": ["clipboard-read", "clipboard-write"]}
    page = open_page("/practice?skill=dcg", wait="[data-testid=sheet] input", **grants)
    page.wait_for_url("**/practice?skill=dcg&r=*")
    first = page.url
    page.get_by_role("button", name="Link to this exercise").click()
    page.get_by_text("Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == first
    page.get_by_role("button", name="Another one").click()
    page.wait_for_function("was => location.href !== was", arg=first)
    assert page.get_by_text("Copied").count() == 0


def test_the_record_survives_a_reload_and_is_the_browsers(open_page):
    page = open_page("/practice?skill=ndcg&r=3,2,3,0,1&level=1", wait="[data-testid=sheet] input")
    field(page, "ndcg").fill("0.972")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-testid=record] >> text=1 right")
    page.wait_for_function("() => localStorage.getItem('ndcg-tutor:practice')?.includes('ndcg')")
    page.reload()
    page.wait_for_selector("[data-testid=record] >> text=1 right")


@pytest.mark.every_time
def test_another_one_is_another_list_and_its_link_brings_it_back(same_page):
    page = same_page("/practice?skill=dcg", wait="[data-testid=sheet] input")
    page.wait_for_url("**/practice?skill=dcg&r=*")
    first, before = page.url, page.get_by_test_id("task").inner_text()
    page.get_by_role("button", name="Another one").click()
    page.wait_for_function("was => location.href !== was", arg=first)
    task = page.get_by_test_id("task")
    page.wait_for_function(
        "was => document.querySelector('[data-testid=task]').innerText !== was", arg=before
    )
    grades = task.inner_text()
    page.goto(page.url)
    page.wait_for_selector("[data-testid=sheet] input")
    assert task.inner_text() == grades


def test_a_link_that_names_no_exercise_says_so_and_gives_one(same_page):
    page = same_page("/practice?skill=term&r=3,x", wait="[data-testid=sheet] input")
    assert "not a number" in page.locator("p[role=alert]").inner_text()


def test_a_verdict_is_said_in_words_and_other_explanations_are_named(same_page):
    page = same_page("/practice?skill=ndcg&r=3,2,3,0,1&level=3", wait="[data-testid=sheet] input")
    field(page, "ideal.term.3").fill("2")
    page.keyboard.press("Tab")
    verdict(page, "ideal.term.3", "wrong")
    said = page.locator("[data-testid=sheet] [role=status]").inner_text()
    assert "rank 3 of the ideal order: wrong." in said
    assert page.get_by_test_id("message").filter(visible=True).inner_text() in said


def test_the_record_of_every_skill_can_be_opened(open_page):
    page = open_page("/practice?skill=ndcg&r=3,2,3,0,1&level=1", wait="[data-testid=sheet] input")
    field(page, "ndcg").fill("0.972")
    page.keyboard.press("Enter")
    page.get_by_text("Your record, skill by skill").click()
    row = page.locator("details[open] tbody tr").inner_text()
    assert row.split() == ["NDCG", "1", "1", "0", "0"]


def test_an_entry_that_is_lost_on_the_way_is_sent_again(open_page):
    page = open_page("/practice?skill=ndcg&r=3,2,3,0,1&level=1", **SENT_IN_VAIN)
    fail_next_act(page)
    field(page, "ndcg").fill("0.972")
    page.keyboard.press("Enter")
    verdict(page, "ndcg", "right")
