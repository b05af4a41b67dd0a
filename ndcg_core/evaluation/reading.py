"""`read_qrels` and `read_run`: judgments and rankings from files, dictionaries and data frames."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from io import BytesIO
from numbers import Real
from os import PathLike, fspath
from pathlib import Path
from typing import Any, TypeVar

import narwhals as nw
import polars as pl

from ndcg_core.evaluation.columns import (
    NO_COLUMNS,
    VALUE,
    Columns,
    lacking,
    places_of,
    refuse_columns,
)
from ndcg_core.evaluation.contents import Limits, contents, in_utf8, most_unpacked, refuse, size_of
from ndcg_core.evaluation.findings import Finding
from ndcg_core.evaluation.tables import Qrels, Run, Table, by_rank, checked
from ndcg_core.evaluation.text import POLARS, read_text
from ndcg_core.metric.arguments import explained
from ndcg_core.metric.numbers import clipped, printable, shown, writable

T = TypeVar("T", bound=Table)
EXTRA = "Extra data"
"""What the parser says of a text that goes on, such as one with an object in every line."""
Row = tuple[str, str, float]
"""query, doc, grade or score."""


class Pairs(list[tuple[str, Any]]):
    """An object of a JSON text, with the keys that come twice."""


def read_json(data: bytes, kind: str, where: str, columns: Columns) -> pl.DataFrame:
    """The frame of a JSON text: one object in the shape of pytrec_eval, ranx and BEIR; or a list,
    or an object in every line, of rows, or of queries with their documents inside.
    """
    text = data.decode("utf-8-sig")
    try:
        objects = [_parsed(text, where)]
    except json.JSONDecodeError:
        lines = enumerate(text.split("\n"), 1)
        objects = [_parsed(line, where, number) for number, line in lines if line.strip()]
    if isinstance(objects[0], list) and not isinstance(objects[0], Pairs):
        objects = objects[0]
    if not all(isinstance(one, Pairs) for one in objects):
        refuse(where, _shape(kind))
    if all(isinstance(value, (Pairs, list)) for one in objects for _, value in one):
        return _frame(_pairs((pair for one in objects for pair in one), kind, where), kind)
    return _frame(_records(map(dict, objects), kind, where, columns), kind)


def _parsed(text: str, where: str, line: int | None = None) -> Any:
    """What JSON says; without a line, JSONDecodeError for a text of which a line may say more."""
    try:
        return json.loads(text, object_pairs_hook=Pairs)
    except json.JSONDecodeError as error:
        if line is None and error.msg == EXTRA:
            raise
        refuse(where, f"this is not JSON: {error.msg.lower()}.", line or error.lineno)
    except (RecursionError, ValueError):  # brackets without end, a number of too many digits
        refuse(where, "this JSON is no dictionary of dictionaries.", line)


def _records(
    objects: Iterable[dict[str, Any]], kind: str, where: str, columns: Columns
) -> Iterator[Row]:
    """The rows of objects with fields, and perhaps with documents inside."""
    known = cache(lambda names: places_of(names, kind, columns))
    for number, record in enumerate(_flat(objects, kind, known), 1):
        places, values = known(tuple(record)), list(record.values())
        missing = lacking(places, kind)
        if not places:
            refuse(where, _shape(kind))
        if missing and number == 1:
            refuse_columns(where, kind, list(record), missing, [values])
        if missing:
            refuse(where, f"the {missing[0]} is missing.", number, "row")
        fields = {field: values[at] for field, at in places.items()}
        name = _id(fields["query"], "a query", where)
        doc = _id(fields["doc"], f"query {shown(name)}: a document", where)
        sign, value = (1, fields[VALUE[kind]]) if VALUE[kind] in fields else (-1, fields["rank"])
        yield name, doc, sign * _number(value, name, doc, kind, where)


def _flat(
    objects: Iterable[dict[str, Any]], kind: str, known: Callable[..., dict[str, int]]
) -> Iterator[dict[str, Any]]:
    """Each object, or each document in a list or an object inside, best first in a list."""
    for record in objects:
        outer = {k: v for k, v in record.items() if not isinstance(v, (Pairs, list))}
        inner: Any = next((v for v in record.values() if isinstance(v, (Pairs, list))), None)
        if inner is None or not lacking(known(tuple(outer)), kind):
            yield outer
        elif isinstance(inner, Pairs):
            yield from ({**outer, "doc": doc, VALUE[kind]: value} for doc, value in inner)
        else:
            each = (dict(one) if isinstance(one, Pairs) else {"doc": one} for one in inner)
            yield from ({**outer, "rank": rank, **one} for rank, one in enumerate(each, 1))


def _pairs(pairs: Iterable[tuple[Any, Any]], kind: str, where: str) -> Iterator[Row]:
    """The rows of pairs of a query and its documents."""
    for query, documents in pairs:
        name = _id(query, "query", where)
        for doc, value in _documents(documents, name, kind, where):
            about = f"query {shown(name)}: a document"
            yield name, _id(doc, about, where), _number(value, name, doc, kind, where)


def _frame(rows: Iterable[Row], kind: str) -> pl.DataFrame:
    schema = {"query": pl.String, "doc": pl.String, VALUE[kind]: pl.Float64}
    frame = pl.DataFrame(list(rows), schema=schema, orient="row")
    return frame.with_columns(line=pl.int_range(1, pl.len() + 1, dtype=pl.UInt32))


def _documents(documents: Any, query: str, kind: str, where: str) -> Iterable[tuple[Any, Any]]:
    if isinstance(documents, Mapping):
        return documents.items()
    if isinstance(documents, Pairs):
        return documents
    if kind == "run" and isinstance(documents, (list, tuple)):  # best first
        return ((doc, -float(place)) for place, doc in enumerate(documents, 1))
    refuse(where, f"query {shown(query)} has {shown(documents)}; {_shape(kind)}")


def _shape(kind: str) -> str:
    ranked = ", or {query: [document, ...]}, best first" if kind == "run" else ""
    return f"wanted: {{query: {{document: {VALUE[kind]}}}}}{ranked}."


def _id(name: object, what: str, where: str) -> str:
    if isinstance(name, int) and not isinstance(name, bool):
        return str(name)
    if not isinstance(name, str) or not name:
        refuse(where, f"{what} is called {shown(name)}; it must be a text.")
    if not name.isascii() and writable(name) != name:
        refuse(where, f"{what} is called {shown(name)}, which no file can hold.")
    return name


def _number(value: Any, query: str, doc: object, kind: str, where: str) -> float:
    if hasattr(value, "item") and not getattr(value, "ndim", 0):
        value = value.item()  # a number from an array
    try:
        if isinstance(value, Real) and not isinstance(value, bool):
            return float(value)
    except OverflowError:
        pass
    at = f"query {shown(query)}, document {shown(doc)}"
    refuse(where, f"{at}: the {VALUE[kind]} is {shown(value)}; it must be a number.")


TYPES = {"query": pl.String, "doc": pl.String, "grade": pl.Float64, "score": pl.Float64}
LIMITS = Limits()
ROW_BYTES = 16
"""A row takes at least so many bytes in memory, however well a file packs it."""


def read_parquet(
    data: bytes, kind: str, where: str, limits: Limits, columns: Columns
) -> pl.DataFrame:
    """The frame of a Parquet file; what its footer says of its size is looked at first."""
    most = most_unpacked(len(data), limits)
    try:
        lazy = pl.scan_parquet(BytesIO(data))
        names = lazy.collect_schema().names()
        wanted = [names[at] for at in _places(names, kind, where, limits, columns).values()]
        rows = int(lazy.select(pl.len()).collect().item())
        if rows > most // ROW_BYTES:
            refuse(where, f"it has {rows:,} rows; {most // ROW_BYTES:,} is the most.")
        if _unpacked_size(data, wanted) > most:
            refuse(where, f"it unpacks to more than {size_of(most)}, and is not read.")
        frame = lazy.select(wanted)
        return read_frame(frame.collect(), kind, where, limits, columns)
    except (*POLARS, UnicodeError) as error:
        reason = clipped(str(error).partition("\n")[0].rstrip("."), 80)
        raise ValueError(f"{where}: this Parquet file cannot be read: {reason}.") from None


def _unpacked_size(data: bytes, names: list[str]) -> int:
    """How many bytes the footer says that these columns have; 0 where nothing here reads footers.

    Polars has no call for it; Streamlit, and with it the app, brings pyarrow.
    """
    with suppress(ImportError):
        from pyarrow import ArrowException, parquet

        try:
            footer = parquet.read_metadata(BytesIO(data))
        except (ArrowException, OSError) as error:
            raise pl.exceptions.ComputeError(str(error)) from None
        groups = map(footer.row_group, range(footer.num_row_groups))
        columns = (group.column(at) for group in groups for at in range(group.num_columns))
        sizes = (
            c.total_uncompressed_size for c in columns if c.path_in_schema.split(".")[0] in names
        )
        return sum(max(0, size) for size in sizes)
    return 0


def read_frame(
    source: Any, kind: str, where: str, limits: Limits, columns: Columns
) -> pl.DataFrame:
    """The frame in a data frame of any library; ValueError names what it lacks."""
    frame = chosen(source, kind, where, limits, columns)
    if isinstance(frame, nw.LazyFrame):
        frame = frame.collect(backend="polars")
    return _typed(_polars(frame), where)


def chosen(
    source: Any, kind: str, where: str, limits: Limits = LIMITS, columns: Columns = NO_COLUMNS
) -> Any:
    """The columns that are wanted of a data frame, under our names for them, through narwhals."""
    try:
        native: Any = nw.from_native(source)
    except TypeError:
        wanted = "wanted: a file, a dictionary or a data frame"
        refuse(where, f"{_described(source)} cannot be read; {wanted}.")
    names = list(native.collect_schema().names())
    places = _places(names, kind, where, limits, columns)
    return native.select(**{field: nw.col(names[at]) for field, at in places.items()})


def _described(source: Any) -> str:
    """A value as a sentence names it; a table elsewhere would be worked out to be written."""
    plain = isinstance(source, (str, bytes, int, float, list, tuple, dict, type(None)))
    return shown(source) if plain else f"An object of type {type(source).__name__}"


def _places(
    names: list[str], kind: str, where: str, limits: Limits, columns: Columns
) -> dict[str, int]:
    if len(names) > limits.columns:
        refuse(where, f"there are {len(names):,} columns; {limits.columns:,} is the most.")
    places = places_of(names, kind, columns)
    missing = lacking(places, kind)
    if missing:
        refuse_columns(where, kind, names, missing)
    return places


def _polars(frame: Any) -> pl.DataFrame:
    if frame.implementation.is_polars():
        native: pl.DataFrame = frame.to_native()
        return native
    return pl.DataFrame({name: frame[name].to_list() for name in frame.columns}, strict=False)


def _typed(frame: pl.DataFrame, where: str) -> pl.DataFrame:
    """The columns as the types that we count with, and the number of each row."""
    columns = []
    for name, dtype in frame.schema.items():
        wanted = TYPES.get(name, pl.Int64)
        if wanted.is_numeric() and not dtype.is_numeric():
            refuse(where, f"the column of the {name} holds {dtype}; it must hold numbers.")
        columns.append(pl.col(name).cast(wanted, strict=False))
    return frame.select(*columns, line=pl.int_range(1, pl.len() + 1, dtype=pl.UInt32))


PARQUET = b"PAR1"
IS_JSON = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:\{|\[\s*\{)")


@explained
def read_qrels(
    source: Any, name: str | None = None, limits: Limits = LIMITS, columns: Columns = NO_COLUMNS
) -> Qrels:
    r"""Judgments: the grade of each judged document of each query.

    source  a path; the bytes of a file; a text with more than one line; a dictionary
            {query: {document: grade}}; a data frame of any library that narwhals knows
    name    what sentences call it; else the file's name
    columns where usual names do not say it: {"query": "search_term", "grade": "points"}, by the
            columns' names or numbers

    A file is TREC's ("query 0 document grade"), three columns without the second, CSV or TSV with
    named columns (query, doc, grade, and other usual names; a semicolon or | may part them),
    Parquet, or JSON: one dictionary, or an object in every line; each also gzipped. A text that is
    not UTF-8 is read as Latin-1, and that is in `findings`.
    What cannot be read raises ValueError with the line. What is odd is in `findings`. Document
    ids are compared as texts; nothing but white space around them is taken off.

    >>> read_qrels("q1 0 d1 3\nq1 0 d2 0\n").frame.select("query", "doc", "grade").rows()
    [('q1', 'd1', 3.0), ('q1', 'd2', 0.0)]
    """
    return _table(source, Qrels, name or _called(source, "judgments"), limits, columns)


@explained
def read_run(
    source: Any, name: str | None = None, limits: Limits = LIMITS, columns: Columns = NO_COLUMNS
) -> Run:
    r"""A run: what one system returned for each query, with scores.

    source, name, columns and errors as in `read_qrels`. A file is TREC's ("query Q0 document rank
    score tag"), with or without the tag; "query document score"; "query document rank score"; or
    has named columns (query, doc, and score or rank). A dictionary holds {query: {document:
    score}}, or the documents of each query in a list, best first.

    >>> run = read_run({"q1": ["d7", "d2"]}, "mine")
    >>> run.name, run.frame["doc"].to_list()
    ('mine', ['d7', 'd2'])
    """
    return _table(source, Run, name or _called(source, "run"), limits, columns)


def _table(source: Any, table: type[T], where: str, limits: Limits, columns: Columns) -> T:
    if isinstance(source, table):
        return source
    where = printable(where)
    return table(where, *_read(source, table.kind, where, limits, columns))


def _read(
    source: Any, kind: str, where: str, limits: Limits, columns: Columns
) -> tuple[pl.DataFrame, tuple[Finding, ...], str]:
    findings: list[Finding] = []
    if isinstance(source, Mapping):
        frame, unit = _frame(_pairs(source.items(), kind, where), kind), "entry"
    elif not isinstance(source, (str, bytes, PathLike)):
        frame, unit = read_frame(source, kind, where, limits, columns), "row"
    else:
        if isinstance(source, str) and "\n" in source:  # pasted
            source = writable(source).encode()
        data = contents(source, where, limits)
        if data.startswith(PARQUET):
            frame, unit = read_parquet(data, kind, where, limits, columns), "row"
        else:
            data, findings = in_utf8(data, where)
            if IS_JSON.match(data):
                frame, unit = read_json(data, kind, where, columns), "entry"
            else:
                frame, odd = read_text(data, kind, where, limits, columns)
                return frame, (*findings, *odd), "line"
    return by_rank(checked(frame, where, unit, limits)), tuple(findings), unit


def _called(source: Any, otherwise: str) -> str:
    if isinstance(source, PathLike) or (isinstance(source, str) and "\n" not in source):
        return Path(fspath(source)).name
    return otherwise
