"""The rank of each document: by score, highest first. The convention orders equal scores."""

import polars as pl

TIE_ORDERS = {
    "id-descending": ("doc", True),
    "id-ascending": ("doc", False),
    "input": ("line", False),
    "reversed": ("line", True),
    "worst": ("grade", False),
    "best": ("grade", True),
    "averaged": ("line", False),
    "shared": ("line", False),
}
"""For each rule for ties: the column that orders equal scores, and True for descending order."""


def rank_rows(frame: pl.DataFrame, ties: str) -> pl.DataFrame:
    """Return the rows query by query, each with its rank.

    frame: query (as an Enum), doc, score without NaN, line, and the grade if `ties` needs it.
    """
    column, descending = TIE_ORDERS[ties]
    if not frame["query"].is_sorted():  # first by that, so that the rest has little to move
        frame = frame.sort("query", maintain_order=True)
    by = ["query", "score", column]
    down = [False, True, descending]
    frame = frame.sort(by, descending=down, maintain_order=True)
    row = pl.int_range(pl.len())
    query = pl.col("query")
    begins = pl.when((query != query.shift()).fill_null(True)).then(row).forward_fill()
    return frame.with_columns(query.set_sorted(), rank=row - begins + 1)
