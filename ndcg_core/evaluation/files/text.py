"""Readers of tables in text: TREC's files, CSV and TSV.

A column is known by its name, by its position as in TREC's files, or from the user. Regular tables
are read in one pass. Other tables are read line by line, so that an error can name its line.
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
from ndcg_core.evaluation.files.formats import read_format_lines
from ndcg_core.evaluation.files.tables import has_rank_scores
from ndcg_core.evaluation.findings import format_count
from ndcg_core.metric.numbers import clip_text
from ndcg_core.numerals.numerals import read_plain_number

SEPARATOR_SIGNS = (",", ";", "|")
"""The separators of files in which fields may be quoted."""
KNOWN_LAYOUTS = load_toml(__file__, "layouts.toml")
FIELDS_BY_POSITION: Mapping[str, Mapping[int, Mapping[str, int]]] = {
    kind: {len(row): {name: at for at, name in enumerate(row) if name} for row in layout["columns"]}
    for kind, layout in KNOWN_LAYOUTS.items()
}
"""The positions of the fields in a file without headings, by kind and number of columns."""


@dataclass(frozen=True)
class Layout:
    """The format of a table in text: separator, columns and header.

    source      the source of the table
    separator   a tab, one of `SEPARATOR_SIGNS`, or " " for any white space
    width       the number of columns
    positions   the positions of query, doc, grade or score, and rank
    has_header  True if the first line names the columns
    names       the names of the columns, or () without a header
    """

    source: TableSource
    separator: str
    width: int
    positions: Mapping[str, int]
    has_header: bool
    names: tuple[str, ...] = ()

    @property
    def lacks_grades(self) -> bool:
        """True for judgments without grades, in which all documents are relevant."""
        return self.source.kind == "qrels" and "grade" not in self.positions

    @property
    def fields(self) -> list[str]:
        """The names of a row's fields, with "grade" also for judgments without grades."""
        if self.lacks_grades:
            return [*self.positions, "grade"]
        return [*self.positions]

    def read_value(self, text: str) -> float | None:
        """Return the number in a text, or the grade of a label. Return None for other texts."""
        return self.source.grades.get(text.strip(BLANK_SIGNS), _parse_number(text, self.separator))


def split_fields(line: str, separator: str) -> list[str]:
    """Split a line into fields. The separator " " means any run of spaces and tabs.

    Returns [] if a field is too long for the module csv.
    """
    if separator == " ":
        return [field for field in line.replace("\t", " ").split(" ") if field]
    if separator not in SEPARATOR_SIGNS:
        return line.split(separator)
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:  # a field is longer than csv.field_size_limit()
        return []


FEATURE_LINE = re.compile(r"\s*[-+.\d]+(?:\s+\d+:\S+)+")
QID_MISSING = (
    "it has features, but no query. Write qid:1 after the label in each line of the first query, "
    "and so on. LightGBM keeps the number of lines of each query in a second file (….query)."
)


def find_layout(
    first_line: str, source: TableSource, line_number: int, further_lines: Sequence[str]
) -> Layout:
    """Return the layout of a table. Raise ValueError if its first line has no known layout.

    line_number: the number of the first line. further_lines: the lines after it, which are used if
    the columns are unknown.
    """
    separators = list(_list_separators(first_line, source.kind))
    for separator in separators:
        found = _find_layout_with_separator(
            separator, first_line, source, line_number, further_lines
        )
        if found:
            return found
    most_fields = max(separators, key=lambda separator: len(split_fields(first_line, separator)))
    _refuse_layout(first_line, source, line_number, most_fields, further_lines)


def _find_layout_with_separator(
    separator: str,
    first_line: str,
    source: TableSource,
    line_number: int,
    further_lines: Sequence[str],
) -> Layout | None:
    """Return the layout of a table with a separator, or None if the separator does not fit.

    Raises ValueError as `_choose_rating_columns` does.
    """
    kind = source.kind
    fields = split_fields(first_line, separator)
    positions = source.locate_columns(fields)
    layout = Layout(source, separator, len(fields), positions, True, tuple(fields))
    if not list_missing_fields(positions, kind, fields):
        value = fields[positions.get(source.value_field, positions.get("rank", positions["query"]))]
        by_number = layout.lacks_grades and not locate_columns(fields, kind)
        is_row = by_number or layout.read_value(value) is not None
        return replace(layout, has_header=False, names=()) if is_row else layout
    by_position = _find_columns_by_numbers(fields, layout, [first_line, *further_lines])
    if by_position and len(fields) == 4:
        by_position = _choose_rating_columns(
            by_position, layout, [first_line, *further_lines], line_number
        )
    return (
        replace(layout, positions=by_position, has_header=False, names=()) if by_position else None
    )


def _refuse_layout(
    first_line: str,
    source: TableSource,
    line_number: int,
    separator: str,
    further_lines: Sequence[str],
) -> NoReturn:
    """Raise ValueError with advice for a first line without a known layout."""
    kind = source.kind
    fields = split_fields(first_line, separator)
    rows = [split_fields(line, separator) for line in further_lines]
    n = len(fields)
    if FEATURE_LINE.match(first_line):
        source.refuse(QID_MISSING, line_number)
    if (n < 3 and not source.locate_columns(fields)) or _looks_like_trec(fields):
        there = f"it has {format_count(n, 'column')}"
        source.refuse(
            f"{there} (“{clip_text(first_line)}”) instead of {KNOWN_LAYOUTS[kind]['wanted']}.",
            line_number,
        )
    if first_line.startswith("#"):
        source.refuse("it has no line with data.", line_number)
    at = FIELDS_BY_POSITION[kind].get(n, {}).get("grade", n)
    whole = [row for row in (fields, *rows) if len(row) == n > at]
    texts = [
        [_parse_number(text.strip(BLANK_SIGNS), separator) is None for text in row] for row in whole
    ]
    names = any(head and not any(below) for head, *below in zip(*texts, strict=True))
    if len(whole) > 1 and not names and not locate_columns(fields, kind):
        source.refuse_grade(fields[at], [row[at] for row in whole], line_number)
    replace(source, name=f"{source.name}, line {line_number:,}").locate_columns(fields, rows)
    raise AssertionError("columns that are known have a layout")


def _looks_like_trec(fields: Sequence[str]) -> bool:
    """Return True if the second of four or more fields is "0" or "Q0", as in TREC."""
    return len(fields) > 3 and fields[1] in ("0", "Q0")


def _find_columns_by_numbers(
    fields: list[str], layout: Layout, lines: Sequence[str]
) -> Mapping[str, int] | None:
    """Return the positions of the fields in a table without headings, or None if unknown.

    The first line must have a grade or score at its position in a known layout, or "0" or "Q0" in
    its second field, or the table must have two columns: query and document.
    """
    kind = layout.source.kind
    positions = FIELDS_BY_POSITION[kind].get(len(fields))
    if positions is None or (kind == "run" and len(fields) == 4 and _looks_like_trec(fields)):
        return None  # judgments, not a run
    if layout.source.value_field not in positions:
        rows = (
            split_fields(line, layout.separator) for line in lines if line.strip()[:1] not in "#"
        )
        alike = layout.separator in BLANK_SIGNS and all(len(row) == 2 for row in rows)
        has_signs = bool({*lines[0]} & {*SEPARATOR_SIGNS})
        return positions if alike and not layout.positions and not has_signs else None
    is_row = layout.read_value(fields[positions[layout.source.value_field]]) is not None
    return positions if is_row or _looks_like_trec(fields) else None


FIRST_TIMESTAMP = 1e8
"""The smallest number that is a time in seconds since 1970. Grades are smaller."""
MAX_RATING = 1_000
"""The largest number that may be a rating."""
RATINGS_FILE = "a file of users, items, ratings and times"


def _choose_rating_columns(
    positions: Mapping[str, int], layout: Layout, lines: Sequence[str], line_number: int
) -> Mapping[str, int]:
    """Return the field positions of a four-column table: `positions`, or those of ratings.

    Returns `positions`, as in TREC's files, unless the columns are the user, item, rating and time
    of a recommender. Then, a finding is added to the source. Raises ValueError if both are
    possible, or if ratings are read as a run.
    """
    source = layout.source
    rows = [
        split_fields(line, layout.separator) for line in lines if line.strip()[:1] not in ("", "#")
    ]
    rows = [row for row in rows if len(row) == 4]
    if not rows:
        return positions
    users, items, thirds, lasts = (list(column) for column in zip(*rows, strict=True))
    times = [layout.read_value(text) for text in lasts]
    ratings = [layout.read_value(text) for text in thirds]
    has_times = all(time is not None and time >= FIRST_TIMESTAMP for time in times)
    are_ratings = all(rating is not None and abs(rating) <= MAX_RATING for rating in ratings)
    if source.kind == "run":
        if has_times and are_ratings and not _are_ranks(users, thirds):
            source.refuse(f"this is {RATINGS_FILE}. It has judgments, not a run.", line_number)
        return positions
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
            line_number,
        )
    return positions


def _are_ranks(queries: Sequence[str], ranks: Sequence[str]) -> bool:
    """Return True if the ranks of each query count up by row, all from 1 or all from 0."""
    seen = Counter[str]()
    begin = int(ranks[0]) if ranks[0] in ("0", "1") else 1
    for query, rank in zip(queries, ranks, strict=True):
        if rank != str(seen[query] + begin):
            return False
        seen[query] += 1
    return True


def _list_separators(first_line: str, kind: str) -> list[str]:
    """Return the separators that may fit a line, the likeliest first."""
    words = split_fields(first_line, " ")
    trec = len(words) == max(FIELDS_BY_POSITION[kind]) and words[1] in ("0", "Q0")
    if "\t" in first_line:
        return [" ", "\t"] if trec else ["\t", " "]
    signs = sorted(
        (sign for sign in SEPARATOR_SIGNS if sign in first_line), key=first_line.count, reverse=True
    )
    likely = [sign for sign in signs if first_line.count(sign) >= len(words) and not trec]
    return [*likely, " ", *(sign for sign in signs if sign not in likely)]


BLANK_SIGNS = " \t"
SEPARATOR_LINE = re.compile(rb'"?sep=.?"?\s*$')
"""The first line in some files from Excel, such as "sep=;"."""
MAX_LINES_EXAMINED = 1_000
"""The number of lines that are searched for the labels of a column."""
POLARS_PACKED_MAGIC = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"x\x01", b"x^", b"x\x9c", b"x\xda")
"""First bytes that Polars treats as packed data, even in a text such as “x^2”."""
POLARS_ERRORS = (pl.exceptions.PolarsError, pl.exceptions.PanicException)
"""The exceptions of Polars. A panic is not an `Exception`."""
Row = tuple[str, str, float | None, int | None, int]
"""The fields of a line: query, doc, grade or score, rank, and line number."""


def read_table_by_line(data: bytes, layout: Layout, first_line_number: int) -> pl.DataFrame:
    """Read a table line by line, and add findings about skipped lines to the source.

    Also adds a finding about rows without a rank. Raises ValueError for the first bad line.

    first_line_number: the number of the first line with content.
    """
    skipped = Counter[str]()
    source = layout.source
    texts = {"query": pl.String, "doc": pl.String}
    types = texts | {source.value_field: pl.Float64, "rank": pl.Int64, "line": pl.UInt32}
    rows = _read_rows(data, layout, first_line_number, skipped)
    frame = pl.DataFrame(rows, types, orient="row").select(*layout.fields, "line")
    ranks = frame["rank"].null_count() if "rank" in layout.positions else 0
    if ranks and source.value_field in layout.positions:  # the scores determine the order
        frame = frame.drop("rank")
    odd = {name: skipped[name] for name in ("blank", "comments", "unrated")} | {"rank": ranks}
    for name, n in odd.items():
        if n:
            source.add_finding(name, n, line=skipped["first"])
    return frame


def _read_rows(
    data: bytes, layout: Layout, first_line_number: int, skipped: Counter[str]
) -> Iterator[Row]:
    """Yield the rows of a table, and count the skipped lines by reason in `skipped`.

    The key "first" gets the number of the first comment instead of a count. Raises ValueError for
    the first bad line.
    """
    for number, raw in enumerate(BytesIO(data), 1):
        if (layout.has_header and number == first_line_number) or SEPARATOR_LINE.match(raw):
            continue
        line = raw.decode("utf-8").rstrip("\n")
        fields = _split_row(line, layout)
        if not line.strip(BLANK_SIGNS) or _has_no_grade(fields, layout):
            skipped["unrated" if line.strip(BLANK_SIGNS) else "blank"] += 1
            continue
        read = _parse_row(line, fields, layout, number)
        if not isinstance(read, str):
            yield read
        elif line.startswith("#"):  # a comment, unless the line is a row, whose id begins with #
            skipped["comments"] += 1
            skipped["first"] = skipped["first"] or number
        elif read == "grade":
            at = layout.positions["grade"]
            lines = (_split_row(raw.decode().rstrip("\n"), layout) for raw in BytesIO(data))
            seen = islice(lines, first_line_number - 1 + layout.has_header, MAX_LINES_EXAMINED)
            labels = [row[at] for row in seen if len(row) > at]
            layout.source.refuse_grade(fields[at].strip(BLANK_SIGNS), labels, number)
        else:
            layout.source.refuse(read, number)


def _has_no_grade(fields: Sequence[str], layout: Layout) -> bool:
    """Return True if a row of judgments with headings has only one field or an empty grade.

    A comment of one field is not a row.
    """
    if (
        not layout.has_header
        or "grade" not in layout.positions
        or len(fields) not in (1, layout.width)
    ):
        return False
    if len(fields) == 1:
        return not fields[0].startswith("#")  # a comment
    return not fields[layout.positions["grade"]].strip()


def _parse_row(line: str, fields: Sequence[str], layout: Layout, line_number: int) -> Row | str:
    """Parse a line into a row, or return a sentence about its fault.

    For a bad grade, returns "grade" instead of a sentence.
    """
    if len(fields) != layout.width:
        n = format_count(len(fields), "column")
        alike = f"the first line has {layout.width}"
        wanted = KNOWN_LAYOUTS[layout.source.kind]["wanted"]
        return f"{n} (“{clip_text(line)}”), but {alike}. It must be {wanted}."
    texts = {
        name: fields[position].strip(BLANK_SIGNS) for name, position in layout.positions.items()
    }
    for name in ("query", "doc"):
        if not texts[name]:
            return f"the {name} is empty."
    value = None
    field = layout.source.value_field
    if field in texts:
        value = layout.read_value(texts[field])
        if value is None and field == "grade":
            return field
        if value is None:
            return f"the {field} is “{clip_text(texts[field])}”. It must be a number."
    rank = texts.get("rank", "")
    whole = int(rank) if rank.isascii() and rank.isdigit() and len(rank) < 18 else None
    if layout.lacks_grades:
        value = 1.0
    if value is None and whole is None:
        return f"the rank is “{clip_text(rank)}”. It must be a whole number."
    return texts["query"], texts["doc"], value, whole, line_number


def _split_row(line: str, layout: Layout) -> list[str]:
    """Split a line into fields. Split at spaces if tabs give the wrong number of fields."""
    fields = split_fields(line, layout.separator)
    if layout.separator == "\t" and len(fields) != layout.width:
        return split_fields(line, " ")
    return fields


def _parse_number(text: str, separator: str) -> float | None:
    """Return a number, or None if the text is not a number.

    In files with semicolons, a comma is the decimal point.
    """
    return read_plain_number(text.replace(",", ".") if separator == ";" else text)


def read_text_table(data: bytes, source: TableSource) -> pl.DataFrame:
    """Read a text table into a frame with line numbers. Raise ValueError for a bad table.

    Findings about the format and about unusual data are added to the source.
    """
    check_text(data, source.name, source.limits)
    if data.startswith(BYTE_ORDER_MARK):
        data = data[len(BYTE_ORDER_MARK) :]
        source.add_finding("mark")
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    frame = read_format_lines(data, source)
    if frame is not None:
        return frame
    data = _add_document_ids(data, source)
    lists = _read_lists(data, source)
    if lists is not None:
        return lists
    layout, first = _examine_layout(data, source)
    frame = _read_table_in_one_pass(data, layout) if first == 1 else None
    if frame is None:
        frame = read_table_by_line(data, layout, first)
    if data.startswith(b"#") or b"\n#" in data:
        marked = [n for n, line in enumerate(BytesIO(data), 1) if line.startswith(b"#")]
        lines = frame["line"].filter(frame["line"].is_in(marked))
        if len(lines):  # complete rows, which could also be comments
            source.add_finding("hash", len(lines), line=lines[0])
    if not layout.has_header and layout.width == 3 and has_rank_scores(frame):
        frame = frame.with_columns(rank=pl.col("score").cast(pl.Int64), score=-pl.col("score"))
        source.add_finding("ranks", frame.height)
    else:
        columns = ", ".join(f"{name} (column {at + 1})" for name, at in layout.positions.items())
        if layout.has_header:
            source.add_finding("header", columns=columns)
        elif layout.width < max(FIELDS_BY_POSITION[source.kind]):
            source.add_finding("columns", layout.width, columns=columns)
    if layout.lacks_grades:
        source.add_finding("binary", frame.height)
    source.report_ambiguous_columns(layout.names, layout.positions)
    return frame


def _find_first_line(data: bytes) -> tuple[int, str, list[str], str]:
    """Return the number, text, fields and separator of the first line with content.

    Comments and lines such as "sep=;" do not count. The separator is the most frequent one of the
    line, or "," if it has none. For a table without content, the values are 1, "", [] and ",".
    """
    for number, line in enumerate(BytesIO(data), 1):
        if line.strip() and not line.startswith(b"#") and not SEPARATOR_LINE.match(line):
            text = line.decode("utf-8", "replace").rstrip("\n")
            signs = [sign for sign in ("\t", *SEPARATOR_SIGNS) if sign in text]
            separator = max(signs, key=text.count, default=",")
            return number, text, split_fields(text, separator), separator
    return 1, "", [], ","


def _add_document_ids(data: bytes, source: TableSource) -> bytes:
    """Add line numbers as document ids to a table without ids. Return others unchanged.

    The table must have queries, grades and scores. Then, a finding is added to the source.
    """
    number, text, fields, separator = _find_first_line(data)
    judged = locate_columns(fields, "qrels", source.user_columns)
    returned = locate_columns(fields, "run", source.user_columns)
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
    for index, line in enumerate(lines):
        if index == number - 1:
            lines[index] = f"{text}{separator}doc_id"
        elif index >= number and line.strip():
            lines[index] = f"{line}{separator}{index + 1}"
    return "\n".join(lines).encode()


LIST_CELL = re.compile(r"\s*[\[(].*[\])]\s*$")
"""A list in the notation of Python and JSON."""


def _read_lists(data: bytes, source: TableSource) -> pl.DataFrame | None:
    """Read a table with lists of documents in its cells. Return None for any other table.

    Each grade is 1. In a run, the score of the document at rank n is -n. Adds a finding about the
    lists to the source.
    """
    number, _, fields, separator = _find_first_line(data)
    positions = locate_lists(fields, source)
    if not positions:
        return None
    rows = list[tuple[int, list[str]]]()
    for at, raw in enumerate(BytesIO(data), 1):
        if at <= number or not raw.strip():
            continue
        row = split_fields(raw.decode().rstrip("\n"), separator)
        if len(row) != len(fields) or not (
            positions.is_named or LIST_CELL.match(row[positions.docs])
        ):
            return None
        rows.append((at, row))
    source.report_lists(fields[positions.docs])
    found = [
        (row[positions.query].strip(), doc, -float(rank) if source.kind == "run" else 1.0, at)
        for at, row in rows
        for rank, doc in enumerate(_split_list(row[positions.docs]), 1)
    ]
    types = {
        "query": pl.String,
        "doc": pl.String,
        source.value_field: pl.Float64,
        "line": pl.UInt32,
    }
    return pl.DataFrame(found, types, orient="row")


def _split_list(cell: str) -> list[str]:
    """Return the items of a list in a cell, which are quoted or separated by commas or spaces.

    >>> [_split_list(cell) for cell in ('["a b", "c"]', "['a', 'b']", "a, b", "a b")]
    [['a b', 'c'], ['a', 'b'], ['a', 'b'], ['a', 'b']]
    """
    inside = cell.strip()
    if LIST_CELL.match(inside):
        inside = inside[1:-1]
    if '"' in inside or "'" in inside:
        quoted = re.findall(r"\"([^\"]*)\"|'([^']*)'", inside)
        return [double or single for double, single in quoted]
    parts = inside.split(",") if "," in inside else inside.split()
    return [part.strip() for part in parts if part.strip()]


def _examine_layout(data: bytes, source: TableSource) -> tuple[Layout, int]:
    """Return the layout of a table, and the number of its first line with content.

    Raises ValueError for a table with too many columns or without a known layout.
    """
    start = 0
    comment = None
    for number, line in enumerate(BytesIO(data), 1):
        raw = line.rstrip(b"\n")
        start += len(line)
        if raw.startswith(b"#") and comment is None:
            comment = raw, number
        if raw.strip() and not raw.startswith(b"#") and not SEPARATOR_LINE.match(raw):
            break
    else:  # if every line begins with #, the sign is part of the ids
        raw, number = comment or (b"", 1)
    most = source.limits.columns
    if max(raw.count(sign.encode()) for sign in ("\t", " ", *SEPARATOR_SIGNS)) > most:
        source.refuse(f"it has more than {most:,} columns.", number)
    further_lines = islice(BytesIO(data[start : start + source.limits.line]), MAX_LINES_EXAMINED)
    rows = [line.decode("utf-8", "replace").rstrip("\n") for line in further_lines]
    return find_layout(raw.decode(), source, number, rows), number


def _read_table_in_one_pass(data: bytes, layout: Layout) -> pl.DataFrame | None:
    """Read a table with Polars in one pass. Return None if it must be read line by line."""
    if data.startswith(POLARS_PACKED_MAGIC) or (b'"' in data and data.count(b'"') % 2):
        return None  # Polars cannot read a single quote at the end
    separator = layout.separator
    if separator == " " and b"\t" in data:
        separator = "\t"  # if spaces are separators too, the lines are read one by one
    types: dict[str, Any] = {"rank": pl.Int64}
    if not layout.source.grades:
        types[layout.source.value_field] = pl.Float64
    names = {position: name for name, position in layout.positions.items()}
    columns = [names.get(position, f"column {position}") for position in range(layout.width)]
    try:
        frame = pl.read_csv(
            data.rstrip(b"\n") if data.endswith(b"\n\n") else data,
            has_header=False,
            skip_rows=int(layout.has_header),
            separator=separator,
            quote_char='"' if separator in SEPARATOR_SIGNS else None,
            schema={name: types.get(name, pl.String) for name in columns},
        )
    except (*POLARS_ERRORS, ValueError):
        return None
    if separator in SEPARATOR_SIGNS or (separator == "\t" and b" " in data):
        stripped = (pl.col(name).str.strip_chars(" ") for name in ("query", "doc"))
        frame = frame.with_columns(*(name.replace("", None) for name in stripped))
    # A line that is too short has null in its last column.
    needed = [*layout.positions]
    if not layout.has_header:
        needed += columns[-1:]
    if any(frame[name].null_count() for name in needed):
        return None
    if layout.lacks_grades:
        frame = frame.with_columns(grade=pl.lit(1.0))
    elif layout.source.grades:
        frame = frame.with_columns(grade=layout.source.convert_grades(pl.col("grade")))
        if frame["grade"].has_nulls():
            return None
    line = pl.int_range(1 + layout.has_header, pl.len() + 1 + layout.has_header, dtype=pl.UInt32)
    return frame.select(*layout.fields, line=line)
