"""From nothing to a page that can be used: the server's start, then visits to the playground.

    python -m benchmarks.start

server          from the command to the first healthy answer
first visitor   an empty cache, and a server that has served nothing yet
second visitor  an empty cache
same visitor    returns in a new tab, with the files in the browser's cache
slow 3G         an empty cache, 400 ms to the server and back, 50 KiB a second, a phone

On the slow line, the benchmark does not wait for charts. The content of the screen after 5, 15, 30
and 60 seconds, or those of `--looks`, is printed below the table.

Times are from the start of the navigation to the first painted frame with NDCG, with the board's
cards, and with a chart. Bytes are those over the network until a second after the chart, WebSocket
included. Layout shifts are added up (0 is none, 0.1 is noticeable). The table has the medians of
some rounds, and the largest shift.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks._chromium import HEIGHT, WIDTH, start_chromium
from benchmarks._report import describe_machine, format_table, make_parser
from benchmarks._server import run_server

VISIT_NAMES = ("first visitor", "second visitor", "same visitor", "slow 3G")
SLOW_NETWORK = {"offline": False, "latency": 400} | dict.fromkeys(
    ("downloadThroughput", "uploadThroughput"), 50 * 1024
)
LOOK_SECONDS = (5, 15, 30, 60)  # seconds
FIND_SHOWN_PARTS = """() => {
  const parts = {heading: "h1", numbers: "[data-testid=value-ndcg]", board: "[data-testid=card]",
    sentences: ".remarks", app: "[data-testid=board][data-revision]"};
  const shown = (selector) => [...document.querySelectorAll(selector)].some(
    (e) => e.checkVisibility({visibilityProperty: true}) && e.innerText.trim());
  return Object.keys(parts).filter((name) => shown(parts[name])).join(", ") || "nothing";
}"""
RECORDING_SCRIPT = (Path(__file__).parent / "_start.js").read_text("utf-8")
PHONE_SIZE = 390, 844
TIMEOUT_MILLISECONDS = 300_000  # milliseconds
CARD_SELECTOR = "[data-testid=card]"
CHART_SELECTOR = "[data-testid=figure][data-state=drawn]"
FIND_USABLE_BOARD = "() => document.querySelector('[data-testid=board][data-revision]')"


def open_in_new_tab(
    context: Any,
    url: str,
    awaited_selector: str = CHART_SELECTOR,
    look_seconds: Sequence[float] = (),
) -> dict[str, Any]:
    """Open a page in a new tab. Return its paint times, its layout shift and the MB loaded.

    Waits until the board can be used, and closes the tab.

    awaited_selector: the selector of the element to wait for.
    look_seconds: the times at which to note the content of the screen. With any, the network is
    slow.
    """
    page = context.new_page()
    if look_seconds:
        page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW_NETWORK)
    page.set_default_timeout(TIMEOUT_MILLISECONDS)
    page.add_init_script(RECORDING_SCRIPT)
    sizes = _collect_sizes(page)
    page.goto(url, wait_until="commit")
    screens = []
    for seconds in look_seconds:
        page.wait_for_function(f"() => performance.now() > {1000 * seconds}")
        screens.append(page.evaluate(FIND_SHOWN_PARTS))
    page.wait_for_function(FIND_USABLE_BOARD)
    page.wait_for_selector(awaited_selector)
    page.wait_for_timeout(1000)
    painted = page.evaluate("window.painted")
    page.close()
    return {**painted, "loaded": sum(sizes) / 1e6, "screens": screens}


def _collect_sizes(page: Any) -> list[float]:
    """Return a list to which the size of each response and WebSocket frame is appended.

    Only frames that the page receives are measured. The sizes are in bytes.
    """
    sizes: list[float] = []
    session = page.context.new_cdp_session(page)
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    session.on(
        "Network.webSocketFrameReceived",
        lambda event: sizes.append(len(event["response"]["payloadData"]) * 3 / 4),
    )
    session.send("Network.enable")
    return sizes


def make_visitor_context(browser: Any, width: int = WIDTH, height: int = HEIGHT) -> Any:
    """Return a browser context with an empty cache and a window of this size."""
    return browser.new_context(viewport={"width": width, "height": height})


def visit_new_server(
    browser: Any, look_seconds: Sequence[float]
) -> tuple[float, dict[str, dict[str, Any]]]:
    """Start a server and visit it four times. Return the startup seconds and the results.

    The results are from `open_in_new_tab`, by the name of the visit.
    """
    with run_server() as server:
        url = f"{server.url}/playground"
        visits = []
        for times in (1, 2):
            with make_visitor_context(browser) as context:
                visits += [open_in_new_tab(context, url) for _ in range(times)]
        with make_visitor_context(browser, *PHONE_SIZE) as context:
            visits.append(open_in_new_tab(context, url, CARD_SELECTOR, look_seconds))
        return server.startup_seconds, dict(zip(VISIT_NAMES, visits, strict=True))


def iterate_visit_rows(rounds: list[dict[str, dict[str, Any]]]) -> Iterator[list[object]]:
    """Yield a row for each kind of visit: median times and MB, and the largest layout shift."""
    times = ("numbers", "board", "chart")
    for visit in VISIT_NAMES:
        seen = [found[visit] for found in rounds]
        seen_in = [[one[name] for one in seen if name in one] for name in (*times, "loaded")]
        middle = [median(found) if found else None for found in seen_in]
        shift = max(one["shift"] for one in seen)
        yield [
            visit,
            *(None if ms is None else f"{ms / 1000:.2f}" for ms in middle[:3]),
            f"{middle[3]:.2f}",
            f"{shift:.3f}",
        ]


def main(arguments: list[str] | None = None) -> None:
    """Run the benchmark and print its table."""
    parser = make_parser(__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="rounds of the four visits")
    parser.add_argument(
        "--looks",
        type=float,
        nargs="+",
        default=list(LOOK_SECONDS),
        help="seconds after which to look at the screen on the slow line",
    )
    chosen = parser.parse_args(arguments)
    with start_chromium() as browser:
        measured = [visit_new_server(browser, chosen.looks) for _ in range(chosen.rounds)]
    print(f"Start to playground; {describe_machine()}")
    print(f"server healthy after {median(started for started, _ in measured):.2f} s")
    heads = ("", "numbers s", "board s", "first chart s", "MB loaded", "shift")
    print(format_table(heads, iterate_visit_rows([found for _, found in measured])))
    for look, seconds in enumerate(chosen.looks):
        seen = {visits["slow 3G"]["screens"][look] for _, visits in measured}
        print(f"slow 3G, after {seconds:g} s: {'; or '.join(sorted(seen))}")


if __name__ == "__main__":
    main()
