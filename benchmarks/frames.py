"""Frame times during the drag of one of 20 cards, and the delay of the drop.

    python -m benchmarks.frames

A real pointer moves about once per frame, as often as Chromium accepts its moves. Frame times are
the differences between the time stamps of requestAnimationFrame. Without a screen, Chromium draws
60 frames a second, so a frame takes 16.7 ms or a multiple. The browser's own counters show how much
of each frame is used: the main thread's time for scripts, for styles and layout, and in total,
divided by the frames. A drop follows without a pause. It is timed from the pointerup event until
the board is painted with the server's answer.
"""

from collections.abc import Iterator
from itertools import pairwise
from statistics import fmean
from typing import Any

from benchmarks._chromium import WIDTH, start_chromium
from benchmarks._report import compute_percentile, describe_machine, format_table, make_parser
from benchmarks._server import run_server

WORK_METRICS = {
    "scripts": ("ScriptDuration",),
    "style and layout": ("RecalcStyleDuration", "LayoutDuration"),
    "main thread": ("TaskDuration",),
}
"""Chromium's counters, in seconds."""
DRAGGED_GRADES = ",".join(str(rank * 7 % 20 / 4) for rank in range(20))
WINDOW_HEIGHT = 1700  # px: the whole board is in sight, and does not scroll along
LAP_FRAMES = 60  # frames from one end of the board to the other
CARD_PITCH = 56  # px from card to card
LATE_FRAME_MILLISECONDS = 17  # ms
RECORD_FRAMES = """() => {
  window.stamps = [];
  window.moves = 0;
  addEventListener("pointermove", () => window.moves++);
  requestAnimationFrame(function frame(now) {
    window.stamps.push(now);
    requestAnimationFrame(frame);
  });
}"""
RECORD_DROPS = """() => {
  window.drops = [];
  addEventListener("pointerup", ({ timeStamp }) => {
    const { dataset } = document.querySelector("[data-testid=board]");
    const before = dataset.revision;
    requestAnimationFrame(function frame() {
      if (!dataset.revision || dataset.revision === before) return requestAnimationFrame(frame);
      setTimeout(() => window.drops.push(performance.now() - timeStamp)); // once it is painted
    });
  }, { capture: true });
}"""
SETTLING_MILLISECONDS = 500
"""The milliseconds in which the cards come to rest."""


def drag_card(
    browser: Any, url: str, frame_count: int, drop_count: int
) -> tuple[list[float], int, dict[str, float], list[float]]:
    """Drag the first card for about `frame_count` frames. Then drop a card `drop_count` times.

    Returns the time stamps of the frames, the number of moves, the seconds of work by the name of
    Chromium's counter, and the milliseconds of each drop.
    """
    with browser.new_context(viewport={"width": WIDTH, "height": WINDOW_HEIGHT}) as context:
        page = context.new_page()
        page.goto(url)
        page.wait_for_selector("[data-testid=figure][data-state=drawn]", timeout=30_000)
        page.wait_for_timeout(1000)
        box = page.get_by_test_id("card").first.bounding_box()
        x = box["x"] + 80  # beside the card's buttons
        y = box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        session = context.new_cdp_session(page)
        session.send("Performance.enable")
        before = _read_performance(session)
        page.evaluate(RECORD_FRAMES)
        for lap in range(frame_count // LAP_FRAMES):
            page.mouse.move(x, y + 19 * CARD_PITCH * (1 - lap % 2), steps=LAP_FRAMES)
        stamps, moves = page.evaluate("[window.stamps, window.moves]")
        after = _read_performance(session)
        page.keyboard.press("Escape")
        page.mouse.up()
        page.evaluate(RECORD_DROPS)
        for count in range(drop_count):
            page.wait_for_timeout(SETTLING_MILLISECONDS)
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(x, y + CARD_PITCH * (2 + count % 9), steps=6)
            page.mouse.up()
            page.wait_for_function("count => window.drops.length > count", arg=count)
        work = {name: after[name] - before[name] for name in after}
        return stamps, moves, work, page.evaluate("window.drops")


def _read_performance(session: Any) -> dict[str, float]:
    """Return the values of Chromium's performance counters, by name."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return {metric["name"]: metric["value"] for metric in metrics}


def iterate_spread_rows(
    stamps: list[float], work_seconds: dict[str, float], drop_times: list[float]
) -> Iterator[list[object]]:
    """Yield rows with the spread of frame and drop times, and the work per frame, in ms.

    stamps: the time stamps of the frames, in ms
    work_seconds: the seconds of work in all frames, by the name of Chromium's counter
    drop_times: the milliseconds of each drop
    """
    times = [later - earlier for earlier, later in pairwise(stamps)]
    late = sum(time > LATE_FRAME_MILLISECONDS for time in times) / len(times)
    for name, values, share in (("frame", times, f"{late:.1%}"), ("drop", drop_times, None)):
        spread = (compute_percentile(values, percent) for percent in (50, 95, 99))
        yield [name, fmean(values), *spread, share]
    for name, counters in WORK_METRICS.items():
        yield [name, 1000 * sum(map(work_seconds.__getitem__, counters)) / len(times), *[None] * 4]


def main(arguments: list[str] | None = None) -> None:
    """Run the benchmark and print its table."""
    parser = make_parser(__doc__)
    parser.add_argument("--frames", type=int, default=600, help="number of timed frames")
    parser.add_argument("--drops", type=int, default=30, help="number of timed drops")
    chosen = parser.parse_args(arguments)
    with run_server() as server, start_chromium() as browser:
        url = f"{server.url}/playground?r={DRAGGED_GRADES}"
        stamps, moves, seconds, drops = drag_card(browser, url, chosen.frames, chosen.drops)
    print(
        f"Dragging one of 20 cards, {moves} moves in {len(stamps)} frames, ms; {describe_machine()}"
    )
    print(
        format_table(
            ("", "mean", "p50", "p95", "p99", f"over {LATE_FRAME_MILLISECONDS} ms"),
            iterate_spread_rows(stamps, seconds, drops),
        )
    )


if __name__ == "__main__":
    main()
