"""Tables in text: TREC's files, CSV and TSV.

A column is known by its name, by its position as in TREC's files, or from the user. Regular tables
are read in one pass. Others are read line by line, so that an error names its line.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import islice
from typing import Any, NoReturn

import polars as pl

from ndcg_core.content import load_toml
from ndcg_core.evaluation.files.columns import (
    TableSource,
    list_missing_fields,
    locate_columns,
    locate_lists,
)
from ndcg_core.evaluation.files.contents import BYTE_ORDER_MARK, check_text
from ndcg_core.evaluation.files.formats import read_lines
from ndcg_core.evaluation.files.tables import has_rank_scores
from ndcg_core.evaluation.findings import count_noun
from ndcg_core.metric.numbers import clip_text
from ndcg_core.numerals.numerals import read_plain

SEPARATOR_SIGNS = (",", ";", "|")
"""The separators of files with quotes."""
KNOWN_LAYOUTS = load_toml(__file__, "layouts.toml")
FIELDS_BY_PLACE: Mapping[str, Mapping[int, Mapping[str, int]]] = {
    kind: {len(row): {name: at for at, name in enumerate(row) if name} for row in told["columns"]}
    for kind, told in KNOWN_LAYOUTS.items()
}
"""The positions of the fields, by the number of columns."""


@dataclass(frozen=True)
class Layout:
    """The format of a table in text: separator, columns and header.

    source     the source of the table
    separator  a tab, one of `SEPARATOR_SIGNS`, or " " for any white space
    width      the number of columns
    places     the positions of query, doc, grade or score, and rank
    header     True if the first line names the columns
    names      the names of the columns, or nothing
    """

    source: TableSource
    separator: str
    width: int
    places: Mapping[str, int]
    header: bool
    names: tuple[str, ...] = ()

    @property
    def is_binary(self) -> bool:
        """Return True if judgments have no grades, because all documents are relevant."""
        return self.source.kind == "qrels" and "grade" not in self.places

    @property
    def fields(self) -> list[str]:
        """Return the fields that are read, including the implied grade 1."""
        if self.is_binary:
            return [*self.places, "grade"]
        return [*self.places]

    def read_value(self, text: str) -> float | None:
        """Read a grade, score or rank, or return None."""
        return self.source.grades.get(text.strip(BLANK_SIGNS), _parse_number(text, self.separator))


def split_fields(line: str, separator: str) -> list[str]:
    """Split a line into fields. " " splits at any run of spaces and tabs only."""
    if separator == " ":
        return [field for field in line.replace("\t", " ").split(" ") if field]
    if separator not in SEPARATOR_SIGNS:
        return line.split(separator)
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:  # a field without end
        return []


FEATURE_LINE = re.compile(r"\s*[-+.\d]+(?:\s+\d+:\S+)+")
QID_MISSING = (
    "it has features, but no query. Write qid:1 after the label in each line of the first query, "
    "and so on. LightGBM keeps the number of lines of each query in a second file (….query)."
)


def find_layout(first: str, source: TableSource, number: int, rest: Sequence[str]) -> Layout:
    """Find the layout of a table from its first line. Raise ValueError if there is none.

    number: the number of the line. rest: further lines, used if the columns are unknown.
    """
    separators = list(_list_separators(first, source.kind))
    for separator in separators:
        found = _try_separator(separator, first, source, number, rest)
        if found:
            return found
    most_fields = max(separators, key=lambda separator: len(split_fields(first, separator)))
    _refuse_layout(first, source, number, most_fields, rest)


def _try_separator(
    separator: str, first: str, source: TableSource, number: int, rest: Sequence[str]
) -> Layout | None:
    """Return the layout of a table with this separator, or None."""
    kind = source.kind
    fields = split_fields(first, separator)
    places = source.locate_columns(fields)
    layout = Layout(source, separator, len(fields), places, True, tuple(fields))
    if not list_missing_fields(places, kind, fields):
        value = fields[places.get(source.value_field, places.get("rank", places["query"]))]
        by_number = layout.is_binary and not locate_columns(fields, kind)
        is_row = by_number or layout.read_value(value) is not None
        return replace(layout, header=False, names=()) if is_row else layout
    by_place = _find_columns_by_numbers(fields, layout, [first, *rest])
    if by_place and len(fields) == 4:
        by_place = _drop_time(by_place, layout, [first, *rest], number)
    return replace(layout, places=by_place, header=False, names=()) if by_place else None


def _refuse_layout(
    first: str, source: TableSource, number: int, separator: str, rest: Sequence[str]
) -> NoReturn:
    """Raise ValueError for a first line without a known layout."""
    kind = source.kind
    fields = split_fields(first, separator)
    rows = [split_fields(line, separator) for line in rest]
    n = len(fields)
    if FEATURE_LINE.match(first):
        source.refuse(QID_MISSING, number)
    if (n < 3 and not source.locate_columns(fields)) or _looks_like_trec(fields):
        there = f"it has {count_noun(n, 'column')}"
        source.refuse(
            f"{there} (“{clip_text(first)}”) instead of {KNOWN_LAYOUTS[kind]['wanted']}.", number
        )
    if first.startswith("#"):
        source.refuse("it has no line with data.", number)
    at = FIELDS_BY_PLACE[kind].get(n, {}).get("grade", n)
    whole = [row for row in (fields, *rows) if len(row) == n > at]
    texts = [
        [_parse_number(text.strip(BLANK_SIGNS), separator) is None for text in row] for row in whole
    ]
    names = any(head and not any(below) for head, *below in zip(*texts, strict=True))
    if len(whole) > 1 and not names and not locate_columns(fields, kind):
        source.refuse_grade(fields[at], [row[at] for row in whole], number)
    replace(source, name=f"{source.name}, line {number:,}").locate_columns(fields, rows)
    raise AssertionError("columns that are known have a layout")


def _looks_like_trec(fields: Sequence[str]) -> bool:
    return len(fields) > 3 and fields[1] in ("0", "Q0")


def _find_columns_by_numbers(
    fields: list[str], layout: Layout, lines: Sequence[str]
) -> Mapping[str, int] | None:
    """Find the columns of a line without headings by its numbers, or as query and document.

    Returns None if the numbers are not at the expected places.
    """
    kind = layout.source.kind
    places = FIELDS_BY_PLACE[kind].get(len(fields))
    if places is None or (kind == "run" and len(fields) == 4 and _looks_like_trec(fields)):
        return None  # judgments are no run
    if layout.source.value_field not in places:
        rows = (
            split_fields(line, layout.separator) for line in lines if line.strip()[:1] not in "#"
        )
        alike = layout.separator in BLANK_SIGNS and all(len(row) == 2 for row in rows)
        return (
            places if alike and not layout.places and not {*lines[0]} & {*SEPARATOR_SIGNS} else None
        )
    is_row = layout.read_value(fields[places[layout.source.value_field]]) is not None
    return places if is_row or _looks_like_trec(fields) else None


FIRST_TIMESTAMP = 1e8
"""Seconds since 1970 are larger than this after 1973. Grades are not."""
MAX_RATING = 1_000
"""The highest rating that counts as one."""
RATINGS_FILE = "a file of users, items, ratings and times"


def _drop_time(
    places: Mapping[str, int], layout: Layout, lines: Sequence[str], number: int
) -> Mapping[str, int]:
    """Tell TREC's four columns from a recommender's user, item, rating and time.

    Raises ValueError if both readings are possible, or for the wrong kind of table.
    """
    source = layout.source
    rows = [
        split_fields(line, layout.separator) for line in lines if line.strip()[:1] not in ("", "#")
    ]
    rows = [row for row in rows if len(row) == 4]
    if not rows:
        return places
    users, items, thirds, lasts = (list(column) for column in zip(*rows, strict=True))
    times = [layout.read_value(text) for text in lasts]
    ratings = [layout.read_value(text) for text in thirds]
    has_times = all(time is not None and time >= FIRST_TIMESTAMP for time in times)
    are_ratings = all(rating is not None and abs(rating) <= MAX_RATING for rating in ratings)
    if source.kind == "run":
        if has_times and are_ratings and not _are_ranks(users, thirds):
            source.refuse(f"this is {RATINGS_FILE}. It has judgments, not a run.", number)
        return places
    if has_times and are_ratings:
        source.add_finding("format", what=RATINGS_FILE)
        return {"query": 0, "doc": 1, "grade": 2}
    are_pairs = len({*zip(users, items, strict=True)}) == len(rows)
    repeats = len({*zip(users, thirds, strict=True)}) < len(rows)
    if has_times or (are_ratings and are_pairs and repeats and len({*items}) > 1):
        sign = f"the last column has times (“{clip_text(lasts[0])}”)"
        if not has_times:
            sign = "the second column is different in each line, and the third has repeated values"
        source.refuse(
            f"it looks like {RATINGS_FILE}, not like TREC's “query 0 document grade”, because "
            f"{sign}. "
            "Name the columns, as in query=1,doc=2,grade=3.",
            number,
        )
    return places


def _are_ranks(queries: Sequence[str], ranks: Sequence[str]) -> bool:
    """Return True if the ranks of each query are 1, 2, 3, ... or start at 0."""
    seen = Counter[str]()
    begin = int(ranks[0]) if ranks[0] in ("0", "1") else 1
    for query, rank in zip(queries, ranks, strict=True):
        if rank != str(seen[query] + begin):
            return False
        seen[query] += 1
    return True


def _list_separators(first: str, kind: str) -> list[str]:
    """Return the separators that fit this line, the likeliest first."""
    words = split_fields(first, " ")
    trec = len(words) == max(FIELDS_BY_PLACE[kind]) and words[1] in ("0", "Q0")
    if "\t" in first:
        return [" ", "\t"] if trec else ["\t", " "]
    signs = sorted(
        (sign for sign in SEPARATOR_SIGNS if sign in first), key=first.count, reverse=True
    )
    likely = [sign for sign in signs if first.count(sign) >= len(words) and not trec]
    return [*likely, " ", *(sign for sign in signs if sign not in likely)]


BLANK_SIGNS = " \t"
SEPARATOR_LINE = re.compile(rb'"?sep=.?"?\s*$')
"""The first line in some of Excel's files, such as "sep=;"."""
MAX_LINES_EXAMINED = 1_000
"""The number of lines to search for the labels of a column."""
POLARS_PACKED_MAGIC = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"x\x01", b"x^", b"x\x9c", b"x\xda")
"""First bytes that Polars takes for packed data, even in a text such as “x^2”."""
POLARS_ERRORS = (pl.exceptions.PolarsError, pl.exceptions.PanicException)
"""Polars' exceptions. A panic is not an `Exception`."""
Row = tuple[str, str, float | None, int | None, int]
"""The fields of a line: query, doc, grade or score, rank, and line number."""


def read_by_line(data: bytes, layout: Layout, first: int) -> pl.DataFrame:
    """Read a table line by line. Raise ValueError for the first bad line."""
    skipped = Counter[str]()
    source = layout.source
    texts = {"query": pl.String, "doc": pl.String}
    types = texts | {source.value_field: pl.Float64, "rank": pl.Int64, "line": pl.UInt32}
    rows = _read_rows(data, layout, first, skipped)
    frame = pl.DataFrame(rows, types, orient="row").select(*layout.fields, "line")
    ranks = frame["rank"].null_count() if "rank" in layout.places else 0
    if ranks and source.value_field in layout.places:  # scores say it all
        frame = frame.drop("rank")
    odd = {name: skipped[name] for name in ("blank", "comments", "unrated")} | {"rank": ranks}
    for name, n in odd.items():
        if n:
            source.add_finding(name, n, line=skipped["first"])
    return frame


def _read_rows(data: bytes, layout: Layout, first: int, skipped: Counter[str]) -> Iterator[Row]:
    for number, raw in enumerate(BytesIO(data), 1):
        if (layout.header and number == first) or SEPARATOR_LINE.match(raw):
            continue
        line = raw.decode("utf-8").rstrip("\n")
        fields = _split_row(line, layout)
        if not line.strip(BLANK_SIGNS) or _has_no_grade(fields, layout):
            skipped["unrated" if line.strip(BLANK_SIGNS) else "blank"] += 1
            continue
        read = _parse_row(line, fields, layout, number)
        if not isinstance(read, str):
            yield read
        elif line.startswith("#"):  # `#` may begin an id too: only what is no row is a comment
            skipped["comments"] += 1
            skipped["first"] = skipped["first"] or number
        elif read == "grade":
            at = layout.places["grade"]
            lines = (_split_row(raw.decode().rstrip("\n"), layout) for raw in BytesIO(data))
            seen = islice(lines, first - 1 + layout.header, MAX_LINES_EXAMINED)
            labels = [row[at] for row in seen if len(row) > at]
            layout.source.refuse_grade(fields[at].strip(BLANK_SIGNS), labels, number)
        else:
            layout.source.refuse(read, number)


def _has_no_grade(fields: Sequence[str], layout: Layout) -> bool:
    """Return True if a line has a query but no grade. The columns must have names."""
    if not layout.header or "grade" not in layout.places or len(fields) not in (1, layout.width):
        return False
    return len(fields) == 1 or not fields[layout.places["grade"]].strip()


def _parse_row(line: str, fields: Sequence[str], layout: Layout, number: int) -> Row | str:
    """Parse a line into a row, or return a sentence about its fault.

    Returns "grade" instead of a sentence if the grade is the fault.
    """
    if len(fields) != layout.width:
        n = count_noun(len(fields), "column")
        alike = f"the first line has {layout.width}"
        wanted = KNOWN_LAYOUTS[layout.source.kind]["wanted"]
        return f"{n} (“{clip_text(line)}”), but {alike}. It must be {wanted}."
    texts = {name: fields[place].strip(BLANK_SIGNS) for name, place in layout.places.items()}
    for name in ("query", "doc"):
        if not texts[name]:
            return f"the {name} is empty."
    value = None
    number_of = layout.source.value_field
    if number_of in texts:
        value = layout.read_value(texts[number_of])
        if value is None and number_of == "grade":
            return number_of
        if value is None:
            return f"the {number_of} is “{clip_text(texts[number_of])}”. It must be a number."
    rank = texts.get("rank", "")
    whole = int(rank) if rank.isascii() and rank.isdigit() and len(rank) < 18 else None
    if layout.is_binary:
        value = 1.0
    if value is None and whole is None:
        return f"the rank is “{clip_text(rank)}”. It must be a whole number."
    return texts["query"], texts["doc"], value, whole, number


def _split_row(line: str, layout: Layout) -> list[str]:
    fields = split_fields(line, layout.separator)
    if layout.separator == "\t" and len(fields) != layout.width:
        return split_fields(line, " ")
    return fields


def _parse_number(text: str, separator: str) -> float | None:
    # A semicolon parts columns where a comma is the decimal point.
    return read_plain(text.replace(",", ".") if separator == ";" else text)


def read_text(data: bytes, source: TableSource) -> pl.DataFrame:
    """Read a table in text into a frame with the line number of each row."""
    check_text(data, source.name, source.limits)
    if data.startswith(BYTE_ORDER_MARK):
        data = data[len(BYTE_ORDER_MARK) :]
        source.add_finding("mark")
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    frame = read_lines(data, source)
    if frame is not None:
        return frame
    data = _add_documents(data, source)
    lists = _read_lists(data, source)
    if lists is not None:
        return lists
    layout, first = _find_layout(data, source)
    frame = _read_at_once(data, layout) if first == 1 else None
    if frame is None:
        frame = read_by_line(data, layout, first)
    if b"#" in data:
        lines = frame.filter(pl.col("query").str.starts_with("#"))["line"]
        if len(lines):  # they could be comments, and are whole rows
            source.add_finding("hash", len(lines), line=lines[0])
    if not layout.header and layout.width == 3 and has_rank_scores(frame):
        frame = frame.with_columns(rank=pl.col("score").cast(pl.Int64), score=-pl.col("score"))
        source.add_finding("ranks", frame.height)
    elif layout.header:
        columns = ", ".join(f"{name} is column {at + 1}" for name, at in layout.places.items())
        source.add_finding("header", columns=columns)
    elif layout.width < max(FIELDS_BY_PLACE[source.kind]):
        source.add_finding("columns", layout.width, columns=", ".join(layout.places))
    if layout.is_binary:
        source.add_finding("binary", frame.height)
    source.report_ambiguous(layout.names, layout.places)
    return frame


def _find_first_line(data: bytes) -> tuple[int, str, list[str], str]:
    """Return the first line with content: its number, text, fields and separator."""
    for number, line in enumerate(BytesIO(data), 1):
        if line.strip() and not line.startswith(b"#") and not SEPARATOR_LINE.match(line):
            text = line.decode("utf-8", "replace").rstrip("\n")
            signs = [sign for sign in ("\t", *SEPARATOR_SIGNS) if sign in text]
            separator = max(signs, key=text.count, default=",")
            return number, text, split_fields(text, separator), separator
    return 1, "", [], ","


def _add_documents(data: bytes, source: TableSource) -> bytes:
    """Add document ids to a table of queries, grades and scores. The ids are the line numbers."""
    number, text, fields, separator = _find_first_line(data)
    of_both = [locate_columns(fields, kind, source.told) for kind in FIELDS_BY_PLACE]
    judged, returned = of_both
    is_one_file = (
        not {*judged, *returned} & {"doc"}
        and "query" in judged
        and "grade" in judged
        and "score" in returned
        and judged["grade"] != returned["score"]
    )
    if not is_one_file:
        return data
    source.add_finding("one-file")
    lines = data.decode().split("\n")
    for at, line in enumerate(lines):
        if at == number - 1:
            lines[at] = f"{text}{separator}doc_id"
        elif at >= number and line.strip():
            lines[at] = f"{line}{separator}{at + 1}"
    return "\n".join(lines).encode()


LIST_CELL = re.compile(r"\s*[\[(].*[\])]\s*$")
"""A list as Python and JSON write it."""


def _read_lists(data: bytes, source: TableSource) -> pl.DataFrame | None:
    """Read a table with lists of documents in its cells, or return None."""
    number, _, fields, separator = _find_first_line(data)
    places = locate_lists(fields, source)
    if not places:
        return None
    rows = list[tuple[int, list[str]]]()
    for at, raw in enumerate(BytesIO(data), 1):
        if at <= number or not raw.strip():
            continue
        row = split_fields(raw.decode().rstrip("\n"), separator)
        if len(row) != len(fields) or not (places.by_name or LIST_CELL.match(row[places.docs])):
            return None
        rows.append((at, row))
    source.report_lists(fields[places.docs])
    found = [
        (row[places.query].strip(), doc, -float(rank) if source.kind == "run" else 1.0, at)
        for at, row in rows
        for rank, doc in enumerate(_split_list(row[places.docs]), 1)
    ]
    types = {
        "query": pl.String,
        "doc": pl.String,
        source.value_field: pl.Float64,
        "line": pl.UInt32,
    }
    return pl.DataFrame(found, types, orient="row")


def _split_list(cell: str) -> list[str]:
    """Split a list in a cell at commas, or else at spaces, and remove quotes."""
    inside = cell.strip()
    if LIST_CELL.match(inside):
        inside = inside[1:-1]
    if '"' in inside or "'" in inside:
        quoted = re.findall(r"\"([^\"]*)\"|'([^']*)'", inside)
        return [one or other for one, other in quoted]
    parts = inside.split(",") if "," in inside else inside.split()
    return [part.strip() for part in parts if part.strip()]


def _find_layout(data: bytes, source: TableSource) -> tuple[Layout, int]:
    """Return the layout, and the number of the line that shows it."""
    start = 0
    comment = None
    for number, line in enumerate(BytesIO(data), 1):
        raw = line.rstrip(b"\n")
        start += len(line)
        if raw.startswith(b"#") and comment is None:
            comment = raw, number
        if raw.strip() and not raw.startswith(b"#") and not SEPARATOR_LINE.match(raw):
            break
    else:  # every line begins with #: then it belongs to the ids
        raw, number = comment or (b"", 1)
    most = source.limits.columns
    if max(raw.count(sign.encode()) for sign in ("\t", " ", *SEPARATOR_SIGNS)) > most:
        source.refuse(f"it has more than {most:,} columns.", number)
    rest = islice(BytesIO(data[start : start + source.limits.line]), MAX_LINES_EXAMINED)
    rows = [line.decode("utf-8", "replace").rstrip("\n") for line in rest]
    return find_layout(raw.decode(), source, number, rows), number


def _read_at_once(data: bytes, layout: Layout) -> pl.DataFrame | None:
    """Read a table in one pass if all its lines look like the first, or return None."""
    if data.startswith(POLARS_PACKED_MAGIC) or (b'"' in data and data.count(b'"') % 2):
        return None  # a lone quote at the end is more than Polars can take
    separator = layout.separator
    if separator == " " and b"\t" in data:
        separator = "\t"  # tabs throughout, or what follows fails and is read line by line
    types: dict[str, Any] = {"rank": pl.Int64}
    if not layout.source.grades:
        types[layout.source.value_field] = pl.Float64
    names = {place: name for name, place in layout.places.items()}
    columns = [names.get(place, f"column {place}") for place in range(layout.width)]
    try:
        frame = pl.read_csv(
            data.rstrip(b"\n") if data.endswith(b"\n\n") else data,
            has_header=False,
            skip_rows=int(layout.header),
            separator=separator,
            quote_char='"' if separator in SEPARATOR_SIGNS else None,
            schema={name: types.get(name, pl.String) for name in columns},
        )
    except (*POLARS_ERRORS, ValueError):
        return None
    if separator in SEPARATOR_SIGNS or (separator == "\t" and b" " in data):
        stripped = (pl.col(name).str.strip_chars(" ") for name in ("query", "doc"))
        frame = frame.with_columns(*(name.replace("", None) for name in stripped))
    # A line that is too short has nothing in its last column, or in all of them.
    needed = [*layout.places]
    if not layout.header:
        needed += columns[-1:]
    if any(frame[name].null_count() for name in needed):
        return None
    if layout.is_binary:
        frame = frame.with_columns(grade=pl.lit(1.0))
    elif layout.source.grades:
        frame = frame.with_columns(grade=layout.source.convert_grades(pl.col("grade")))
        if frame["grade"].has_nulls():
            return None
    line = pl.int_range(1 + layout.header, pl.len() + 1 + layout.header, dtype=pl.UInt32)
    return frame.select(*layout.fields, line=line)
