"""`ndcg app`: the app, where it is installed; the core starts it and knows nothing else of it."""

import runpy
import sys
from collections.abc import Sequence
from importlib.util import find_spec

NEEDED = ("ndcg_ui", "streamlit", "plotly", "brython", "polars", "narwhals", "scipy", "segno")


def require() -> None:
    """ValueError where something that the app needs is not installed."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise ValueError(
            f"The app needs {', '.join(missing)}, not installed here; "
            'pip install "ndcg-tutor[app]" brings what it needs.'
        )


def run(arguments: Sequence[str], program: str) -> None:
    """Run the app until it is ended."""
    sys.argv = [program, *arguments]
    runpy.run_module("ndcg_ui", run_name="__main__")
