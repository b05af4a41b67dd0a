"""The call that prints a library's number for a ranking, ready to copy."""

from collections.abc import Mapping, Sequence
from json import dumps
from typing import Any

from ndcg_core.libraries.ranking import Ranking
from ndcg_core.libraries.record import Library

WHOLE_RUN = 1000
"""The depth at which trectools cuts where it is told none."""


def write(library: Library, ranking: Ranking) -> str:
    """The library's call with a ranking put in.

    >>> from ndcg_core.libraries import LIBRARIES
    >>> print(write(LIBRARIES["scikit-learn"], Ranking((3, 0, 2), k=2)))
    from sklearn.metrics import ndcg_score
    print(ndcg_score([[3, 0, 2]], [[3, 2, 1]], k=2))
    """
    text = library.call
    values = _values(ranking)
    for name in sorted(values, key=len, reverse=True):
        text = text.replace(f"${name}", values[name])
    return text


def _values(ranking: Ranking) -> dict[str, str]:
    n, k = len(ranking.grades), ranking.k
    grades = [_short(grade) for grade in ranking.grades]
    qrels = dict(zip(ranking.names, [*grades, *map(_short, ranking.unretrieved)], strict=True))
    scores = [_short(score) for score in ranking.scores or range(n, 0, -1)]
    run = dict(zip(ranking.names, scores, strict=False))
    written = {
        "n": n,
        "k": k or n,
        "cut": k,
        "top": k or -1,
        "depth": k or max(n, WHOLE_RUN),
        "grades": grades,
        "scores": scores,
        "qrels": qrels,
        "run": run,
        **_orders(ranking, qrels, scores),
    }
    ratings = [{"_index": "my-index", "_id": doc, "rating": r} for doc, r in qrels.items()]
    return {name: repr(value) for name, value in written.items()} | {
        "at": f"@{k}" if k else "",
        "ratings": dumps(ratings),
        "qrels_lines": "\n".join(f"q 0 {doc} {grade}" for doc, grade in qrels.items()),
        "run_lines": "\n".join(f"q Q0 {doc} 0 {score} mine" for doc, score in run.items()),
    }


def _orders(
    ranking: Ranking, qrels: Mapping[str, float], scores: Sequence[float]
) -> dict[str, Any]:
    """The same for libraries that take documents in order, or relevant or not."""
    n = len(ranking.grades)
    order = sorted(range(n), key=lambda place: -scores[place])
    return {
        "relevant": [doc for doc, grade in qrels.items() if grade > 0],
        "ranked": [ranking.names[place] for place in order],
        "falling": list(range(n, 0, -1)),
        "ranked_numbers": order,
        "relevance_row": [float(grade > 0) for grade in qrels.values()],
    }


def _short(number: float) -> float:
    """A whole number without its point: some libraries take no other."""
    return int(number) if number == int(number) else number
