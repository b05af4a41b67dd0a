"""The code editor with keys and mouse, and the limits of its sandbox."""

import tomllib
from pathlib import Path

import pytest

from tests.browser.lab_page import CONTINUED, EDITOR, LabPage
from tests.code.programs import SUM

LINES = """import math

def dcg(rels):
    total = 0.0
    return total
"""


@pytest.fixture
def lab(open_page):
    """Return the code lab at its third step, with a program in its editor."""
    lab = LabPage(open_page("/code", wait="[data-testid=lab][data-engine]", tolerate=CONTINUED))
    lab.choose("dcg")
    lab.write(LINES)
    return lab


def test_the_editor_indents_undoes_releases_the_focus_and_runs(lab):
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
    lab.write(SUM)
    assert lab.after(lambda: page.press(EDITOR, "Control+Enter")).state == "passed"


def test_typed_text_is_drawn_exactly_and_survives_a_reload_and_a_restart(lab):
    page, source = lab.page, "x = '''a\n\nb'''  # c\n\tprint(f\"{x}\", 1e5, None)\n  \n"
    lab.write(source)
    painted = page.locator("[data-testid=painted] > *").all_text_contents()
    assert "\n".join(painted) == source
    page.reload()
    LabPage(page)
    assert page.input_value(EDITOR) == source
    page.click("text=Start again")
    assert page.input_value(EDITOR).startswith("import math")
    page.keyboard.press("Control+z")
    assert page.input_value(EDITOR) == source


# --- The walls -------------------------------------------------------------------------------

ATTEMPTS = tomllib.loads(Path(__file__).with_name("walls.toml").read_text("utf-8"))


def test_the_sandbox_frame_is_isolated_without_our_checks(open_page):
    walls = ("Content Security Policy", "Failed to load resource", "Unsafe attempt")
    page = open_page("/code", wait="[data-testid=lab][data-engine=ready]", tolerate=walls)
    frame = next(frame for frame in page.frames if "/sandbox/" in frame.url)
    assert frame.evaluate("origin") == "null"
    for name, attempt in ATTEMPTS.items():
        assert frame.evaluate(attempt) == "shut", name
    assert LabPage(page).run("dcg", SUM).state == "passed"


# --- Under a mouse: what is clicked is what is seen ------------------------------------------


def find_letter(page, line, column):
    """Return a letter's place in the editor: its left edge and the middle of its line."""
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


def click_letter(page, line, column):
    x, y = find_letter(page, line, column)
    page.mouse.click(x + 1, y)


def test_a_click_places_the_caret_there_even_below_the_last_line(lab):
    page = lab.page
    page.locator(EDITOR).scroll_into_view_if_needed()
    click_letter(page, 3, 4)
    page.keyboard.type("grand_")
    assert "    grand_total = 0.0\n" in page.input_value(EDITOR)
    click_letter(page, 0, 11)
    page.keyboard.type("s")
    assert page.input_value(EDITOR).startswith("import maths\n")
    box = page.locator(EDITOR).bounding_box()
    page.mouse.click(box["x"] + 200, box["y"] + box["height"] - 6)
    page.keyboard.type("# end")
    assert page.input_value(EDITOR).endswith("# end")


def test_a_long_line_does_not_wrap_and_the_caret_stays_visible(lab):
    page, long = lab.page, "x = " + " + ".join(f"number_{i}" for i in range(30))
    page.focus(EDITOR)
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(long)
    rows = page.evaluate(
        "[...document.querySelectorAll('[data-testid=painted] > *')].map(l => l.offsetHeight)"
    )
    assert len(set(rows)) == 1
    box = page.locator("div:has(> [data-testid=editor])").bounding_box()
    end, _ = find_letter(page, 5, len(long))
    assert box["x"] < end < box["x"] + box["width"]
    click_letter(page, 5, len(long) - 2)
    page.keyboard.type("9")
    assert page.input_value(EDITOR).endswith("number_929")
    page.keyboard.press("Home")
    start, _ = find_letter(page, 5, 0)
    assert box["x"] < start < box["x"] + box["width"]
