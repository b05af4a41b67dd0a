"""The notebooks of docs/notebooks run as they stand, and the kept outputs are those of today."""

import re
import runpy
from pathlib import Path

import nbformat
import pytest

DOCS = Path(__file__).parents[2] / "docs" / "notebooks"


def list_outputs(notebook) -> list[dict[str, str]]:
    """Return what the cells of a notebook show."""
    shown = (output for cell in notebook.cells for output in cell.get("outputs", ()))
    return [dict(output.get("data", output)) for output in shown]


def list_lines(code: str) -> set[str]:
    """Return the lines of a program, without their indentation."""
    return {line.strip() for line in code.splitlines()} - {""}


@pytest.fixture(scope="module")
def ran():
    """Run the notebook unchanged."""
    return runpy.run_path(str(DOCS / "write.py"))["run_notebook"]()


@pytest.mark.thorough("a kernel starts, and runs only what the documentation shows")
def test_the_notebook_runs_and_gives_its_stored_outputs(ran):
    kept = nbformat.read(DOCS / "ndcg.ipynb", as_version=4)
    assert list_outputs(ran) == list_outputs(kept)
    assert len(list_outputs(kept)) == 5
    assert all("text/html" in output for output in list_outputs(kept))


def test_the_marimo_file_has_the_same_lines():
    notebook = nbformat.read(DOCS / "ndcg.ipynb", as_version=4)
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    other = {"board = ndcg.board([3, 2, 3, 0, 1])", "trace"}  # there mo.ui.anywidget, mo.Html
    assert list_lines(code) - list_lines((DOCS / "ndcg_marimo.py").read_text("utf-8")) == other


@pytest.mark.thorough("a kernel starts, and runs only what the documentation shows")
def test_the_marimo_file_runs(ran):
    marimo = pytest.importorskip("marimo", reason='it needs `pip install -e ".[hosts]"`')
    assert marimo
    app = runpy.run_path(str(DOCS / "ndcg_marimo.py"))["app"]
    _, defined = app.run()
    assert defined["board"].ranking.trace == defined["trace"]
    (found,) = (o for o in list_outputs(ran) if re.match("Called as", o["text/plain"]))
    assert repr(defined["found"]) == found["text/plain"]
