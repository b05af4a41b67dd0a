"""The page that Streamlit draws, run without a browser, and what it stands on."""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from ndcg_ui.exhibit import server
from ndcg_ui.pages.evaluate import folders, jobs, worker
from tests.acts.shown import Markup
from tests.clock import PATIENCE
from tests.ui.evaluations import SERVED

MAIN = Path(__file__).parents[2] / "ndcg_ui" / "hosts" / "streamlit" / "main.py"


class Page(Markup):
    """A visitor on a page that Streamlit draws."""

    def __init__(self, path: str, query: dict[str, str]) -> None:
        self.app = AppTest.from_file(MAIN, default_timeout=PATIENCE)
        self.go(path, query)

    def go(self, path: str, query: dict[str, str] | None = None) -> None:
        """Open a page. AppTest itself opens only pages that are files."""
        self.app._page_hash = calc_hash(path)
        self.app.query_params = dict(query or {})
        self.run()

    def run(self) -> None:
        self.app.run()
        assert not self.app.exception, self.app.exception

    def get_data(self, name: str) -> dict:
        """Return the data that the component with a key ending in `name` was sent."""
        found = [
            element.proto
            for element in self.app.main
            if element.type == "bidi_component" and element.proto.id.endswith(name)
        ]
        assert len(found) == 1, f"{len(found)} components are called {name}"
        sent = json.loads(found[0].json)
        return sent["part"]["data"] if "part" in sent else sent

    @property
    def html(self) -> str:
        return read_markup(self.app.main)


def read_markup(elements: Iterable[Any]) -> str:
    """Return the HTML of all parts with markup that Streamlit was given."""
    components = (element for element in elements if element.type == "bidi_component")
    parts = (json.loads(element.proto.json).get("part", {}) for element in components)
    return "".join(part["data"]["html"] for part in parts if part.get("kind") == "markup")


@pytest.fixture(scope="session", autouse=True)
def _components_are_looked_for_once():
    """Let AppTest look for components only once, which takes half a second."""
    manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)


@pytest.fixture
def visit(monkeypatch):
    """Return a function that opens a page on our server, such as `visit("evaluate", ks="3")`."""
    monkeypatch.setattr(server, "_is_running", True)
    return lambda path="", **query: Page(path, query)


@pytest.fixture
def client():
    """Return a client of the server's routes for /evaluate."""
    return TestClient(SERVED)


@pytest.fixture
def common(tmp_path, monkeypatch):
    """Return a new folder for the files of all visitors of /evaluate."""
    folder = tmp_path / "common"
    folder.mkdir()
    monkeypatch.setattr(folders, "ensure_common_folder", lambda: folder)
    return folder


class Ended:
    """A process that has ended."""

    stdin = None

    def poll(self) -> int:
        return 0

    def wait(self, timeout: float | None = None) -> int:
        return 0


@pytest.fixture
def at_once(monkeypatch):
    """Evaluate files in this process, because a new one needs a second to start."""

    def start(folder: Path) -> Ended:
        worker.run_job(folder)
        return Ended()

    monkeypatch.setattr(jobs, "_start_process", start)
