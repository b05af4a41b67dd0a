"""`read_qrels` and `read_run`: judgments and rankings from files, dictionaries and data frames."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from io import BytesIO
from itertools import count
from numbers import Real
from os import PathLike, fspath
from pathlib import Path
from typing import Any, TypeVar

import narwhals as nw
import polars as pl

from ndcg_core.evaluation.files.columns import (
    NO_COLUMNS,
    VALUE,
    Columns,
    Grades,
    Told,
    grades_of,
    lacking,
    places_of,
    refuse_columns,
    refuse_grade,
    taken_of_two,
)
from ndcg_core.evaluation.files.contents import (
    Limits,
    contents,
    in_utf8,
    most_unpacked,
    refuse,
    size_of,
)
from ndcg_core.evaluation.files.formats import (
    Pairs,
    format_of_json,
    is_predictions,
    read_predictions,
    rows_in_json,
)
from ndcg_core.evaluation.files.tables import Qrels, Run, Table, by_rank, checked
from ndcg_core.evaluation.files.text import read_text
from ndcg_core.evaluation.findings import Finding, finding
from ndcg_core.metric.numbers import clipped, shown, writable
from ndcg_core.numerals.numerals import read_plain

T = TypeVar("T", bound=Table)
EXTRA = "Extra data"
"""What the parser says of a text that goes on, such as one with an object in every line."""
Row = tuple[str, str, float]
"""query, doc, grade or score."""


def read_json(
    data: bytes, kind: str, where: str, columns: Columns, findings: list[Finding]
) -> pl.DataFrame:
    """The frame of a JSON text: one object in the shape of pytrec_eval, ranx and BEIR; or a list,
    or an object in every line, of rows, or of queries with their documents inside; or in a format
    of `formats`. findings: those about it are added.
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
    if len(objects) == 1 and (form := format_of_json(objects[0], kind, where)):
        findings.append(finding("format", where, what=form.name))
        rows = rows_in_json(objects[0], form, where)
        return _frame(_graded(rows, kind, where, columns, findings), kind)
    if all(isinstance(value, (Pairs, list)) for one in objects for _, value in one):
        pairs = (pair for one in objects for pair in one)
        return _frame(_pairs(pairs, kind, where, columns), kind)
    return _frame(_records(map(dict, objects), kind, where, columns, findings), kind)


def _graded(
    rows: Iterable[Mapping[str, Any]],
    kind: str,
    where: str,
    told: Columns,
    findings: list[Finding],
) -> Iterator[Row]:
    """The rows of a format that have a grade, which is 1 where there is none to have, or a rank."""
    unrated = 0
    for row in rows:
        value = -row["rank"] if kind == "run" else row.get("grade", 1)
        unrated += value is None
        if value is not None:
            name, doc = (_id(row[field], f"a {field}", where) for field in ("query", "doc"))
            yield name, doc, _number(value, name, doc, kind, where, told)
    findings += [finding("unrated", where, unrated)] if unrated else []


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
    objects: Iterable[dict[str, Any]],
    kind: str,
    where: str,
    columns: Columns,
    findings: list[Finding],
) -> Iterator[Row]:
    """The rows of objects with fields, and perhaps with documents inside."""
    known = cache(lambda names: places_of(names, kind, columns))
    for number, record in enumerate(_flat(objects, kind, known), 1):
        places, values = known(tuple(record)), list(record.values())
        missing = lacking(places, kind, tuple(record))
        if not places:
            refuse(where, _shape(kind))
        if number == 1:
            findings += taken_of_two(tuple(record), places, kind, columns, where)
        if missing and number == 1:
            refuse_columns(where, kind, list(record), missing, [values])
        if missing:
            refuse(where, f"the {missing[0]} is missing.", number, "row")
        fields = {field: values[at] for field, at in places.items()}
        name = _id(fields["query"], "a query", where)
        doc = _id(fields["doc"], f"query {shown(name)}: a document", where)
        sign, value = -1, fields.get("rank", -1)
        if VALUE[kind] in fields:
            sign, value = 1, fields[VALUE[kind]]
        yield name, doc, sign * _number(value, name, doc, kind, where, columns)


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


def _pairs(pairs: Iterable[tuple[Any, Any]], kind: str, where: str, told: Columns) -> Iterator[Row]:
    """The rows of pairs of a query and its documents."""
    for query, documents in pairs:
        name = _id(query, "query", where)
        for doc, value in _documents(documents, name, kind, where):
            about = f"query {shown(name)}: a document"
            yield name, _id(doc, about, where), _number(value, name, doc, kind, where, told)


def _frame(rows: Iterable[Row], kind: str) -> pl.DataFrame:
    schema = {"query": pl.String, "doc": pl.String, VALUE[kind]: pl.Float64}
    frame = pl.DataFrame(list(rows), schema=schema, orient="row")
    return frame.with_columns(line=pl.int_range(1, pl.len() + 1, dtype=pl.UInt32))


def _documents(documents: Any, query: str, kind: str, where: str) -> Iterable[tuple[Any, Any]]:
    if isinstance(documents, Mapping):
        return documents.items()
    if isinstance(documents, Pairs):
        return documents
    if isinstance(documents, (list, tuple)):  # best first; of judgments, those that are relevant
        values = (-float(place) if kind == "run" else 1.0 for place in count(1))
        return zip(documents, values, strict=False)
    refuse(where, f"query {shown(query)} has {shown(documents)}; {_shape(kind)}")


def _shape(kind: str) -> str:
    listed = "best first" if kind == "run" else "all relevant"
    return (
        f"wanted: {{query: {{document: {VALUE[kind]}}}}}, or {{query: [document, ...]}}, {listed}."
    )


def _id(name: object, what: str, where: str) -> str:
    if isinstance(name, int) and not isinstance(name, bool):
        return str(name)
    if not isinstance(name, str) or not name:
        refuse(where, f"{what} is called {shown(name)}; it must be a text.")
    if not name.isascii() and writable(name) != name:
        refuse(where, f"{what} is called {shown(name)}, which no file can hold.")
    return name


def _number(value: Any, query: str, doc: object, kind: str, where: str, told: Columns) -> float:
    if isinstance(value, str):
        worth = told.grades if isinstance(told, Told) and kind == "qrels" else {}
        number = worth.get(value.strip(), read_plain(value))
        value = value if number is None else number
    if hasattr(value, "item") and not getattr(value, "ndim", 0):
        value = value.item()  # a number from an array
    try:
        if isinstance(value, Real) and not isinstance(value, bool):
            return float(value)
    except OverflowError:
        pass
    at = f"query {shown(query)}, document {shown(doc)}"
    if isinstance(value, str) and kind == "qrels":
        refuse_grade(f"{where}, {at}", value, [value, *getattr(told, "grades", ())])
    refuse(where, f"{at}: the {VALUE[kind]} is {shown(value)}; it must be a number.")


TYPES = {"query": pl.String, "doc": pl.String, "grade": pl.Float64, "score": pl.Float64}
LIMITS = Limits()
ROW_BYTES = 16
"""A row takes at least so many bytes in memory, however well a file packs it."""


def read_parquet(
    data: bytes,
    kind: str,
    where: str,
    limits: Limits,
    columns: Columns,
    findings: list[Finding],
) -> pl.DataFrame:
    """The frame of a Parquet file; what its footer says of its size is looked at first."""
    most = most_unpacked(len(data), limits)
    try:
        lazy = pl.scan_parquet(BytesIO(data))
        names = lazy.collect_schema().names()
        places = _places(lazy.collect_schema(), kind, where, limits, columns)
        findings += taken_of_two(names, places, kind, columns, where)
        wanted = [names[at] for at in places.values()]
        rows = int(lazy.select(pl.len()).collect().item())
        if rows > most // ROW_BYTES:
            refuse(where, f"it has {rows:,} rows; {most // ROW_BYTES:,} is the most.")
        if _unpacked_size(data, wanted) > most:
            refuse(where, f"it unpacks to more than {size_of(most)}, and is not read.")
        frame = lazy.select(wanted)
        return read_frame(frame.collect(), kind, where, limits, columns, findings)
    except pl.exceptions.PolarsError as error:
        reason = clipped(str(error).splitlines()[0], 80)
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
    source: Any,
    kind: str,
    where: str,
    limits: Limits,
    columns: Columns,
    findings: list[Finding],
) -> pl.DataFrame:
    """The frame in a data frame of any library; ValueError names what it lacks."""
    frame = chosen(source, kind, where, limits, columns)
    names = list(nw.from_native(source).collect_schema().names())
    places = places_of(names, kind, columns)
    findings += taken_of_two(names, places, kind, columns, where)
    if isinstance(frame, nw.LazyFrame):
        frame = frame.collect(backend="polars")
    if kind == "qrels" and "grade" not in places:
        findings.append(finding("binary", where, len(frame)))
    return _typed(_polars(frame), where, columns)


def chosen(
    source: Any, kind: str, where: str, limits: Limits = LIMITS, columns: Columns = NO_COLUMNS
) -> Any:
    """The columns that are wanted of a data frame, under our names for them, through narwhals."""
    try:
        native: Any = nw.from_native(source)
    except TypeError:
        wanted = "wanted: a file, a dictionary or a data frame"
        refuse(where, f"{_described(source)} cannot be read; {wanted}.")
    schema = native.collect_schema()
    names, places = list(schema.names()), _places(schema, kind, where, limits, columns)
    fields = {field: nw.col(names[at]) for field, at in places.items()}
    if kind == "qrels" and "grade" not in places:
        fields["grade"] = nw.lit(1.0)
    return native.select(**fields)


def _described(source: Any) -> str:
    """A value as a sentence names it; a table elsewhere would be worked out to be written."""
    plain = isinstance(source, (str, bytes, int, float, list, tuple, dict, type(None)))
    return shown(source) if plain else f"An object of type {type(source).__name__}"


def _places(
    schema: Mapping[str, Any], kind: str, where: str, limits: Limits, columns: Columns
) -> dict[str, int]:
    names = list(schema)
    if len(names) > limits.columns:
        refuse(where, f"there are {len(names):,} columns; {limits.columns:,} is the most.")
    places = places_of(names, kind, columns)
    missing = lacking(places, kind, names)
    if missing:
        numbers = [name for name, dtype in schema.items() if dtype.is_numeric()]
        refuse_columns(where, kind, names, missing, numbers=numbers)
    return places


def _polars(frame: Any) -> pl.DataFrame:
    if frame.implementation.is_polars():
        native: pl.DataFrame = frame.to_native()
        return native
    return pl.DataFrame({name: frame[name].to_list() for name in frame.columns}, strict=False)


def _typed(frame: pl.DataFrame, where: str, told: Columns) -> pl.DataFrame:
    """The columns as the types that we count with, and the number of each row."""
    columns = []
    for name, dtype in frame.schema.items():
        wanted = TYPES.get(name, pl.Int64)
        if name == "grade" and dtype in (pl.String, pl.Categorical, pl.Enum):
            texts = frame[name].cast(pl.String)
            frame = frame.with_columns(grade=grades_of(pl.col("grade"), told))
            wrong = texts.filter(frame["grade"].is_null() & texts.is_not_null())
            if len(wrong):
                labels = wrong.unique(maintain_order=True)
                refuse_grade(where, wrong[0], [*labels, *getattr(told, "grades", ())])
        elif wanted.is_numeric() and not dtype.is_numeric():
            refuse(where, f"the column of the {name} holds {dtype}; it must hold numbers.")
        columns.append(pl.col(name).cast(wanted, strict=False))
    return frame.select(*columns, line=pl.int_range(1, pl.len() + 1, dtype=pl.UInt32))


PARQUET = b"PAR1"
IS_JSON = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:\{|\[\s*\{)")


def read_qrels(
    source: Any,
    name: str | None = None,
    limits: Limits = LIMITS,
    columns: Columns = NO_COLUMNS,
    grades: Grades | None = None,
) -> Qrels:
    r"""Judgments: the grade of each judged document of each query.

    source  a path; the bytes of a file; a text with more than one line; a dictionary
            {query: {document: grade}}; a data frame of any library that narwhals knows
    name    what sentences call it; else the file's name
    columns where usual names do not say it: {"query": "search_term", "grade": "points"}, by the
            columns' names or numbers
    grades  what labels are worth, where grades are no numbers: {"E": 3, "S": 2}

    A file is TREC's ("query 0 document grade"), three columns without the second, two for relevant
    documents alone, CSV or TSV with named columns (query, doc, grade, and other usual names; ids
    before texts; a semicolon or | may part them), Parquet, JSON (one dictionary, or an object in
    every line), or of another program: `formats.toml` has LETOR's, Elasticsearch's, Quepid's and
    others. Each may be packed with gzip, bzip2 or xz, and, where pyarrow is installed, zstd or lz4.
    A text that is not UTF-8 is read as Latin-1, and that is in `findings`.
    What cannot be read raises ValueError with the line. What is odd is in `findings`. Document
    ids are compared as texts; nothing but white space around them is taken off.

    >>> read_qrels("q1 0 d1 3\nq1 0 d2 0\n").frame.select("query", "doc", "grade").rows()
    [('q1', 'd1', 3.0), ('q1', 'd2', 0.0)]
    """
    told = Told(columns, grades)
    return _table(source, Qrels, name or _called(source, "judgments"), limits, told)


def read_run(
    source: Any,
    name: str | None = None,
    limits: Limits = LIMITS,
    columns: Columns = NO_COLUMNS,
    judged: Qrels | None = None,
) -> Run:
    r"""A run: what one system returned for each query, with scores.

    source, name, columns and errors as in `read_qrels`. A file is TREC's ("query Q0 document rank
    score tag"), with or without the tag; "query document score"; "query document rank score"; or
    has named columns (query, doc, and score or rank). A dictionary holds {query: {document:
    score}}, or the documents of each query in a list, best first. A number in each line is the
    score of each document of `judged`, in the order of its file, as LightGBM and SVMrank write it.

    >>> run = read_run({"q1": ["d7", "d2"]}, "mine")
    >>> run.name, run.frame["doc"].to_list()
    ('mine', ['d7', 'd2'])
    """
    return _table(source, Run, name or _called(source, "run"), limits, columns, judged)


def _table(
    source: Any,
    table: type[T],
    where: str,
    limits: Limits,
    columns: Columns,
    judged: Qrels | None = None,
) -> T:
    if isinstance(source, table):
        return source
    return table(where, *_read(source, table.kind, where, limits, columns, judged))


def _read(
    source: Any, kind: str, where: str, limits: Limits, columns: Columns, judged: Qrels | None
) -> tuple[pl.DataFrame, tuple[Finding, ...], str]:
    findings: list[Finding] = []
    if isinstance(source, Mapping):
        frame, unit = _frame(_pairs(source.items(), kind, where, columns), kind), "entry"
    elif not isinstance(source, (str, bytes, PathLike)):
        frame, unit = read_frame(source, kind, where, limits, columns, findings), "row"
    else:
        if isinstance(source, str) and "\n" in source:  # pasted
            source = writable(source).encode()
        data = contents(source, where, limits)
        if data.startswith(PARQUET):
            frame, unit = read_parquet(data, kind, where, limits, columns, findings), "row"
        else:
            data, findings = in_utf8(data, where)
            if IS_JSON.match(data):
                frame, unit = read_json(data, kind, where, columns, findings), "entry"
            elif kind == "run" and is_predictions(data):
                frame, unit = read_predictions(data, where, judged), "line"
                findings.append(finding("predictions", where, frame.height))
            else:
                frame, odd = read_text(data, kind, where, limits, columns)
                return frame, (*findings, *odd), "line"
    return by_rank(checked(frame, where, unit, limits)), tuple(findings), unit


def _called(source: Any, otherwise: str) -> str:
    if isinstance(source, (str, PathLike)) and "\n" not in fspath(source):
        return Path(fspath(source)).name
    return otherwise
