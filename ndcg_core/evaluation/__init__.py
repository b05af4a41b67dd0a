"""Many queries: files of judgments and runs, NDCG of each query, systems compared and explained.

    qrels = read_qrels("qrels.txt")
    results = evaluate(qrels, ["a.run", "b.run"], ks=10)
    compare(results).pairs[0].sentences
    explain_difference(results).by_grade()

These need Polars, narwhals and scipy (the extra `evaluate`), which are imported when one of the
names is asked for. The small comparison that the lessons show needs nothing: `queries`,
`comparison`, `sign_flips`.
"""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ndcg_core.evaluation.comparison import Comparison as Comparison
from ndcg_core.evaluation.comparison import Difference as Difference
from ndcg_core.evaluation.queries import Evaluation as Evaluation
from ndcg_core.evaluation.queries import Query as Query

if TYPE_CHECKING:
    from ndcg_core.evaluation.by_measure import measured as measured
    from ndcg_core.evaluation.choices import Choices as Choices
    from ndcg_core.evaluation.contents import Limits as Limits
    from ndcg_core.evaluation.evaluating import evaluate as evaluate
    from ndcg_core.evaluation.example_files import bundled as bundled
    from ndcg_core.evaluation.explanation import explain_difference as explain_difference
    from ndcg_core.evaluation.findings import Finding as Finding
    from ndcg_core.evaluation.pairs import compare as compare
    from ndcg_core.evaluation.reading import read_qrels as read_qrels
    from ndcg_core.evaluation.reading import read_run as read_run
    from ndcg_core.evaluation.results import Results as Results
    from ndcg_core.evaluation.tables_elsewhere import per_query as per_query
    from ndcg_core.evaluation.unknown import what_is_unknown as what_is_unknown

_WHERE = {
    "Choices": "choices",
    "Finding": "findings",
    "Limits": "contents",
    "Results": "results",
    "bundled": "example_files",
    "compare": "pairs",
    "evaluate": "evaluating",
    "explain_difference": "explanation",
    "measured": "by_measure",
    "per_query": "tables_elsewhere",
    "read_qrels": "reading",
    "read_run": "reading",
    "what_is_unknown": "unknown",
}

NEEDED = ("polars", "narwhals", "scipy")


def require(names: Sequence[str], what: str, extra: str) -> None:
    """ImportError, with the extra that brings them, where one of these packages is missing.

    what: what needs them, as a sentence begins.
    """
    missing = [name for name in names if find_spec(name) is None]
    if missing:
        raise ImportError(
            f"{what} {', '.join(missing)}, not installed here; pip install "
            f'"ndcg-tutor[{extra}]" brings them, in a clone pip install -e .[{extra}]'
        )


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    require(NEEDED, "Many queries need", "evaluate")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
