"""A notebook in JupyterLab, and a board in one of its cells."""

from playwright.sync_api import expect

from benchmarks._jupyter import choose_menu_entry, open_notebook, write_notebook

ORDER = """cards => cards.sort((a, b) => a.dataset.rank - b.dataset.rank)
    .map(card => card.dataset.label).join("")"""
DRAWN = "[data-testid=board][data-revision]:not([data-revision=''])"


class LabPage:
    """A notebook that JupyterLab shows, with all cells run."""

    def __init__(self, page, server, cells) -> None:
        self.page = page
        self.file = write_notebook(server.folder, cells)
        open_notebook(page, server, self.file)
        self.cells = page.locator(".jp-Notebook .jp-CodeCell")
        self.choose("Run", "Run All Cells")

    def choose(self, menu: str, *items: str) -> None:
        """Choose an entry of a menu."""
        choose_menu_entry(self.page, menu, *items)

    def run(self, cell: int) -> str:
        """Run a cell once more, and return what it prints."""
        self.cells.nth(cell).locator(".jp-InputPrompt").click()
        before = self.prompt(cell)
        self.page.keyboard.press("Control+Enter")
        expect(self.cells.nth(cell).locator(".jp-InputPrompt")).not_to_have_text(before)
        expect(self.cells.nth(cell).locator(".jp-InputPrompt")).not_to_have_text("[*]:")
        return self.cells.nth(cell).locator(".jp-OutputArea-output").inner_text().strip()

    def save(self) -> None:
        """Save the notebook as a file."""
        self.choose("File", "Save Notebook")
        expect(self.page.locator(".jp-mod-dirty")).to_have_count(0)

    def prompt(self, cell: int) -> str:
        """Return the displayed number of a cell's last run."""
        return self.cells.nth(cell).locator(".jp-InputPrompt").inner_text()

    def board(self, cell: int) -> "BoardPart":
        """Return the board that a cell shows, once it is usable."""
        return BoardPart(self.page, self.cells.nth(cell))


class BoardPart:
    """A board somewhere on a page."""

    def __init__(self, page, place) -> None:
        self.page, self.place = page, place
        place.locator(DRAWN).first.wait_for()

    @property
    def order(self) -> str:
        return self.place.get_by_test_id("card").evaluate_all(ORDER)

    def find_card(self, label: str):
        return self.place.locator(f"[data-testid=card][data-label={label}]")

    def read_value(self) -> str:
        return self.place.get_by_test_id("value-ndcg").first.inner_text()

    def lift(self, label: str) -> None:
        self.find_card(label).get_by_test_id("grip").focus()

    def press(self, label: str, *keys: str) -> None:
        """Press keys on the grip of a card."""
        self.lift(label)
        for key in keys:
            self.page.keyboard.press(key)

    def drag(self, label: str, to: str) -> None:
        """Drag a card to just above another one, and drop it."""
        self.find_card(to).scroll_into_view_if_needed()
        (x, start), (_, end) = self.find_middle(label), self.find_middle(to)
        rank = self.find_card(to).get_attribute("data-rank")
        self.page.mouse.move(x, start)
        self.page.mouse.down()
        self.page.mouse.move(x, end - 10, steps=8)
        expect(self.find_card(to)).not_to_have_attribute("data-rank", rank)
        self.page.mouse.up()

    def find_middle(self, label: str) -> tuple[float, float]:
        box = self.find_card(label).get_by_test_id("name").bounding_box()
        return box["x"] + 4, box["y"] + box["height"] / 2
