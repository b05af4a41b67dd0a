"""Tables in text: TREC's files, CSV and TSV. Regular ones at once, any other line by line."""

import polars as pl

from ndcg_core.evaluation.contents import BYTE_ORDER_MARK, check_text, refuse
from ndcg_core.evaluation.findings import Finding, counted
from ndcg_core.evaluation.layout import BY_PLACE, Layout, layout_of
from ndcg_core.evaluation.limits import Limits
from ndcg_core.evaluation.lines import by_line
from ndcg_core.evaluation.tables import by_rank, checked, counts_up


def read_text(
    data: bytes, kind: str, where: str, limits: Limits
) -> tuple[pl.DataFrame, tuple[Finding, ...]]:
    """The frame in a text, with the line that each row came from, and what was odd."""
    check_text(data, where, limits)
    findings = []
    if data.startswith(BYTE_ORDER_MARK):
        data = data[len(BYTE_ORDER_MARK) :]
        findings.append(
            Finding("mark", where, 1, "It begins with a byte-order mark.", "It was left out.")
        )
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    layout, first = _layout(data, kind, where, limits)
    frame = _at_once(data, layout) if first == 1 else None
    if frame is None:
        frame, odd = by_line(data, layout, first, where)
        findings += odd
    frame = checked(frame, where, "line", limits)
    if data.startswith(b"#") or b"\n#" in data:
        findings += _hashes(frame, where)
    if not layout.header and layout.width == 3 and counts_up(frame):
        frame = frame.with_columns(rank=pl.col("score").cast(pl.Int64), score=-pl.col("score"))
        findings.append(_ranks(where, frame.height))
    else:
        findings += _said(layout, where)
    return by_rank(frame), tuple(findings)


def _layout(data: bytes, kind: str, where: str, limits: Limits) -> tuple[Layout, int]:
    """The layout, and the number of the line that it was seen in."""
    start, comment = 0, None
    for number in range(1, data.count(b"\n") + 2):
        end = data.find(b"\n", start)
        raw = data[start : end if end >= 0 else len(data)]
        start = end + 1
        if raw.startswith(b"#") and comment is None:
            comment = raw, number
        if raw.strip() and not raw.startswith(b"#"):
            break
    else:  # every line begins with #: then it belongs to the ids
        raw, number = comment or (b"", 1)
    text = raw.decode("utf-8", "replace")
    if max(raw.count(b"\t"), raw.count(b","), raw.count(b" ")) > limits.columns:
        refuse(where, f"there are more than {limits.columns:,} columns.", number)
    try:
        return layout_of(text, kind), number
    except ValueError as error:
        raise ValueError(f"{where}, line {number:,}: {error}") from None


def _at_once(data: bytes, layout: Layout) -> pl.DataFrame | None:
    """The frame of a text in which every line is as the first; None for any other."""
    separator = layout.separator
    if separator == " " and b"\t" in data:
        separator = "\t"  # tabs throughout, or what follows fails and is read line by line
    types = {layout.value: pl.Float64, "rank": pl.Int64}
    names = {place: name for name, place in layout.places.items()}
    columns = [names.get(place, f"column {place}") for place in range(layout.width)]
    try:
        frame = pl.read_csv(
            data.rstrip(b"\n") if data.endswith(b"\n\n") else data,
            has_header=False,
            skip_rows=int(layout.header),
            separator=separator,
            quote_char='"' if separator == "," else None,
            schema={name: types.get(name, pl.String) for name in columns},
        )
    except (pl.exceptions.PolarsError, ValueError):
        return None
    if separator == "," or (separator == "\t" and b" " in data):
        stripped = (pl.col(name).str.strip_chars(" ") for name in ("query", "doc"))
        frame = frame.with_columns(*(name.replace("", None) for name in stripped))
    # A line that is too short has nothing in its last column, or in all of them.
    needed = [*layout.places, *([] if layout.header else columns[-1:])]
    if any(frame[name].null_count() for name in needed):
        return None
    line = pl.int_range(1 + layout.header, pl.len() + 1 + layout.header, dtype=pl.UInt32)
    return frame.select(*layout.places, line=line)


def _said(layout: Layout, where: str) -> list[Finding]:
    if layout.header:
        columns = ", ".join(f"{name} is column {at + 1}" for name, at in layout.places.items())
        return [Finding("header", where, 1, "Its first line names the columns.", f"{columns}.")]
    if layout.width == max(BY_PLACE[layout.kind]):
        return []
    found = f"Its lines have {layout.width} columns, fewer than TREC's."
    columns = ", ".join(layout.places)
    return [Finding("columns", where, layout.width, found, f"They were read as {columns}.")]


def _hashes(frame: pl.DataFrame, where: str) -> list[Finding]:
    """Lines that could be comments, and are whole rows."""
    lines = frame.filter(pl.col("query").str.starts_with("#"))["line"]
    if lines.is_empty():
        return []
    begin = counted(len(lines), "line begins", "lines begin")
    found = f"{begin} with # and can be read as a row (line {lines[0]:,} first)."
    return [Finding("hash", where, len(lines), found, "Read as rows: # may begin an id.")]


def _ranks(where: str, rows: int) -> Finding:
    found = f"Its third column counts 1, 2, 3, … in every query ({counted(rows, 'line')})."
    done = "It was read as the rank; name the columns query, doc, score if it is the score."
    return Finding("ranks", where, rows, found, done)
