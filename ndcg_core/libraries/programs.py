"""Metrics of a program's own predictions."""

from ndcg_core.libraries.limits import Limit
from ndcg_core.libraries.record import UNSEEN, Library

_SKLEARN = """from sklearn.metrics import ndcg_score
print(ndcg_score([$grades], [$scores], k=$cut$extra))"""
_REFUSES = (
    Limit("negative", "ValueError: ndcg_score should not be used on negative y_true values."),
    Limit(
        "one document",
        "ValueError: Computing NDCG is only meaningful when there is more than 1 document. "
        "Got 1 instead.",
    ),
)
_SORT = Limit(
    "numpy ties",
    "Equal scores come in the order of numpy's argsort, reversed, and that differs between "
    "processors.",
    16,
)


def _sklearn(id: str, extra: str, trap: str, number: int, *open: Limit) -> Library:
    return Library(
        id,
        "scikit-learn",
        "1.9.1",
        "conformed",
        _SKLEARN.replace("$extra", extra),
        trap,
        f"scikit-learn #{number}",
        f"https://github.com/scikit-learn/scikit-learn/issues/{number}",
        UNSEEN,
        "mean over the rows; an all-zero row counts as 0",
        refuses=_REFUSES,
        open=open,
    )


PROGRAMS = (
    _sklearn(
        "scikit-learn",
        "",
        "Its gain is the grade itself: its user guide has the formula, its docstring has none.",
        32049,
    ),
    _sklearn(
        "scikit-learn-ignore-ties",
        ", ignore_ties=True",
        "y_score is a score for each document, not the list of what was retrieved.",
        27726,
        _SORT,
    ),
    Library(
        "torchmetrics",
        "torchmetrics",
        "1.9.0",
        "conformed",
        "import torch\nfrom torchmetrics.functional.retrieval import retrieval_normalized_dcg\n"
        "scores = torch.tensor($scores, dtype=torch.float)\n"
        "print(retrieval_normalized_dcg(scores, torch.tensor($grades), top_k=$cut).item())",
        "The functional form flattens a table of queries into one long query.",
        "torchmetrics #3216",
        "https://github.com/Lightning-AI/torchmetrics/issues/3216",
        UNSEEN,
        "mean over the queries; empty_target_action makes an empty one 0, 1, skipped or an error",
        "float32",
        sums="float32",
    ),
)
