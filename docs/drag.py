"""Make docs/drag.gif again: a card of the playground is dragged up, and NDCG follows.

    .venv/bin/python docs/drag.py

It needs `".[test]"` and Chromium. docs/drag.json records the navigation that the picture shows;
tests/package/test_readme.py compares it with the app's.
"""

import io
import json
import sys
from pathlib import Path

from PIL import Image

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from benchmarks._chromium import start_chromium  # noqa: E402
from benchmarks._server import run_server  # noqa: E402

PAGE = "/playground?r=2,0,3,1,3&hide=controls,tools,words,downloads"
SIZE = 1120, 560  # of the page; the picture is smaller
SHOWN = 840, 420
STEPS, STILL = 14, 12  # frames of the way up, and of rest before and after
FRAME = 90  # ms
COLOURS = 48


def main() -> None:
    """Drag one card over a page of a server of its own, a picture at each step."""
    frames: list[Image.Image] = []
    with run_server() as server, start_chromium() as browser:
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        page.goto(server.url + PAGE)
        page.wait_for_selector("[data-testid=figure][data-state=drawn]")

        def take() -> None:
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            frames.append(picture.resize(SHOWN, Image.Resampling.LANCZOS))

        groups = page.locator("header > nav summary").all_inner_texts()
        cards = page.get_by_test_id("card")
        to = cards.nth(0).bounding_box()["y"] + 20
        page.evaluate(POINTER)
        take()
        name = cards.nth(4).get_by_test_id("name").bounding_box()
        x, y = name["x"] + name["width"] / 2, name["y"] + name["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        for step in range(1, STEPS + 1):
            page.mouse.move(x, y + (to - y) * step / STEPS)
            page.wait_for_timeout(2 * FRAME)
            take()
        page.mouse.up()
        page.wait_for_timeout(1000)
        take()
    palette = frames[-1].quantize(COLOURS, dither=Image.Dither.NONE)
    drawn = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    times = [STILL * FRAME, *[FRAME] * STEPS, 2 * STILL * FRAME]
    file = HERE / "drag.gif"
    drawn[0].save(file, save_all=True, append_images=drawn[1:], duration=times, loop=0)
    record = {"page": PAGE, "navigation": groups, "size": SHOWN}
    (HERE / "drag.json").write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    print(f"{file}: {file.stat().st_size / 1000:.0f} kB, {len(frames)} frames; {', '.join(groups)}")


POINTER = """() => {
  const hand = document.createElement("div");
  Object.assign(hand.style, { position: "fixed", zIndex: 99, width: "16px", height: "16px",
    borderRadius: "50%", background: "#1c1b19aa", pointerEvents: "none", margin: "-8px" });
  document.body.append(hand);
  addEventListener("pointermove", ({ clientX, clientY }) =>
    Object.assign(hand.style, { left: `${clientX}px`, top: `${clientY}px` }), true);
}"""
"""A screenshot has no pointer: a dot is where it would be."""


if __name__ == "__main__":
    main()
