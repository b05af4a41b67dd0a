"""Readers of other programs' files. formats.toml describes the formats."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import polars as pl

from ndcg_core.content import load_toml
from ndcg_core.evaluation.files.columns import TableSource
from ndcg_core.evaluation.files.contents import BYTE_ORDER_MARK, check_text
from ndcg_core.evaluation.files.tables import Qrels
from ndcg_core.evaluation.findings import format_count
from ndcg_core.metric.numbers import clip_text
from ndcg_core.numerals.numerals import read_plain_number

TABLE_KINDS = {"qrels": "judgments, not a run", "run": "a run, not judgments"}

FIRST_LINE_PATTERN = re.compile(rb"(?:\xef\xbb\xbf)?\s*([^\n]*)")


class Pairs(list[tuple[str, Any]]):
    """A JSON object as a list of (key, value) pairs in order, including duplicate keys."""


@dataclass(frozen=True)
class Format:
    """A file format of another program. formats.toml explains each field."""

    name: str
    kind: str
    json: str = ""
    line: str = ""
    sure: bool = True


FORMATS = tuple(Format(**row) for row in load_toml(__file__, "formats.toml")["format"])


def _report_format(form: Format, source: TableSource) -> None:
    """Add a finding about the recognized format. Raise ValueError for the wrong kind of table."""
    if form.kind != source.kind:
        source.refuse(f"this is {form.name}. It has {TABLE_KINDS[form.kind]}.")
    source.add_finding("format", what=form.name)


def read_json_rows(value: Any, source: TableSource) -> Iterator[Mapping[str, Any]] | None:
    """Return an iterator over the rows of a JSON value, or None for an unknown format.

    Raises ValueError for the wrong kind of table. The iterator raises ValueError for a row in
    another format than the first.
    """
    own_kind_first = sorted(FORMATS, key=lambda form: form.kind != source.kind)
    for form in (form for form in own_kind_first if form.json):
        try:
            first = next(_walk_steps(value, form.json.split(), {}, ()), None)
        except LookupError:
            continue
        if first is not None:
            _report_format(form, source)
            return _read_format_rows(value, form, source)
    return None


def _read_format_rows(value: Any, form: Format, source: TableSource) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of a JSON value in a format. Raise ValueError for any other row."""
    number = 1
    try:
        for row in _walk_steps(value, form.json.split(), {}, ()):
            yield row
            number += 1
    except LookupError as error:
        source.refuse(f"this is {form.name}, but {error.args[0]}.", number, "entry")


def _walk_steps(
    value: Any, steps: list[str], row: Mapping[str, Any], enclosing_values: tuple[Any, ...]
) -> Iterator[Mapping[str, Any]]:
    """Follow the steps of a format through a JSON value, and yield the rows they lead to.

    Raises LookupError if the value does not match a step.

    row: the fields so far. enclosing_values: the values around `value`, the outermost first.
    """
    if not steps:
        yield row
        return
    step = steps[0]
    rest = steps[1:]
    field, _, name = step.partition("=")
    if step == "^":
        yield from _walk_steps(enclosing_values[-1], rest, row, enclosing_values[:-1])
    elif step in ("*", "#"):
        if not isinstance(value, list) or isinstance(value, Pairs):
            raise LookupError(f"“{clip_text(str(value), 20)}” is not a list")
        what = "rank" if step == "*" else "response"
        for position, item in enumerate(value, 1):
            yield from _walk_steps(item, rest, {**row, what: position}, (*enclosing_values, value))
    elif step.startswith("-"):
        others = Pairs(pair for pair in _require_object(value) if pair[0] != step[1:])
        yield from _walk_steps(others, rest, row, enclosing_values)
    elif step.endswith(":*"):
        for key, item in _require_object(value):
            yield from _walk_steps(item, rest, {**row, step[:-2]: key}, (*enclosing_values, value))
    elif name:
        taken = value if name == "." else _get_value_at_path(value, name)
        yield from _walk_steps(value, rest, {**row, field: taken}, enclosing_values)
    else:
        yield from _walk_steps(
            _get_value_at_path(value, step), rest, row, (*enclosing_values, value)
        )


def _get_value_at_path(value: Any, path: str) -> Any:
    """Return the value at a path such as "hits.total". Raise LookupError if there is none."""
    for name in path.split("."):
        inside = [item for key, item in _require_object(value) if key == name]
        if not inside:
            raise LookupError(f"there is no “{name}”")
        value = inside[0]
    return value


def _require_object(value: Any) -> Pairs:
    """Return a JSON object unchanged. Raise LookupError for any other value."""
    if not isinstance(value, Pairs):
        raise LookupError(f"“{clip_text(str(value), 20)}” is not an object")
    return value


def add_query_names(
    rows: Iterator[Mapping[str, Any]], source: TableSource, judged: Qrels | None
) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of a known JSON format, each with the name of its query.

    A row without a query belongs to the judged query at the position of its response. Raises
    ValueError if the judgments are unknown or have another number of queries. The prefix of Vespa's
    document ids is removed if the judgments have no such ids.
    """
    found = list(rows)
    names: list[str] = []
    if any("query" not in row for row in found):
        names = _list_response_queries(max(row.get("response", 1) for row in found), source, judged)
    is_short = judged is not None and not judged.frame["doc"].str.starts_with("id:").any()
    for row in found:
        query = names[row.get("response", 1) - 1] if names else row["query"]
        doc = row["doc"]
        if is_short and source.kind == "run" and isinstance(doc, str):
            doc = VESPA_ID.sub("", doc)
        yield {**row, "query": query, "doc": doc}


def _list_response_queries(
    response_count: int, source: TableSource, judged: Qrels | None
) -> list[str]:
    """Return the query of each response: the query in the file name, or all judged queries.

    Raises ValueError if the numbers of responses and judged queries differ.
    """
    names = [] if judged is None else judged.frame["query"].unique(maintain_order=True).to_list()
    stem = source.name.rpartition(".")[0] or source.name
    if response_count == 1 and stem in names:
        return [stem]
    if len(names) != response_count:
        what = (
            "the response does" if response_count == 1 else f"the {response_count:,} responses do"
        )
        queries = format_count(len(names), "query", "queries")
        have = "" if judged is None else f", and {judged.name} has {queries}"
        source.refuse(
            f"{what} not name the query{have}. Name the file after the query, or write "
            "one response for each query into an object, as in {query: response}."
        )
    return names


VESPA_ID = re.compile(r"^id:[^:]*:[^:]*:[^:]*:")
"""The prefix that Vespa adds to a document id."""


def _number_lines(data: bytes) -> pl.DataFrame:
    """Return a frame with the number and text of each line that is not blank or a comment."""
    schema = {"text": pl.String}
    lines = pl.read_csv(data, has_header=False, separator="\0", quote_char=None, schema=schema)
    lines = lines.with_row_index("line", 1)
    return lines.filter(pl.col("text").str.contains(r"^\s*[^\s#]"))


def read_format_lines(data: bytes, source: TableSource) -> pl.DataFrame | None:
    """Return a frame of query, doc, grade and line for a known text format, or None.

    The first line with content decides on the format. Raises ValueError for the wrong kind of
    table, or for a line in another format.
    """
    lines = (line.decode("utf-8", "replace").rstrip("\n") for line in BytesIO(data))
    first = next((line for line in lines if line.strip() and line[0] != "#"), "")
    for form in FORMATS:
        fits = form.line and (form.sure or form.kind == source.kind)
        if fits and re.match(form.line, first):
            _report_format(form, source)
            return _parse_lines(_number_lines(data), form, source)
    return None


def _parse_lines(lines: pl.DataFrame, form: Format, source: TableSource) -> pl.DataFrame:
    """Return a frame with the query, doc, grade and line number of each line.

    If a document is missing, or twice in a query, each query's documents are numbered instead.
    Raises ValueError for a line in any other format, or for a grade that is not a number.
    """
    parts = lines.with_columns(parts=pl.col("text").str.extract_groups(form.line)).unnest("parts")
    wrong = parts.filter(pl.col("query").is_null())
    if wrong.height:
        text, line = wrong.select("text", "line").row(0)
        source.refuse(f"“{clip_text(text)}” is not a line of {form.name}.", line)
    frame = parts.select("query", "doc", "line", grade=source.convert_grades(pl.col("grade")))
    wrong = parts.filter(frame["grade"].is_null())
    if wrong.height:
        source.refuse_grade(wrong["grade"][0], wrong["grade"], wrong["line"][0])
    if frame["doc"].has_nulls() or frame.select("query", "doc").is_duplicated().any():
        frame = frame.with_columns(doc=pl.int_range(pl.len()).over("query").cast(pl.String))
    return frame


def read_predictions(data: bytes, source: TableSource, judged: Qrels | None) -> pl.DataFrame | None:
    """Read a run with one score per judged document. Return None for any other file.

    Raises ValueError without judgments, for a line that is not a number, and if the numbers of
    scores and of judged documents differ.
    """
    first = FIRST_LINE_PATTERN.match(data)
    text = first[1].decode("utf-8", "replace") if first else ""
    if source.kind != "run" or read_plain_number(text) is None:
        return None
    data = data.removeprefix(BYTE_ORDER_MARK)
    check_text(data, source.name, source.limits)
    lines = _number_lines(data)
    scores = lines["text"].str.strip_chars().cast(pl.Float64, strict=False)
    if scores.has_nulls():
        text, line = lines.filter(scores.is_null()).row(0)[::-1]
        source.refuse(f"“{clip_text(text)}” is not a number, unlike the first line.", line)
    if judged is None:
        source.refuse("it has one number in each line. Pass the judgments too, with judged=.")
    if len(scores) != judged.frame.height:
        source.refuse(
            f"it has {len(scores):,} numbers, one in each line, and {judged.name} judges "
            f"{judged.frame.height:,} documents. It must have one number for each document, in "
            "the same order."
        )
    source.add_finding("predictions", len(scores))
    return judged.frame.select("query", "doc", score=scores, line=lines["line"])
