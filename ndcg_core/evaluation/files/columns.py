"""The columns of a table: query, document, grade or score, rank.

Columns are known by their usual names or named by the user. The user can also name the grades of
labels.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from ndcg_core.content import load_toml
from ndcg_core.evaluation.files.contents import Limits, refuse_file
from ndcg_core.evaluation.findings import Finding, make_finding
from ndcg_core.metric.numbers import clip_text
from ndcg_core.numerals.numerals import read_plain_number

if TYPE_CHECKING:
    import polars as pl

COLUMN_NAMES: Mapping[str, Mapping[str, str]] = load_toml(__file__, "columns.toml")
"""The usual column names of each field, the likeliest first, by kind of table."""
VALUE_FIELDS = {"qrels": "grade", "run": "score"}
COLUMN_FIELDS = ("query", "doc", "grade", "score", "rank")
Columns = Mapping[str, str | Sequence[str]]
"""The name or number of the column for each field in `COLUMN_FIELDS`.

A sequence has a column for each of several files.
"""
NO_COLUMNS: Columns = {}
Grades = Mapping[str, float]
"""The grade of each label, such as "E" or "L2"."""
LIST_NAMES = frozenset(COLUMN_NAMES["beside"]["names"].split())
NO_NUMBER_COLUMN = "None of the other columns has numbers."
PREVIEW_ROWS = 3
"""The number of rows of a table with unknown columns that a page shows."""


@dataclass(frozen=True)
class UnknownTable:
    """A table with unknown columns: its kind ("qrels" or "run"), column names and first rows.

    There are no rows for a data frame or a Parquet file.
    """

    kind: str
    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class UnknownColumnsError(ValueError):
    """An error for a table with unknown columns. `table` describes the table."""

    def __init__(self, sentence: str, table: UnknownTable) -> None:
        super().__init__(sentence)
        self.table = table


class UserColumns(dict[str, str | Sequence[str]]):
    """The columns that a user has named, and the grades of the user's labels."""

    def __init__(self, columns: Columns, grades: Grades | None = None) -> None:
        super().__init__(columns)
        before = columns.grades if isinstance(columns, UserColumns) else {}
        self.grades: Grades = {**before, **(grades or {})}


def read_columns(text: str) -> UserColumns:
    """Parse columns and grades, such as "doc=id,E=3". Raise ValueError for a bad setting.

    >>> columns = read_columns("query=search_term,doc=product_id,query=term,E=3,S=2")
    >>> dict(columns), columns.grades
    ({'query': ['search_term', 'term'], 'doc': ['product_id']}, {'E': 3.0, 'S': 2.0})
    """
    columns: dict[str, list[str]] = {}
    grades: dict[str, float] = {}
    for setting in filter(None, text.split(",")):
        field, _, name = (part.strip() for part in setting.partition("="))
        grade = read_plain_number(name)
        if field and field not in COLUMN_FIELDS and grade is not None:
            grades[field] = grade
        elif field not in COLUMN_FIELDS or not name:
            fields = ", ".join(COLUMN_FIELDS)
            raise ValueError(
                f"Columns: “{clip_text(setting)}” is not like query=search_term. You can name "
                f"{fields}, and the grades of labels, as in E=3."
            )
        else:
            columns.setdefault(field, []).append(name)
    return UserColumns(columns, grades)


@dataclass(frozen=True)
class TableSource:
    """The source of a table, with limits, the user's columns and the findings so far.

    kind          "qrels" or "run"
    name          the name of the source in messages
    user_columns  the columns that the user named
    """

    kind: str
    name: str
    limits: Limits = field(default_factory=Limits)
    user_columns: UserColumns = field(default_factory=lambda: UserColumns({}))
    findings: list[Finding] = field(default_factory=list)

    @property
    def value_field(self) -> str:
        """The field of the source that has numbers: "grade" or "score"."""
        return VALUE_FIELDS[self.kind]

    @property
    def grades(self) -> Grades:
        """The grade of each label, or {} for a run."""
        return self.user_columns.grades if self.kind == "qrels" else {}

    def add_finding(self, name: str, count: int = 1, **values: object) -> None:
        """Add the finding `name` about the source. `values` fill its sentences' placeholders."""
        self.findings.append(make_finding(name, self.name, count, "", **values))

    def report_lists(self, column: str) -> None:
        """Add a finding about a column whose cells have lists of documents."""
        self.findings.append(make_finding("lists", self.name, 1, self.kind, column=column))

    def refuse(self, sentence: str, line: int | None = None, unit: str = "line") -> NoReturn:
        """Raise ValueError with the source, the line if given, and a sentence about the fault."""
        refuse_file(self.name, sentence, line, unit)

    def convert_grades(self, texts: "pl.Expr") -> "pl.Expr":
        """Return an expression that converts texts to grades. Unknown texts become null."""
        import polars as pl

        texts = texts.cast(pl.String).str.strip_chars()
        plain = texts.cast(pl.Float64, strict=False)
        if not self.grades:
            return plain
        return texts.replace_strict(self.grades, default=plain, return_dtype=pl.Float64)

    def refuse_grade(
        self, text: str, labels: Iterable[object], line: int | None = None, prefix: str = ""
    ) -> NoReturn:
        """Raise ValueError for a grade that is not a number.

        If the column has only a few labels, the message has an example of `grades` for them.

        labels: the texts in the column. prefix: the beginning of the message.
        """
        sentence = f"{prefix}the grade is “{clip_text(text)}”. It must be a number"
        every = (*labels, *self.grades)
        texts = dict.fromkeys(clip_text(str(label).strip(), 20) for label in every)
        found = [
            label for label in texts if read_plain_number(label) is None and not {*label} & {*",="}
        ]
        if not found or len(found) > MAX_LABELS:
            self.refuse(f"{sentence}.", line)
        plain = [label.casefold() for label in found]
        scale = next((known for known in LABEL_SCALES if {*known} >= {*plain}), plain[::-1])
        worth = {label: str(scale.index(label.casefold())) for label in found}
        if all(re.fullmatch(r"[^\d.]+\d+", label) for label in found):
            worth = {label: re.sub(r"\D", "", label) for label in found}
        example = ",".join(f"{label}={worth[label]}" for label in found)
        self.refuse(f"{sentence}. Set the grades of labels with grades, as in {example}.", line)

    def locate_columns(
        self, names: Sequence[Any], preview: Sequence[Any] | Mapping[str, Any] | None = None
    ) -> dict[str, int]:
        """Map fields to column positions, from 0, by the user's columns or the usual names.

        A field without a column is left out. Raises UnknownColumnsError if a required column is
        missing and `preview` is given.

        preview: the first rows, or the types of a data frame's columns by name
        """
        positions = locate_columns(names, self.kind, self.user_columns)
        missing = list_missing_fields(positions, self.kind, names)
        if missing and preview is not None:
            self._refuse_columns(names, missing, positions, preview)
        return positions

    def report_ambiguous_columns(
        self, names: Sequence[object], positions: Mapping[str, int]
    ) -> None:
        """Add a finding for each field that matches several columns, unless the user named one."""
        for what, known in COLUMN_NAMES[self.kind].items():
            matching = [str(name) for name in names if _normalize_name(name) in known.split()]
            if len(matching) > 1 and what in positions and what not in self.user_columns:
                listed = f"{', '.join(matching[:-1])} and {matching[-1]}"
                self.add_finding("either", what=what, names=listed, taken=names[positions[what]])

    def _refuse_columns(
        self,
        names: Sequence[Any],
        missing_fields: Sequence[str],
        positions: Mapping[str, int],
        preview: Any,
    ) -> NoReturn:
        """Raise UnknownColumnsError for missing columns, with advice about the last of them.

        preview: the first rows, or the types of a data frame's columns by name
        """
        types = preview if isinstance(preview, Mapping) else {}
        shown = [] if types else preview[:PREVIEW_ROWS]
        texts = tuple(clip_text(str(name)) for name in names)
        cells = [tuple(clip_text(str(cell)) for cell in row) for row in shown]
        has = ", ".join(clip_text(text, 20) for text in texts[:6])
        if len(texts) > 6:
            has += ", …"
        usual = COLUMN_NAMES[self.kind]
        known = " and ".join(f"{f} ({', '.join(usual[f].split()[:6])}, …)" for f in missing_fields)
        others = _collect_other_names(missing_fields[-1]) | LIST_NAMES
        free = [index for index in range(len(texts)) if index not in positions.values()]
        free = [index for index in free if _normalize_name(texts[index]) not in others]
        if missing_fields[-1] == self.value_field:
            numeric = [index for index, dtype in enumerate(types.values()) if dtype.is_numeric()]
            if cells:
                numeric = [index for index in free if all(_has_number(row, index) for row in cells)]
            free = [index for index in free if index in numeric]
        example = (
            f"{missing_fields[-1]}={clip_text(name_column(texts, free[-1]), 20)}" if free else ""
        )
        none_fits = (
            NO_NUMBER_COLUMN
            if missing_fields[-1] == self.value_field
            else f"None of the other columns can be the {missing_fields[-1]}."
        )
        advice = f"Name it with columns, as in {example}." if example else none_fits
        if re.search("dist|loss|error", example):
            advice += ' If lower is better, also use Choices(order="lowest").'
        none = f"None has a usual name of {known}"
        raise UnknownColumnsError(
            f"{self.name}: its columns are {has or 'none'}. {none}. {advice}",
            UnknownTable(self.kind, texts, tuple(cells)),
        )


def _collect_other_names(missing_field: str) -> frozenset[str]:
    """Return the usual column names of all fields except the missing field."""
    fields = {**COLUMN_NAMES["qrels"], **COLUMN_NAMES["run"]}
    taken = {
        name for field, names in fields.items() if field != missing_field for name in names.split()
    }
    return frozenset(taken - {*fields[missing_field].split()})


LABEL_SCALES: Sequence[Sequence[str]] = [row.split() for row in COLUMN_NAMES["labels"].values()]
MAX_LABELS = 12
"""The largest number of distinct texts in a column of labels."""


def name_column(names: Sequence[str], position: int) -> str:
    """Return the name of a column, or its number from 1 if `read_columns` cannot parse it.

    >>> name_column(["term", "human, 0 to 3"], 0), name_column(["term", "human, 0 to 3"], 1)
    ('term', '2')
    """
    name = names[position].strip()
    return str(position + 1) if not name or {*name} & {*",=…"} else name


def locate_columns(
    names: Sequence[object], kind: str, columns: Columns = NO_COLUMNS
) -> dict[str, int]:
    """Map fields to column positions, from 0, by the user's columns or the usual names.

    A field without a column is left out.
    """
    plain = [_normalize_name(name) for name in names]
    positions = dict[str, int]()
    for what, known in COLUMN_NAMES[kind].items():
        named = columns.get(what, ())
        for name in (named,) if isinstance(named, str) else named:
            if _normalize_name(name) in plain:
                positions.setdefault(what, plain.index(_normalize_name(name)))
            elif name.isascii() and name.isdigit() and 0 < int(name) <= len(names):
                positions.setdefault(what, int(name) - 1)
        for name in known.split():
            if name in plain:
                positions.setdefault(what, plain.index(name))
    return positions


class ListColumns(NamedTuple):
    """The positions of the query column and of the column with lists of documents.

    is_named  True if the column of documents has a usual name
    """

    query: int
    docs: int
    is_named: bool


def locate_lists(names: Sequence[object], source: TableSource) -> ListColumns | None:
    """Return the positions of the query column and a possible column of lists, or None."""
    positions = locate_columns(names, source.kind, source.user_columns)
    if "query" not in positions or source.value_field in positions or "rank" in positions:
        return None
    plain = [_normalize_name(name) for name in names]
    known = [name for name in COLUMN_NAMES["lists"][source.kind].split() if name in plain]
    if known:
        return ListColumns(positions["query"], plain.index(known[0]), True)
    return ListColumns(positions["query"], positions["doc"], False) if "doc" in positions else None


def _normalize_name(name: object) -> str:
    """Return a column name in lower case, with underscores, without quotes or RecBole types."""
    plain = str(name).strip().strip('"').casefold().replace("-", "_").replace(" ", "_")
    return re.sub(r":(?:token|float)(?:_seq)?$", "", plain)  # RecBole adds the type to the name


def list_missing_fields(
    positions: Mapping[str, int], kind: str, names: Sequence[object] = ()
) -> list[str]:
    """Return the required fields without a known column.

    Ranks can replace scores. A grade is not required if `names` has no further column that could
    have grades.
    """
    missing = [field for field in ("query", "doc", VALUE_FIELDS[kind]) if field not in positions]
    free = [name for index, name in enumerate(names) if index not in positions.values()]
    if (
        names
        and "grade" in missing
        and len(missing) > sum(_normalize_name(n) not in LIST_NAMES for n in free)
    ):
        missing.remove("grade")
    return [field for field in missing if field != "score" or "rank" not in positions]


def _has_number(row: Sequence[str], index: int) -> bool:
    """Return True if a row has a number at an index. A decimal comma is allowed."""
    return index < len(row) and read_plain_number(row[index].replace(",", ".")) is not None
