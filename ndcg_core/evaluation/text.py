"""Tables in text: TREC's files, CSV and TSV.

A column is known by its name, by its place as in TREC's files, or told. Regular texts are read at
once, any other line by line: what it says, or which line is wrong and why.
"""

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO

import polars as pl

from ndcg_core.content import beside
from ndcg_core.evaluation.columns import PREVIEW, VALUE, Columns, lacking, places_of, refuse_columns
from ndcg_core.evaluation.contents import BYTE_ORDER_MARK, Limits, check_text, refuse
from ndcg_core.evaluation.findings import Finding, counted, finding
from ndcg_core.evaluation.tables import by_rank, checked, counts_up
from ndcg_core.metric.numbers import clipped

SIGNS = (",", ";", "|")
"""What parts the columns of a file with quotes."""
LAYOUTS = beside(__file__, "layouts.toml")
BY_PLACE: Mapping[str, Mapping[int, Mapping[str, int]]] = {
    kind: {len(row): {name: at for at, name in enumerate(row) if name} for row in told["columns"]}
    for kind, told in LAYOUTS.items()
}
"""By how many columns there are, where each is."""


@dataclass(frozen=True)
class Layout:
    """How the lines of a text are to be read.

    kind       "qrels" or "run"
    separator  a tab, one of `SIGNS`, or " " for any white space
    width      how many columns a line has
    places     which of them is the query, the doc, the grade or score, and the rank
    header     whether the first line names the columns
    """

    kind: str
    separator: str
    width: int
    places: Mapping[str, int]
    header: bool


def fields_of(line: str, separator: str) -> list[str]:
    r"""The fields of a line; " " parts them at every stretch of spaces and tabs, and at no other
    white space, which may belong to an id.
    """
    if separator == " ":
        return [field for field in line.replace("\t", " ").split(" ") if field]
    if separator not in SIGNS:
        return line.split(separator)
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:  # a field without end
        return []


def layout_of(first: str, kind: str, where: str, columns: Columns, rest: Sequence[str]) -> Layout:
    """The layout of a text whose first line with content is this one; ValueError if it has none.

    rest: lines that follow, to be shown where the columns are not known.
    """
    parted: list[tuple[str, list[str]]] = []
    for separator in _separators(first, kind):
        fields = fields_of(first, separator)
        places = places_of(fields, kind, columns)
        if not lacking(places, kind):
            value = fields[places.get(VALUE[kind], places.get("rank", 0))]
            header = _number(value.strip(BLANK), separator) is None
            return Layout(kind, separator, len(fields), places, header)
        by_place = _by_place(fields, kind, separator)
        if by_place:
            return Layout(kind, separator, len(fields), by_place, False)
        parted.append((separator, fields))
    separator, fields = max(parted, key=lambda one: len(one[1]))
    n = len(fields)
    if n < 3 or _is_trec(fields):
        raise ValueError(
            f"{where}: there {'is' if n == 1 else 'are'} {n:,} column{'' if n == 1 else 's'} "
            f"(“{clipped(first)}”); wanted: {LAYOUTS[kind]['wanted']}."
        )
    if first.startswith("#"):
        raise ValueError(f"{where}: there is no line with data in it.")
    missing = lacking(places_of(fields, kind, columns), kind)
    rows = [fields_of(line, separator) for line in rest]
    refuse_columns(where, kind, fields, missing, rows)


def _is_trec(fields: Sequence[str]) -> bool:
    return len(fields) > 3 and fields[1] in ("0", "Q0")


def _by_place(fields: list[str], kind: str, separator: str) -> Mapping[str, int] | None:
    """Where the columns are in a line without names, which has numbers where they belong."""
    places = BY_PLACE[kind].get(len(fields))
    if places is None or (kind == "run" and len(fields) == 4 and _is_trec(fields)):
        return None  # judgments are no run
    is_row = _number(fields[places[VALUE[kind]]].strip(BLANK), separator) is not None
    return places if is_row or _is_trec(fields) else None


def _separators(first: str, kind: str) -> list[str]:
    """What may part the fields of this line, the likeliest first."""
    words = fields_of(first, " ")
    trec = len(words) == max(BY_PLACE[kind]) and words[1] in ("0", "Q0")
    if "\t" in first:
        return [" ", "\t"] if trec else ["\t", " "]
    signs = sorted((sign for sign in SIGNS if sign in first), key=first.count, reverse=True)
    likely = [sign for sign in signs if first.count(sign) >= len(words) and not trec]
    return [*likely, " ", *(sign for sign in signs if sign not in likely)]


BLANK = " \t"
POLARS_UNPACKS = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"x\x01", b"x^", b"x\x9c", b"x\xda")
"""Polars takes a text that begins so for a packed one; the query id “x^2” does."""
POLARS = (pl.exceptions.PolarsError, pl.exceptions.PanicException)
"""What Polars raises; a panic of its own is no `Exception`."""
Row = tuple[str, str, float | None, int | None, int]
"""What one line says: query, doc, grade or score, rank, and its number."""


def by_line(
    data: bytes, layout: Layout, first: int, where: str
) -> tuple[pl.DataFrame, list[Finding]]:
    """The frame of a text, read with patience; ValueError names the first line that is wrong."""
    skipped: Counter[str] = Counter()
    types = {
        "query": pl.String,
        "doc": pl.String,
        VALUE[layout.kind]: pl.Float64,
        "rank": pl.Int64,
        "line": pl.UInt32,
    }
    rows = _rows(data, layout, first, where, skipped)
    frame = pl.DataFrame(rows, types, orient="row").select(*layout.places, "line")
    ranks = frame["rank"].null_count() if "rank" in layout.places else 0
    if ranks and VALUE[layout.kind] in layout.places:  # scores say it all
        frame = frame.drop("rank")
    return frame, _findings(skipped, ranks, where)


def _rows(
    data: bytes, layout: Layout, first: int, where: str, skipped: Counter[str]
) -> Iterator[Row]:
    for number, raw in enumerate(BytesIO(data), 1):
        if layout.header and number == first:
            continue
        line = raw.decode("utf-8").rstrip("\n")
        if not line.strip(BLANK):
            skipped["blank"] += 1
            continue
        read = _row(line, layout, number)
        if not isinstance(read, str):
            yield read
        elif line.startswith("#"):  # `#` may begin an id too: only what is no row is a comment
            skipped["comments"] += 1
            skipped["first"] = skipped["first"] or number
        else:
            refuse(where, read, number)


def _row(line: str, layout: Layout, number: int) -> Row | str:
    """What a line says, or the sentence about what is wrong with it."""
    fields = _fields(line, layout)
    if len(fields) != layout.width:
        n = counted(len(fields), "column")
        alike = f"the first line has {layout.width}"
        return f"{n} (“{clipped(line)}”), where {alike}; wanted: {LAYOUTS[layout.kind]['wanted']}."
    texts = {name: fields[place].strip(BLANK) for name, place in layout.places.items()}
    for name in ("query", "doc"):
        if not texts[name]:
            return f"the {name} is empty."
    value, number_of = None, VALUE[layout.kind]
    if number_of in texts:
        value = _number(texts[number_of], layout.separator)
        if value is None:
            return f"the {number_of} is “{clipped(texts[number_of])}”; it must be a number."
    rank = texts.get("rank", "")
    whole = int(rank) if rank.isascii() and rank.isdigit() and len(rank) < 18 else None
    if value is None and whole is None:
        return f"the rank is “{clipped(rank)}”; it must be a whole number."
    return texts["query"], texts["doc"], value, whole, number


def _fields(line: str, layout: Layout) -> list[str]:
    fields = fields_of(line, layout.separator)
    if layout.separator == "\t" and len(fields) != layout.width:
        return fields_of(line, " ")
    return fields


def _number(text: str, separator: str) -> float | None:
    if separator == ";":  # parts columns where a comma is the decimal point
        text = text.replace(",", ".")
    try:
        return None if "_" in text else float(text)
    except ValueError:
        return None


def _findings(skipped: Counter[str], ranks: int, where: str) -> list[Finding]:
    odd = {"blank": skipped["blank"], "comments": skipped["comments"], "rank": ranks}
    return [finding(name, where, n, line=skipped["first"]) for name, n in odd.items() if n]


def read_text(
    data: bytes, kind: str, where: str, limits: Limits, columns: Columns
) -> tuple[pl.DataFrame, list[Finding]]:
    """The frame in a text, with the line that each row came from, and what was odd."""
    check_text(data, where, limits)
    findings: list[Finding] = []
    if data.startswith(BYTE_ORDER_MARK):
        data = data[len(BYTE_ORDER_MARK) :]
        findings.append(finding("mark", where))
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    layout, first = _layout(data, kind, where, limits, columns)
    frame = _at_once(data, layout) if first == 1 else None
    if frame is None:
        frame, odd = by_line(data, layout, first, where)
        findings += odd
    frame = checked(frame, where, "line", limits)
    if data.startswith(b"#") or b"\n#" in data:
        findings += _hashes(frame, where)
    if not layout.header and layout.width == 3 and counts_up(frame):
        frame = frame.with_columns(rank=pl.col("score").cast(pl.Int64), score=-pl.col("score"))
        findings.append(finding("ranks", where, frame.height))
    else:
        findings += _said(layout, where)
    return by_rank(frame), findings


def _layout(
    data: bytes, kind: str, where: str, limits: Limits, columns: Columns
) -> tuple[Layout, int]:
    """The layout, and the number of the line that it was seen in."""
    start, comment = 0, None
    for number, line in enumerate(BytesIO(data), 1):
        raw = line.rstrip(b"\n")
        start += len(line)
        if raw.startswith(b"#") and comment is None:
            comment = raw, number
        if raw.strip() and not raw.startswith(b"#"):
            break
    else:  # every line begins with #: then it belongs to the ids
        raw, number = comment or (b"", 1)
    if max(raw.count(sign.encode()) for sign in ("\t", " ", *SIGNS)) > limits.columns:
        refuse(where, f"there are more than {limits.columns:,} columns.", number)
    rest = data[start : start + limits.line]
    rows = rest.decode("utf-8", "replace").splitlines()[:PREVIEW]
    return layout_of(raw.decode(), kind, f"{where}, line {number:,}", columns, rows), number


def _at_once(data: bytes, layout: Layout) -> pl.DataFrame | None:
    """The frame of a text in which every line is as the first; None for any other."""
    if data.startswith(POLARS_UNPACKS) or data.count(b'"') % 2:
        return None  # a lone quote at the end is more than Polars can take
    separator = layout.separator
    if separator == " " and b"\t" in data:
        separator = "\t"  # tabs throughout, or what follows fails and is read line by line
    types = {VALUE[layout.kind]: pl.Float64, "rank": pl.Int64}
    names = {place: name for name, place in layout.places.items()}
    columns = [names.get(place, f"column {place}") for place in range(layout.width)]
    try:
        frame = pl.read_csv(
            data.rstrip(b"\n") if data.endswith(b"\n\n") else data,
            has_header=False,
            skip_rows=int(layout.header),
            separator=separator,
            quote_char='"' if separator in SIGNS else None,
            schema={name: types.get(name, pl.String) for name in columns},
        )
    except (*POLARS, ValueError):
        return None
    if separator in SIGNS or (separator == "\t" and b" " in data):
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
        return [finding("header", where, columns=columns)]
    if layout.width == max(BY_PLACE[layout.kind]):
        return []
    return [finding("columns", where, layout.width, columns=", ".join(layout.places))]


def _hashes(frame: pl.DataFrame, where: str) -> list[Finding]:
    """Lines that could be comments, and are whole rows."""
    lines = frame.filter(pl.col("query").str.starts_with("#"))["line"]
    return [finding("hash", where, len(lines), line=lines[0])] if len(lines) else []
