"""From nothing to a page that can be used: the server's start, then visits to the playground.

    python -m benchmarks.start

server          from the command to the first healthy answer
first visitor   an empty cache, and a server that has served nothing yet
second visitor  an empty cache
same visitor    comes back in a new tab: what the browser kept is not loaded again
slow 3G         an empty cache, 400 ms to the server and back, 50 KiB a second, a phone

On the slow line, the benchmark does not wait for charts. The content of the screen after 5, 15, 30
and 60 seconds is printed below the table.

Times are from the start of the navigation to the first painted frame with NDCG, with the board's
cards, and with a chart. Bytes are those over the network until a second after the chart, WebSocket
included. Layout shifts are added up (0 is none, 0.1 is noticeable). The table has the medians of
some rounds, and the largest shift.
"""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks._chromium import HEIGHT, WIDTH, chromium
from benchmarks._report import arguments_of, machine, table
from benchmarks._server import serve

VISITS = ("first visitor", "second visitor", "same visitor", "slow 3G")
SLOW = {"offline": False, "latency": 400} | dict.fromkeys(
    ("downloadThroughput", "uploadThroughput"), 50 * 1024
)
LOOKS = (5, 15, 30, 60)  # seconds
ON_SCREEN = """() => {
  const parts = {heading: "h1", numbers: "[data-testid=value-ndcg]", board: "[data-testid=card]",
    sentences: ".remarks", app: "[data-testid=board][data-revision]"};
  const shown = (selector) => [...document.querySelectorAll(selector)].some(
    (e) => e.checkVisibility({visibilityProperty: true}) && e.innerText.trim());
  return Object.keys(parts).filter((name) => shown(parts[name])).join(", ") || "nothing";
}"""
SCRIPT = (Path(__file__).parent / "_start.js").read_text("utf-8")
PHONE = 390, 844
PATIENCE = 300_000  # milliseconds
CARD = "[data-testid=card]"
CHART = "[data-testid=figure][data-state=drawn]"
USABLE = "() => document.querySelector('[data-testid=board][data-revision]')"


def arrive(context: Any, url: str, wait: str = CHART, slow: bool = False) -> dict[str, Any]:
    """Open the page in a new tab. Return the times of paints, the layout shift and the MB loaded.

    slow: True for a slow line. The result then has the content of the screen at each look.
    """
    page = context.new_page()
    if slow:
        page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
    page.set_default_timeout(PATIENCE)
    page.add_init_script(SCRIPT)
    sizes = _sizes(page)
    page.goto(url, wait_until="commit")
    screens = []
    for seconds in LOOKS if slow else ():
        page.wait_for_function(f"() => performance.now() > {1000 * seconds}")
        screens.append(page.evaluate(ON_SCREEN))
    page.wait_for_function(USABLE)
    page.wait_for_selector(wait)
    page.wait_for_timeout(1000)
    painted = page.evaluate("window.painted")
    page.close()
    return {**painted, "loaded": sum(sizes) / 1e6, "screens": screens}


def _sizes(page: Any) -> list[float]:
    """Return a list that fills with the bytes of each answer as they come over the network."""
    sizes: list[float] = []
    session = page.context.new_cdp_session(page)
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    session.on(
        "Network.webSocketFrameReceived",
        lambda event: sizes.append(len(event["response"]["payloadData"]) * 3 / 4),
    )
    session.send("Network.enable")
    return sizes


def new_visitor(browser: Any, width: int = WIDTH, height: int = HEIGHT) -> Any:
    """Return a context with an empty cache."""
    return browser.new_context(viewport={"width": width, "height": height})


def one_round(browser: Any) -> tuple[float, dict[str, dict[str, Any]]]:
    """Start a server and visit it four times."""
    with serve() as server:
        url = f"{server.url}/playground"
        visits = []
        for times in (1, 2):
            with new_visitor(browser) as context:
                visits += [arrive(context, url) for _ in range(times)]
        with new_visitor(browser, *PHONE) as context:
            visits.append(arrive(context, url, CARD, slow=True))
        return server.started, dict(zip(VISITS, visits, strict=True))


def rows(rounds: list[dict[str, dict[str, Any]]]) -> Iterator[list[object]]:
    """Yield a row for each visit: the medians, and the largest shift."""
    times = ("numbers", "board", "chart")
    for visit in VISITS:
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
    """Measure and print."""
    parser = arguments_of(__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="of the three visits")
    count = parser.parse_args(arguments).rounds
    with chromium() as browser:
        measured = [one_round(browser) for _ in range(count)]
    print(f"Start to playground; {machine()}")
    print(f"server healthy after {median(started for started, _ in measured):.2f} s")
    heads = ("", "numbers s", "board s", "first chart s", "MB loaded", "shift")
    print(table(heads, rows([found for _, found in measured])))
    for look, seconds in enumerate(LOOKS):
        seen = {visits["slow 3G"]["screens"][look] for _, visits in measured}
        print(f"slow 3G, after {seconds} s: {'; or '.join(sorted(seen))}")


if __name__ == "__main__":
    main()
