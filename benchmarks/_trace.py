"""What Chromium's main thread did in each frame, from the browser's own trace."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

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
