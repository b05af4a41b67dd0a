"""From nothing to a page that can be used: the server's start, then three visits.

    python -m benchmarks.start

server          from the command to the first healthy answer
first visitor   an empty cache, and a server that has served nothing yet
second visitor  an empty cache
same visitor    comes back in a new tab: what the browser kept is not loaded again

From the start of the navigation to the first painted frame with the board's cards in it, and to
the first with a chart; bytes as they came over the network until a second after the chart, the
websocket's included. The median of five rounds.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks._chromium import HEIGHT, WIDTH, chromium
from benchmarks._report import machine, table
from benchmarks._server import serve

VISITS = ("first visitor", "second visitor", "same visitor")
SCRIPT = (Path(__file__).parent / "_start.js").read_text("utf-8")


def arrive(context: Any, url: str) -> dict[str, float]:
    """Open the page in a new tab; return when board and chart were painted, and MB loaded."""
    page = context.new_page()
    page.add_init_script(SCRIPT)
    sizes = _sizes(page)
    page.goto(url)
    page.wait_for_selector("[data-testid=figure][data-state=drawn]", timeout=60_000)
    page.wait_for_timeout(1000)
    painted = page.evaluate("window.painted")
    page.close()
    return {**painted, "loaded": sum(sizes) / 1e6}


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


def one_round(browser: Any) -> tuple[float, dict[str, dict[str, float]]]:
    """Start a server and visit it three times."""
    with serve() as server:
        url = f"{server.url}/playground"
        visits = []
        for times in (1, 2):
            with browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}) as context:
                visits += [arrive(context, url) for _ in range(times)]
        return server.started, dict(zip(VISITS, visits, strict=True))


def rows(rounds: list[dict[str, dict[str, float]]]) -> Iterator[list[object]]:
    """One row for each visit: the medians."""
    for visit in VISITS:
        middle = [
            median(found[visit][name] for found in rounds) for name in ("board", "chart", "loaded")
        ]
        yield [visit, *(f"{value / 1000:.2f}" for value in middle[:2]), f"{middle[2]:.2f}"]


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=5)
    count = parser.parse_args(arguments).rounds
    with chromium() as browser:
        measured = [one_round(browser) for _ in range(count)]
    print(f"Start to playground; {machine()}")
    print(f"server healthy after {median(started for started, _ in measured):.2f} s")
    heads = ("", "board s", "first chart s", "MB loaded")
    print(table(heads, rows([found for _, found in measured])))


if __name__ == "__main__":
    main()
