"""Which column is the query, the document, the grade or score, the rank: by name, or as told; and
what its labels are worth where grades are no numbers.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from ndcg_core.content import beside
from ndcg_core.evaluation.files.contents import refuse
from ndcg_core.evaluation.findings import Finding, finding
from ndcg_core.metric.numbers import clipped
from ndcg_core.numerals.numerals import read_plain

if TYPE_CHECKING:
    import polars as pl

NAMES: Mapping[str, Mapping[str, str]] = beside(__file__, "columns.toml")
"""By kind of table and field the names that are known, the likeliest first."""
VALUE = {"qrels": "grade", "run": "score"}
FIELDS = ("query", "doc", "grade", "score", "rank")
Columns = Mapping[str, str | Sequence[str]]
"""By field, one of `FIELDS`, the name or number of its column; or several, of several files."""
NO_COLUMNS: Columns = {}
Grades = Mapping[str, float]
"""What labels such as "E" or "L2" are worth."""
BESIDE = frozenset(NAMES["beside"]["names"].split())
PREVIEW = 3
"""So many rows are shown of a table whose columns are not known."""


@dataclass(frozen=True)
class UnknownTable:
    """A table whose columns are not known: "qrels" or "run", their names, and a few rows."""

    kind: str
    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class UnknownColumns(ValueError):
    """Says that columns are not known; `table` shows them."""

    def __init__(self, sentence: str, table: UnknownTable) -> None:
        super().__init__(sentence)
        self.table = table


class Told(dict[str, str | Sequence[str]]):
    """The columns as somebody tells them, and what labels are worth as grades."""

    def __init__(self, columns: Columns, grades: Grades | None = None) -> None:
        super().__init__(columns)
        before = columns.grades if isinstance(columns, Told) else {}
        self.grades: Grades = {**before, **(grades or {})}


def read_columns(text: str) -> Told:
    """What `--columns` and `--grades` say; ValueError for what they cannot.

    >>> told = read_columns("query=search_term,doc=product_id,query=term,E=3,S=2")
    >>> dict(told), told.grades
    ({'query': ['search_term', 'term'], 'doc': ['product_id']}, {'E': 3.0, 'S': 2.0})
    """
    columns: dict[str, list[str]] = {}
    grades: dict[str, float] = {}
    for piece in filter(None, text.split(",")):
        field, _, name = (part.strip() for part in piece.partition("="))
        worth = read_plain(name)
        if field and field not in FIELDS and worth is not None:
            grades[field] = worth
        elif field not in FIELDS or not name:
            fields = ", ".join(FIELDS)
            raise ValueError(
                f"Columns: “{clipped(piece)}” is not such as query=search_term; what can be named "
                f"are {fields}, and labels that are grades, as in E=3."
            )
        else:
            columns.setdefault(field, []).append(name)
    return Told(columns, grades)


def grades_of(texts: "pl.Expr", told: Columns) -> "pl.Expr":
    """Grades as numbers, where labels are worth what was told; null for any other text."""
    import polars as pl

    texts = texts.cast(pl.String).str.strip_chars()
    plain = texts.cast(pl.Float64, strict=False)
    worth = told.grades if isinstance(told, Told) else {}
    return texts.replace_strict(worth, default=plain, return_dtype=pl.Float64) if worth else plain


SCALES: Sequence[Sequence[str]] = [row.split() for row in NAMES["labels"].values()]
MOST_LABELS = 12
"""More different texts are no labels."""


def refuse_grade(
    where: str, text: str, labels: Iterable[object], line: int | None = None
) -> NoReturn:
    """ValueError for a grade that is no number; what the column's other labels are is said too."""
    sentence = f"the grade is “{clipped(text)}”; it must be a number"
    texts = dict.fromkeys(clipped(str(label).strip(), 20) for label in labels)
    found = [label for label in texts if read_plain(label) is None and not {*label} & {*",="}]
    if not found or len(found) > MOST_LABELS:
        refuse(where, f"{sentence}.", line)
    plain = [label.casefold() for label in found]
    scale = next((known for known in SCALES if {*known} >= {*plain}), plain[::-1])
    worth = {label: str(scale.index(label.casefold())) for label in found}
    if all(re.fullmatch(r"[^\d.]+\d+", label) for label in found):
        worth = {label: re.sub(r"\D", "", label) for label in found}
    example = ",".join(f"{label}={worth[label]}" for label in found)
    refuse(where, f"{sentence}. Say what labels are worth with grades, as in {example}.", line)


def column_name(names: Sequence[str], place: int) -> str:
    """How a column is told: by its name, or by its number where `read_columns` could not take it.

    >>> column_name(["term", "human, 0 to 3"], 0), column_name(["term", "human, 0 to 3"], 1)
    ('term', '2')
    """
    name = names[place].strip()
    return str(place + 1) if not name or {*name} & {*",=…"} else name


def places_of(names: Sequence[object], kind: str, columns: Columns = NO_COLUMNS) -> dict[str, int]:
    """Where the columns are, as told or else by their names; of those that can be told."""
    plain, places = [_plain(name) for name in names], dict[str, int]()
    for field, known in NAMES[kind].items():
        told = columns.get(field, ())
        for name in (told,) if isinstance(told, str) else told:
            if _plain(name) in plain:
                places.setdefault(field, plain.index(_plain(name)))
            elif name.isascii() and name.isdigit() and 0 < int(name) <= len(names):
                places.setdefault(field, int(name) - 1)
        for name in known.split():
            if name in plain:
                places.setdefault(field, plain.index(name))
    return places


def _plain(name: object) -> str:
    plain = str(name).strip().strip('"').casefold().replace("-", "_").replace(" ", "_")
    return re.sub(r":(?:token|float)(?:_seq)?$", "", plain)  # RecBole tells the type


def taken_of_two(
    names: Sequence[object], places: Mapping[str, int], kind: str, told: Columns, where: str
) -> list[Finding]:
    """A finding for each field that two columns have a usual name of, and nobody told which."""
    found = []
    for field, known in NAMES[kind].items():
        two = [str(name) for name in names if _plain(name) in known.split()]
        if len(two) > 1 and field in places and field not in told:
            taken = names[places[field]]
            found.append(finding("either", where, what=field, two=" and ".join(two), taken=taken))
    return found


def lacking(places: Mapping[str, int], kind: str, names: Sequence[object] = ()) -> list[str]:
    """The fields that no column is known for; ranks do where there are no scores, and no grade has
    to be there where nothing but the query and the document of a judgment is (`names`).
    """
    missing = [field for field in ("query", "doc", VALUE[kind]) if field not in places]
    others = [name for at, name in enumerate(names) if at not in places.values()]
    if missing == ["grade"] and names and all(_plain(name) in BESIDE for name in others):
        return []
    return [field for field in missing if field != "score" or "rank" not in places]


def refuse_columns(
    where: str,
    kind: str,
    names: Sequence[Any],
    missing: Sequence[str],
    rows: Sequence[Any] = (),
    numbers: Iterable[str] = (),
) -> NoReturn:
    """UnknownColumns with the names, what is missing, and what it might have been called.

    rows: a few of them; numbers: the columns that hold numbers, where no rows are at hand
    """
    texts, *cells = (tuple(clipped(str(cell)) for cell in row) for row in (names, *rows))
    has = ", ".join(clipped(name, 20) for name in texts[:6]) + (", …" if len(texts) > 6 else "")
    known = " and ".join(f"{f} ({', '.join(NAMES[kind][f].split()[:6])}, …)" for f in missing)
    places = places_of(texts, kind)
    free = [at for at in range(len(texts)) if at not in places.values()]
    if missing[-1] == VALUE[kind]:
        numeric = {*numbers}
        free = [
            at
            for at in free
            if _plain(texts[at]) not in BESIDE
            and (texts[at] in numeric or (cells and all(_is_number(row, at) for row in cells)))
        ]
    told = f"{missing[-1]}={clipped(column_name(texts, free[-1]), 20)}" if free else ""
    say = f"Say which it is with columns, as in {told}." if told else "None of them holds numbers."
    raise UnknownColumns(
        f"{where}: its columns are {has or 'none'}; no usual name of {known} is among them. {say}",
        UnknownTable(kind, texts, tuple(cells)),
    )


def _is_number(row: Sequence[str], at: int) -> bool:
    return at < len(row) and read_plain(row[at].replace(",", ".")) is not None
