"""One lab in one page, for many programs: type, run, wait for the verdict."""

from __future__ import annotations

from dataclasses import dataclass

RESULT = "[data-testid=run-result]"
EDITOR = "[data-testid=editor]"
READY = "[data-testid=lab][data-engine=ready]"
ORDER = ["start", "loop", "gain", "discount", "add", "return"]


@dataclass(frozen=True)
class Verdict:
    """What the result says."""

    state: str
    id: str
    words: str
    passed: int
    total: int


class Desk:
    """A learner at the lab."""

    def __init__(self, page) -> None:
        """Sit down at an opened page."""
        self.page = page
        page.wait_for_selector(READY)

    def choose(self, step: str) -> None:
        """Go to a step."""
        if self.page.get_attribute("[data-testid=lab]", "data-task") != step:
            self.page.click(f"[data-step={step}]")

    def write(self, source: str) -> None:
        """Replace what is in the editor."""
        self.page.fill(EDITOR, source)

    def order_lines(self) -> None:
        """Bring the lines of the first step into order, by keyboard."""
        handle = "[data-testid=line]"
        for place, line in enumerate(ORDER):
            lines = [e.get_attribute("data-line") for e in self.page.query_selector_all(handle)]
            for _ in range(lines.index(line) - place):
                self.page.focus(f"[data-line={line}] button:not(:disabled)")
                self.page.keyboard.press("ArrowUp")

    def press_run(self) -> Verdict:
        """Press Run and wait for the verdict."""
        return self.after(lambda: self.page.click("[data-testid=run]"))

    def after(self, act) -> Verdict:
        """Do what starts a run, and wait for its verdict."""
        before = int(self.page.get_attribute(RESULT, "data-run") or 0)
        act()
        self.page.wait_for_selector(f"{RESULT}[data-run='{before + 1}']")
        return self.verdict()

    def verdict(self) -> Verdict:
        """What the result says now."""
        data = self.page.eval_on_selector(RESULT, "e => ({...e.dataset})")
        words = self.page.inner_text(f"{RESULT} [role=status]")
        return Verdict(
            data["state"], data.get("id", ""), words, int(data["passed"]), int(data["total"])
        )

    def run(self, step: str, source: str) -> Verdict:
        """Write a program at a step and run it."""
        self.choose(step)
        self.write(source)
        return self.press_run()

    def ready(self) -> None:
        """Wait until Python is ready again."""
        self.page.wait_for_selector(READY)
