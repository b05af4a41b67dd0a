"""Frame times while one of 20 cards is dragged up and down the board.

    python -m benchmarks.frames

A real pointer moves as often as Chromium takes its moves, once a frame or nearly so. Frame times
are the differences of the time stamps that requestAnimationFrame passes; without a screen Chromium
draws 60 frames a second, so a frame is 16.7 ms or a multiple. How much room is left in each, the
browser's own trace of the same frames shows: the main thread's time for all scripts on the page,
for styles and layout, for painting, and for everything.
"""

from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from benchmarks._chromium import chromium, grab, visit
from benchmarks._report import arguments_of, machine, percentile, table
from benchmarks._server import serve

Event = dict[str, Any]

CATEGORIES = "devtools.timeline,disabled-by-default-devtools.timeline"
FRAME = {"name": "AnimationFrame", "ph": "b"}
WORK = {
    "scripts": {"FunctionCall", "FireAnimationFrame", "EventDispatch", "EvaluateScript"},
    "style and layout": {"UpdateLayoutTree", "Layout", "PrePaint"},
    "paint": {"Paint", "Layerize", "Commit"},
    "main thread": {"RunTask"},
}


@contextmanager
def traced(page: Any) -> Iterator[list[Event]]:
    """Trace the page's browser while the block runs; the list given is filled at its end."""
    events: list[Event] = []
    complete: list[Event] = []
    session = page.context.browser.new_browser_cdp_session()
    session.on("Tracing.dataCollected", lambda message: events.extend(message["value"]))
    session.on("Tracing.tracingComplete", lambda message: complete.append(message))
    session.send("Tracing.start", {"traceConfig": {"includedCategories": CATEGORIES.split(",")}})
    try:
        yield events
    finally:
        session.send("Tracing.end")
        while not complete:
            page.wait_for_timeout(20)
        session.detach()


def main_thread(events: list[Event]) -> dict[str, list[float]]:
    """Return the milliseconds each kind of work took, in each frame of the page's main thread."""
    frames = [event for event in events if FRAME.items() <= event.items()]
    threads = [(event["pid"], event["tid"]) for event in frames]
    thread = max(set(threads), key=threads.count)
    starts = sorted(event["ts"] for event in frames)
    ours = [event for event in events if (event["pid"], event["tid"]) == thread]
    return {kind: _per_frame(ours, names, starts) for kind, names in WORK.items()}


def _per_frame(events: list[Event], names: set[str], starts: list[float]) -> list[float]:
    """Sum the outermost events of these names between one frame's start and the next."""
    sums = [0.0] * len(starts)
    end = 0.0
    chosen = [event for event in events if event["name"] in names and "dur" in event]
    for event in sorted(chosen, key=lambda event: event["ts"]):
        frame = bisect_right(starts, event["ts"] + event["dur"]) - 1
        if event["ts"] >= end and frame >= 0:
            sums[frame] += event["dur"] / 1000
            end = event["ts"] + event["dur"]
    return sums[:-1]


GRADES = ",".join(str(rank * 7 % 20 / 4) for rank in range(20))
HEIGHT = 1700  # px: the whole board is in sight, and does not scroll along
LAP = 60  # frames from one end of the board to the other
PITCH = 56  # px from card to card
LATE = 17  # ms
STAMPS = """() => {
  window.stamps = [];
  window.moves = 0;
  addEventListener("pointermove", () => window.moves++);
  requestAnimationFrame(function frame(now) {
    window.stamps.push(now);
    requestAnimationFrame(frame);
  });
}"""


def drag(browser: Any, url: str, frames: int) -> tuple[list[float], int, list[dict[str, Any]]]:
    """Drag the first card for so many frames; return their time stamps, the moves, the trace."""
    with visit(browser, url, height=HEIGHT) as page:
        page.wait_for_selector("[data-testid=figure][data-state=drawn]", timeout=30_000)
        page.wait_for_timeout(1000)
        x, y = grab(page, page.get_by_test_id("card").first)
        with traced(page) as events:
            page.evaluate(STAMPS)
            for lap in range(frames // LAP):
                page.mouse.move(x, y + 19 * PITCH * (1 - lap % 2), steps=LAP)
            stamps, moves = page.evaluate("[window.stamps, window.moves]")
        page.keyboard.press("Escape")
        page.mouse.up()
        return stamps, moves, events


def rows(stamps: list[float], events: list[dict[str, Any]]) -> Iterator[list[object]]:
    """The spread of the frame times, then of the main thread's work in each frame."""
    spreads = {"frame": [later - earlier for earlier, later in pairwise(stamps)]}
    spreads |= main_thread(events)
    for name, times in spreads.items():
        late = sum(time > LATE for time in times) / max(1, len(times))
        yield [name, *(percentile(times, percent) for percent in (50, 95, 99)), f"{late:.1%}"]


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    parser = arguments_of(__doc__)
    parser.add_argument("--frames", type=int, default=600, help="so many are timed")
    count = parser.parse_args(arguments).frames
    with serve() as server, chromium() as browser:
        stamps, moves, events = drag(browser, f"{server.url}/playground?r={GRADES}", count)
    print(f"Dragging one of 20 cards, {moves} moves in {len(stamps)} frames, ms; {machine()}")
    print(table(("", "p50", "p95", "p99", f"over {LATE} ms"), rows(stamps, events)))


if __name__ == "__main__":
    main()
