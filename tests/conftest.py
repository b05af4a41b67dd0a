"""One Chromium for every test that needs one, wherever it stands."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from benchmarks._chromium import FLAGS, HELP


@pytest.fixture(scope="session")
def playwright():
    """Playwright, started once."""
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as started:
        yield started


def _executable(playwright) -> str | None:
    """Chromium from an environment variable, from the PATH, or Playwright's own."""
    named = os.environ.get("NDCG_CHROMIUM")
    found = named or shutil.which("chromium") or shutil.which("chromium-browser")
    own = playwright.chromium.executable_path
    return found or (own if Path(own).exists() else None)


@pytest.fixture(scope="session")
def chromium(playwright):
    """One Chromium for all tests; each page gets a context of its own."""
    executable = _executable(playwright)
    if executable is None:
        if os.environ.get("NDCG_REQUIRE_BROWSER"):
            pytest.fail(HELP)
        pytest.skip(HELP)
    browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
    yield browser
    browser.close()
