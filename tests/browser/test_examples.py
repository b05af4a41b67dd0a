"""The published examples, replayed: the player, the marking, the question, the way on."""

import re

import pytest
from playwright.sync_api import expect

from ndcg_core.examples.published import load_examples
from ndcg_core.examples.replay import steps
from ndcg_core.marking.marks import mark

EXAMPLES = {example.slug: example for example in load_examples()}
CHUNKS = EXAMPLES["003-five-chunks"]
TEN = EXAMPLES["000-exponential-at-ten"]
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
def replay(same_page):
    """Opens an example, at a step if one is named."""

    def opened(slug: str = CHUNKS.slug, more: str = "") -> Replay:
        return Replay(same_page(f"/examples?example={slug}{more}", wait="[data-testid=player]"))

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


def test_a_link_opens_the_step_with_its_row_formula_and_card_and_a_reload_keeps_it(replay):
    seen = replay(more="&step=actual.3")
    seen.wait_at("actual.3")
    seen.press("next")
    seen.wait_at("actual.4")
    seen.page.reload()
    page = Replay(seen.page).page
    seen.wait_at("actual.4")
    row = page.locator("[data-testid=steps] [aria-current=step]")
    assert row.locator("b").inner_text() == "0.86"
    assert "0.861" in row.inner_text()
    assert "It prints 0.86" in page.get_by_test_id("formula").inner_text()
    card = page.locator("[data-testid=card][aria-current=step]")
    assert card.get_attribute("data-label") == "Chunk B"
    assert page.locator("[data-testid=steps] [data-cell='actual.term.5']").count() == 0


@pytest.mark.every_time
def test_asked_first_one_answers_before_the_marking_is_shown(replay):
    page = replay(TEN.slug).page
    page.get_by_text("Ask me first").click()
    page.wait_for_url(re.compile("ask=first"))
    page.get_by_text("Name every number below").wait_for()
    assert page.locator("[data-testid=verdict]").count() == 0
    asked = [m for m in mark(TEN.sheet) if ".term." in m.cell]
    wrong = [m for m in asked if m.verdict == "wrong"]
    page.locator(".pills").get_by_role("checkbox").first.check()
    page.get_by_role("button", name="Compare with the marking").click()
    page.get_by_text(re.compile(rf"\d of the {len(wrong)} wrong numbers named")).wait_for()
    page.get_by_text("Ask me first").click()
    page.wait_for_url(lambda url: "ask" not in url)
    page.locator("[data-testid=verdict]").first.wait_for()
