"""Files of other programs: one table, formats.toml, says where in them the rows are."""

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
from ndcg_core.metric.numbers import clip_text
from ndcg_core.numerals.numerals import read_plain

TABLE_KINDS = {"qrels": "judgments, not a run", "run": "a run, not judgments"}

FIRST_LINE_PATTERN = re.compile(rb"(?:\xef\xbb\xbf)?\s*([^\n]*)")


class Pairs(list[tuple[str, Any]]):
    """A JSON object with its pairs in order, so that no duplicate key is lost."""


@dataclass(frozen=True)
class Format:
    """A row of formats.toml, which explains each field."""

    name: str
    kind: str
    json: str = ""
    line: str = ""
    sure: bool = True


FORMATS = tuple(Format(**row) for row in load_toml(__file__, "formats.toml")["format"])


def _note_format(form: Format, source: TableSource) -> None:
    """Add a finding about the recognized format. Raise ValueError for the wrong kind of table."""
    if form.kind != source.kind:
        source.refuse(f"this is {form.name}. It has {TABLE_KINDS[form.kind]}.")
    source.add_finding("format", what=form.name)


def read_json_rows(top: Any, source: TableSource) -> Iterator[Mapping[str, Any]] | None:
    """Yield the rows of a JSON text by their fields, or return None if no format has its shape.

    Raises ValueError for the other kind of table, or for a row unlike the first.
    """
    own_kind_first = sorted(FORMATS, key=lambda form: form.kind != source.kind)
    for form in (form for form in own_kind_first if form.json):
        try:
            first = next(_walk_steps(top, form.json.split(), {}, ()), None)
        except LookupError:
            continue
        if first is not None:
            _note_format(form, source)
            return _walk_rows(top, form, source)
    return None


def _walk_rows(top: Any, form: Format, source: TableSource) -> Iterator[Mapping[str, Any]]:
    number = 1
    try:
        for row in _walk_steps(top, form.json.split(), {}, ()):
            yield row
            number += 1
    except LookupError as lacks:
        source.refuse(f"this is {form.name}, but {lacks.args[0]}.", number, "entry")


def _walk_steps(
    value: Any, steps: list[str], row: Mapping[str, Any], above: tuple[Any, ...]
) -> Iterator[Mapping[str, Any]]:
    """Yield each row at the end of the steps. Raise LookupError if a step is missing."""
    if not steps:
        yield row
        return
    step = steps[0]
    rest = steps[1:]
    field, _, name = step.partition("=")
    if step == "^":
        yield from _walk_steps(above[-1], rest, row, above[:-1])
    elif step in ("*", "#"):
        if not isinstance(value, list) or isinstance(value, Pairs):
            raise LookupError(f"“{clip_text(str(value), 20)}” is not a list")
        what = "rank" if step == "*" else "response"
        for place, item in enumerate(value, 1):
            yield from _walk_steps(item, rest, {**row, what: place}, (*above, value))
    elif step.startswith("-"):
        others = Pairs(pair for pair in _require_object(value) if pair[0] != step[1:])
        yield from _walk_steps(others, rest, row, above)
    elif step.endswith(":*"):
        for key, item in _require_object(value):
            yield from _walk_steps(item, rest, {**row, step[:-2]: key}, (*above, value))
    elif name:
        taken = value if name == "." else _read_path(value, name)
        yield from _walk_steps(value, rest, {**row, field: taken}, above)
    else:
        yield from _walk_steps(_read_path(value, step), rest, row, (*above, value))


def _read_path(value: Any, names: str) -> Any:
    for name in names.split("."):
        inside = [item for key, item in _require_object(value) if key == name]
        if not inside:
            raise LookupError(f"there is no “{name}”")
        value = inside[0]
    return value


def _require_object(value: Any) -> Pairs:
    if not isinstance(value, Pairs):
        raise LookupError(f"“{clip_text(str(value), 20)}” is not an object")
    return value


def add_queries(
    rows: Iterator[Mapping[str, Any]], source: TableSource, judged: Qrels | None
) -> Iterator[Mapping[str, Any]]:
    """Add the judged queries, in their order, to the rows of search responses.

    Raises ValueError if the judgments are unknown or have another number of queries.
    """
    found = list(rows)
    names: list[str] = []
    if any("query" not in row for row in found):
        names = _list_queries(max(row.get("response", 1) for row in found), source, judged)
    is_short = judged is not None and not judged.frame["doc"].str.starts_with("id:").any()
    for row in found:
        query = names[row.get("response", 1) - 1] if names else row["query"]
        doc = row["doc"]
        if is_short and source.kind == "run" and isinstance(doc, str):
            doc = VESPA_ID.sub("", doc)
        yield {**row, "query": query, "doc": doc}


def _list_queries(count: int, source: TableSource, judged: Qrels | None) -> list[str]:
    """Return the judged queries that the responses belong to."""
    names = [] if judged is None else judged.frame["query"].unique(maintain_order=True).to_list()
    stem = source.name.rpartition(".")[0] or source.name
    if count == 1 and stem in names:
        return [stem]
    if len(names) != count:
        what = "the response does" if count == 1 else f"the {count:,} responses do"
        have = "" if judged is None else f", and {judged.name} has {len(names):,} queries"
        source.refuse(
            f"{what} not name the query{have}. Name the file after the query, or write "
            "one response for each query into an object, as in {query: response}."
        )
    return names


VESPA_ID = re.compile(r"^id:[^:]*:[^:]*:[^:]*:")
"""The prefix of a document id in Vespa."""


def _number_lines(data: bytes) -> pl.DataFrame:
    """Return the text and number of each line with content, without comment lines."""
    schema = {"text": pl.String}
    lines = pl.read_csv(data, has_header=False, separator="\0", quote_char=None, schema=schema)
    lines = lines.with_row_index("line", 1)
    return lines.filter(pl.col("text").str.contains(r"^\s*[^\s#]"))


def read_lines(data: bytes, source: TableSource) -> pl.DataFrame | None:
    """Return query, doc, number and line of a file in a known text format, or None.

    The first line with content decides.

    Raises ValueError for the other kind of table, or for a line unlike the first.
    """
    lines = (line.decode("utf-8", "replace").rstrip("\n") for line in BytesIO(data))
    first = next((line for line in lines if line.strip() and line[0] != "#"), "")
    for form in FORMATS:
        fits = form.line and (form.sure or form.kind == source.kind)
        if fits and re.match(form.line, first):
            _note_format(form, source)
            return _split_lines(_number_lines(data), form, source)
    return None


def _split_lines(lines: pl.DataFrame, form: Format, source: TableSource) -> pl.DataFrame:
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
    """Return a run from a file with one score per judged document, or None.

    Raises ValueError if there are more or fewer scores than judged documents.
    """
    first = FIRST_LINE_PATTERN.match(data)
    text = first[1].decode("utf-8", "replace") if first else ""
    if source.kind != "run" or read_plain(text) is None:
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
