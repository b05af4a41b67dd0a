"""JupyterLab and marimo, each started once, in a folder that has nothing of ours."""

import sys
from collections.abc import Iterator

import pytest

from benchmarks._jupyter import make_jupyter_server
from benchmarks._server import REPOSITORY, Server, find_free_port
from tests.browser.notebooks.pages import LabPage
from tests.browser.visits import Watch

WHY = 'it needs `pip install -e ".[hosts]"`'
DOCUMENT = REPOSITORY / "docs" / "notebooks" / "ndcg_marimo.py"


@pytest.fixture(scope="session")
def lab(tmp_path_factory) -> Iterator[Server]:
    """Run a JupyterLab with the settings of a new user."""
    pytest.importorskip("jupyterlab", reason=WHY)
    server = make_jupyter_server(tmp_path_factory.mktemp("lab"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def marimo(tmp_path_factory) -> Iterator[Server]:
    """Run the marimo file of docs/notebooks as an app."""
    pytest.importorskip("marimo", reason=WHY)
    folder, port = tmp_path_factory.mktemp("marimo"), find_free_port()
    command = [sys.executable, "-m", "marimo", "run", str(DOCUMENT), "--headless", "--no-token"]
    command += ["--host=127.0.0.1", f"--port={port}"]
    server = Server(port, folder / "log", command, folder, host="127.0.0.1")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def open_lab(chromium, lab) -> Iterator:
    """Open a notebook of some cells in JupyterLab, and fail on any error."""
    watch, contexts = Watch(), []

    def opened(*cells: str, width: int = 1280, height: int = 1000) -> LabPage:
        context = chromium.new_context(viewport={"width": width, "height": height})
        contexts.append(context)
        page = context.new_page()
        watch.over(page, lab.url)
        return LabPage(page, lab, cells)

    yield opened
    for context in contexts:
        context.close()
    watch.end()
    assert not watch.troubles, "\n".join(watch.troubles)
