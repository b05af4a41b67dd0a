"""Fixtures for all tests: the selection of tests, and one Chromium."""

import os
import sys

import pytest
from hypothesis import settings

from benchmarks._chromium import CHROMIUM_FLAGS, NO_CHROMIUM, find_chromium
from tests.clock import PATIENCE

ALL = os.environ.get("NDCG_TESTS") == "all"
"""True if all tests run, as in continuous integration (see `.ci/run`)."""

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
"""Servers and commands of the tests load compiled modules. Some containers set this variable, and
each of a hundred processes would then compile Streamlit and our packages again."""

settings.register_profile("some", max_examples=12, deadline=None)
settings.register_profile("all", max_examples=150, deadline=None)
settings.load_profile("all" if ALL else "some")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests for continuous integration, with a reason."""
    for item in items:
        for marker in item.iter_markers("thorough"):
            (why,) = marker.args
            leave_out(item, why)


def leave_out(item: pytest.Item, why: str) -> None:
    """Run a test in continuous integration only."""
    if not ALL:
        item.add_marker(pytest.mark.skip(reason=f"{why}; NDCG_TESTS=all runs it"))


@pytest.fixture(scope="session")
def playwright():
    """Start Playwright once."""
    api = pytest.importorskip("playwright.sync_api")
    api.expect.set_options(timeout=1000 * PATIENCE)
    with api.sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium(playwright):
    """Start one Chromium for all tests of a worker."""
    path = find_chromium(playwright)
    if path is None:
        if os.environ.get("NDCG_REQUIRE_BROWSER"):
            pytest.fail(NO_CHROMIUM)
        pytest.skip(NO_CHROMIUM)
    browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
    new = browser.new_context

    def patient(**options):
        context = new(**options)
        context.set_default_timeout(1000 * PATIENCE)
        return context

    browser.new_context = patient
    yield browser
    browser.close()
