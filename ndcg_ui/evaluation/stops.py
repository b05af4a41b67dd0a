"""Rankings of a file that a library itself has no number for. No Streamlit here.

A convention is how a library calculates. The library may stop all the same, with an error, or
print a number that depends on the machine; its record knows when.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import polars as pl

from ndcg_core.evaluation.results import Results
from ndcg_core.libraries import LIBRARIES, Ranking
from ndcg_core.libraries.record import first


class Stop(NamedTuple):
    """A ranking that a library has no one number for.

    words  its error, or why its number is not determined
    stops  whether it is an error
    """

    system: str
    query: str
    words: str
    stops: bool


def stops(results: Results, name: str, k: int | None) -> tuple[Stop, ...]:
    """Every ranking that the library of this name stops at, or has no one number for."""
    library = LIBRARIES.get(name)
    if library is None or not (library.refuses or library.open):
        return ()
    pools = results.judged.group_by("query").agg(pool="grade")
    found = []
    for system, documents in results.runs.items():
        for query, ranking in _rankings(documents, results.judged, pools, k):
            error = first(library.refuses, ranking, name)
            words = error or first(library.open, ranking, name)
            if words:
                found.append(Stop(system, query, words, bool(error)))
    return tuple(found)


def _rankings(
    documents: pl.DataFrame, judged: pl.DataFrame, pools: pl.DataFrame, k: int | None
) -> Iterator[tuple[str, Ranking]]:
    """What a library is told of each judged query."""
    listed = documents.join(judged, on=["query", "doc"], how="left", maintain_order="left")
    each = listed.group_by("query", maintain_order=True).agg(
        pl.col("grade").fill_null(0),
        pl.col("score").rank("dense"),  # the same order and ties, always finite
    )
    for query, grades, scores, pool in each.join(pools, on="query").sort("query").iter_rows():
        yield query, Ranking(tuple(grades), k, tuple(pool), tuple(scores))
