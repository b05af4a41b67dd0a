"""Elements of `ndcg_ui.notebook` in JupyterLab, next to a slider of ipywidgets and to our server.

    python -m benchmarks.notebooks

usable  from "Run All Cells" in a new kernel until a slider of ipywidgets and a board are usable, in
        cells of one notebook; and each alone in a notebook of its own
drop    from the release of the mouse that drops a card to the first painted frame with the answer:
        `board()` and `playground()` in JupyterLab, and /playground of our own server. The answer
        is requested during the drag
action  the same from a click on "Reverse", whose answer cannot be requested in advance

JupyterLab and the server take turns, so that a busy machine slows all. The ratios are to the
slider, and to the same by our server.
"""

import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks._chromium import HEIGHT, WIDTH, start_chromium
from benchmarks._jupyter import (
    choose_menu_entry,
    make_jupyter_server,
    open_notebook,
    write_notebook,
)
from benchmarks._report import compute_percentile, describe_machine, format_table, make_parser
from benchmarks._server import Server, make_streamlit_server, run_servers

SLIDER_CELL = "import ipywidgets\nipywidgets.IntSlider()"
BOARD_CELL = "import ndcg_ui.notebook as ndcg\nndcg.board([3, 2, 3, 0, 1])"
PLAYGROUND_CELL = "import ndcg_ui.notebook as ndcg\nndcg.playground([3, 2, 3, 0, 1])"
BARE_CELL = """import anywidget
class Bare(anywidget.AnyWidget):
    _esm = '''export default {
      render({ el }) { el.innerHTML = "<b class=bare>bare</b>"; }
    }'''
Bare()"""
NOTEBOOK_CELLS = {
    "both": (SLIDER_CELL, BOARD_CELL),
    "slider, then bare": (SLIDER_CELL, BARE_CELL),
    "slider alone": (SLIDER_CELL,),
    "board alone": (BOARD_CELL,),
    "bare alone": (BARE_CELL,),
}
DRAWN_BOARD = "[data-testid=board][data-revision]:not([data-revision=''])"
TIMEOUT_MILLISECONDS = 60_000  # ms
PAUSE_MILLISECONDS = 1500  # ms between two drops: charts may still be drawing
WATCH_USABLE = """() => {
  const usable = (window.usable = {});
  const find = {
    slider: () => document.querySelector(".widget-slider"),
    bare: () => document.querySelector(".jp-OutputArea-output .bare"),
    board: () => [...document.querySelectorAll(".jp-OutputArea-output div")]
      .map(element => element.shadowRoot?.querySelector("BOARD")).find(Boolean),
  };
  addEventListener("pointerup", () => { // which chooses an entry of a menu
    const began = performance.now();
    requestAnimationFrame(function frame() {
      for (const name in find) {
        if (name in usable || !find[name]()?.getBoundingClientRect().height) continue;
        const channel = new MessageChannel();
        channel.port1.onmessage = () => (usable[name] = performance.now() - began);
        channel.port2.postMessage(null);
        delete find[name];
      }
      if (Object.keys(find).length) requestAnimationFrame(frame);
    });
  }, { capture: true, once: true });
}""".replace("BOARD", DRAWN_BOARD)
WATCH_ACTION = """board => {
  const before = board.dataset.revision;
  window.took = null;
  addEventListener("pointerup", () => {
    const began = performance.now();
    const channel = new MessageChannel();
    channel.port1.onmessage = () => (window.took = performance.now() - began);
    requestAnimationFrame(function frame() {
      if (board.dataset.revision !== before) channel.port2.postMessage(null);
      else requestAnimationFrame(frame);
    });
  }, { capture: true, once: true });
}"""
Times = Mapping[str, Sequence[float]]


@contextmanager
def run_jupyter_and_server() -> Iterator[tuple[Server, Server]]:
    """Run a JupyterLab server and our own server inside the `with` block. Yield both."""
    with tempfile.TemporaryDirectory() as scratch:
        (Path(scratch) / "lab").mkdir()
        servers = (
            make_jupyter_server(Path(scratch) / "lab"),
            make_streamlit_server(Path(scratch) / "log"),
        )
        with run_servers(*servers):
            yield servers


def open_page(browser: Any) -> Any:
    """Open an empty page as a new visitor with an empty cache, and return the page."""
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
    context.set_default_timeout(TIMEOUT_MILLISECONDS)
    return context.new_page()


def run_notebook(browser: Any, lab: Server, cells: Sequence[str]) -> dict[str, float]:
    """Run a notebook in a new kernel. Return the milliseconds until each widget is usable."""
    page = open_page(browser)
    open_notebook(page, lab, write_notebook(lab.folder, cells))
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.evaluate(WATCH_USABLE)
    page.locator(".lm-Menu-itemLabel").get_by_text("Run All Cells", exact=True).click()
    page.wait_for_function("count => Object.keys(window.usable).length === count", arg=len(cells))
    usable: dict[str, float] = page.evaluate("window.usable")
    choose_menu_entry(page, "Kernel", "Shut Down Kernel")
    page.context.close()
    return usable


def time_board_action(page: Any, kind: str) -> float:
    """Drop a card or reverse a board. Return the milliseconds until the answer is painted.

    kind: "drop" to drop a card, "action" to reverse the board
    """
    page.wait_for_timeout(PAUSE_MILLISECONDS)
    board = page.locator(DRAWN_BOARD).first
    board.evaluate(WATCH_ACTION)
    if kind == "action":
        board.get_by_role("button", name="Reverse").click()
    else:
        drag_first_card(page, board)
    page.wait_for_function("() => window.took !== null")
    took: float = page.evaluate("window.took")
    return took


def drag_first_card(page: Any, board: Any) -> None:
    """Drag the first card of a board to the second rank."""
    x, start = find_card_point(board, 1)
    end = find_card_point(board, 2)[1]
    page.mouse.move(x, start)
    page.mouse.down()
    for step in range(1, 9):
        page.mouse.move(x, start + (end - start) * step / 8)
        page.wait_for_timeout(25)
    page.mouse.up()


def find_card_point(board: Any, rank: int) -> tuple[float, float]:
    """Return the coordinates of a point on the card at a rank, away from its buttons."""
    card = board.locator(f"[data-testid=card][data-rank='{rank}']")
    box = card.get_by_test_id("name").bounding_box()
    return box["x"] + 3, box["y"] + box["height"] / 2


def open_boards(browser: Any, lab: Server, server: Server) -> dict[str, Any]:
    """Open a board and a playground in JupyterLab, and our server's playground.

    Returns the pages by name: "board", "playground" and "server".
    """
    pages = {name: open_page(browser) for name in ("board", "playground", "server")}
    for name, cell in (("board", BOARD_CELL), ("playground", PLAYGROUND_CELL)):
        page = pages[name]
        open_notebook(page, lab, write_notebook(lab.folder, [cell]))
        choose_menu_entry(page, "Run", "Run All Cells")
    pages["server"].goto(f"{server.url}/playground")
    for page in pages.values():
        page.locator(DRAWN_BOARD).first.scroll_into_view_if_needed()
    return pages


def measure_elements(browser: Any, round_count: int, drop_count: int) -> tuple[Times, Times]:
    """Measure the ms until each widget is usable, and until each answer is painted.

    Runs JupyterLab and our server meanwhile. Returns both times by kind.
    """
    usable: dict[str, list[float]] = defaultdict(list)
    acted: dict[str, list[float]] = defaultdict(list)
    with run_jupyter_and_server() as (lab, server):
        for turn in range(round_count + 1):
            for name, cells in NOTEBOOK_CELLS.items():
                for widget, took in run_notebook(browser, lab, cells).items():
                    if turn:  # the first run waits for what the disk has
                        usable[f"{widget}, {name}"].append(took)
        pages = open_boards(browser, lab, server)
        for turn in range(drop_count + 1):
            for name, page in pages.items():
                for kind in ("drop", "action"):
                    took = time_board_action(page, kind)
                    if turn:
                        acted[f"{kind}, {name}"].append(took)
    return usable, acted


def iterate_median_rows(times: Times, base_kinds: Mapping[str, str]) -> Iterator[list[object]]:
    """Yield a row for each kind: the median and the 95th percentile, and ratios to a base.

    base_kinds: the kind to compare with, by kind. The ratios of other kinds are "".
    """
    for name, values in times.items():
        ratios: list[object] = ["", ""]
        if name in base_kinds:
            others = times[base_kinds[name]]
            ratios = [
                f"{median(values) / median(others):.2f}",
                f"{compute_percentile(values, 95) / compute_percentile(others, 95):.2f}",
            ]
        yield [name, round(median(values)), round(compute_percentile(values, 95)), *ratios]


def main(arguments: list[str] | None = None) -> None:
    """Run the benchmark and print its tables."""
    parser = make_parser(__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each notebook")
    parser.add_argument("--drops", type=int, default=20, help="drops on each page")
    options = parser.parse_args(arguments)
    with start_chromium() as browser:
        usable, acted = measure_elements(browser, options.rounds, options.drops)
    print(f"Elements in JupyterLab; {describe_machine()}")
    heads = ("p50 ms", "p95", "ratio", "of p95")
    slider = {
        "board, both": "slider, both",
        "bare, slider, then bare": "slider, slider, then bare",
        "board, board alone": "slider, slider alone",
        "bare, bare alone": "slider, slider alone",
    }
    server = {name: f"{name.split(', ')[0]}, server" for name in acted if "server" not in name}
    for title, times, base in (("usable", usable, slider), ("answered", acted, server)):
        print(format_table((title, *heads), iterate_median_rows(times, base)))


if __name__ == "__main__":
    main()
