"""`read_qrels` and `read_run`: judgments and rankings from files, dictionaries and data frames."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from io import BytesIO
from itertools import chain, repeat
from numbers import Real
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import polars as pl

from ndcg_core.evaluation.files.columns import (
    NO_COLUMNS,
    Columns,
    Grades,
    TableSource,
    UserColumns,
    list_missing_fields,
    locate_lists,
)
from ndcg_core.evaluation.files.contents import (
    Limits,
    calculate_unpacked_limit,
    convert_to_utf8,
    format_size,
    read_contents,
)
from ndcg_core.evaluation.files.formats import (
    Pairs,
    add_query_names,
    read_json_rows,
    read_predictions,
)
from ndcg_core.evaluation.files.spreadsheets import convert_to_csv, is_spreadsheet
from ndcg_core.evaluation.files.tables import Qrels, Run, add_scores_from_ranks, check_frame
from ndcg_core.evaluation.files.text import POLARS_ERRORS, read_text_table
from ndcg_core.evaluation.findings import Finding
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.numbers import clip_text, replace_surrogates, short_repr
from ndcg_core.numerals.numerals import read_plain_number

JSON_EXTRA_DATA = "Extra data"
"""The message of the JSON parser about text after the first value, as in JSON Lines."""
Row = tuple[str, str, float]
"""The fields of a row: query, doc, and grade or score."""


def read_json(data: bytes, source: TableSource, judged: Qrels | None = None) -> pl.DataFrame:
    """Read a JSON text into a frame. Raise ValueError for bad JSON or an unknown structure.

    The text may be one object as in pytrec_eval, ranx and BEIR, or have a format of `formats`. The
    text may also be a list, or one object per line, with rows or with queries and their documents.
    """
    text = JSON_START.sub(b"", data, count=1).decode()
    try:
        objects = [_parse_json(text, source)]
    except json.JSONDecodeError:
        lines = enumerate(text.split("\n"), 1)
        objects = [_parse_json(line, source, number) for number, line in lines if line.strip()]
    if isinstance(objects[0], list) and not isinstance(objects[0], Pairs):
        objects = objects[0]
    if not all(isinstance(item, Pairs) for item in objects):
        source.refuse(_describe_shape(source))
    rows = read_json_rows(objects[0], source) if len(objects) == 1 else None
    rows = read_json_rows([*objects], source) if rows is None else rows
    if rows is not None:
        named_rows = add_query_names(rows, source, judged)
        return _make_frame(_iterate_rows_with_values(named_rows, source), source)
    if all(isinstance(value, (Pairs, list)) for item in objects for _, value in item):
        return _read_pairs(chain.from_iterable(objects), source)
    return _make_frame(_read_records(map(dict, objects), source), source)


def _iterate_rows_with_values(
    rows: Iterable[Mapping[str, Any]], source: TableSource
) -> Iterator[Row]:
    """Yield the rows that have a value. A missing grade counts as 1.

    In a run without scores, the value is the negative rank. Rows whose value is null are left out,
    with a finding. Raises ValueError for a bad row.
    """
    unrated = 0
    for row in rows:
        value = row.get("grade", 1)
        if source.kind == "run":
            value = row["score"] if "score" in row else -row["rank"]
        unrated += value is None
        if value is not None:
            query = _read_id(row["query"], "a query", source)
            doc = _read_id(row["doc"], "a doc", source)
            yield query, doc, _read_number(value, query, doc, source)
    if unrated:
        source.add_finding("unrated", unrated)


def _parse_json(text: str, source: TableSource, line: int | None = None) -> Any:
    """Parse JSON, and represent objects as `Pairs`. Raise ValueError for bad JSON.

    Without a line, text after the first value raises JSONDecodeError instead.
    """
    try:
        return json.loads(text, object_pairs_hook=Pairs)
    except json.JSONDecodeError as error:
        if line is None and error.msg == JSON_EXTRA_DATA:
            raise
        source.refuse(f"this is not JSON: {error.msg.lower()}.", line or error.lineno)
    except (RecursionError, ValueError):  # too deeply nested, or a number with too many digits
        source.refuse("this JSON is not a dictionary of dictionaries.", line)


def _read_records(objects: Iterable[dict[str, Any]], source: TableSource) -> Iterator[Row]:
    """Yield the rows of objects with fields, or with a query and its documents.

    Without grades, every grade is 1. Without scores, the score is the negative rank. Raises
    ValueError for an object with a missing or bad field.
    """
    locate = cache(source.locate_columns)
    for number, record in enumerate(_flatten_objects(objects, source, locate), 1):
        names = tuple(record)
        values = list(record.values())
        positions = locate(names)
        if not positions:
            source.refuse(_describe_shape(source))
        if number == 1:
            source.locate_columns(names, [values])
            source.report_ambiguous_columns(names, positions)
        if missing := list_missing_fields(positions, source.kind, names):
            source.refuse(f"the {missing[0]} is missing.", number, "row")
        fields = {field: values[at] for field, at in positions.items()}
        name = _read_id(fields["query"], "a query", source)
        doc = _read_id(fields["doc"], "a document", source, name)
        sign = -1
        value = fields.get("rank", -1)
        if source.value_field in fields:
            sign = 1
            value = fields[source.value_field]
        yield name, doc, sign * _read_number(value, name, doc, source)


def _flatten_objects(
    objects: Iterable[dict[str, Any]], source: TableSource, locate: Callable[..., dict[str, int]]
) -> Iterator[dict[str, Any]]:
    """Yield each object without nested values, or one object for each nested document.

    The nested documents are used only if the other fields lack a required one. The documents of a
    list get the ranks 1, 2, ....

    locate: a function that returns the positions of the columns.
    """
    for record in objects:
        outer = {k: v for k, v in record.items() if not isinstance(v, (Pairs, list))}
        inner: Any = next((v for v in record.values() if isinstance(v, (Pairs, list))), None)
        if inner is None or not list_missing_fields(locate(tuple(outer)), source.kind):
            yield outer
        elif isinstance(inner, Pairs):
            yield from ({**outer, "doc": doc, source.value_field: value} for doc, value in inner)
        else:
            documents = (dict(item) if isinstance(item, Pairs) else {"doc": item} for item in inner)
            yield from ({**outer, "rank": rank, **doc} for rank, doc in enumerate(documents, 1))


def _read_pairs(pairs: Iterable[tuple[Any, Any]], source: TableSource) -> pl.DataFrame:
    """Make a frame from pairs of a query and its documents.

    Strings and numbers are converted together. If there are other values, every value is converted
    separately, so that an error can name the query and the document.
    """
    pairs = list(pairs)
    if {type(documents) for _, documents in pairs} == {dict}:
        dictionaries = [documents for _, documents in pairs]
        docs = list(chain.from_iterable(dictionaries))
        values = list(chain.from_iterable(map(dict.values, dictionaries)))
        sizes = list(map(len, dictionaries))
        binary = 0
    else:
        sizes, docs, values, binary = _flatten_pairs(pairs, source)
    frame = _make_plain_frame([query for query, _ in pairs], sizes, docs, values, source)
    if frame is None:
        queries = chain.from_iterable(map(repeat, (query for query, _ in pairs), sizes))
        frame = _make_frame(_read_rows(zip(queries, docs, values, strict=True), source), source)
    if binary:
        source.add_finding("binary", binary)
    return frame


def _flatten_pairs(
    pairs: Iterable[tuple[Any, Any]], source: TableSource
) -> tuple[list[int], list[Any], list[Any], int]:
    """Join the documents of all queries into one list, and count the documents of each query.

    Returns the counts by query, the ids, the values, and the number of documents without a grade.
    Raises ValueError for a query without a mapping or list.
    """
    sizes = []
    docs = list[Any]()
    values = list[Any]()
    binary = 0
    for query, documents in pairs:
        before = len(docs)
        if isinstance(documents, Mapping):
            docs.extend(documents.keys())
            values.extend(documents.values())
        elif isinstance(documents, Pairs):
            docs.extend(doc for doc, _ in documents)
            values.extend(value for _, value in documents)
        elif isinstance(documents, (list, tuple)):  # judged documents in a list are relevant
            docs.extend(documents)
            size = len(documents)
            best_first = range(-1, -size - 1, -1)
            values.extend(best_first if source.kind == "run" else repeat(1.0, size))
            binary += size if source.kind == "qrels" else 0
        else:
            about = (
                f"query {short_repr(_read_id(query, 'query', source))} has {short_repr(documents)}"
            )
            source.refuse(f"{about}. {_describe_shape(source)}")
        sizes.append(len(docs) - before)
    return sizes, docs, values, binary


def _make_plain_frame(
    queries: list[Any], sizes: list[int], docs: list[Any], values: list[Any], source: TableSource
) -> pl.DataFrame | None:
    """Make a frame, or return None if an id or a value must be converted separately."""
    kinds = set(map(type, values))
    if not all(kind is not bool and issubclass(kind, Real) for kind in kinds):
        return None
    try:
        query = _convert_ids(queries)
        doc = _convert_ids(docs)
        plain = values if kinds <= {int, float} else list(map(float, values))
        numbers = pl.Series(source.value_field, plain, dtype=pl.Float64)
    except (TypeError, ValueError, OverflowError):
        return None
    if any(ids.has_nulls() or (ids == "").any() for ids in (query, doc)):
        return None
    counted = pl.DataFrame({"query": query, "size": pl.Series(sizes, dtype=pl.UInt32)})
    repeated = counted.filter(pl.col("size") > 0).select(
        pl.col("query").repeat_by("size").explode()
    )
    frame = repeated.with_columns(doc=doc, **{source.value_field: numbers})
    return frame.with_columns(line=pl.int_range(1, pl.len() + 1, dtype=pl.UInt32))


def _convert_ids(ids: list[Any]) -> pl.Series:
    """Convert ids to strings. Raise TypeError if an id is neither a string nor an integer."""
    kinds = set(map(type, ids))
    if kinds == {str}:
        return pl.Series(ids, dtype=pl.String)
    if not kinds <= {str, int}:
        raise TypeError("an id is neither a string nor a whole number")
    return pl.Series(list(map(str, ids)), dtype=pl.String)


def _read_rows(rows: Iterable[tuple[Any, Any, Any]], source: TableSource) -> Iterator[Row]:
    """Yield rows with ids as strings and values as floats. Raise ValueError for a bad row."""
    for query, doc, value in rows:
        name = _read_id(query, "query", source)
        yield (
            name,
            _read_id(doc, "a document", source, name),
            _read_number(value, name, doc, source),
        )


def _make_frame(rows: Iterable[Row], source: TableSource) -> pl.DataFrame:
    """Return the rows as a frame, with the row numbers in the column `line`."""
    schema = {"query": pl.String, "doc": pl.String, source.value_field: pl.Float64}
    frame = pl.DataFrame(list(rows), schema=schema, orient="row")
    return frame.with_columns(line=pl.int_range(1, pl.len() + 1, dtype=pl.UInt32))


def _describe_shape(source: TableSource) -> str:
    """Return a sentence about the required shape of a dictionary."""
    listed = "best first" if source.kind == "run" else "all relevant"
    shape = f"{{query: {{document: {source.value_field}}}}}"
    return f"It must be {shape}, or {{query: [document, ...]}}, {listed}."


def _read_id(name: object, noun: str, source: TableSource, query: str | None = None) -> str:
    """Return the id of a query or a document as a string. Raise ValueError for a bad id.

    noun: the words for the query or document in the message. query: the query of a document.
    """
    if isinstance(name, int) and not isinstance(name, bool):
        return str(name)
    is_text = isinstance(name, str) and bool(name)
    if isinstance(name, str) and is_text and (name.isascii() or replace_surrogates(name) == name):
        return name
    about = noun if query is None else f"query {short_repr(query)}: {noun}"
    why = ", which no file can hold" if is_text else ". It must be a string"
    source.refuse(f"{about} is called {short_repr(name)}{why}.")


def _read_number(value: Any, query: str, doc: object, source: TableSource) -> float:
    """Return a grade, a label's grade or a score as a float. Raise ValueError for a bad value."""
    if type(value) is float:
        return value
    if isinstance(value, str):
        number = source.grades.get(value.strip(), read_plain_number(value))
        value = value if number is None else number
    if hasattr(value, "item") and not getattr(value, "ndim", 0):
        value = value.item()  # a number from an array
    try:
        if isinstance(value, Real) and not isinstance(value, bool):
            return float(value)
    except OverflowError:
        pass
    prefix = f"query {short_repr(query)}, document {short_repr(doc)}: "
    if isinstance(value, str) and source.kind == "qrels":
        source.refuse_grade(value, [value], prefix=prefix)
    source.refuse(f"{prefix}the {source.value_field} is {short_repr(value)}. It must be a number.")


COLUMN_TYPES = {"query": pl.String, "doc": pl.String, "grade": pl.Float64, "score": pl.Float64}
DEFAULT_LIMITS = Limits()
MAX_NAME_LENGTH = 255
"""The length of the longest file name that file systems allow."""
ROW_BYTES = 16
"""The smallest number of bytes of a row in memory, even if the file is compressed well."""


def read_parquet(data: bytes, source: TableSource) -> pl.DataFrame:
    """Read a Parquet file after checking its number of rows and, with pyarrow, its size.

    Only the columns of the table are read. Raises ValueError for a file that is too large or
    unreadable, or that lacks a column.
    """
    most = calculate_unpacked_limit(len(data), source.limits)
    try:
        lazy = pl.scan_parquet(BytesIO(data))
        schema = lazy.collect_schema()
        lists = locate_lists(schema.names(), source)
        if lists and isinstance(schema[schema.names()[lists.docs]], (pl.List, pl.Array)):
            wanted = [schema.names()[index] for index in (lists.query, lists.docs)]
        else:
            wanted = [schema.names()[index] for index in _locate_columns(schema, source).values()]
        rows = int(lazy.select(pl.len()).collect().item())
        if rows > most // ROW_BYTES:
            source.refuse(f"it has {rows:,} rows. At most {most // ROW_BYTES:,} are allowed.")
        if _measure_unpacked_size(data, wanted) > most:
            source.refuse(f"it unpacks to more than {format_size(most)}, so it was not read.")
        source.report_ambiguous_columns(schema.names(), source.locate_columns(schema.names()))
        return read_frame(lazy.select(wanted).collect(), source)
    except (*POLARS_ERRORS, UnicodeError) as error:
        reason = clip_text(str(error).partition("\n")[0].rstrip("."), 80)
        source.refuse(f"this Parquet file cannot be read: {reason}.")


def _measure_unpacked_size(data: bytes, names: list[str]) -> int:
    """Read the unpacked size of columns, in bytes, from a Parquet footer.

    Returns 0 if pyarrow is not installed. Raises `ComputeError` for a broken footer. Polars has no
    function for this size. Streamlit, and so the app, installs pyarrow.
    """
    with suppress(ImportError):
        from pyarrow import ArrowException, parquet

        try:
            footer = parquet.read_metadata(BytesIO(data))
        except (ArrowException, OSError) as error:
            raise pl.exceptions.ComputeError(str(error)) from None
        groups = map(footer.row_group, range(footer.num_row_groups))
        columns = (group.column(index) for group in groups for index in range(group.num_columns))
        sizes = (
            c.total_uncompressed_size for c in columns if c.path_in_schema.split(".")[0] in names
        )
        return sum(max(0, size) for size in sizes)
    return 0


def read_frame(table: Any, source: TableSource) -> pl.DataFrame:
    """Convert a data frame of any library that narwhals supports to a Polars frame.

    Raises ValueError for missing columns, or for an object that is not a data frame.
    """
    import narwhals as nw

    try:
        native: Any = nw.from_native(table)
    except TypeError:
        plain = isinstance(table, (str, bytes, int, float, list, tuple, dict, type(None)))
        what = short_repr(table) if plain else f"An object of type {type(table).__name__}"
        source.refuse(f"{what} cannot be read. Give a file, a dictionary or a data frame.")
    schema = native.collect_schema()
    names = list(schema)
    found = _read_lists(native, names, schema, source)
    if found is not None:
        return found
    positions = _locate_columns(schema, source)
    source.report_ambiguous_columns(names, positions)
    fields = {field: nw.col(names[at]) for field, at in positions.items()}
    is_binary = source.kind == "qrels" and "grade" not in positions
    frame = native.select(**fields, **({"grade": nw.lit(1.0)} if is_binary else {}))
    if isinstance(frame, nw.LazyFrame):
        frame = frame.collect(backend="polars")
    if is_binary:
        source.add_finding("binary", len(frame))
    if frame.implementation.is_polars():
        return _cast_columns(frame.to_native(), source)
    lists = {name: frame[name].to_list() for name in frame.columns}
    return _cast_columns(pl.DataFrame(lists, strict=False), source)


def _read_lists(
    table: Any, names: list[str], schema: Mapping[str, Any], source: TableSource
) -> pl.DataFrame | None:
    """Read a data frame with a list of documents per query. Return None for any other table."""
    import narwhals as nw

    positions = locate_lists(names, source)
    if not positions or schema[names[positions.docs]] not in (nw.List, nw.Array, nw.Object):
        return None
    columns = {"query": nw.col(names[positions.query]), "docs": nw.col(names[positions.docs])}
    frame = table.select(**columns)
    if isinstance(frame, nw.LazyFrame):
        frame = frame.collect(backend="polars")
    docs = [list(cell) if hasattr(cell, "tolist") else cell for cell in frame["docs"].to_list()]
    if not all(isinstance(cell, (list, tuple)) for cell in docs):
        return None
    source.report_lists(names[positions.docs])
    return _read_pairs(zip(frame["query"].to_list(), docs, strict=True), source)


def _locate_columns(schema: Mapping[str, Any], source: TableSource) -> dict[str, int]:
    """Map fields to column indices. Raise ValueError for missing or too many columns."""
    if len(schema) > source.limits.columns:
        most = f"At most {source.limits.columns:,} are allowed"
        source.refuse(f"it has {len(schema):,} columns. {most}.")
    return source.locate_columns(list(schema), schema)


def _cast_columns(frame: pl.DataFrame, source: TableSource) -> pl.DataFrame:
    """Convert ids to strings and values to numbers, and number the rows.

    Raises ValueError for a label without a grade, and for a column of values without numbers.
    """
    columns = []
    for name, dtype in frame.schema.items():
        wanted = COLUMN_TYPES.get(name, pl.Int64)
        if name == "grade" and dtype in (pl.String, pl.Categorical, pl.Enum):
            texts = frame[name].cast(pl.String)
            frame = frame.with_columns(grade=source.convert_grades(pl.col("grade")))
            wrong = texts.filter(frame["grade"].is_null() & texts.is_not_null())
            if len(wrong):
                source.refuse_grade(wrong[0], wrong.unique(maintain_order=True))
        elif wanted.is_numeric() and not dtype.is_numeric():
            source.refuse(f"the column of the {name} has {dtype}. It must have numbers.")
        columns.append(pl.col(name).cast(wanted, strict=False))
    return frame.select(*columns, line=pl.int_range(1, pl.len() + 1, dtype=pl.UInt32))


PARQUET_MAGIC = b"PAR1"
JSON_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:(?:GET|POST|PUT)[ ]\S+\s*\n\s*)?(?=\{|\[\s*\{)")
"""The beginning of a JSON text. A request line as in Kibana may come before it."""


@explain_bad_calls
def read_qrels(
    source: Any,
    name: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
    columns: Columns = NO_COLUMNS,
    grades: Grades | None = None,
) -> Qrels:
    r"""Read judgments: the grade of each judged document of each query.

    The format of a file is recognized from its contents: TREC, CSV, TSV, Parquet, JSON, JSON Lines,
    spreadsheets, and the files of many search engines and libraries. A file may be compressed with
    gzip, bzip2 or xz, and with zstd or lz4 if pyarrow is installed. A dictionary has the form
    {query: {document: grade}}. Judgments without grades are lists of relevant documents.

    Parameters
    ----------
    source : path, bytes, str, mapping or data frame
        A path; the bytes of a file; a text with more than one line; a dictionary; or a data frame
        of any library that narwhals supports. A `Qrels` is returned unchanged.
    name : str, optional
        The name in messages. By default, the name of the file.
    limits : Limits, optional
        The limits for files and tables.
    columns : mapping of str to str or int, optional
        The name or number of each column whose name is unusual:
        {"query": "search_term", "grade": "points"}.
    grades : mapping of str to float, optional
        The grade of each label, if the grades are words: {"E": 3, "S": 2}.

    Returns
    -------
    Qrels
        The judgments. `findings` has sentences about unusual data, such as text that is not UTF-8.

    Raises
    ------
    ValueError
        If the file cannot be read. The message names the line.

    Examples
    --------
    >>> read_qrels("q1 0 d1 3\nq1 0 d2 0\n").frame.select("query", "doc", "grade").rows()
    [('q1', 'd1', 3.0), ('q1', 'd2', 0.0)]
    """
    called = clip_text(name or _name_source(source, "judgments"), MAX_NAME_LENGTH)
    about = TableSource("qrels", called, limits, UserColumns(columns, grades))
    if isinstance(source, Qrels):
        return source
    return Qrels(about.name, *_read_table(source, about, None))


@explain_bad_calls
def read_run(
    source: Any,
    name: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
    columns: Columns = NO_COLUMNS,
    judged: Qrels | None = None,
) -> Run:
    """Read a run: the documents that one system returned for each query, with their scores.

    The formats are the same as for `read_qrels`. A dictionary has the form {query: {document:
    score}}, or {query: [document, ...]} with the best document first. A file with one number per
    line has the scores of the documents in `judged`, in the same order, as LightGBM writes them.

    Parameters
    ----------
    source : path, bytes, str, mapping or data frame
        A path; the bytes of a file; a text with more than one line; a dictionary; or a data frame
        of any library that narwhals supports. A `Run` is returned unchanged.
    name : str, optional
        The name in messages. By default, the name of the file.
    limits : Limits, optional
        The limits for files and tables.
    columns : mapping of str to str or int, optional
        The name or number of each column whose name is unusual:
        {"query": "search_term", "score": "points"}.
    judged : Qrels, optional
        The judgments, for a file with one score per line or without query ids.

    Returns
    -------
    Run
        The rankings.

    Raises
    ------
    ValueError
        If the file cannot be read. The message names the line.

    Examples
    --------
    >>> run = read_run({"q1": ["d7", "d2"]}, "mine")
    >>> run.name, run.frame["doc"].to_list()
    ('mine', ['d7', 'd2'])
    """
    called = clip_text(name or _name_source(source, "run"), MAX_NAME_LENGTH)
    about = TableSource("run", called, limits, UserColumns(columns))
    if isinstance(source, Run):
        return source
    return Run(about.name, *_read_table(source, about, judged))


def _read_table(
    data_source: Any, source: TableSource, judged: Qrels | None
) -> tuple[pl.DataFrame, tuple[Finding, ...], str]:
    """Return a source's checked frame, its findings, and the word "line", "row" or "entry".

    Raises ValueError for a source that cannot be read, or whose table is not valid.

    data_source: the source that `read_qrels` or `read_run` was called with.
    """
    if isinstance(data_source, Mapping):
        frame = _read_pairs(data_source.items(), source)
        unit = "entry"
    elif not isinstance(data_source, (str, bytes, PathLike)):
        frame = read_frame(data_source, source)
        unit = "row"
    else:
        if isinstance(data_source, str) and "\n" in data_source:  # pasted
            data_source = replace_surrogates(data_source).encode()
        data = read_contents(data_source, source.name, source.limits)
        if data.startswith(PARQUET_MAGIC):
            frame = read_parquet(data, source)
            unit = "row"
        else:
            if is_spreadsheet(data, source.name, source.limits):
                data = convert_to_csv(data, source)
            data, odd = convert_to_utf8(data, source.name)
            source.findings.extend(odd)
            if JSON_START.match(data):
                frame = read_json(data, source, judged)
                unit = "entry"
            else:
                scores = read_predictions(data, source, judged)
                frame = read_text_table(data, source) if scores is None else scores
                unit = "line"
    check_frame(frame, source.name, unit, source.limits)
    return add_scores_from_ranks(frame), tuple(source.findings), unit


def _name_source(source: Any, default: str) -> str:
    """Return the file name of a path, or `default` for a source that is not a path."""
    if isinstance(source, PathLike) or (isinstance(source, str) and "\n" not in source):
        return Path(fspath(source)).name
    return default
