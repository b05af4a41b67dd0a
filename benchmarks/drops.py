"""How long a drop takes to be painted, on the playground and with all measures.

    python -m benchmarks.drops

A real pointer drags a random document to another rank in Chromium, 50 times on each page, the
pages taking turns. What is timed, from the pointerup event to the end of the painting of a frame:

text       DCG and NDCG of the new order: they are previewed while the card is dragged, so that the
           first frame after the drop already has them
confirmed  the same as the server says them: the board has the new revision
table      the last change in the table of steps
chart      the first frame in which a bar of the chart has moved

What has no time was there before the drop: steps and charts follow the card. The page of measures
works every measure out and has no chart; its time is compared with the playground's.
See _drops.js for how frames are watched.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks._chromium import chromium, grab, visit
from benchmarks._report import arguments_of, machine, percentile, table
from benchmarks._server import serve

GRADES = "5,3,8,0,9,1,6,2,7,4"  # all different: every drop changes a bar
PARTS = ("text", "confirmed", "table", "chart")
SCRIPT = (Path(__file__).parent / "_drops.js").read_text("utf-8")
BLOCK = 10  # drops before the other page has its turn
DWELL = 100  # ms a hand rests before it lets go
LEAST = 1  # ms: of less, a ratio is chance
SETTLED = 700  # ms after which nothing moves any more


def drops(browser: Any, url: str, count: int, dice: random.Random) -> Iterator[dict[str, Any]]:
    """Open the page, make one drop to warm it up, then measure `count` drops."""
    with visit(browser, url, script=SCRIPT) as page:
        page.wait_for_selector(".barlayer .point path, [data-testid=measures]", timeout=30_000)
        page.wait_for_timeout(1000)
        for number in range(count + 1):
            drop(page, *dice.sample(range(GRADES.count(",") + 1), 2))
            page.wait_for_timeout(SETTLED)
            if number:
                yield page.evaluate("measuredDrop()")


def drop(page: Any, start: int, end: int) -> None:
    """Drag the card at one place to another, in steps."""
    cards = page.get_by_test_id("card")
    target = cards.nth(end).bounding_box()
    x, _ = grab(page, cards.nth(start))
    page.mouse.move(x, target["y"] + target["height"] / 2, steps=8)
    page.wait_for_timeout(DWELL)
    page.mouse.up()


def measure(count: int) -> dict[str, list[dict[str, Any]]]:
    """Measure both pages in turns, by their names."""
    dice = random.Random(7)
    found: dict[str, list[dict[str, Any]]] = {"playground": [], "measures": []}
    with serve() as server, chromium() as browser:
        for done in range(0, count, BLOCK):
            for page, times in found.items():
                url = f"{server.url}/{page}?r={GRADES}"
                times += drops(browser, url, min(BLOCK, count - done), dice)
    return found


def rows(found: dict[str, list[dict[str, Any]]]) -> Iterator[list[object]]:
    """One row for each part of a page: p50 and p95 of both, and the ratio of the p50s."""
    for part in PARTS:
        times = [[drop[part] for drop in page if drop[part] is not None] for page in found.values()]
        spread = [percentile(each, percent) for each in times for percent in (50, 95)]
        one, _, other, _ = spread
        ratio = f"{other / one:.1f}x" if one >= LEAST <= other else None
        yield [part, *spread, ratio, len(times[0])]


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    parser = arguments_of(__doc__)
    parser.add_argument("--drops", type=int, default=50, help="on each page")
    found = measure(parser.parse_args(arguments).drops)
    print(f"Drop to painted, ms; {machine()}")
    heads = [f"{page} {percent}" for page in found for percent in ("p50", "p95")]
    print(table(("", *heads, "ratio", "drops"), rows(found)))


if __name__ == "__main__":
    main()
