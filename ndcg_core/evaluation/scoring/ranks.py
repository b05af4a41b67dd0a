"""The rank of each document: by score, highest first; equal scores as a convention has it."""

from typing import Any

import narwhals as nw
import polars as pl

from ndcg_core.metric.conventions import Convention

BY = {
    "id-descending": ("doc", True),
    "id-ascending": ("doc", False),
    "input": ("line", False),
    "reversed": ("line", True),
    "worst": ("grade", False),
    "best": ("grade", True),
    "averaged": ("line", False),
    "shared": ("line", False),
}
"""By which column equal scores are ordered, and whether its last comes first."""


def ranked(frame: pl.DataFrame, ties: str) -> pl.DataFrame:
    """The rows, query after query, each with its rank.

    frame: query, doc, score without NaN, line; and the grade, where `ties` goes by it.
    """
    column, descending = BY[ties]
    names = frame["query"].unique().sort()
    frame = frame.with_columns(place=frame["query"].cast(pl.Enum(names)).to_physical())
    by = ["place", "score", column]
    if not frame["place"].is_sorted():  # first by that, so that the rest has little to move
        frame = frame.sort("place", maintain_order=True)
    frame = frame.sort(by, descending=[False, True, descending], maintain_order=True)
    rank = pl.int_range(1, pl.len() + 1).over("place")
    # Told that queries are sorted, Polars adds up each in its order: every time the same bits.
    return frame.with_columns(pl.col("query").set_sorted(), rank=rank).drop("place")


def ranked_lazily(frame: nw.LazyFrame[Any], convention: Convention) -> nw.LazyFrame[Any]:
    """The rank as an expression, for frames that are tables elsewhere.

    Their rows have no order, so only ids (and for "worst" the joined grade) can part equal scores;
    ValueError for a convention that needs the order of a file.
    """
    score = nw.when(nw.col("score").is_nan()).then(nw.lit(float("-inf")))
    frame = frame.with_columns(score=score.otherwise(nw.col("score")))
    column, descending = BY[convention.ties]
    if column == "line" and convention.ties not in ("averaged", "shared"):
        raise ValueError(
            f"The convention {convention.name} leaves equal scores in the order of the file, and a "
            'table has none; choose ties="id-descending" or "id-ascending".'
        )
    column = "doc" if column == "line" else column
    if descending:
        rank = nw.col("doc").cum_count(reverse=True).over("query", order_by=["score", column])
    else:
        frame = frame.with_columns(below=-nw.col("score"))
        rank = nw.col("doc").cum_count().over("query", order_by=["below", column])
    return frame.with_columns(rank=rank)
