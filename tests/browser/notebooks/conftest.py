"""JupyterLab and marimo, each started once, in a folder that has nothing of ours."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks._server import ROOT, Server, free_port
from tests.browser.notebooks.pages import LabPage
from tests.browser.visits import Watch

WHY = 'it needs `pip install -e ".[hosts]"`'
DOCUMENT = ROOT / "docs" / "notebooks" / "ndcg_marimo.py"
NO_NEWS = {"fetchNews": "false", "checkForUpdates": False}


@pytest.fixture(scope="session")
def lab(tmp_path_factory) -> Iterator[Server]:
    """A JupyterLab whose settings are those of somebody who starts it for the first time."""
    pytest.importorskip("jupyterlab", reason=WHY)
    folder, port = tmp_path_factory.mktemp("lab"), free_port()
    settings = folder / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    (settings / "notification.jupyterlab-settings").write_text(json.dumps(NO_NEWS))
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
    command += ["--ip=127.0.0.1", f"--port={port}", "--IdentityProvider.token="]
    server = Server(port, folder / "log", command, folder, variables(folder), host="127.0.0.1")
    server.start()
    yield server
    server.stop()


def variables(folder: Path) -> dict[str, str]:
    """Return an environment in which JupyterLab keeps everything in a folder."""
    kept = {"JUPYTERLAB_SETTINGS_DIR": "settings", "JUPYTERLAB_WORKSPACES_DIR": "workspaces"}
    kept |= {f"JUPYTER_{name}_DIR": name.lower() for name in ("CONFIG", "RUNTIME")}
    return {**os.environ, **{name: str(folder / path) for name, path in kept.items()}}


@pytest.fixture(scope="session")
def marimo(tmp_path_factory) -> Iterator[Server]:
    """The marimo file of docs/notebooks as an app."""
    pytest.importorskip("marimo", reason=WHY)
    folder, port = tmp_path_factory.mktemp("marimo"), free_port()
    command = [sys.executable, "-m", "marimo", "run", str(DOCUMENT), "--headless", "--no-token"]
    command += ["--host=127.0.0.1", f"--port={port}"]
    server = Server(port, folder / "log", command, folder, host="127.0.0.1")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def open_lab(chromium, lab) -> Iterator:
    """Open a notebook of some cells in JupyterLab, in which nothing may go wrong."""
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
