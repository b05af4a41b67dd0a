"""Boards and pages in the cells of a notebook in JupyterLab."""

import json
import re

from playwright.sync_api import expect

from tests.browser.axe import Axe, WANTED

TWO_BOARDS = (
    "import ndcg_ui.notebook as ndcg\none = ndcg.board([3, 2, 3, 0, 1])\none",
    "two = ndcg.board([0, 1, 2], labels=['X', 'Y', 'Z'])\ntwo",
    "print(*one.ranking.labels, f'{one.ranking.trace.ndcg:.4f}', *two.ranking.labels)",
)


def violations(page) -> list[str]:
    """Return what axe finds in our exhibits, in whichever theme they have."""
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
    expect(two.card("X")).to_have_attribute("data-rank", "2")
    assert notebook.run(2) == "E A B C D 0.8199 Y X Z"
    one.press("E", "d", "d", "b", "Control+z")  # D D would delete the cell, B insert one
    expect(one.card("E")).to_have_attribute("data-rank", "5")
    assert notebook.run(2) == "A B C D E 0.9724 Y X Z"
    expect(notebook.cells).to_have_count(3)
    assert violations(notebook.page) == []
