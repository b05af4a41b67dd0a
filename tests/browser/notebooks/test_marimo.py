"""The marimo file of docs/notebooks, as an app."""

from playwright.sync_api import expect

from tests.browser.notebooks.pages import BoardPart
from tests.browser.visits import Watch


def test_another_cell_follows_each_drop_and_two_exhibits_are_independent(chromium, marimo):
    page, watch = chromium.new_page(), Watch()
    watch.over(page, marimo.url)
    page.goto(marimo.url)
    board, table = BoardPart(page, page), page.get_by_text("NDCG@5 = DCG / IDCG")
    expect(table).to_contain_text("= 0.972364")
    board.drag("E", to="A")
    expect(table).to_contain_text("= 0.819933")
    board.press("E", " ", "ArrowDown", " ")
    expect(table).to_contain_text("= 0.936663")
    board.press("E", "Control+z")
    expect(table).to_contain_text("= 0.819933")

    page.get_by_role("button", name="lost bag").click()
    expect(page.get_by_role("heading", name="Why: lost bag")).to_be_visible()
    expect(page.locator("svg.main-svg").first).to_be_visible()
    expect(table).to_contain_text("= 0.819933")
    page.close()
    watch.end()
    assert not watch.troubles, "\n".join(watch.troubles)
