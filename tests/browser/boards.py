"""A board on a real page, and the actions of a person on it."""

import re
from contextlib import contextmanager

from playwright.sync_api import expect

SHOWN = """cards => cards
    .sort((a, b) => a.dataset.rank - b.dataset.rank)
    .map(card => card.dataset.label + card.dataset.grade).join(" ")"""
MOVED = """before => {
    const revision = document.querySelector("[data-testid=board]")?.dataset.revision;
    return revision && revision !== before;
}"""
IN_FRONT = """selector => {
    const found = document.querySelector(selector);
    const { x, y, width, height } = found.getBoundingClientRect();
    return found.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
AT_REST = """() => !document.querySelector("[data-testid=board]")
    .getAnimations({ subtree: true }).some(({ playState }) => playState === "running")"""
"""True if no card is moving."""
COMPLETE = ".exhibit:not(:has([aria-busy]))"
"""True if off-screen parts are up to date too."""
ROWS = """rows => rows.map(row => row.querySelector("th + td").textContent).join(" ")"""


CONFIRMED = "html:not([data-elsewhere]) [data-testid=board][data-revision]:not([data-revision=''])"
"""A board that Python has answered. A static site shows the board of a link before that."""


class BoardPage:
    """A page with a board."""

    def __init__(self, page) -> None:
        self.page = page
        page.wait_for_selector(CONFIRMED)

    @property
    def revision(self) -> str:
        """Return the revision that the server has confirmed, or "" before it answers."""
        return self.page.get_attribute("[data-testid=board]", "data-revision")

    @contextmanager
    def change(self):
        """Run the `with` block, then wait until the server has confirmed another ranking."""
        before = self.revision
        yield
        self.wait_confirmed(before)

    def wait_confirmed(self, before: str) -> None:
        """Wait until the server has confirmed a ranking other than the revision `before`."""
        self.page.wait_for_function(MOVED, arg=before)

    @property
    def shown(self) -> str:
        """Return the cards by rank, such as "A3 B2"."""
        return self.page.eval_on_selector_all("[data-testid=card]", SHOWN)

    @property
    def in_document(self) -> str:
        """Return the cards' names in the order of the Tab key and of screen readers."""
        return self.page.eval_on_selector_all(
            "[data-testid=card]", "cards => cards.map(card => card.dataset.label).join(' ')"
        )

    @property
    def on_server(self) -> str:
        """Return the names in the table of steps, which the server renders."""
        self.page.wait_for_selector(COMPLETE)
        return self.page.eval_on_selector_all("[data-testid=steps] tbody tr", ROWS)

    @property
    def text(self) -> str:
        return self.field.input_value()

    @property
    def field(self):
        return self.page.get_by_label("Grades, from rank 1 on")

    def enter(self, text: str) -> None:
        self.field.fill(text)
        self.field.press("Enter")

    def find_card(self, label: str):
        return self.page.locator(f"[data-testid=card][data-label='{label}']")

    def find_grip(self, label: str):
        return self.find_card(label).get_by_role("button", name=f"Move {label}, grade")

    def press(self, label: str, act: str) -> None:
        """Press a button of a card, which appears when the pointer is over the card."""
        self.find_card(label).hover()
        self.find_card(label).locator(f"[data-act={act}]").click()

    def find_tool(self, name: str):
        return self.page.get_by_role("button", name=name, exact=True)

    def read_value(self, name: str) -> float:
        return float(self.page.get_attribute(f"[data-testid=value-{name}]", "data-value"))

    def wait_value(self, name: str, value: float) -> None:
        self.page.wait_for_function(
            "([name, value]) => Math.abs(document.querySelector(`[data-testid=value-${name}]`)"
            ".dataset.value - value) < 1e-9",
            arg=[name, value],
        )

    def wait_text(self, text: str) -> None:
        expect(self.field).to_have_value(text)

    def wait_link(self, part: str) -> None:
        self.page.wait_for_url(re.compile(re.escape(part)))

    @property
    def announced(self) -> str:
        """Return the latest text about a move for screen readers."""
        return self.page.locator("[data-testid=board] > [role=status]").inner_text()

    @property
    def focused(self) -> str:
        return self.page.evaluate("document.activeElement.getAttribute('aria-label')")

    # --- The pointer ---------------------------------------------------------------------------

    def find_middle(self, label: str) -> tuple[float, float]:
        """Return a point on a card that is not on a button."""
        box = self.find_card(label).get_by_test_id("name").bounding_box()
        return box["x"] + 4, box["y"] + box["height"] / 2

    def lift(self, label: str, onto: str) -> None:
        """Press the mouse on a card and move it onto another card, without releasing it."""
        self.find_card(label).scroll_into_view_if_needed()
        self.page.wait_for_function(AT_REST)
        x, y = self.find_middle(label)
        _, target = self.find_middle(onto)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x, (y + target) / 2, steps=4)
        self.page.mouse.move(x, target, steps=4)

    def drag(self, label: str, onto: str) -> None:
        """Drag a card onto another card, and wait until the server has confirmed it."""
        with self.change():
            self.lift(label, onto)
            self.page.mouse.up()


def open_board(open_page, query: str = "", *, charts: str = "hidden", **options) -> BoardPage:
    """Open the playground with a link's ranking. Charts are hidden, as each move redraws them."""
    hide = "" if charts == "shown" else f"{'&' if query else '?'}hide=charts"
    return BoardPage(open_page(f"/playground{query}{hide}", **options))
