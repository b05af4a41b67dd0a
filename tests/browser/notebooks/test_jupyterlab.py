"""Boards and pages in the cells of a notebook in JupyterLab."""

import json
import re

from playwright.sync_api import expect

from tests.browser.axe import WANTED, Axe

TWO_BOARDS = (
    "import ndcg_ui.notebook as ndcg\none = ndcg.board([3, 2, 3, 0, 1])\none",
    "two = ndcg.board([0, 1, 2], labels=['X', 'Y', 'Z'])\ntwo",
    "print(*one.ranking.labels, f'{one.ranking.trace.ndcg:.4f}', *two.ranking.labels)",
)


def list_violations(page) -> list[str]:
    """Return what axe finds in our exhibits, whatever their theme."""
    found = Axe().run(page, options=WANTED).response["violations"]
    nodes = [(one["id"], node["target"]) for one in found for node in one["nodes"]]
    return [f"{rule}: {target}" for rule, target in nodes if isinstance(target[-1], list)]


def test_boards_in_two_cells_answer_a_drag_and_the_keyboard_independently(open_lab):
    notebook = open_lab(*TWO_BOARDS)
    one, two = notebook.board(0), notebook.board(1)
    assert notebook.run(2) == "A B C D E 0.9724 X Y Z"

    one.drag("E", to="A")
    expect(one.place.get_by_test_id("value-ndcg")).to_have_text("0.820")
    assert notebook.run(2) == "E A B C D 0.8199 X Y Z"
    assert two.order == "XYZ"

    two.press("X", " ", "ArrowDown", " ")
    expect(two.find_card("X")).to_have_attribute("data-rank", "2")
    assert notebook.run(2) == "E A B C D 0.8199 Y X Z"
    one.press("E", "d", "d", "b", "Control+z")  # D D would delete the cell, B insert one
    expect(one.find_card("E")).to_have_attribute("data-rank", "5")
    assert notebook.run(2) == "A B C D E 0.9724 Y X Z"
    expect(notebook.cells).to_have_count(3)
    assert list_violations(notebook.page) == []


def test_a_board_follows_its_traits_other_views_and_the_theme(open_lab):
    notebook = open_lab(
        "import ndcg_ui.notebook as ndcg\none = ndcg.board([3, 2, 3, 0, 1])\none",
        "one",
        "one.k = 2",
        "one.link = {'r': 'P:0,Q:3'}",
        "print(*one.ranking.labels, one.ranking.trace.k)",
    )
    page, (first, second) = notebook.page, map(notebook.board, (0, 1))
    for view in (first, second):
        expect(view.find_card("Q")).to_have_attribute("data-rank", "2")
    second.press("Q", " ", "ArrowUp", " ")
    for view in (first, second):
        expect(view.find_card("Q")).to_have_attribute("data-rank", "1")
    assert notebook.run(4) == "Q P 2"

    place = first.place.locator(".ndcg[data-theme]")
    expect(place).to_have_attribute("data-theme", "light")
    notebook.choose("Settings", "Theme", "JupyterLab Dark")
    expect(place).to_have_attribute("data-theme", "dark")
    assert list_violations(page) == []

    notebook.save()
    page.reload()  # the kernel runs on, and has the widget as it was left
    first = notebook.board(0)
    expect(first.find_card("Q")).to_have_attribute("data-rank", "1")
    first.press("Q", " ", "ArrowDown", " ")
    assert notebook.run(4) == "P Q 2"


def test_a_page_draws_charts_with_the_installed_plotly_loaded_once(open_lab):
    notebook = open_lab(
        "import ndcg_ui.notebook as ndcg\nndcg.playground([3, 0, 2])",
        "other = ndcg.playground([1, 2])\nother",
        "print(other.trace.dcg)",
        "from ndcg_ui.hosts.notebook.scripts import _shared\nprint(*_shared)",
    )
    page = notebook.page
    for cell in (0, 1):
        chart = notebook.cells.nth(cell).get_by_test_id("figure").first
        chart.scroll_into_view_if_needed()
        expect(chart.locator("svg.main-svg").first).to_be_visible()
    board = notebook.board(1)
    board.drag("B", to="A")
    expect(notebook.cells.nth(1).get_by_test_id("value-ndcg").first).to_have_text("1.000")
    assert float(notebook.run(2)) > 2.6
    assert notebook.run(3) == "code plotly"
    sheets = page.evaluate("document.adoptedStyleSheets.length")
    assert sheets == page.evaluate("new Set(document.adoptedStyleSheets).size")


def test_a_saved_notebook_contains_the_board_as_html_without_a_script(open_lab):
    notebook = open_lab(*TWO_BOARDS[:1], "one")
    notebook.board(0).drag("E", to="A")
    notebook.run(1)
    notebook.save()
    cell = json.loads(notebook.file.read_text("utf-8"))["cells"][1]
    (output,) = cell["outputs"]
    shown = "".join(output["data"]["text/html"])
    assert "NDCG = DCG / IDCG = 5.185 / 6.323 = 0.820" in shown
    assert not re.search("<script|<style|class=|on[a-z]+=", shown)
