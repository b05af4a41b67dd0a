"""Practice beside its sheets: tasks, guesses, where a number is from; how it all looks."""

import pytest

from tests.browser.axe import findings, sideways
from tests.selection import some


def test_a_task_is_marked_from_the_board(same_page):
    page = same_page("/practice?part=drag&task=2", wait="[data-testid=card]")
    page.wait_for_selector("text=Nothing is moved yet.")
    page.get_by_role("button", name="Move C, rank").focus()
    for key in ("Space", "Home", "Space"):
        page.keyboard.press(key)
    page.wait_for_selector("text=more than one swap")
    page.get_by_role("button", name="Start again").click()
    page.wait_for_selector("text=Nothing is moved yet.")
    assert page.locator("[data-testid=card]").first.get_attribute("data-label") == "A"


def test_a_guess_is_committed_before_the_answer_and_stays_on_the_chart(open_page):
    page = open_page("/practice?part=predict", wait="text=Commit")
    assert page.locator("[data-testid=figure]").count() == 0
    page.get_by_role("button", name="Commit").press("Enter")
    page.wait_for_selector("[data-testid=figure][data-state=drawn]")
    led = page.get_by_role("button", name="Next question")
    assert led.evaluate("button => button === document.activeElement")  # the keyboard goes on
    assert (
        "You guessed 0.500; the answer is 0.972"
        in page.locator("[data-testid=figure] .say").inner_text()
    )


@pytest.mark.parametrize(
    ("number", "origin"),
    [("0.957", "exponential"), ("0.960", "reciprocal-rank"), ("0.5", "unknown")],
)
def test_a_number_somebody_got_is_traced_to_what_gives_it(same_page, number, origin):
    page = same_page(f"/practice?part=source&r=3,2,3,0,1&number={number}", wait="[data-origin]")
    origins = page.eval_on_selector_all("[data-origin]", "all => all.map(e => e.dataset.origin)")
    assert origin in origins


PARTS = ("sheets", "drag", "predict", "source")


@pytest.mark.parametrize(
    "part", some(PARTS, ("sheets", "source").__contains__, "axe takes its time")
)
def test_axe_finds_nothing_in_any_part(same_page, part):
    page = same_page(f"/practice?part={part}", width=390, height=844)
    page.wait_for_selector(
        "[data-testid=sheet] input, [data-testid=card], [data-origin], [data-testid=stSlider]"
    )
    if part == "sheets":
        page.click("[data-act=check]")
        page.wait_for_selector("[data-verdict=invalid]")
    assert findings(page) == []
    assert not sideways(page)


@pytest.mark.parametrize(
    "scheme", some(("light", "dark"), "light".__eq__, "the same in the second theme")
)
def test_streamlits_buttons_look_as_our_own(same_page, scheme):
    page = same_page("/practice?skill=dcg", wait="[data-testid=sheet] input", scheme=scheme)
    look = """button => {
        const { backgroundColor, borderColor, borderRadius, height } = getComputedStyle(button);
        const { color } = getComputedStyle(button.querySelector("p") ?? button);
        return [backgroundColor, borderColor, borderRadius, height, color];
    }"""
    plain = page.get_by_role("button", name="Hint", exact=True).evaluate(look)
    strong = page.get_by_role("button", name="Check").evaluate(look)
    assert page.get_by_role("button", name="Show the solution").evaluate(look) == plain
    page.get_by_text("Predict first").click()
    commit = page.get_by_role("button", name="Commit")
    commit.wait_for()
    assert commit.evaluate(look) == strong
