"""The elements of `ndcg_ui.streamlit` in somebody's Streamlit app, next to a page of its widgets.

    python -m benchmarks.elements

widgets     `st.data_editor` for the grades, and the answer as `st.metric`, `st.dataframe` and
            `st.plotly_chart`
board       `board()`, and the answer as `st.metric` and `st.dataframe`: the board has bars itself
twelve      the page of docs/python/streamlit.md: `widgets` with `board()` instead of the editor
playground  `page("playground")`

drop  from the key, or the release of the mouse, that confirms a grade or drops a card to the first
      painted frame with the new NDCG
load  from the start of the navigation, with an empty cache and a server that has answered before,
      to an editor or a board that can be used

The pages take turns, so that a busy machine slows all. The ratios are to the page of widgets.
"""

import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks._chromium import HEIGHT, WIDTH, start_chromium
from benchmarks._report import compute_percentile, describe_machine, format_table, make_parser
from benchmarks._server import Server, find_free_port, run_servers

WRITE_NUMBERS = """
left, right = st.columns([1, 3])
left.metric("NDCG", f"{trace.ndcg:.3f}")
right.dataframe(trace.actual, hide_index=True)
"""
WRITE_ANSWER = f"""{WRITE_NUMBERS}
st.plotly_chart(figures.terms(trace))
"""
PAGE_SCRIPTS = {
    "widgets": f"""
import streamlit as st
import ndcg_core as nc
import ndcg_ui.figures as figures
rows = [{{"document": label, "grade": grade}} for label, grade in zip("ABCDE", [3, 2, 3, 0, 1])]
rows = st.data_editor(rows, key="rows")
trace = nc.trace([row["grade"] for row in rows])
{WRITE_ANSWER}""",
    "board": f"""
import streamlit as st
import ndcg_ui.streamlit as ndcg
trace = ndcg.board([3, 2, 3, 0, 1], key="b").trace
{WRITE_NUMBERS}""",
    "twelve": f"""
import streamlit as st
import ndcg_ui.figures as figures
import ndcg_ui.streamlit as ndcg
trace = ndcg.board([3, 2, 3, 0, 1], key="b").trace
{WRITE_ANSWER}""",
    "playground": """
import ndcg_ui.streamlit as ndcg
ndcg.page("playground", key="p")
""",
}
EDITOR_SELECTOR = "[data-testid=stDataFrame] canvas"
BOARD_SELECTOR = "[data-testid=board][data-revision]:not([data-revision=''])"
USABLE_SELECTORS = {
    "widgets": EDITOR_SELECTOR,
    "board": BOARD_SELECTOR,
    "twelve": BOARD_SELECTOR,
    "playground": BOARD_SELECTOR,
}
METRIC_TEXT = "document.querySelector('[data-testid=stMetricValue]')?.textContent"
ANSWER_TEXTS = {
    "widgets": METRIC_TEXT,
    "board": METRIC_TEXT,
    "twelve": METRIC_TEXT,
    # Its numbers follow a held card. Only a new revision shows that they come from the answer.
    "playground": "document.querySelector('[data-testid=board]')?.dataset.revision",
}
"""An expression that is true when a page shows an answer."""
PAUSE_MILLISECONDS = 1500  # ms between two drops: charts may still be drawing
TIMEOUT_MILLISECONDS = 120_000  # ms
WATCH_ANSWER = """([answered, confirms]) => {
  const read = new Function(`return ${answered}`);
  const before = read();
  window.took = null;
  addEventListener(confirms, () => {
    const began = performance.now();
    const channel = new MessageChannel();
    channel.port1.onmessage = () => (window.took = performance.now() - began);
    requestAnimationFrame(function frame() {
      const now = read();
      if (now && now !== before) channel.port2.postMessage(null);
      else requestAnimationFrame(frame);
    });
  }, { capture: true, once: true });
}"""
WATCH_USABLE = """(selector) => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => (window.usable = performance.now());
  requestAnimationFrame(function frame() {
    const found = [...document.querySelectorAll(selector)];
    const isUsable = found.some((element) => element.getBoundingClientRect().height);
    if (isUsable) channel.port2.postMessage(null);
    else requestAnimationFrame(frame);
  });
}"""


@contextmanager
def run_page_servers() -> Iterator[Mapping[str, Server]]:
    """Run each page in a separate Streamlit server. Yield the servers by the page's name."""
    with tempfile.TemporaryDirectory() as scratch:
        servers = {name: make_page_server(Path(scratch), name) for name in PAGE_SCRIPTS}
        with run_servers(*servers.values()):
            yield servers


def make_page_server(folder: Path, name: str) -> Server:
    """Write a page's script into a folder, and return an unstarted Streamlit server for it."""
    script = folder / f"{name}.py"
    port = find_free_port()
    script.write_text(PAGE_SCRIPTS[name], encoding="utf-8")
    command = [sys.executable, "-m", "streamlit", "run", str(script)]
    command += ["--server.headless", "true", "--browser.gatherUsageStats", "false"]
    command += ["--server.port", str(port), "--server.address", "localhost"]
    return Server(port, folder / f"{name}.log", command, folder)


def open_page(browser: Any, name: str, server: Server) -> tuple[Any, float]:
    """Open a page with an empty cache. Return it and the milliseconds until it is usable."""
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_MILLISECONDS)
    page.add_init_script(f"({WATCH_USABLE})({USABLE_SELECTORS[name]!r})")
    page.goto(server.url, wait_until="commit")
    page.wait_for_function("() => window.usable")
    page.wait_for_function(
        "answered => new Function(`return ${answered}`)()", arg=ANSWER_TEXTS[name]
    )
    return page, page.evaluate("window.usable")


def change_ranking(page: Any, name: str, drop_index: int) -> float:
    """Edit a grade or drop a card. Return the milliseconds until the answer is painted.

    name: the name of the page. On the page "widgets", a grade is edited.
    drop_index: the index of the change, from 0. The new grade depends on it.
    """
    page.wait_for_timeout(PAUSE_MILLISECONDS)
    if name == "widgets":
        box = page.locator(EDITOR_SELECTOR).first.bounding_box()
        # The grade in the first row. A second click opens the field, whether or not the cell was
        # selected before.
        page.mouse.dblclick(box["x"] + box["width"] - 40, box["y"] + 52, delay=50)
        page.locator("#portal input").fill("12"[drop_index % 2])
        page.evaluate(WATCH_ANSWER, [ANSWER_TEXTS[name], "keydown"])
        page.keyboard.press("Enter")
    else:
        x, start = find_card_point(page, 1)
        end = find_card_point(page, 2)[1]
        page.evaluate(WATCH_ANSWER, [ANSWER_TEXTS[name], "pointerup"])
        page.mouse.move(x, start)
        page.mouse.down()
        for step in range(1, 9):
            page.mouse.move(x, start + (end - start) * step / 8)
            page.wait_for_timeout(25)
        page.mouse.up()
    page.wait_for_function("() => window.took !== null")
    return page.evaluate("window.took")


def find_card_point(page: Any, rank: int) -> tuple[float, float]:
    """Return the coordinates of a point on the card at a rank, away from its buttons."""
    card = page.locator(f"[data-testid=card][data-rank='{rank}']")
    box = card.get_by_test_id("name").bounding_box()
    return box["x"] + 3, box["y"] + box["height"] / 2


def measure_pages(
    browser: Any, round_count: int, drop_count: int
) -> dict[str, dict[str, list[float]]]:
    """Visit the pages in turn. Return the milliseconds of loads and drops, by page and kind.

    The first visit of each page is not counted.
    """
    times: dict[str, dict[str, list[float]]] = {
        name: {"load": [], "drop": []} for name in PAGE_SCRIPTS
    }
    with run_page_servers() as servers:
        for turn in range(round_count + 1):
            pages = {}
            for name, server in servers.items():
                pages[name], load = open_page(browser, name, server)
                if turn:  # the first visitor waits for what the server imports
                    times[name]["load"].append(load)
            for drop in range(drop_count if turn else 0):
                for name, page in pages.items():
                    times[name]["drop"].append(change_ranking(page, name, drop))
            for page in pages.values():
                page.context.close()
    return times


def iterate_median_rows(times: dict[str, dict[str, list[float]]]) -> Iterator[list[object]]:
    """Yield a row for each page: medians, ratios to the page of widgets, and p95 of drops."""
    base = {kind: median(values) for kind, values in times["widgets"].items()}
    for name, kinds in times.items():
        drop = median(kinds["drop"])
        load = median(kinds["load"])
        ratios = f"{drop / base['drop']:.2f}", f"{load / base['load']:.2f}"
        p95 = compute_percentile(kinds["drop"], 95)
        yield [name, round(drop), round(p95), ratios[0], f"{load / 1000:.2f}", ratios[1]]


def main(arguments: list[str] | None = None) -> None:
    """Run the benchmark and print its table."""
    parser = make_parser(__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="visits of each page")
    parser.add_argument("--drops", type=int, default=8, help="changes in each visit")
    options = parser.parse_args(arguments)
    with start_chromium() as browser:
        times = measure_pages(browser, options.rounds, options.drops)
    print(f"Elements in a plain Streamlit app; {describe_machine()}")
    print(
        format_table(("", "drop ms", "p95", "ratio", "load s", "ratio"), iterate_median_rows(times))
    )


if __name__ == "__main__":
    main()
