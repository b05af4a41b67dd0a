"""Time to open the playground of a static site on this machine.

first visit   an empty cache: numbers, a board that can be moved, the first act answered
second visit  without a network, from the files that the browser has stored
act           an action on ten documents in the worker, repeated `--acts` times: for the whole page,
              and for the first screen, which has the board and the parts next to it

Sizes are those of the compressed files (gzip -9).
"""

import gzip
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from types import SimpleNamespace
from typing import Any

from benchmarks._chromium import start_chromium
from benchmarks._report import compute_percentile, describe_machine, format_table, make_parser
from ndcg_ui.hosts.site.writing import build_site, fetch_pyodide, write_folder

BOARD_FILES = ("playground/index.html", "assets/style", "assets/ndcg-tutor.page")
LATER_FILES = ("vendor/", "sandbox/", "assets/ndcg-tutor.lab", "keeping.js")
"""Files that the first action does not need. `BOARD_FILES` lists the files that a board needs."""
PLAYGROUND_LINK = {"r": "3,2,3,0,1,2,0,0,1,3", "k": "10"}
FIND_ELEMENT = """selector => document.querySelector(selector) && performance.now()"""
TIME_ACTION = """async (act) => {
    const below = [...document.querySelectorAll(".exhibit-row:has(.board) ~ * [data-part]")];
    const unseen = act.whole ? [] : below.map((part) => part.dataset.part);
    const body = JSON.stringify({ ...act, state: { unseen } });
    const began = performance.now();
    await (await globalThis.ndcgSite("acts/playground", { body })).text();
    return [performance.now() - began, performance.now()];
}"""
WAIT_UNTIL_STORED = """async (least = 1) => {
    const memory = async () => (await caches.match("python/memory"))?.blob();
    while (!((await memory())?.size >= least)) await new Promise((go) => setTimeout(go, 100));
}"""
"""Waits until everything is stored. Python's memory, of at least this many bytes, comes last."""
VISITS = ("first visit", "second visit")
ACTION_KINDS = {"act": True, "act, first screen": False}
TIMEOUT_MILLISECONDS = 120_000  # milliseconds
STAGE_SELECTORS = {"numbers": "[data-testid=value-ndcg]", "board": ".exhibit[data-revision]"}


class QuietHandler(SimpleHTTPRequestHandler):
    """An HTTP handler that serves files without a log. Files without an extension are text."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {"": "text/plain"}

    def handle(self) -> None:
        """Answer a connection's requests. Ignore an error if the browser closes it early."""
        with suppress(ConnectionError):
            super().handle()

    def log_message(self, *message: object) -> None:
        """Discard a log message."""


@contextmanager
def serve_folder(folder: Path, path: str = "") -> Iterator[SimpleNamespace]:
    """Serve the files of a folder inside the `with` block.

    Yields an object with `url`, the address with `path` at its end, and `folder`.
    """
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=folder))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield SimpleNamespace(url=f"http://127.0.0.1:{server.server_port}{path}", folder=folder)
    finally:
        server.shutdown()
        server.server_close()


def visit_playground(context: Any, url: str) -> tuple[Any, dict[str, float]]:
    """Open the playground. Return the page, and the seconds until each milestone, by name.

    The last milestone, "first act", is the answer to an action that reverses the board.
    """
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_MILLISECONDS)
    page.goto(f"{url}/playground", wait_until="commit")
    seen = {
        name: page.wait_for_function(FIND_ELEMENT, arg=selector).json_value() / 1000
        for name, selector in STAGE_SELECTORS.items()
    }
    return page, seen | {"first act": time_action(page, requests_all_parts=True)[1] / 1000}


def time_action(page: Any, *, requests_all_parts: bool) -> list[float]:
    """Send an action. Return its duration and its end time since the page's start, in ms.

    requests_all_parts: True for all parts of the page, False for those of the first screen.
    """
    return page.evaluate(
        TIME_ACTION,
        {"link": PLAYGROUND_LINK, "act": {"do": "reverse"}, "whole": requests_all_parts},
    )


def visit_twice(browser: Any, url: str, action_count: int) -> dict[str, Any]:
    """Visit the site online, then offline, and time actions. Return the times by kind.

    A kind is a visit, with the seconds until each milestone, or a kind of action, with the
    milliseconds of each action.
    """
    with browser.new_context() as context:
        page, first = visit_playground(context, url)
        page.evaluate(WAIT_UNTIL_STORED)
        page.close()
        context.set_offline(True)
        page, second = visit_playground(context, url)
        taken = {
            name: [
                time_action(page, requests_all_parts=requests_all_parts)[0]
                for _ in range(action_count)
            ]
            for name, requests_all_parts in ACTION_KINDS.items()
        }
    return {**dict(zip(VISITS, (first, second), strict=True)), **taken}


def iterate_size_rows(files: Mapping[str, bytes]) -> Iterator[list[object]]:
    """Yield rows with the compressed MB of files: for the board, for actions, and of all.

    The last row also has the MB without compression.
    """
    packed = {name: len(gzip.compress(content, 9)) / 1e6 for name, content in files.items()}
    pages = {name for name in files if name.endswith(".html") and name != BOARD_FILES[0]}
    board = sum(size for name, size in packed.items() if name.startswith(BOARD_FILES))
    acts = sum(
        s for name, s in packed.items() if not name.startswith(LATER_FILES) and name not in pages
    )
    yield ["before the board", f"{board:.2f}", None]
    yield ["before acts", f"{acts:.2f}", None]
    yield ["folder", f"{sum(packed.values()):.2f}", f"{sum(map(len, files.values())) / 1e6:.2f}"]


def main(arguments: list[str] | None = None) -> None:
    """Run the benchmark and print its tables."""
    parser = make_parser(__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="rounds of two visits")
    parser.add_argument("--acts", type=int, default=200, help="actions in each round")
    parser.add_argument("--pyodide", type=Path, help="folder of Pyodide; npm's by default")
    chosen = parser.parse_args(arguments)
    with TemporaryDirectory() as scratch:
        made = build_site(chosen.pyodide or fetch_pyodide(Path(scratch)))
        folder = Path(scratch) / "site"
        write_folder(made, folder)
        with start_chromium() as browser, serve_folder(folder) as at:
            rounds = [visit_twice(browser, at.url, chosen.acts) for _ in range(chosen.rounds)]
    print(f"A site; {describe_machine()}")
    heads = ("", *(f"{name} s" for name in (*STAGE_SELECTORS, "first act")))
    middle = [
        [name, *(f"{median(one[name][stage] for one in rounds):.2f}" for stage in rounds[0][name])]
        for name in VISITS
    ]
    print(format_table(heads, middle))
    taken = {name: [ms for one in rounds for ms in one[name]] for name in ACTION_KINDS}
    spread = [
        [name, compute_percentile(ms, 50), compute_percentile(ms, 95)] for name, ms in taken.items()
    ]
    print(format_table(("", "p50 ms", "p95 ms"), spread))
    print(format_table(("", "MB gzip", "MB"), iterate_size_rows(made)))


if __name__ == "__main__":
    main()
