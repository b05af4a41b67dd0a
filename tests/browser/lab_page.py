"""The lab on a page: type, run, wait for the verdict."""

from types import SimpleNamespace

RESULT = "[data-testid=run-result]"
EDITOR = "[data-testid=editor]"
READY = "[data-testid=lab][data-engine=ready]"
CONTINUED = ("503 (Service Unavailable)",)
"""The console error of a check that needs more than its time, and continues in the next request."""
ORDER = ["start", "loop", "gain", "discount", "add", "return"]


class LabPage:
    """A learner in the code lab."""

    def __init__(self, page) -> None:
        self.page = page
        page.wait_for_selector(READY)

    def choose(self, step: str) -> None:
        if self.page.get_attribute("[data-testid=lab]", "data-task") != step:
            self.page.click(f"[data-step={step}]")

    def write(self, source: str) -> None:
        self.page.fill(EDITOR, source)

    def order_lines(self) -> None:
        handle = "[data-testid=line]"
        for place, line in enumerate(ORDER):
            lines = [e.get_attribute("data-line") for e in self.page.query_selector_all(handle)]
            for _ in range(lines.index(line) - place):
                self.page.focus(f"[data-line={line}] button:not(:disabled)")
                self.page.keyboard.press("ArrowUp")

    def press_run(self):
        return self.after(lambda: self.page.click("[data-testid=run]"))

    def after(self, act):
        before = int(self.page.get_attribute(RESULT, "data-run") or 0)
        act()
        self.page.wait_for_selector(f"{RESULT}[data-run='{before + 1}']")
        data = self.page.eval_on_selector(RESULT, "e => ({...e.dataset})")
        words = self.page.inner_text(f"{RESULT} [role=status]")
        passed, total = int(data["passed"]), int(data["total"])
        return SimpleNamespace(
            state=data["state"], id=data.get("id", ""), words=words, passed=passed, total=total
        )

    def run(self, step: str, source: str):
        self.choose(step)
        self.write(source)
        return self.press_run()
