"""The published examples: a replay is led through by buttons and keys, and plays by itself."""

import pytest
from playwright.sync_api import expect

from ndcg_core.examples.published import load_examples
from ndcg_core.examples.replay import list_replay_steps
from tests.browser.sites import on_a_site_too

pytestmark = on_a_site_too

CHUNKS = next(example for example in load_examples() if example.slug == "003-five-chunks")
STEPS = [step.id for step in list_replay_steps(CHUNKS.sheet)]
PLAYER = "[data-testid=player]"


def wait_for_step(page, step: str) -> None:
    """Wait until player, link and table show a step."""
    at = STEPS.index(step)
    page.wait_for_selector(f"{PLAYER}[data-at='{at}']")
    page.wait_for_url(lambda url: f"step={step}" in url if at else "step=" not in url)
    if step.startswith("actual."):
        now = page.locator("[data-testid=steps] [aria-current=step] th", has_text=step[-1])
        now.wait_for()


@pytest.mark.every_time
def test_buttons_and_keys_step_through_an_example_and_play_advances_alone(open_page):
    page = open_page(f"/examples?example={CHUNKS.slug}", wait=f"{PLAYER}[data-at]")
    for button, step in (
        ("next", "actual.2"),
        ("next", "actual.3"),
        ("back", "actual.2"),
        ("last", "ndcg"),
        ("back", "idcg"),
        ("first", "actual.1"),
    ):
        page.click(f"{PLAYER} [data-go={button}]")
        wait_for_step(page, step)
        if step == "actual.2":
            said = page.locator(f"{PLAYER} [role=status]")
            expect(said).to_contain_text("2 of 14. 3 / log2(3) = 1.893. It prints 1.89: right.")
    page.evaluate("document.activeElement.blur()")  # the keys work wherever the focus is
    for key, step in (
        ("ArrowRight", "actual.2"),
        ("End", "ndcg"),
        ("ArrowLeft", "idcg"),
        ("Home", "actual.1"),
        ("PageDown", "actual.2"),  # a clicker's
        ("PageUp", "actual.1"),
    ):
        page.keyboard.press(key)
        wait_for_step(page, step)
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    wait_for_step(page, STEPS[6])
    page.keyboard.press("Home")
    player, button = page.get_by_test_id("player"), page.locator("[data-go=play]")
    button.click()
    expect(player).to_have_attribute("data-at", "2")
    expect(button).to_have_text("Pause")
    button.click()
    expect(button).to_have_text("Play")
    assert 2 <= int(player.get_attribute("data-at")) < 13
