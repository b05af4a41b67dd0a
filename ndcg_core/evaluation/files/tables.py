"""Tables of judgments or of one system's rankings, as Polars frames."""

from dataclasses import dataclass, field
from math import fsum, nan
from typing import ClassVar

import polars as pl

from ndcg_core.evaluation.files.contents import Limits, format_size, refuse_file
from ndcg_core.evaluation.findings import Finding
from ndcg_core.metric.numbers import short_repr


@dataclass(frozen=True)
class DocumentTable:
    """A table with one row for each document of each query, in the order of the source.

    Attributes
    ----------
    name : str
        The name of the file.
    frame : polars.DataFrame
        The rows: query, doc, a number, and line (from 1).
    findings : tuple of Finding
        Sentences about unusual data.
    unit : str
        The unit of `line`: "line", "row" or "entry".
    """

    kind: ClassVar[str]
    name: str
    frame: pl.DataFrame = field(repr=False)
    findings: tuple[Finding, ...] = ()
    unit: str = "line"


class Qrels(DocumentTable):
    """Judgments: the grade of each judged document of each query."""

    kind = "qrels"


class Run(DocumentTable):
    """The documents that one system returned for each query, with scores and perhaps ranks."""

    kind = "run"


def check_frame(frame: pl.DataFrame, file_name: str, unit: str, limits: Limits) -> None:
    """Raise ValueError for an empty or incomplete table, or for a table above the limits.

    file_name: the name of the table. unit: the unit of its column line.
    """
    if frame.is_empty():
        refuse_file(file_name, f"it has no {unit} with data.")
    for name in frame.columns:
        if frame[name].null_count():
            line = frame["line"].filter(frame[name].is_null())[0]
            refuse_file(file_name, f"the {name} is missing.", int(line), unit)
    for name in ("query", "doc"):
        long = frame["line"].filter(frame[name].str.len_bytes() > limits.id)
        if len(long):
            most = f"At most {format_size(limits.id)} are allowed"
            refuse_file(
                file_name, f"the name of the {name} is too long. {most}.", int(long[0]), unit
            )
    changes = (
        frame["query"] != frame["query"].shift()
    ).sum()  # an upper bound that is faster to count
    queries = frame["query"].n_unique() if changes >= limits.queries else 0
    if queries > limits.queries:
        most = f"At most {limits.queries:,} are allowed"
        refuse_file(file_name, f"it has {queries:,} queries. {most}.")
    if frame.height <= limits.docs:
        return
    documents = frame["query"].value_counts()
    most_docs = documents["count"].arg_max() or 0
    query, docs = documents.row(most_docs)
    if docs > limits.docs:
        refuse_file(
            file_name,
            f"query {short_repr(query)} has {docs:,} rows. At most {limits.docs:,} are allowed.",
        )


def add_scores_from_ranks(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a frame unchanged, or with scores if it has only ranks. Rank 1 scores highest."""
    if "rank" not in frame.columns or "score" in frame.columns:
        return frame
    return frame.with_columns(score=-pl.col("rank").cast(pl.Float64))


def has_rank_scores(frame: pl.DataFrame) -> bool:
    """Return True if the scores of each query are 1, 2, 3, ... in row order, like ranks.

    The runs of MS MARCO have such scores. A frame whose highest score is 1 does not count.
    """
    if "score" not in frame.columns or frame["score"].max() in (None, 1.0):
        return False
    ranks = pl.int_range(1, pl.len() + 1).over("query")
    return bool(frame.select((pl.col("score") == ranks).all()).item())


def average_numbers(values: pl.Series) -> float:
    """Return the mean of the values that are not null or NaN, or NaN without such values."""
    values = values.drop_nans().drop_nulls()
    return fsum(values) / len(values) if len(values) else nan
