"""The call that prints a library's number for a ranking, ready to copy."""

from json import dumps

from ndcg_core.libraries.ranking import Ranking
from ndcg_core.libraries.record import Library
from ndcg_core.metric.pools import unretrieved


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
    n = len(ranking.grades)
    names = _names(ranking)
    rest = [] if ranking.judged is None else unretrieved(ranking.grades, ranking.judged)
    qrels = dict(zip(names, [*ranking.grades, *rest], strict=True))
    scores = ranking.scores or tuple(range(n, 0, -1))
    order = sorted(range(n), key=lambda place: -scores[place])
    ranked = [names[place] for place in order]
    numbers = {name: place for place, name in enumerate(names)}
    written = {
        "n": n,
        "k": ranking.k or n,
        "grades": list(ranking.grades),
        "scores": list(scores),
        "qrels": qrels,
        "run": dict(zip(names, scores, strict=False)),
        "relevant": [name for name, grade in qrels.items() if grade > 0],
        "ranked": ranked,
        "falling": list(range(n, 0, -1)),
        "ranked_numbers": [numbers[name] for name in ranked],
        "relevance_row": [float(grade > 0) for grade in qrels.values()],
    }
    ratings = [{"_index": "my-index", "_id": doc, "rating": r} for doc, r in qrels.items()]
    return {name: repr(value) for name, value in written.items()} | {"ratings": dumps(ratings)}


def _names(ranking: Ranking) -> list[str]:
    """The labels given, made unique, then D4, D5, ... for the documents without one."""
    extra = 0 if ranking.judged is None else len(unretrieved(ranking.grades, ranking.judged))
    names: list[str] = []
    for place in range(len(ranking.grades) + extra):
        given = ranking.labels[place : place + 1] if ranking.labels else ()
        name = given[0] if given else f"D{place + 1}"
        names.append(name if name not in names else f"{name} ({place + 1})")
    return names
