"""Metrics of a program's own predictions."""

from ndcg_core.libraries.record import UNSEEN, Library

_SKLEARN = """from sklearn.metrics import ndcg_score
print(ndcg_score([$grades], [$scores], k=$k$extra))"""


def _sklearn(id: str, extra: str, checked: str, trap: str, number: int, unstable: str) -> Library:
    return Library(
        id,
        "scikit-learn",
        "1.9.1",
        checked,
        _SKLEARN.replace("$extra", extra),
        trap,
        f"scikit-learn #{number}",
        f"https://github.com/scikit-learn/scikit-learn/issues/{number}",
        UNSEEN,
        "mean over the rows; an all-zero row counts as 0",
        unstable=unstable,
    )


PROGRAMS = (
    _sklearn(
        "scikit-learn",
        "",
        "conformed",
        "Its gain is the grade itself, and its documentation long had no formula that says so.",
        32049,
        "",
    ),
    _sklearn(
        "scikit-learn-ignore-ties",
        ", ignore_ties=True",
        "ran",
        "y_score is a score for each document, not the list of what was retrieved.",
        27726,
        "Equal scores come in the order of an unstable sort, which differs between processors.",
    ),
    Library(
        "torchmetrics",
        "torchmetrics",
        "1.9.0",
        "conformed",
        "import torch\nfrom torchmetrics.functional.retrieval import retrieval_normalized_dcg\n"
        "scores = torch.tensor($scores, dtype=torch.float)\n"
        "print(retrieval_normalized_dcg(scores, torch.tensor($grades), top_k=$k).item())",
        "The functional form flattens a table of queries into one long query.",
        "torchmetrics #3216",
        "https://github.com/Lightning-AI/torchmetrics/issues/3216",
        UNSEEN,
        "mean over the queries; empty_target_action makes an empty one 0, 1, skipped or an error",
        "float32",
    ),
)
