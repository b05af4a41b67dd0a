"""A text that is not regular, line by line: what it says, or which line is wrong and why."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import NamedTuple

import polars as pl

from ndcg_core.evaluation.contents import refuse
from ndcg_core.evaluation.findings import Finding, counted
from ndcg_core.evaluation.layout import WANTED, Layout, fields_of
from ndcg_core.metric.quoting import clipped

BLANK = " \t"
CHUNK = 100_000
"""So many rows are turned into columns at a time: lists of Python are large."""


class Row(NamedTuple):
    """What one line says."""

    query: str
    doc: str
    value: float | None
    rank: int | None
    line: int


@dataclass
class Skipped:
    """The lines without data."""

    blank: int = 0
    comments: int = 0
    first_comment: int = 0


def by_line(
    data: bytes, layout: Layout, first: int, where: str
) -> tuple[pl.DataFrame, list[Finding]]:
    """The frame of a text, read with patience; ValueError names the first line that is wrong."""
    skipped = Skipped()
    rows: list[Row] = []
    frames: list[pl.DataFrame] = []
    for row in _rows(data, layout, first, where, skipped):
        rows.append(row)
        if len(rows) == CHUNK:
            frames.append(_frame(rows, layout))
            rows = []
    frames.append(_frame(rows, layout))
    frame = pl.concat(frames)
    ranks = frame["rank"].null_count() if "rank" in layout.places else 0
    if ranks and layout.value in layout.places:  # scores say it all
        frame = frame.drop("rank")
    return frame, _findings(skipped, ranks, where)


def _rows(data: bytes, layout: Layout, first: int, where: str, skipped: Skipped) -> Iterator[Row]:
    for number, raw in enumerate(BytesIO(data), 1):
        if layout.header and number == first:
            continue
        try:
            line = raw.decode("utf-8").rstrip("\n")
        except UnicodeDecodeError:
            refuse(where, "this is not UTF-8 text.", number)
        if not line.strip(BLANK):
            skipped.blank += 1
            continue
        read = _row(line, layout, number)
        if isinstance(read, Row):
            yield read
        elif line.startswith("#"):  # `#` may begin an id too: only what is no row is a comment
            skipped.comments += 1
            skipped.first_comment = skipped.first_comment or number
        else:
            refuse(where, read, number)


def _row(line: str, layout: Layout, number: int) -> Row | str:
    """What a line says, or the sentence about what is wrong with it."""
    fields = _fields(line, layout)
    if len(fields) != layout.width:
        n = counted(len(fields), "column")
        alike = f"the first line has {layout.width}"
        return f"{n} (“{clipped(line)}”), where {alike}; wanted: {WANTED[layout.kind]}."
    found = {name: fields[place].strip(BLANK) for name, place in layout.places.items()}
    for name in ("query", "doc"):
        if not found[name]:
            return f"the {name} is empty."
    value = None
    if layout.value in found:
        value = _number(found[layout.value])
        if value is None:
            return f"the {layout.value} is “{clipped(found[layout.value])}”; it must be a number."
    rank = found.get("rank", "")
    whole = int(rank) if rank.isascii() and rank.isdigit() and len(rank) < 18 else None
    if value is None and whole is None:
        return f"the rank is “{clipped(rank)}”; it must be a whole number."
    return Row(found["query"], found["doc"], value, whole, number)


def _fields(line: str, layout: Layout) -> list[str]:
    try:
        fields = fields_of(line, layout.separator)
    except csv.Error:  # a field without end
        return []
    if layout.separator == "\t" and (len(fields) != layout.width or not all(fields)):
        return fields_of(line, " ")
    return fields


def _number(text: str) -> float | None:
    try:
        return None if "_" in text else float(text)
    except ValueError:
        return None


def _frame(rows: list[Row], layout: Layout) -> pl.DataFrame:
    types = {
        "query": pl.String,
        "doc": pl.String,
        layout.value: pl.Float64,
        "rank": pl.Int64,
        "line": pl.UInt32,
    }
    frame = pl.DataFrame(rows, schema=types, orient="row")
    return frame.select(*layout.places, "line")


def _findings(skipped: Skipped, ranks: int, where: str) -> list[Finding]:
    found = []
    if skipped.blank:
        said = f"{counted(skipped.blank, 'line is', 'lines are')} blank."
        found.append(Finding("blank", where, skipped.blank, said, "They were passed over."))
    if skipped.comments:
        n, at = skipped.comments, f"line {skipped.first_comment:,}"
        said = f"{counted(n, 'line begins', 'lines begin')} with # and is no row ({at} first)."
        found.append(Finding("comments", where, n, said, "Taken as comments and passed over."))
    if ranks:
        said = f"{counted(ranks, 'rank is', 'ranks are')} no whole number."
        found.append(Finding("rank", where, ranks, said, "The column was passed over."))
    return found
