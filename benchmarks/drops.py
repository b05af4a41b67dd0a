"""How long a drop takes to be painted, beside the same page built the ordinary way.

    python -m benchmarks.drops

A real pointer drags a random document to another rank in Chromium, 50 times on each page, the
pages taking turns. What is timed, from the pointerup event to the end of the painting of a frame:

text       DCG and NDCG of the new order; ours previews them while the card is dragged, so that
           the first frame after the drop already has them
confirmed  the same as the server says them (ours: the board has the new revision)
table      the first (ordinary) or last (ours) change in the table of steps
chart      the first frame in which a bar of the chart has moved

Where ours has no time, it was there before the drop: steps and charts follow the card.
See _drops.js for how frames are watched.
"""

import random
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks._chromium import chromium, grab, visit
from benchmarks._report import arguments_of, machine, percentile, table
from benchmarks._server import ROOT, serve

GRADES = "5,3,8,0,9,1,6,2,7,4"  # all different: every drop changes a bar
PARTS = ("text", "confirmed", "table", "chart")
SCRIPT = (Path(__file__).parent / "_drops.js").read_text("utf-8")
ORDINARY = ROOT / "benchmarks" / "ordinary_page.py"
BLOCK = 10  # drops before the other page has its turn
DWELL = 100  # ms a hand rests before it lets go
LEAST = 1  # ms: of less, a ratio is chance
SETTLED = 700  # ms after which nothing moves any more


def drops(browser: Any, url: str, count: int, dice: random.Random) -> Iterator[dict[str, Any]]:
    """Open the page, make one drop to warm it up, then measure `count` drops."""
    with visit(browser, url, script=SCRIPT) as page:
        page.wait_for_selector(".barlayer .point path", timeout=30_000)
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


def measure(count: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Measure both pages in turns: ours, then the ordinary one."""
    dice = random.Random(7)
    ours: list[dict[str, Any]] = []
    ordinary: list[dict[str, Any]] = []
    with ExitStack() as stack:
        elsewhere = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        our_url = f"{stack.enter_context(serve()).url}/playground?r={GRADES}"
        ordinary_url = f"{stack.enter_context(serve(ORDINARY, elsewhere)).url}/?r={GRADES}"
        browser = stack.enter_context(chromium())
        while len(ours) < count:
            block = min(BLOCK, count - len(ours))
            for found, url in ((ours, our_url), (ordinary, ordinary_url)):
                found += drops(browser, url, block, dice)
    return ours, ordinary


def rows(ours: list[dict[str, Any]], ordinary: list[dict[str, Any]]) -> Iterator[list[object]]:
    """One row for each part of the page: p50 and p95 of both, and the ratio of the p50s."""
    for part in PARTS:
        times = [
            [drop[part] for drop in found if drop[part] is not None] for found in (ours, ordinary)
        ]
        (p50, p95), (other50, other95) = [
            [percentile(found, percent) for percent in (50, 95)] for found in times
        ]
        ratio = f"{other50 / p50:.1f}x" if times[0] and p50 >= LEAST else None
        yield [part, p50, p95, other50, other95, ratio, len(times[0])]


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    parser = arguments_of(__doc__)
    parser.add_argument("--drops", type=int, default=50, help="on each page")
    ours, ordinary = measure(parser.parse_args(arguments).drops)
    print(f"Drop to painted, ms; {machine()}")
    heads = ("", "p50", "p95", "ordinary p50", "ordinary p95", "ratio", "drops")
    print(table(heads, rows(ours, ordinary)))


if __name__ == "__main__":
    main()
