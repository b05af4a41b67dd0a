"""Pages run without a browser: what Streamlit would send, and what a person would do."""

import json
import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from ndcg_ui.evaluate import folders, jobs, worker
from tests.acts.shown import Markup
from tests.clock import PATIENCE
from tests.ui.evaluations import SERVED

MAIN = Path(__file__).parents[2] / "ndcg_ui" / "main.py"


def parts(proto) -> list[dict]:
    """The parts of a component that is an exhibit, from top to bottom, or the one that it is."""
    if not proto.component_name.endswith(".exhibit"):
        return []
    if not proto.bytes:
        return [json.loads(proto.json)]
    rows = json.loads(proto.bytes)["rows"]
    return [part for row in rows for column in row for part in column]


class Page(Markup):
    """One visitor on one page."""

    def __init__(self, path: str, query: dict[str, str]) -> None:
        self.app = AppTest.from_file(MAIN, default_timeout=PATIENCE)
        self.go(path, query)

    def go(self, path: str, query: dict[str, str] | None = None) -> None:
        """Open a page; AppTest itself opens only pages that are files."""
        self.app._page_hash = calc_hash(path)
        self.app.query_params = dict(query or {})
        self.run()

    def run(self) -> None:
        self.app.run()
        assert not self.app.exception, self.app.exception

    def data(self, name: str, kind: str = "board") -> dict:
        """What the component whose key ends in `name` was sent, or a part of it, of that kind."""
        found = [
            element.proto
            for element in self.app.main
            if element.type == "bidi_component" and element.proto.id.endswith(name)
        ]
        assert len(found) == 1, f"{len(found)} components are called {name}"
        shown = parts(found[0])
        of_kind = [part["data"] for part in shown if part["kind"] == kind or len(shown) == 1]
        return of_kind[0] if of_kind else json.loads(found[0].json)

    @property
    def html(self) -> str:
        return "".join(map(self._html_of, self.app.main))

    @staticmethod
    def _html_of(element) -> str:
        if element.type == "html":
            return element.proto.body
        if element.type != "bidi_component":
            return ""
        shown = (part for part in parts(element.proto) if part["kind"] == "markup")
        return "".join(part["data"]["html"] for part in shown)

    @property
    def text(self) -> str:
        return unescape(re.sub(r"<[^>]*>", "", self.html))


@pytest.fixture(scope="session", autouse=True)
def _components_are_looked_for_once():
    """For each visitor AppTest reads what every installed package says of itself: half a second."""
    manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)


@pytest.fixture
def visit():
    """Make a visitor who opens a page, as in `visit("playground", r="3,0,2")`."""
    return lambda path="", **query: Page(path, query)


@pytest.fixture
def client():
    """Somebody who asks the server for what belongs to /evaluate."""
    return TestClient(SERVED)


@pytest.fixture
def common(tmp_path, monkeypatch):
    """A folder of this test's own for the files of all visitors of /evaluate."""
    folder = tmp_path / "common"
    folder.mkdir()
    monkeypatch.setattr(folders, "common", lambda: folder)
    return folder


class Ended:
    """A process that has done its work."""

    stdin = None

    def poll(self) -> int:
        return 0

    def wait(self, timeout: float | None = None) -> int:
        return 0


@pytest.fixture
def at_once(monkeypatch):
    """Files are evaluated right here: a process of their own needs a second to start."""

    def start(folder: Path) -> Ended:
        worker.run(folder)
        return Ended()

    monkeypatch.setattr(jobs, "_start", start)
