"""Run ndcg.ipynb and keep what it shows: `python docs/notebooks/write.py`.

Of a widget the file keeps the static HTML, which GitHub and nbviewer show. Run the notebook to use
the widget itself.
"""

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).with_name("ndcg.ipynb")
WIDGET = "application/vnd.jupyter.widget-view+json"


def run_notebook(file: Path = NOTEBOOK) -> Any:
    """Run a notebook as it stands, and return it with its outputs."""
    notebook = nbformat.read(file, as_version=4)
    where = {"metadata": {"path": str(file.parent)}}
    NotebookClient(notebook, timeout=120, resources=where).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # when it ran
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop(WIDGET, None)
    notebook.metadata.pop("widgets", None)
    return notebook


if __name__ == "__main__":
    nbformat.write(run_notebook(), NOTEBOOK)
