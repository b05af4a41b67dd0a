"""A published example, replayed on a real page."""

import re

from ndcg_core.examples.published import load_examples
from ndcg_core.examples.replay import steps

EXAMPLES = {example.slug: example for example in load_examples()}
CHUNKS = EXAMPLES["003-five-chunks"]
STEPS = [step.id for step in steps(CHUNKS.sheet)]
VERDICTS = """marks => Object.fromEntries(marks.map(m => [m.dataset.cell, m.dataset.verdict]))"""


class Replay:
    """The examples page of one visitor."""

    def __init__(self, page) -> None:
        self.page = page
        page.wait_for_selector("[data-testid=player][data-at]")

    def press(self, name: str) -> None:
        """Press one of the player's buttons."""
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

    @property
    def verdicts(self) -> dict[str, str]:
        """Every verdict on show, by cell."""
        return self.page.eval_on_selector_all("[data-testid=verdict]", VERDICTS)
