"""A JupyterLab with its own settings, and notebooks in it."""

import json
import os
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import nbformat

from benchmarks._server import Server, find_free_port

NEWS_SETTINGS = {"fetchNews": "false", "checkForUpdates": False}
NEEDED_EXTENSIONS = ("@jupyter-widgets", "anywidget")
"""JupyterLab's extensions for widgets. The extension of the extra `lite` fails in JupyterLab."""
_NOTEBOOK_NUMBERS = count()


def make_jupyter_server(folder: Path) -> Server:
    """Set up a folder for JupyterLab. Return a JupyterLab server, not started yet."""
    port = find_free_port()
    settings = folder / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    (settings / "notification.jupyterlab-settings").write_text(json.dumps(NEWS_SETTINGS))
    extensions = folder / "extensions"
    extensions.mkdir()
    for name in NEEDED_EXTENSIONS:
        (extensions / name).symlink_to(Path(sys.prefix, "share/jupyter/labextensions", name))
    folders = {"JUPYTERLAB_SETTINGS_DIR": "settings", "JUPYTERLAB_WORKSPACES_DIR": "workspaces"}
    folders |= {f"JUPYTER_{name}_DIR": name.lower() for name in ("CONFIG", "RUNTIME")}
    variables = {**os.environ, **{name: str(folder / path) for name, path in folders.items()}}
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
    command += ["--ip=127.0.0.1", f"--port={port}", f"--LabApp.labextensions_path={extensions}"]
    command += ["--IdentityProvider.token="]
    return Server(port, folder / "log", command, folder, variables, host="127.0.0.1")


def write_notebook(folder: Path, cells: Sequence[str]) -> Path:
    """Write a new notebook with these code cells into a folder, and return its path."""
    file = folder / f"notebook-{next(_NOTEBOOK_NUMBERS)}.ipynb"
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(cell) for cell in cells]
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, file)
    return file


def open_notebook(page: Any, lab: Server, file: Path) -> None:
    """Open a notebook in JupyterLab, and wait until its kernel is ready."""
    page.goto(f"{lab.url}/lab/tree/{file.name}?reset")
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
    page.get_by_text("(ipykernel) | Idle").wait_for()


def choose_menu_entry(page: Any, menu: str, *titles: str) -> None:
    """Open a menu of JupyterLab. Click the entries with these titles, through any submenus."""
    page.get_by_role("menuitem", name=menu, exact=True).click()
    for title in titles:
        page.locator(".lm-Menu-itemLabel").get_by_text(title, exact=True).click()
