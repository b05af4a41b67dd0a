"""Practice beside its sheets: tasks, predictions, where a number is from; how it all looks."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import findings, sideways
from tests.browser.boards import BoardPage


def move(page, label, *keys):
    """Move a card with the keyboard."""
    page.get_by_role("button", name=f"Move {label}, rank").focus()
    for key in ("Space", *keys, "Space"):
        page.keyboard.press(key)


@pytest.mark.every_time
def test_a_task_is_marked_from_the_board(same_page):
    page = same_page("/practice?part=drag&task=2", wait="[data-testid=card]")
    task, cards = page.get_by_test_id("task"), page.get_by_test_id("card")
    expect(task.get_by_role("status")).to_have_text("Nothing is moved yet.")
    move(page, "C", "Home")
    expect(task.get_by_role("status")).to_contain_text("not yet That is more than one swap")
    page.get_by_role("button", name="Start again").click()
    expect(task.get_by_role("status")).to_have_text("Nothing is moved yet.")
    expect(cards.first).to_have_attribute("data-label", "A")
    move(page, "C", "Home")
    expect(cards.first).to_have_attribute("data-label", "C")
    move(page, "A", "ArrowDown")
    expect(task).to_have_attribute("data-state", "done")
    expect(page.get_by_text("NDCG@5 rose from 0.706 to 0.916")).to_be_visible()


def test_the_next_task_is_a_fresh_one_and_back_leads_to_the_one_before(open_page):
    page = open_page("/practice?part=drag&task=3", wait="[data-testid=card]")
    task = page.get_by_test_id("task")
    BoardPage(page).drag("E", onto="D")  # 3, 1, 2, 2, 0: below k
    expect(task).to_have_attribute("data-state", "done")
    page.get_by_role("button", name="Another task").click()
    page.wait_for_url("**/practice?part=drag&task=4")
    expect(task).to_have_attribute("data-state", "not yet")
    expect(page.get_by_test_id("card")).to_have_count(6)
    page.go_back()
    expect(page.get_by_test_id("card")).to_have_count(5)
    expect(task.get_by_role("status")).to_have_text("Nothing is moved yet.")


@pytest.mark.every_time
def test_a_prediction_is_committed_by_keyboard_before_the_answer_is_seen(open_page):
    page = open_page("/practice?part=predict", wait="[data-testid=predict]")
    asked = page.get_by_test_id("predict")
    expect(asked).not_to_contain_text("0.972")
    page.get_by_role("slider", name="Your prediction").press("ArrowRight")
    for key in ("Tab", "Enter"):
        page.keyboard.press(key)
    expect(asked.get_by_role("status")).to_contain_text("You said 0.51; it is 0.972.")
    next_one = page.get_by_role("button", name="Next question")
    page.keyboard.press("Tab")  # the keyboard goes on from the question
    expect(next_one).to_be_focused()
    page.keyboard.press("Enter")
    expect(asked).to_contain_text("in their worst order")
    expect(asked.get_by_role("slider")).to_be_visible()
    expect(next_one).to_be_focused()


@pytest.mark.every_time
@pytest.mark.parametrize(
    ("number", "origin"),
    [("0.957", "exponential"), ("0.960", "reciprocal-rank"), ("0.5", "unknown")],
)
def test_a_number_somebody_got_is_traced_to_what_gives_it(same_page, number, origin):
    page = same_page(f"/practice?part=source&r=3,2,3,0,1&number={number}", wait="[data-origin]")
    origins = page.eval_on_selector_all("[data-origin]", "all => all.map(e => e.dataset.origin)")
    assert origin in origins


PARTS = ("sheets", "drag", "predict", "source")


@pytest.mark.parametrize("part", PARTS)
def test_axe_finds_nothing_in_any_part(same_page, part):
    page = same_page(f"/practice?part={part}", width=390, height=844)
    page.wait_for_selector(
        "[data-testid=sheet] input, [data-testid=card], [data-origin], [data-testid=predict]"
    )
    if part == "sheets":
        page.click("[data-act=check]")
        page.wait_for_selector("[data-verdict=invalid]")
    assert findings(page) == []
    assert not sideways(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_streamlits_buttons_look_as_our_own(same_page, scheme):
    page = same_page("/practice?part=drag", wait="[data-testid=card]", scheme=scheme)
    look = """button => {
        const { backgroundColor, borderColor, borderRadius, height } = getComputedStyle(button);
        const { color } = getComputedStyle(button.querySelector("p") ?? button);
        return [backgroundColor, borderColor, borderRadius, height, color];
    }"""
    plain = page.get_by_role("button", name="Hint", exact=True).evaluate(look)
    page = same_page("/worksheet", scheme=scheme)
    assert page.get_by_role("button", name="Another sheet").evaluate(look) == plain
