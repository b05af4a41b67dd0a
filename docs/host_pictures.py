"""Take the pictures of README again: a board in JupyterLab, and a ranking in somebody's page.

    .venv/bin/python docs/host_pictures.py

It needs the extras `test` and `hosts`, and Chromium.
"""

import io
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from PIL import Image
from playwright.sync_api import Browser, Page

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from benchmarks._chromium import start_chromium  # noqa: E402
from benchmarks._jupyter import (  # noqa: E402
    choose_menu_entry,
    make_jupyter_server,
    open_notebook,
    write_notebook,
)
from benchmarks._server import run_server  # noqa: E402

CELLS = (
    "import ndcg_ui.notebook as ndcg\n\nb = ndcg.board([3, 2, 3, 0, 1])\nb",
    "b.ranking.trace.ndcg",
)
NOTEBOOK = {"width": 1000, "height": 800}
BLOG = {"width": 1000, "height": 1000}
POST = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Notes on search</title>
<style>body { max-width: 52rem; margin: 2rem auto; font: 1.1rem/1.6 Georgia, serif }</style>
<h1>Why our third result belongs higher</h1>
<p>Our search puts the grade-3 page at rank 3. Drag it up to see what that costs:</p>
<script src="ADDRESS/embed.js" data-page="playground" data-link="r=3,2,3,0,1"></script>
</html>
"""
COLOURS = 128


def save_picture(page: Page, name: str, height: int) -> None:
    """Save the top of a page with few colours, so that the file is small."""
    clip = {"x": 0, "y": 0, "width": 1000, "height": height}
    picture = Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB")
    file = HERE / f"{name}.png"
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file}: {file.stat().st_size / 1000:.0f} kB")


def take_notebook(browser: Browser, folder: Path) -> None:
    """Take a picture of a board in JupyterLab, after one document was moved."""
    lab = make_jupyter_server(folder)
    lab.start()
    try:
        page = browser.new_page(viewport=NOTEBOOK)
        open_notebook(page, lab, write_notebook(folder, CELLS))
        page.keyboard.press("Control+b")  # without the sidebar
        choose_menu_entry(page, "Run", "Run All Cells")
        page.get_by_test_id("board").first.wait_for()
        page.wait_for_timeout(3_000)
        save_picture(page, "notebook", 640)
    finally:
        lab.stop()


def take_blog(browser: Browser, folder: Path) -> None:
    """Take a picture of a blog's page with a ranking in it."""
    with run_server() as server:
        (folder / "index.html").write_text(POST.replace("ADDRESS", server.url), "utf-8")
        files = partial(SimpleHTTPRequestHandler, directory=str(folder))
        blog = ThreadingHTTPServer(("127.0.0.1", 0), files)
        Thread(target=blog.serve_forever, daemon=True).start()
        try:
            page = browser.new_page(viewport=BLOG)
            page.goto(f"http://127.0.0.1:{blog.server_port}/")
            page.frame_locator("iframe").get_by_test_id("board").first.wait_for()
            page.wait_for_timeout(3_000)
            save_picture(page, "embedded", 700)
        finally:
            blog.shutdown()


def main() -> None:
    """Take both pictures."""
    with TemporaryDirectory() as folder, start_chromium() as browser:
        take_notebook(browser, Path(folder))
    with TemporaryDirectory() as folder, start_chromium() as browser:
        take_blog(browser, Path(folder))


if __name__ == "__main__":
    main()
