"""A Chromium driven by Playwright: the installed one or Playwright's own."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP ndcg.example.edu 127.0.0.1",  # the name in docs/nginx.conf
]
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The names of the program. The first one is the same engine without a window and starts faster."""

NO_CHROMIUM = (
    "no Chromium found: `apt-get install chromium`, or `playwright install chromium`, or name one "
    "in NDCG_CHROMIUM"
)
WIDTH = 1280
HEIGHT = 1000


@contextmanager
def start_chromium() -> Iterator[Any]:
    """Start Chromium, and yield a Playwright browser that is closed after the `with` block.

    Exits with a sentence if Playwright or Chromium is not installed.
    A page that is opened without a context has its own context and cache.
    """
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sys.exit("this benchmark needs Playwright: pip install -e '.[bench]'")
    with sync_playwright() as started:
        path = find_chromium(started) or sys.exit(NO_CHROMIUM)
        browser = started.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def find_chromium(playwright: Any) -> str | None:
    """Return the path of a Chromium program, or None if there is none.

    Looks at NDCG_CHROMIUM, on the PATH and at the path that Playwright would use, in this order.
    A path in NDCG_CHROMIUM is not checked.
    """
    own = playwright.chromium.executable_path
    found = (os.environ.get("NDCG_CHROMIUM"), *map(shutil.which, CHROMIUM_NAMES))
    return next(filter(None, found), own if Path(own).exists() else None)
