"""The code page's editor, by keys and under a mouse, and the walls of its sandbox."""

import tomllib
from pathlib import Path

import pytest

from tests.browser.lab_page import EDITOR, RESULT, LabPage
from tests.code.programs import SUM
from tests.selection import some

# --- The editor ------------------------------------------------------------------------------


def test_the_editor_indents_undoes_and_lets_go(lab):
    lab.choose("dcg")
    page, press = lab.page, lab.page.keyboard.press
    lab.write("")
    page.focus(EDITOR)
    page.keyboard.type("def f():")
    press("Enter")
    page.keyboard.type("return 1")
    press("Enter")
    assert page.input_value(EDITOR) == "def f():\n    return 1\n"
    press("Tab")
    page.keyboard.type("x")
    assert page.input_value(EDITOR).endswith("\n    x")
    press("Shift+Tab")
    assert page.input_value(EDITOR).endswith("\nx")
    press("Control+z")
    assert page.input_value(EDITOR).endswith("\n    x")
    press("Control+a")
    press("Tab")
    assert page.input_value(EDITOR) == "    def f():\n        return 1\n        x"
    press("Control+z")
    press("Escape")
    press("Tab")
    assert page.evaluate("document.activeElement.dataset.testid") == "run"
    assert page.input_value(EDITOR) == "def f():\n    return 1\n    x"


def test_control_enter_runs(lab):
    lab.choose("dcg")
    lab.write(SUM)
    assert lab.after(lambda: lab.page.press(EDITOR, "Control+Enter")).state == "passed"


def test_what_is_typed_survives_a_reload(lab):
    lab.choose("dcg")
    lab.write("# mine")
    lab.page.reload()
    LabPage(lab.page)
    assert lab.page.input_value(EDITOR) == "# mine"


def test_the_letters_drawn_are_the_letters_typed(lab):
    lab.choose("dcg")
    source = "x = '''a\n\nb'''  # c\n\tprint(f\"{x}\", 1e5, None)\n  \n"
    lab.write(source)
    painted = lab.page.locator("[data-testid=painted] > *").all_text_contents()
    assert "\n".join(painted) == source


def test_start_again_can_be_undone(lab):
    lab.choose("dcg")
    lab.write("# mine")
    lab.page.click("text=Start again")
    assert lab.page.input_value(EDITOR).startswith("import math")
    lab.page.keyboard.press("Control+z")
    assert lab.page.input_value(EDITOR) == "# mine"


# --- The walls -------------------------------------------------------------------------------

ATTEMPTS = tomllib.loads(Path(__file__).with_name("walls.toml").read_text("utf-8"))


def test_the_frames_own_walls_hold_without_our_help(open_page):
    walls = ("Content Security Policy", "Failed to load resource", "Unsafe attempt")
    page = open_page("/code", wait="[data-testid=lab][data-engine=ready]", tolerate=walls)
    frame = next(frame for frame in page.frames if "/sandbox/" in frame.url)
    assert frame.evaluate("origin") == "null"
    for name, attempt in ATTEMPTS.items():
        assert frame.evaluate(attempt) == "shut", name
    assert LabPage(page).run("dcg", SUM).state == "passed"


def test_another_learner_does_not_notice(open_page):
    first = LabPage(open_page("/code", wait="[data-testid=lab][data-engine]"))
    second = LabPage(open_page("/code", wait="[data-testid=lab][data-engine]"))
    first.choose("dcg")
    first.write("while True:\n    pass\n")
    first.page.click("[data-testid=run]")
    assert second.run("dcg", SUM).state == "passed"
    first.page.wait_for_selector(f"{RESULT}[data-state=stopped]")
    first.ready()


# --- Under a mouse: what is clicked is what is seen ------------------------------------------


WIDTHS = (1280, 390)

LINES = """import math

def dcg(rels):
    total = 0.0
    return total
"""


def place_of(page, line, column):
    """Where a letter of the editor is seen: its left edge, and the middle of its line."""
    return page.evaluate(
        """async ([line, column]) => {
            // The coloured copy follows the field that scrolls with the next frame.
            for (let frames = 2; frames; frames -= 1) await new Promise(requestAnimationFrame);
            const element = document.querySelectorAll('[data-testid=painted] > *')[line];
            const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
            let node;
            while ((node = walker.nextNode()) && column > node.length) column -= node.length;
            const range = document.createRange();
            range.setStart(node, column);
            const { x, y, height } = range.getBoundingClientRect();
            return [x, y + height / 2];
        }""",
        [line, column],
    )


def click(page, line, column):
    x, y = place_of(page, line, column)
    page.mouse.click(x + 1, y)


@pytest.fixture(params=some(WIDTHS, (1280).__eq__, "the same at another width"))
def page(request, open_page):
    page = open_page("/code", width=request.param, wait="[data-testid=lab][data-engine]")
    lab = LabPage(page)
    lab.choose("dcg")
    lab.write(LINES)
    page.locator(EDITOR).scroll_into_view_if_needed()
    page.mouse.click(5, 5)
    return page


@pytest.mark.every_time
def test_a_click_puts_the_caret_where_it_is_seen(page):
    click(page, 3, 4)
    page.keyboard.type("grand_")
    assert "    grand_total = 0.0\n" in page.input_value(EDITOR)
    click(page, 0, 11)
    page.keyboard.type("s")
    assert page.input_value(EDITOR).startswith("import maths\n")


def test_a_click_below_the_last_line_goes_to_its_end(page):
    box = page.locator(EDITOR).bounding_box()
    page.mouse.click(box["x"] + 200, box["y"] + box["height"] - 6)
    page.keyboard.type("# end")
    assert page.input_value(EDITOR).endswith("# end")


LONG = "x = " + " + ".join(f"number_{i}" for i in range(30))


def test_a_long_line_stays_a_line_and_the_caret_stays_in_sight(page):
    page.focus(EDITOR)
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(LONG)
    rows = page.evaluate(
        "[...document.querySelectorAll('[data-testid=painted] > *')].map(l => l.offsetHeight)"
    )
    assert len(set(rows)) == 1
    box = page.locator("div:has(> [data-testid=editor])").bounding_box()
    end, _ = place_of(page, 5, len(LONG))
    assert box["x"] < end < box["x"] + box["width"]
    click(page, 5, len(LONG) - 2)
    page.keyboard.type("9")
    assert page.input_value(EDITOR).endswith("number_929")
    page.keyboard.press("Home")
    start, _ = place_of(page, 5, 0)
    assert box["x"] < start < box["x"] + box["width"]


@pytest.mark.parametrize("width", WIDTHS)
def test_a_blank_stands_in_its_line(same_page, width):
    page = same_page("/code", width=width, wait="[data-testid=lab][data-engine]")
    LabPage(page).choose("blanks")
    for blank in page.locator("[data-testid=blank]").all():
        line = blank.locator("xpath=ancestor::*[@class='line']")
        words = line.locator("span").first.bounding_box()
        box = blank.bounding_box()
        assert box["x"] >= words["x"] + words["width"] - 1
        assert box["y"] < words["y"] + words["height"] / 2 < box["y"] + box["height"]
        assert box["x"] + box["width"] <= width


@pytest.mark.parametrize("width", WIDTHS)
def test_no_number_of_the_result_is_broken(same_page, width):
    page = same_page("/code", width=width, wait="[data-testid=lab][data-engine]")
    LabPage(page).run("dcg", SUM.replace("return", "return 1e-7 +"))
    heights = page.eval_on_selector_all(
        "[data-testid=checks] td[title]",
        "cells => cells.map(cell => { const range = document.createRange();"
        " range.selectNodeContents(cell); return range.getClientRects().length })",
    )
    assert heights
    assert set(heights) == {1}
