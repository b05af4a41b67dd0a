"""Which column is the query, the document, the grade or score, the rank: by name, or as told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from ndcg_core.content import beside
from ndcg_core.metric.numbers import clipped

NAMES: Mapping[str, Mapping[str, str]] = beside(__file__, "columns.toml")
"""By kind of table and field the names that are known, the likeliest first."""
VALUE = {"qrels": "grade", "run": "score"}
FIELDS = ("query", "doc", "grade", "score", "rank")
Columns = Mapping[str, str | Sequence[str]]
"""By field, one of `FIELDS`, the name or number of its column; or several, of several files."""
NO_COLUMNS: Columns = {}
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


def read_columns(text: str) -> dict[str, list[str]]:
    """What `--columns` says; ValueError for what it cannot.

    >>> read_columns("query=search_term,doc=product_id,query=term")
    {'query': ['search_term', 'term'], 'doc': ['product_id']}
    """
    columns: dict[str, list[str]] = {}
    for piece in filter(None, text.split(",")):
        field, _, name = (part.strip() for part in piece.partition("="))
        if field not in FIELDS or not name:
            fields = ", ".join(FIELDS)
            raise ValueError(
                f"Columns: “{clipped(piece)}” is not such as query=search_term; what can be named "
                f"are {fields}."
            )
        columns.setdefault(field, []).append(name)
    return columns


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
    return str(name).strip().strip('"').casefold().replace("-", "_").replace(" ", "_")


def lacking(places: Mapping[str, int], kind: str) -> list[str]:
    """The fields that no column is known for; ranks do where there are no scores."""
    missing = [field for field in ("query", "doc", VALUE[kind]) if field not in places]
    return [field for field in missing if field != "score" or "rank" not in places]


def refuse_columns(
    where: str, kind: str, names: Sequence[Any], missing: Sequence[str], rows: Sequence[Any] = ()
) -> NoReturn:
    """UnknownColumns with the names, what is missing, and what it might have been called."""
    texts, *cells = (tuple(clipped(str(cell)) for cell in row) for row in (names, *rows))
    has = ", ".join(clipped(name, 20) for name in texts[:6]) + (", …" if len(texts) > 6 else "")
    known = " and ".join(f"{f} ({', '.join(NAMES[kind][f].split()[:6])}, …)" for f in missing)
    last = column_name(texts, len(texts) - 1) if texts else "1"
    told = f"{missing[-1]}={clipped(last, 20)}"
    raise UnknownColumns(
        f"{where}: its columns are {has or 'none'}; no usual name of {known} is among them. Say "
        f"which it is with columns, as in {told}.",
        UnknownTable(kind, texts, tuple(cells)),
    )
