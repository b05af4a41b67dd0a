"""The published examples, replayed: the player, the marking, the question, the way on."""

import re

import pytest
from playwright.sync_api import expect

from ndcg_core.examples.published import load_examples
from ndcg_core.examples.replay import steps

EXAMPLES = {example.slug: example for example in load_examples()}
CHUNKS = EXAMPLES["003-five-chunks"]
STEPS = [step.id for step in steps(CHUNKS.sheet)]


class Replay:
    """A published example, replayed on a page."""

    def __init__(self, page) -> None:
        self.page = page
        page.wait_for_selector("[data-testid=player][data-at]")

    def press(self, name: str) -> None:
        self.page.locator(f"[data-testid=player] [data-go={name}]").click()

    def wait_at(self, step: str) -> None:
        """Wait until player, link and table stand at a step."""
        at = STEPS.index(step)
        self.page.wait_for_selector(f"[data-testid=player][data-at='{at}']")
        if at:
            self.page.wait_for_url(re.compile(rf"step={re.escape(step)}(&|$)"))
        else:
            self.page.wait_for_url(lambda url: "step=" not in url)
        if re.match(r"(actual|ideal)\.\d", step):
            side, rank = step.split(".")
            table = "steps" if side == "actual" else side
            now = self.page.locator(f"[data-testid={table}] [aria-current=step] th", has_text=rank)
            now.wait_for()


@pytest.fixture
def replay(open_page):
    """Opens an example, at a step if one is named."""

    def opened(slug: str = CHUNKS.slug, more: str = "") -> Replay:
        return Replay(open_page(f"/examples?example={slug}{more}", wait="[data-testid=player]"))

    return opened


@pytest.mark.every_time
def test_buttons_and_keys_lead_through_the_steps(replay):
    seen = replay()
    for button, step in (
        ("next", "actual.2"),
        ("next", "actual.3"),
        ("back", "actual.2"),
        ("last", "ndcg"),
        ("back", "idcg"),
        ("first", "actual.1"),
    ):
        seen.press(button)
        seen.wait_at(step)
        if step == "actual.2":
            said = seen.page.locator("[data-testid=player] [role=status]")
            expect(said).to_contain_text("2 of 14. 3 / log2(3) = 1.893. It prints 1.89: right.")
    seen.page.evaluate("document.activeElement.blur()")  # the keys lead from anywhere
    for key, step in (
        ("ArrowRight", "actual.2"),
        ("End", "ndcg"),
        ("ArrowLeft", "idcg"),
        ("Home", "actual.1"),
        ("PageDown", "actual.2"),  # a clicker's
        ("PageUp", "actual.1"),
    ):
        seen.page.keyboard.press(key)
        seen.wait_at(step)
    for _ in range(6):
        seen.page.keyboard.press("ArrowRight")
    seen.wait_at(STEPS[6])


def test_play_goes_on_by_itself_and_pauses(replay):
    seen = replay()
    player, button = seen.page.get_by_test_id("player"), seen.page.locator("[data-go=play]")
    seen.press("play")
    expect(player).to_have_attribute("data-at", "2")
    assert button.inner_text() == "Pause"
    seen.press("play")
    assert button.inner_text() == "Play"
    assert 2 <= int(player.get_attribute("data-at")) < 13
