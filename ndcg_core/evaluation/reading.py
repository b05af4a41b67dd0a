"""`read_qrels` and `read_run`: judgments and rankings from files, dictionaries and data frames."""

from collections.abc import Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import polars as pl

from ndcg_core.evaluation.contents import contents
from ndcg_core.evaluation.dictionaries import read_dictionary, read_json
from ndcg_core.evaluation.findings import Finding
from ndcg_core.evaluation.frames import read_frame, read_parquet
from ndcg_core.evaluation.limits import Limits
from ndcg_core.evaluation.tables import Qrels, Run, by_rank, checked
from ndcg_core.evaluation.text import read_text
from ndcg_core.metric.quoting import writable

PARQUET = b"PAR1"
LIMITS = Limits()


def read_qrels(source: Any, name: str | None = None, limits: Limits = LIMITS) -> Qrels:
    r"""Judgments: the grade of each judged document of each query.

    source  a path; the bytes of a file; a text with more than one line; a dictionary
            {query: {document: grade}}; a data frame of any library that narwhals knows
    name    what sentences call it; else the file's name

    A file is TREC's ("query 0 document grade"), three columns without the second, CSV or TSV with
    named columns (query, doc, grade, and other usual names), Parquet, or JSON; each also gzipped.
    What cannot be read raises ValueError with the line. What is odd is in `findings`. Document
    ids are compared as texts; nothing but white space around them is taken off.

    >>> read_qrels("q1 0 d1 3\nq1 0 d2 0\n").frame.select("query", "doc", "grade").rows()
    [('q1', 'd1', 3.0), ('q1', 'd2', 0.0)]
    """
    if isinstance(source, Qrels):
        return source
    where = name or _called(source, "judgments")
    frame, findings, unit = _read(source, "qrels", where, limits)
    return Qrels(where, frame, findings, unit)


def read_run(source: Any, name: str | None = None, limits: Limits = LIMITS) -> Run:
    r"""A run: what one system returned for each query, with scores.

    source, name and errors as in `read_qrels`. A file is TREC's ("query Q0 document rank score
    tag"), with or without the tag; "query document score"; or has named columns (query, doc, and
    score or rank). A dictionary holds {query: {document: score}}, or the documents of each query
    in a list, best first.

    >>> run = read_run({"q1": ["d7", "d2"]}, "mine")
    >>> run.name, run.frame["doc"].to_list()
    ('mine', ['d7', 'd2'])
    """
    if isinstance(source, Run):
        return source
    where = name or _called(source, "run")
    frame, findings, unit = _read(source, "run", where, limits)
    return Run(where, frame, findings, unit)


def _read(
    source: Any, kind: str, where: str, limits: Limits
) -> tuple[pl.DataFrame, tuple[Finding, ...], str]:
    if isinstance(source, Mapping):
        frame, unit = read_dictionary(source, kind, where), "entry"
    elif not isinstance(source, (str, bytes, PathLike)):
        frame, unit = read_frame(source, kind, where, limits), "row"
    else:
        if isinstance(source, str) and "\n" in source:  # pasted
            source = writable(source).encode()
        data = contents(source, where, limits)
        if data.startswith(PARQUET):
            frame, unit = read_parquet(data, kind, where, limits), "row"
        elif data.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] == b"{":
            frame, unit = read_json(data, kind, where), "entry"
        else:
            return *read_text(data, kind, where, limits), "line"
    return by_rank(checked(frame, where, unit, limits)), (), unit


def _called(source: Any, otherwise: str) -> str:
    if isinstance(source, (str, PathLike)) and "\n" not in fspath(source):
        return Path(fspath(source)).name
    return otherwise
