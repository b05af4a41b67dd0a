"""The rank of each document: by score, highest first; equal scores as a convention has it."""

import polars as pl

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
