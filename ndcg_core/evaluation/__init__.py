"""NDCG of many queries: read judgments and runs, score them, and compare systems.

    qrels = read_qrels("qrels.txt")
    results = evaluate(qrels, ["a.run", "b.run"], ks=10)
    compare(results).pairs[0].sentences
    explain_difference(results).by_grade()

The extra `evaluate` installs the packages that these functions need. Polars is imported when a
function is first used. narwhals reads the frames of other libraries, numpy compares systems, and
python-calamine reads spreadsheets. The small comparison in the lessons needs no packages
(`scoring.queries`, `comparing.comparison` and `comparing.sign_flips`).
"""

import os
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ndcg_core.evaluation.comparing.comparison import Comparison as Comparison
from ndcg_core.evaluation.comparing.comparison import Difference as Difference
from ndcg_core.evaluation.scoring.queries import Evaluation as Evaluation
from ndcg_core.evaluation.scoring.queries import Query as Query

if TYPE_CHECKING:
    from ndcg_core.evaluation.comparing.explanation import explain_difference as explain_difference
    from ndcg_core.evaluation.comparing.pairs import compare as compare
    from ndcg_core.evaluation.comparing.second_convention import (
        second_convention as second_convention,
    )
    from ndcg_core.evaluation.comparing.unknown import what_is_unknown as what_is_unknown
    from ndcg_core.evaluation.files.contents import Limits as Limits
    from ndcg_core.evaluation.files.example_files import load_bundled as load_bundled
    from ndcg_core.evaluation.files.reading import read_qrels as read_qrels
    from ndcg_core.evaluation.files.reading import read_run as read_run
    from ndcg_core.evaluation.findings import Finding as Finding
    from ndcg_core.evaluation.scoring.by_measure import add_measures as add_measures
    from ndcg_core.evaluation.scoring.by_measure import evaluate_measure as evaluate_measure
    from ndcg_core.evaluation.scoring.choices import Choices as Choices
    from ndcg_core.evaluation.scoring.evaluating import evaluate as evaluate
    from ndcg_core.evaluation.scoring.results import Results as Results

_PUBLIC_MODULES = {
    "Choices": "scoring.choices",
    "Finding": "findings",
    "Limits": "files.contents",
    "Results": "scoring.results",
    "add_measures": "scoring.by_measure",
    "compare": "comparing.pairs",
    "evaluate": "scoring.evaluating",
    "evaluate_measure": "scoring.by_measure",
    "explain_difference": "comparing.explanation",
    "load_bundled": "files.example_files",
    "read_qrels": "files.reading",
    "read_run": "files.reading",
    "second_convention": "comparing.second_convention",
    "what_is_unknown": "comparing.unknown",
}

_FORMER_NAMES = {"bundled": "load_bundled", "measured": "evaluate_measure"}
"""Former names, which still work with a warning."""
__all__ = ["Comparison", "Difference", "Evaluation", "NEEDED", "Query", "require", *_PUBLIC_MODULES]
NEEDED = ("polars", "narwhals", "numpy")
"""The packages that the functions of this module need. The extra `evaluate` installs them."""
# Polars returns freed memory to the system after 0.1 s, so a million rows take 280 MB instead of
# 340 MB. The variable must be set before Polars is imported.
os.environ.setdefault("_RJEM_MALLOC_CONF", "dirty_decay_ms:100,muzzy_decay_ms:0")


def require(names: Sequence[str], what: str, extra: str) -> None:
    """Raise an ImportError that names the extra to install if a package is missing.

    Parameters
    ----------
    names : sequence of str
        The packages.
    what : str
        The beginning of the error message, such as "Evaluating many queries needs".
    extra : str
        The extra of this project that installs the packages.

    Raises
    ------
    ImportError
        If one of the packages is missing.

    Examples
    --------
    >>> require(["json"], "Evaluating many queries needs", "evaluate")
    """
    missing = [name for name in names if find_spec(name) is None]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise ImportError(
            f"{what} {' and '.join(missing)}, which {verb} not installed. Run: pip install "
            f'"ndcg-tutor[{extra}]" (in a clone: pip install -e .[{extra}])'
        )


def __getattr__(name: str) -> Any:
    """Import and return a public name on first use. Warn about a former name.

    Raises AttributeError for any other name, and ImportError if a package is missing.
    """
    if name in _FORMER_NAMES:
        message = f"{__name__}.{name} is now called {_FORMER_NAMES[name]}"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        name = _FORMER_NAMES[name]
    if name not in _PUBLIC_MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    require(NEEDED, "Evaluating many queries needs", "evaluate")
    return getattr(import_module(f"{__name__}.{_PUBLIC_MODULES[name]}"), name)
