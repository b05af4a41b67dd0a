"""The size of the wall's contents, fitted in Node to a screen with given heights and widths."""

import pytest

from tests.ui.scenes import UI, make_scene_runner, needs_node, read_module

pytestmark = needs_node
BROWSER = (UI.parent / "tests/ui/small_browser.js").as_uri()
WALL = f"""
import {{ find, findAll, texts }} from "{BROWSER}";
document.append(document.createElement("html"));
document.documentElement.innerHTML = `<head></head><body><main id="screen">
  <div class="what"><span class="chips"></span></div><div id="results"></div></main></body>`;
const screen = find("#screen");
screen.layout = {{ width: 1280, height: 720 }}; // one unit is 12.8 px
const {{ body }} = document;
const share = () => parseFloat(screen.style.getPropertyValue("--u")) / 12.8;
const measure = (element, name, get) =>
  Object.defineProperty(element, name, {{ get, configurable: true }});
const {{ fitWall }} = await import("./classroom/fit.js");
// Fits contents whose height at the full unit is this multiple of the screen's, for each level
// of crowding, and `cramped` without the tables of the question.
const fit = (heights, cramped = heights.at(-1)) => {{
  measure(screen, "scrollHeight", () => {{
    const height = "cramped" in body.dataset ? cramped : heights[body.dataset.crowded];
    return height * 720 * share();
  }});
  fitWall();
  return [body.dataset.crowded, "cramped" in body.dataset, Number(share().toFixed(2))];
}};
// Draws rows of answers, and returns their visible texts after a fit.
const fold = (count, kind, level) => {{
  const rows = Array.from({{ length: count }}, (_, n) => `<li data-count="${{n + 1}}">${{n + 1}}`);
  find("#results").innerHTML = `<ol class="rows ${{kind}}">${{rows.join("</li>")}}</li></ol>`;
  fit([0, 1, 2, 3, 4, 5].map((n) => (n < level ? 3 : 1)));
  return findAll("#results li").filter((row) => !row.hidden).map((row) => row.textContent);
}};
let result;
"""


@pytest.fixture
def wall(tmp_path):
    """Run a scene on a wall of 1280 by 720 pixels."""
    shared = "export const find = (selector) => document.querySelector(selector);"
    modules = {
        "classroom/fit.js": read_module("classroom/fit.js"),
        "classroom/shared.js": shared,
    }
    return make_scene_runner(tmp_path, modules, WALL)


def test_the_tables_of_a_question_are_hidden_only_if_nothing_else_is_enough(wall):
    whole, smaller, crowded, last, cramped, after, again = wall("""
        const images = find(".what").appendChild(document.createElement("img"));
        const resized = (to, event) => {
          fit([1.3, 1, 1, 1, 1, 1]);
          const before = share();
          measure(screen, "scrollHeight", () => 720 * share());
          to.dispatchEvent(new Event(event));
          return [Number(before.toFixed(2)), Number(share().toFixed(2))];
        };
        result = [
          fit([1, 1, 1, 1, 1, 1]),
          fit([1.3, 1, 1, 1, 1, 1]),
          fit([3, 2.5, 1.2, 1, 1, 1]),
          fit([3, 3, 3, 3, 3, 1.5]),
          fit([3, 3, 3, 3, 3, 3], 1.6),
          fit([1, 1, 1, 1, 1, 1]),
          [resized(globalThis, "resize"), resized(images, "load")],
        ];
    """)
    assert whole == ["0", False, 1]
    assert smaller == ["0", False, 0.76]
    assert crowded == ["2", False, 0.82]
    assert last == ["5", False, 0.66]
    assert cramped == ["5", True, 0.62]
    assert after == ["0", False, 1]
    assert again == [[0.76, 1], [0.76, 1]], "after a change of the window, and with an image"


def test_chips_that_are_too_wide_make_the_contents_smaller(wall):
    assert wall("""
        const chips = find(".what");
        chips.layout = { width: 100, height: 20 };
        measure(chips, "scrollWidth", () => 125 * share());
        result = fit([1, 1, 1, 1, 1, 1]);
    """) == ["0", False, 0.8]


def test_texts_next_to_a_flow_do_not_overlap(wall):
    assert wall("""
        find("#results").innerHTML = '<div class="flow"><ol><li>A</li><li>B</li></ol></div>';
        const [list, first, second] = ["ol", "li", "li + li"].map((one) => find(`.flow ${one}`));
        list.layout = { top: 0, height: 200 };
        const place = (row, top, height) =>
          (row.getBoundingClientRect = () => ({ top, bottom: top + height * share() }));
        place(first, 0, 125);
        place(second, 100, 100);
        result = [fit([1, 1, 1, 1, 1, 1])];
        place(second, 100, 150); // below the list
        result.push(fit([1, 1, 1, 1, 1, 1]));
        list.layout = { top: 20, height: 180 };
        first.getBoundingClientRect = () => ({ top: 120 - 125 * share(), bottom: 120 });
        second.getBoundingClientRect = () => ({ top: 120, bottom: 200 });
        result.push(fit([1, 1, 1, 1, 1, 1])); // the first text is above the list
    """) == [["0", False, 0.8], ["0", False, 0.66], ["0", False, 0.8]]


def test_the_groups_after_the_first_are_counted_in_one_row(wall):
    folded, whole, fewer, fourth, last, choice = wall("""
        result = [fold(10, "", 0), fold(8, "", 0), fold(7, "", 4), fold(7, "blanks", 4),
          fold(7, "blanks", 5), fold(10, "choice", 0)];
    """)
    assert folded == [*map(str, range(1, 9)), "2 more, with 19 together"]
    assert whole == [*map(str, range(1, 9))]
    assert fewer == ["1", "2", "3", "4 more, with 22 together"]
    assert fourth == [*map(str, range(1, 8))], "blanks stay until the last level"
    assert last == ["1", "2", "3", "4", "5", "2 more, with 13 together"]
    assert choice == [*map(str, range(1, 11))]
