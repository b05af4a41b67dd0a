"""The ranks of documents by score, the highest first."""

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
"""The column that orders equal scores under a rule for ties, and True for descending order."""


def rank_rows(frame: pl.DataFrame, ties: str) -> pl.DataFrame:
    """Return the rows sorted by query and falling score, with each document's rank, from 1.

    frame: query (as an Enum), doc, score without NaN, line, and grade for ties by grade. ties: the
    rule for equal scores.
    """
    column, descending = TIE_ORDERS[ties]
    if not frame["query"].is_sorted():  # this makes the sort below faster
        frame = frame.sort("query", maintain_order=True)
    by = ["query", "score", column]
    down = [False, True, descending]
    frame = frame.sort(by, descending=down, maintain_order=True)
    row = pl.int_range(pl.len())
    query = pl.col("query")
    begins = pl.when((query != query.shift()).fill_null(True)).then(row).forward_fill()
    return frame.with_columns(query.set_sorted(), rank=row - begins + 1)
