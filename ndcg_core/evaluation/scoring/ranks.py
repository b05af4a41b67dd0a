"""The rank of each document: by score, the highest first, and equal scores as a convention has it.

A file that is already in that order, as most are, is only looked through; any other is sorted.
"""

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
BEGINS = pl.col("block").ne_missing(pl.col("block").shift())
"""Whether a row is the first of its query."""


def ranked(frame: pl.DataFrame, ties: str) -> pl.DataFrame:
    """The rows, query after query, each with its rank.

    frame: query, doc, score without NaN, line; and the grade, where `ties` goes by it.
    """
    column, descending = BY[ties]
    frame = frame.with_columns(block=pl.col("query").rle_id())  # numbers compare faster than texts
    falls = _falls(frame)
    if not falls:
        by = ["query", "score", column]
        frame = frame.sort(by, descending=[False, True, descending], maintain_order=True)
        frame = frame.with_columns(block=pl.col("query").rle_id())
    frame = frame.with_columns(rank=pl.int_range(1, pl.len() + 1).over("block"))
    return (_ties_ranked(frame, column, descending) if falls else frame).drop("block")


def _falls(frame: pl.DataFrame) -> bool:
    """Whether each query stands together, and its scores never rise."""
    score = pl.col("score")
    checks = frame.select(
        together=BEGINS.sum() == pl.col("query").filter(BEGINS).n_unique(),
        falls=(BEGINS | (score <= score.shift())).all(),
    )
    return all(checks.row(0))


def _ties_ranked(frame: pl.DataFrame, column: str, descending: bool) -> pl.DataFrame:
    """Equal scores, which are few, exchange their ranks; no row is moved."""
    score = pl.col("score")
    same = (~BEGINS & (score == score.shift())).fill_null(False)
    tied = frame.select(
        column, place=pl.int_range(pl.len()), same=same, group=(~same).cum_sum()
    ).filter(pl.col("same") | pl.col("same").shift(-1, fill_value=False))
    best = tied.sort("group", column, descending=[False, descending], maintain_order=True)
    ranks = frame["rank"].gather(tied["place"])
    return frame.with_columns(rank=frame["rank"].scatter(best["place"], ranks))


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
